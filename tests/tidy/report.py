# SPDX-License-Identifier: Apache-2.0
"""Print the longest functions and files: candidates for a second look. make tidy-report."""

from __future__ import annotations

from statistics import median

import rules
import tree

SHOWN = 10
FILE_LINES_GOOD = 400


def show(title: str, functions: list[tuple[int, str]], files: list[tuple[int, str]]) -> None:
    """Print the longest of both."""
    lengths = [length for length, _ in functions]
    print(f"{title}: {len(functions)} functions, median {median(lengths or [0]):.0f} lines")
    for length, place in sorted(functions, reverse=True)[:SHOWN]:
        print(f"  {length:4}  {place}")
    print(f"{title}: {len(files)} files; {FILE_LINES_GOOD} lines are enough")
    for length, place in sorted(files, reverse=True)[:SHOWN]:
        print(f"  {length:4}  {place}{'  <- long' if length > FILE_LINES_GOOD else ''}")


def main() -> None:
    """Both languages, one after the other."""
    languages = {
        "C": (tree.matching(".c", ".h"), rules.c_functions),
        "Python": (tree.python_sources(), rules.python_functions),
    }
    for title, (names, functions_of) in languages.items():
        functions = [
            (function.length, f"{name}:{function.line} {function.name}")
            for name in names
            for function in functions_of(tree.read(name))
        ]
        show(title, functions, [(len(tree.read(name).splitlines()), name) for name in names])


if __name__ == "__main__":
    main()
