# SPDX-License-Identifier: Apache-2.0
"""Print the longest functions and files as candidates for a review: make tidy-report."""

from __future__ import annotations

from statistics import median

import rules
import tree

SHOWN = 10
FILE_LINES_GOOD = 400


def show(title: str, lengths: list[tuple[int, str]]) -> None:
    """Print the longest ones."""
    middle = median([length for length, _ in lengths] or [0])
    print(f"{len(lengths)} {title}, median {middle:.0f} lines")
    for length, place in sorted(lengths, reverse=True)[:SHOWN]:
        print(f"  {length:4}  {place}{'  <- long' if length > FILE_LINES_GOOD else ''}")


def main() -> None:
    """Print functions of C, and files of both languages.

    Ruff counts the statements of Python functions.
    """
    c_sources, python_sources = tree.matching(".c", ".h"), tree.python_sources()
    functions = [
        (function.length, f"{name}:{function.line} {function.name}")
        for name in c_sources
        for function in rules.c_functions(tree.read(name))
    ]
    show("functions of C", functions)
    for title, names in (("files of C", c_sources), ("files of Python", python_sources)):
        show(title, [(len(tree.read(name).splitlines()), name) for name in names])


if __name__ == "__main__":
    main()
