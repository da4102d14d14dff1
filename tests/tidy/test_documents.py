# SPDX-License-Identifier: Apache-2.0
"""Goal: what the documents claim is so.

Method: links are followed in the list of files; each command of the README stands in a table that
says which test runs it.
"""

from __future__ import annotations

import rules
import tree

# Command in a ```sh block of README.md: where a test runs it, or why none does.
README_COMMANDS = {
    "make demo": "tests/tools/test_report_of_labs.py: as the Makefile calls it, on the host alone",
    "make test": "CI",
    "./limen lab list": "tests/tools/test_readme.py",
    "./limen lab run inversion --trace traces": "tests/tools/test_readme.py",
    "./limen trace stats traces/inversion-plain-host.limen": "tests/tools/test_readme.py",
    "./limen trace dump traces/inversion-plain-host.limen": "tests/tools/test_readme.py",
    "LIMEN_CLOCK=virtual ./limen run example-threadx-starter --trace starter.limen": (
        "tests/tools/test_readme.py"
    ),
    "./limen trace dump starter.limen --last 40": "tests/tools/test_readme.py",
    "./limen lab run preemption-models --target host": "tests/tools/test_readme.py",
    "./limen lab run kernelperf --case 0": "tests/tools/test_readme.py",
    "./limen run example-tick --target rp2040": "tests/tools/test_readme.py",
}


def test_links_lead_somewhere() -> None:
    found = [
        f"{name}:{item.line}: {item.message}"
        for name in tree.matching(".md")
        for item in rules.broken_links(name, tree.read(name), tree.files())
    ]
    assert not found, "\n" + "\n".join(found)


def test_readme_commands_are_run_by_tests() -> None:
    unknown = [
        f"{name}:{line}: {command}"
        for name in tree.matching("README.md", below="README.md")
        for line, command in rules.commands(tree.read(name))
        if command not in README_COMMANDS
    ]
    assert not unknown, "\n" + "\n".join(unknown)
