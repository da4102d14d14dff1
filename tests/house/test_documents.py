# SPDX-License-Identifier: Apache-2.0
"""Goal: the documents are correct.

Method: links and paths exist in the list of files, calls in the headers. A table names the test
that runs each command of the README.
"""

from __future__ import annotations

import re

import rules
import tree

# For each command in a ```sh block of README.md, the test that runs it, or the reason why none
# does. tests/tools/command/test_readme.py runs every command of ./limen; the others:
README_COMMANDS = {
    "make demo": "tests/tools/lab/test_report_of_labs.py: as make calls it, on the host",
    "make test": "CI",
}


def test_links_lead_somewhere() -> None:
    found = [
        f"{name}:{item.line}: {item.message}"
        for name in tree.matching(".md")
        for item in rules.broken_links(name, tree.read(name), tree.files())
    ]
    assert not found, "\n" + "\n".join(found)


def test_paths_in_code_font_exist() -> None:
    # The change log also names removed files.
    found = [
        f"{name}:{item.line}: {item.message}"
        for name in tree.matching(".md")
        if name != "CHANGELOG.md"
        for item in rules.missing_paths(name, tree.read(name), tree.files())
    ]
    assert not found, "\n" + "\n".join(found)


def test_readme_commands_are_run_by_tests() -> None:
    unknown = [
        f"{name}:{line}: {command}"
        for name in tree.matching("README.md", below="README.md")
        for line, command in rules.commands(tree.read(name))
        if "./limen " not in command and command not in README_COMMANDS
    ]
    assert not unknown, "\n" + "\n".join(unknown)


def test_calls_that_replace_those_of_other_kernels_exist() -> None:
    headers = "".join(tree.read(name) for name in tree.matching(".h") if "/include/" in f"/{name}")
    for page in ("docs/from-freertos.md", "docs/from-zephyr.md"):
        text = tree.read(page)
        named = re.findall(r"\b(?:lm|LM)_[A-Za-z_]*[A-Za-z]\b", text)
        assert len(set(named)) > 30
        missing = [name for name in named if not re.search(rf"\b{name}\b", headers)]
        assert not missing, f"{page}: {missing}"
        # Each row has the replacement in Limen, or states that none exists.
        rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
        assert len(rows) > 30
        assert all(cells[2].strip() for cells in rows)
