# SPDX-License-Identifier: Apache-2.0
"""Texts in CSV files that a spreadsheet does not compute.

A spreadsheet treats a cell that begins with certain characters as a formula, also in quotes, and a
formula may read files and open addresses. The names in a trace can come from an untrusted source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["as_text", "inert", "row"]

_Cell = TypeVar("_Cell")
# Some spreadsheets treat the last four like the first ones. Marks before it are included only so
# that as_text can identify ours.
_FORMULA: Final = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_MARK: Final = "'"


def inert(cell: _Cell) -> _Cell | str:
    """A cell that is shown as it is; a number stays one.

    >>> inert("=1+1"), inert("-"), inert(-5), inert("-5.5"), inert("a=b")
    ("'=1+1", "'-", -5, '-5.5', 'a=b')
    """
    is_formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"{_MARK}{cell}" if is_formula else cell


def row(cells: Iterable[object]) -> list[object]:
    """The cells of a row, each as inert has it."""
    return [inert(cell) for cell in cells]


def as_text(cell: str) -> str:
    """Return the text of a cell that inert has written.

    >>> as_text("'=a"), as_text("''=a"), as_text("'a"), as_text("a")
    ('=a', "'=a", "'a", 'a')
    """
    is_marked = cell.startswith(_MARK) and _FORMULA.match(cell[1:]) is not None
    return cell[1:] if is_marked else cell
