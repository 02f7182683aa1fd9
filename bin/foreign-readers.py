#!/usr/bin/env python3
"""Shows the golden plans to other readers of Substrait and writes what they say as a table.

Each plan must be accepted, refused in words that name a message of ours, or stop at a gap of the reader
that is listed here; anything else is an error.

Usage: foreign-readers.py PLANS SUBSTRAIT_JAVA SUBSTRAIT_EXPLAIN DOCUMENT, with PLANS a folder of .pb files as
golden export writes them, SUBSTRAIT_JAVA what `sf-plan validate --reader substrait-java --format json` said of
them, SUBSTRAIT_EXPLAIN that program, and DOCUMENT the file to write. bin/foreign-readers.sh runs it with
everything that it needs.
"""

import collections
import json
import pathlib
import re
import subprocess
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

What readers that know nothing of StreamFusion say of each golden plan: COUNT plans, of all cases with a native query. By Substrait's
rules a reader that does not know an enhancement or an extension relation must refuse the plan, since it would compute something
else: *refuses X* is right, and X is the message or the extension that it names first. Anything else is a gap of the reader.

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


def explain(program, file):
    """What it could not write as text is in its complaints."""
    run = subprocess.run(
        [program, "convert", "-f", "pb", "-t", "text", "-i", str(file)], capture_output=True, text=True
    )
    if run.returncode == 0:
        return "accepts"
    return said(run.stderr) or "unknown: " + run.stderr


def substrait_java(judged):
    if judged["message"] == "":
        return "accepts"
    return said(judged["message"]) or "unknown: " + judged["message"]


def main(folder, java, program, document):
    by_java = {judged["file"]: substrait_java(judged) for judged in json.load(open(java, encoding="utf-8"))}
    explained = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()
    readers = [
        "substrait-java 0.66.0",
        f"DataFusion {version('datafusion')}",
        f"substrait-validator {version('substrait-validator')}",
        " ".join(explained),
    ]
    rows, unknown = [], 0
    for file in sorted(pathlib.Path(folder).rglob("*.pb")):
        plan = file.read_bytes()
        answers = [by_java[str(file)], datafusion(plan), validator(plan), explain(program, file)]
        unknown += sum(answer.startswith("unknown") for answer in answers)
        rows.append((str(file.relative_to(folder))[:-3], answers))
    with open(document, "w", encoding="utf-8") as target:
        target.write(HEAD.replace("COUNT", str(len(rows))))
        target.write("| reader | says | plans |\n|---|---|---|\n")
        for position, reader in enumerate(readers):
            counts = collections.Counter(answers[position] for _, answers in rows)
            for answer, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
                target.write(f"| {reader} | {answer} | {count} |\n")
        target.write("\n| plan | " + " | ".join(readers) + " |\n|---|---|---|---|---|\n")
        for name, answers in rows:
            target.write("| " + " | ".join([name, *answers]) + " |\n")
    print(f"{document}: {len(rows)} plans, {unknown} answers that nobody expected")
    return 1 if unknown else 0


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
