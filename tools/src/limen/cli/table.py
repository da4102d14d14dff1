# SPDX-License-Identifier: Apache-2.0
"""Draw a table with lines, in the width of the terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Styled", "draw_table", "fold", "width_of"]

_CONTROLS: Final = dict.fromkeys([*range(32), 127]) | {9: " ", 10: "\n"}
_STYLES: Final = {"bold": "1", "dim": "2", "red": "1;31", "green": "32"}


class Styled(str):
    """A text with a style for terminals: bold, dim, red or green."""

    __slots__ = ("style",)
    style: str

    def __new__(cls, text: str, style: str) -> Self:
        """A text; a file shows it without its style."""
        made = super().__new__(cls, text)
        made.style = style
        return made

    def painted(self) -> str:
        """Return the text with the colour codes of a terminal."""
        return f"\x1b[{_STYLES[self.style]}m{self}\x1b[0m"


def width_of(text: str) -> int:
    """The columns of a text on a terminal.

    >>> width_of("ab"), width_of("漢"), width_of("é")
    (2, 2, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fold(text: str, width: int) -> list[str]:
    """Break a text into lines of at most so many columns, at spaces where that is possible.

    >>> fold("one two, three", 8), fold("abcdefghij", 4)
    (['one two,', 'three'], ['abcd', 'efgh', 'ij'])
    """
    lines: list[str] = []
    for line in text.split("\n"):
        while width_of(line) > 0 or not lines:
            end = _end(line, width)
            lines.append(line[:end].rstrip() if end < len(line) else line)
            line = line[end:].lstrip()  # noqa: PLW2901 - what is left of it
            if not line:
                break
    return lines


def _end(line: str, width: int) -> int:
    """Return the place of the line break: after a space, or where the line is full."""
    used = 0
    for place, character in enumerate(line):
        used += _columns(character)
        if used > width:
            space = place if character == " " else line.rfind(" ", 0, place)
            return space + 1 if space > 0 else max(place, 1)
    return len(line)


def draw_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    width: int,
    *,
    is_painted: bool,
) -> Iterator[str]:
    """Return the lines of a table.

    Args:
        heads: of the columns; one that begins with ``>`` is of numbers, which end at its right.
        rows: with a text for each column.
        width: of the table, in columns of the terminal.
        is_painted: with styles.
    """
    right = [head.startswith(">") for head in heads]
    names = [head.removeprefix(">") for head in heads]
    cells = [[_plain(cell) for cell in row] for row in rows]
    every = [names, *cells]
    needed = [
        max(width_of(part) for row in every for part in row[column].split("\n"))
        for column in range(len(heads))
    ]
    widths = _fitted(needed, width - 3 * len(heads) - 1)
    yield _rule("┏┳┓━", widths)
    styled = [Styled(name, "bold") for name in names]
    yield from _drawn(styled, widths, right, "┃", is_painted=is_painted)
    yield _rule("┡╇┩━", widths)
    for row in cells:
        yield from _drawn(row, widths, right, "│", is_painted=is_painted)
    yield _rule("└┴┘─", widths)


def _plain(cell: str) -> str:
    text = cell.translate(_CONTROLS)
    return Styled(text, cell.style) if isinstance(cell, Styled) else text


def _fitted(needed: list[int], space: int) -> list[int]:
    """Make columns narrower, the widest ones first, so that all fit into this space."""
    widths = list(needed)
    excess = sum(widths) - space
    while excess > 0 and max(widths) > 1:
        widest = max(widths)
        chosen = [column for column, width in enumerate(widths) if width == widest]
        second = max((width for width in widths if width < widest), default=1)
        step = max(1, min(widest - second, excess // len(chosen)))
        for column in chosen:
            if excess > 0:
                widths[column] -= step
                excess -= step
    return widths


def _rule(marks: str, widths: Iterable[int]) -> str:
    return marks[0] + marks[1].join(marks[3] * (width + 2) for width in widths) + marks[2]


def _drawn(
    row: Sequence[str], widths: Sequence[int], right: Sequence[bool], bar: str, *, is_painted: bool
) -> Iterator[str]:
    """The lines of a row."""
    folded = [fold(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, folded))):
        parts = []
        for cell, lines, width, is_right in zip(row, folded, widths, right, strict=True):
            text = lines[number] if number < len(lines) else ""
            space = " " * (width - width_of(text))
            shown = text
            if is_painted and text and isinstance(cell, Styled):
                shown = Styled(text, cell.style).painted()
            parts.append(space + shown if is_right else shown + space)
        yield f"{bar} {f' {bar} '.join(parts)} {bar}"
