# SPDX-License-Identifier: Apache-2.0
"""The lab's rows as the tables that one compares: cases down, models across."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from limen.lab.definition import Lab
    from limen.lab.measure import Row

__all__ = ["Matrix", "markdown", "matrices"]

_MODELS: Final = ("none", "voluntary", "full", "threadirqs", "rt")
_AVERAGE: Final = "_average"
_TITLES: Final = (
    ("interrupt-", "time until the interrupt handler ran while a thread spins, ms"),
    ("cyclictest-", "cyclictest: average / maximum latency, µs"),
    ("", "lateness of the thread of priority 50, ms"),
    ("-thread", "FIFO priority of threads of the kernel"),
)


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table.

    Attributes:
        title: meaning of its numbers.
        heads: of its columns.
        lines: of as many cells.
    """

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def matrices(lab: Lab, rows: Sequence[Row]) -> list[Matrix]:
    """The tables of a run that are not empty.

    A cell that is not as expected is marked; numbers of the article are in brackets.
    """
    kinds = {row.case: _kind(row.case) for row in rows}
    return [
        _matrix(lab, title, [row for row in rows if kinds[row.case] == title])
        for title in dict.fromkeys(kinds.values())
    ]


def _kind(case: str) -> str:
    """Which table a case is in.

    >>> _kind("interrupt-60") == _kind("interrupt-thread"), _kind("plain") == _TITLES[2][1]
    (False, True)
    """
    if case.endswith("-thread"):
        return _TITLES[-1][1]
    return next(title for start, title in _TITLES if case.startswith(start))


def _matrix(lab: Lab, title: str, rows: Sequence[Row]) -> Matrix:
    models = [model for model in _MODELS if any(row.metric == model for row in rows)]
    titles = {case.name: case.title for case in lab.cases}
    by_cell = {(row.case, row.metric): row for row in rows}
    lines = [
        (case, *(_cell(by_cell, case, model) for model in models), titles[case])
        for case in dict.fromkeys(row.case for row in rows)
    ]
    return Matrix(title, ("case", *models, "what"), tuple(lines))


def _cell(by_cell: dict[tuple[str, str], Row], case: str, model: str) -> str:
    row = by_cell.get((case, model))
    if row is None:
        return ""
    average = by_cell.get((case, model + _AVERAGE))
    text = _number(row) if average is None else f"{_number(average)} / {_number(row)}"
    if row.paper is not None:
        text += f" ({row.paper:g})"
    return text if row.ok else f"{text} NO: {row.note}"


def _number(row: Row) -> str:
    if row.measured is None:
        return "-"
    return f"{row.measured:.3f}" if row.unit == "ms" else f"{row.measured:g}"


def markdown(lab: Lab, rows: Sequence[Row]) -> str:
    """The tables for a document."""
    return "\n".join(line for matrix in matrices(lab, rows) for line in _markdown(matrix))


def _markdown(matrix: Matrix) -> Iterator[str]:
    yield f"### {matrix.title[0].upper()}{matrix.title[1:]}"
    yield ""
    yield _line(matrix.heads)
    yield _line(["---", *["---:"] * (len(matrix.heads) - 2), "---"])
    for cells in matrix.lines:
        yield _line(cells)
    yield ""


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
