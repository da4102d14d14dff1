# SPDX-License-Identifier: Apache-2.0
"""How all commands show things: results on standard output, progress on standard error.

What draws tables is loaded with the first one: it would double the time of a short answer in JSON.
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from limen.made_by import made_by

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rich.text import Text

__all__ = [
    "build_output",
    "note",
    "print_item",
    "print_json",
    "print_line",
    "print_result",
    "print_table",
]


_WHOLE: Final = 1000.0  # from here on, fractions are not significant
_NARROWEST: Final = 40  # columns of a text


def print_json(value: object) -> None:
    """Print one JSON value on stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_result(result: Mapping[str, object]) -> None:
    """Print one JSON object on stdout, which says who has made it."""
    print_json({"limen": made_by(), **result})


@contextmanager
def build_output() -> Iterator[Callable[[str], None]]:
    """A function for the lines of a build: a terminal shows the newest line, a file none."""
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda _line: None
        return
    with console.status("") as status:
        yield lambda line: status.update(Text(line, overflow="ellipsis", no_wrap=True))


def print_line(line: str) -> None:
    """Print a line on stdout."""
    print(line)


def print_item(head: Text, said: str) -> None:
    """Print a head and a text on stdout; a terminal shows the text in a column of its own."""
    from rich.console import Console  # noqa: PLC0415

    console = Console(highlight=False)
    width = console.width - len(head)
    lines = wrap(said, max(width, _NARROWEST)) if console.is_terminal else [said]
    indent = "\n" + " " * len(head)
    console.print(head.append(indent.join(lines), style="default"), soft_wrap=True)


def note(line: str) -> None:
    """Tell about progress on stderr."""
    print(line, file=sys.stderr, flush=True)


def print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table on stdout; columns whose head begins with ``>`` are numbers.

    Names from files are shown unchanged: they are not interpreted as markup.
    """
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table()
    for head in heads:
        is_number = head.startswith(">")
        name = head.removeprefix(">")
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(_show(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 160)
    console.print(Text(title, style="bold"))
    console.print(table)


def _show(cell: object) -> str:
    """Formatted numbers with thousands separators and a readable number of digits; empty for None.

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
