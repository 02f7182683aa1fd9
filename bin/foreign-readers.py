#!/usr/bin/env python3
"""Shows the golden plans to other readers of Substrait and writes what they say as a table.

Each plan must be accepted, refused in words that name a message of ours, or stop at a gap of the reader
that is listed here; anything else is an error.

Usage: foreign-readers.py PLANS SUBSTRAIT_JAVA DOCUMENT, with PLANS a folder of .pb files as golden export
writes them, SUBSTRAIT_JAVA what `sf-plan validate --reader substrait-java --format json` said of them, and
DOCUMENT the file to write. bin/foreign-readers.sh runs it with everything that it needs.
"""

import json
import pathlib
import re
import sys
from importlib.metadata import version

from datafusion import SessionContext
from datafusion.substrait import Consumer, Serde
import substrait_validator

OURS = re.compile(r"streamfusion\.substrait\.v1\.(\w+)|extension:io\.streamfusion:(\w+)")
GAPS = {
    "more than 1 relation trees not supported": "reads plans of one relation only",
    "Unsupported RelTypeCase of RELTYPE_NOT_SET": "reads plans of roots only, no fragment behind an exchange",
    "missing deserialization logic for AdvancedExtension.Enhancement": "refuses every enhancement",
}

HEAD = """# Other readers of Substrait

<!-- Written by bin/foreign-readers.sh. -->

What readers that know nothing of StreamFusion say of each golden plan. By Substrait's rules a reader that does not know an
enhancement or an extension relation must refuse the plan, since it would compute something else: *refuses X* is right, and X is
the message that it names first.

"""


def said(message):
    named = OURS.search(message)
    if named:
        return "refuses " + (named.group(1) or named.group(2))
    for text, gap in GAPS.items():
        if text in message:
            return gap
    return None


def datafusion(plan):
    try:
        Consumer.from_substrait_plan(SessionContext(), Serde.deserialize_bytes(plan))
        return "accepts"
    except Exception as error:
        return said(str(error)) or "unknown: " + str(error)


def validator(plan):
    try:
        substrait_validator.check_plan_valid(plan)
        return "accepts"
    except Exception as error:
        return said(str(error)) or "unknown: " + str(error)


def substrait_java(judged):
    if judged["message"] == "":
        return "accepts"
    return said(judged["message"]) or "unknown: " + judged["message"]


def main(folder, java, document):
    by_java = {judged["file"]: substrait_java(judged) for judged in json.load(open(java, encoding="utf-8"))}
    rows, unknown = [], 0
    for file in sorted(pathlib.Path(folder).rglob("*.pb")):
        plan = file.read_bytes()
        answers = [by_java[str(file)], datafusion(plan), validator(plan)]
        unknown += sum(answer.startswith("unknown") for answer in answers)
        rows.append("| " + " | ".join([str(file.relative_to(folder))[:-3], *answers]) + " |")
    with open(document, "w", encoding="utf-8") as target:
        target.write(HEAD)
        target.write(
            f"| plan | substrait-java 0.66.0 | DataFusion {version('datafusion')} | substrait-validator"
            f" {version('substrait-validator')} |\n|---|---|---|---|\n"
        )
        target.write("\n".join(rows) + "\n")
    print(f"{document}: {len(rows)} plans, {unknown} answers that nobody expected")
    return 1 if unknown else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
