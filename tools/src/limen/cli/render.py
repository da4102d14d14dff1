# SPDX-License-Identifier: Apache-2.0
"""What all commands share: where output goes, and how errors end."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from limen.errors import LimenError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "BAD_INPUT",
    "CHECK_FAILED",
    "note",
    "one_line_errors",
    "print_json",
    "print_line",
    "print_table",
]

CHECK_FAILED = 1
BAD_INPUT = 2


@contextmanager
def one_line_errors() -> Iterator[None]:
    """End with status 2 and one line on stderr on what the user can mend."""
    try:
        yield
    except LimenError as error:
        print(f"limen: {error}", file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from error
    except BrokenPipeError as error:  # the reader of our output has seen enough
        sys.stderr.close()
        raise typer.Exit(0) from error


def print_json(value: object) -> None:
    """Print one JSON value on stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_line(line: str) -> None:
    """Print a line on stdout."""
    print(line)


def note(line: str) -> None:
    """Tell about progress on stderr."""
    print(line, file=sys.stderr, flush=True)


def print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table on stdout; columns whose head begins with ``>`` are numbers.

    Names out of files are shown as they are: nothing in them is markup.
    """
    table = Table(title=Text(title), title_justify="left", title_style="bold")
    for head in heads:
        is_number = head.startswith(">")
        name = head.removeprefix(">")
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(_show(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 160)
    console.print(table)


def _show(cell: object) -> str:
    """Numbers with thousands, nothing for None.

    >>> _show(1234567), _show(1.5), _show(None), _show("7")
    ('1,234,567', '1.5', '', '7')
    """
    if cell is None:
        return ""
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return f"{cell:,.6g}"
    return str(cell)
