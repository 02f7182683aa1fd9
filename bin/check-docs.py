#!/usr/bin/env python3
"""Runs what a document shows, in an empty directory, and compares what it prints.

A fence whose info string names a file, such as ```sql orders.sql, writes that file. In a fence
```console, a line that starts with "$ " is a command for bash; what follows is its output, standard
error included. A command ends with "# exit N" if its exit code is not 0, and a line "..." stands for
any number of lines. Times are not compared.

Usage: check-docs.py [--update] DOCUMENT SF_PLAN
--update writes into the document what is printed today; outputs with a line "..." stay.
"""

import os
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)?(?: (\S+))?\s*$")
EXIT = re.compile(r"#\s*exit (\d+)\s*$")
TIME = re.compile(r"\d+\.\d\d s\b")


def shown(lines):
    """The parts of a fence: lists of a command and the lines of its output."""
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append([line])
        elif commands:
            commands[-1].append(line)
        else:
            raise ValueError("output without a command: " + line)
    return commands


def fits(expected, actual):
    """Whether lines are as expected, with "..." for any number of them."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(fits(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and without_time(expected[0]) == without_time(actual[0]) and fits(expected[1:], actual[1:])


def without_time(line):
    return TIME.sub("N s", line).rstrip()


def run(command, folder, environment):
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout.decode().splitlines()


def main(document, sf_plan, update):
    text = open(document, encoding="utf-8").read().split("\n")
    written, failures, count = [], 0, 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as tools:
        os.symlink(os.path.realpath(sf_plan), os.path.join(tools, "sf-plan"))
        environment = dict(os.environ, PATH=tools + ":" + os.environ["PATH"], NO_COLOR="1")
        environment.pop("CI", None)
        position = 0
        while position < len(text):
            opening = FENCE.match(text[position])
            written.append(text[position])
            position += 1
            if not opening:
                continue
            end = text.index("```", position)
            body = text[position:end]
            position = end
            if opening.group(2):
                file = os.path.join(folder, opening.group(2))
                os.makedirs(os.path.dirname(file), exist_ok=True)
                with open(file, "w", encoding="utf-8") as target:
                    target.write("\n".join(body) + "\n")
            elif opening.group(1) == "console":
                replaced = []
                for command, *expected in shown(body):
                    count += 1
                    code, actual = run(command[2:], folder, environment)
                    named = EXIT.search(command)
                    right_code = code == (int(named.group(1)) if named else 0)
                    if not right_code or not fits(expected, actual):
                        failures += 1
                        print(f"{document}: {command}", f"exit code {code}", *actual, sep="\n  ")
                    if not update or "..." in expected:
                        replaced += [command, *expected]
                    else:
                        bare = EXIT.sub("", command).rstrip()
                        replaced += [bare + (f"  # exit {code}" if code else ""), *actual]
                body = replaced
            written += body + ["```"]
            position += 1
    if update:
        with open(document, "w", encoding="utf-8") as target:
            target.write("\n".join(written))
    print(f"{document}: {count} commands, {failures} differ")
    return 0 if update or not failures else 1


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    sys.exit(main(arguments[0], arguments[1], "--update" in sys.argv))
