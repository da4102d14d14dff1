# SPDX-License-Identifier: Apache-2.0
"""The output of all commands: results on standard output, progress on standard error."""

from __future__ import annotations

import json
import os
import shutil
import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from limen.cli.table import Styled, draw_table, width_of
from limen.made_by import made_by
from limen.progress import announced, clear

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

__all__ = [
    "build_output",
    "note",
    "print_item",
    "print_json",
    "print_line",
    "print_result",
    "print_table",
]


_WHOLE: Final = 1000.0  # fractions of numbers from here on are not significant
_NARROWEST: Final = 40  # columns of a text
_FILE_WIDTH: Final = 160  # columns of a table that no terminal shows


def print_json(value: object) -> None:
    """Print one JSON value on stdout."""
    print_line(json.dumps(value, ensure_ascii=False, indent=2))


def print_result(result: Mapping[str, object]) -> None:
    """Print one JSON object on stdout, which says who has made it."""
    print_json({"limen": made_by(), **result})


def build_output() -> AbstractContextManager[Callable[[str], None]]:
    """Return a function for the lines of a build, which shows the newest of them."""
    return announced("at work")


def print_line(line: str) -> None:
    """Print a line on stdout."""
    clear()
    print(line)


def print_item(name: str, verdict: Styled, said: str) -> None:
    """Print a result on stdout at once; a terminal shows its text in a column of its own."""
    head = f"{name}{_painted(verdict)}  "
    column = width_of(name) + len(verdict) + 2
    width = shutil.get_terminal_size().columns - column
    lines = wrap(said, max(width, _NARROWEST)) if sys.stdout.isatty() else [said]
    print_line(head + f"\n{' ' * column}".join(lines))
    sys.stdout.flush()


def note(line: str) -> None:
    """Print a line about progress on stderr."""
    clear()
    print(line, file=sys.stderr, flush=True)


def print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table on stdout; columns whose head begins with ``>`` are numbers.

    Names from files are shown unchanged: they are not interpreted as markup.
    """
    width = shutil.get_terminal_size().columns
    if not sys.stdout.isatty():
        width = max(width, _FILE_WIDTH)
    texts = [[cell if isinstance(cell, Styled) else _show(cell) for cell in row] for row in rows]
    print_line(_painted(Styled(title, "bold")))
    for line in draw_table(heads, texts, width, is_painted=_is_painted()):
        print_line(line)


def _is_painted() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _painted(text: Styled) -> str:
    return text.painted() if _is_painted() else str(text)


def _show(cell: object) -> str:
    """Format numbers with thousands separators and a readable number of digits; empty for None.

    >>> _show(1234567), _show(1.5), _show(1607.142), _show(1.49196), _show(None), _show("7")
    ('1,234,567', '1.5', '1,607', '1.492', '', '7')
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= _WHOLE else f"{cell:.4g}"
    return str(cell)
