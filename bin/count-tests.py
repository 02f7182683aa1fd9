#!/usr/bin/env python3
"""Prints how many tests ran, by kind, and fails if one was skipped or a kind is missing.

Reads the surefire reports of all modules, the output of `cargo test` given as argument, and
every target/counts.properties: a test that covers many files (parity cases, golden plans) writes
`name=count` there.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def java_tests(root):
    ran = skipped = 0
    for report in root.glob("**/target/surefire-reports/TEST-*.xml"):
        suite = ElementTree.parse(report).getroot()
        ran += int(suite.get("tests"))
        skipped += int(suite.get("skipped"))
    return ran, skipped


def rust_tests(log):
    results = re.findall(r"^test result: \w+\. (\d+) passed; \d+ failed; (\d+) ignored", log, re.MULTILINE)
    return sum(int(passed) for passed, _ in results), sum(int(ignored) for _, ignored in results)


def counted_files(root):
    for report in sorted(root.glob("**/target/counts.properties")):
        for line in report.read_text().splitlines():
            name, _, count = line.partition("=")
            yield name, int(count)


def main(cargo_log):
    root = pathlib.Path(__file__).resolve().parent.parent
    java, java_skipped = java_tests(root)
    rust, rust_skipped = rust_tests(pathlib.Path(cargo_log).read_text())
    counts = {"Java tests": java, "Rust tests": rust, **dict(counted_files(root))}
    for name, count in counts.items():
        print(f"{name}: {count}")
    skipped = java_skipped + rust_skipped
    print(f"skipped: {skipped}")
    empty = [name for name, count in counts.items() if count == 0]
    if skipped or empty:
        sys.exit(f"count-tests.py: {skipped} skipped tests; nothing ran of: {', '.join(empty) or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1])
