# SPDX-License-Identifier: Apache-2.0
"""The lab's results as the tables that one compares: cases down, kernels and models across."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.lab.definition import LINUX_MODELS
from limen.lab.transcript import transcript_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from limen.lab.definition import Lab
    from limen.lab.measure import Row
    from limen.linux.results import Results

__all__ = ["Matrix", "columns_of", "markdown", "matrices"]

_AVERAGE: Final = "_average"
_TEXTS: Final = frozenset({"case", "line", "what", "release", "version", "models", "preempt"})
_LARGE: Final = 10  # from here on, microseconds do not matter
_TITLES: Final = (
    ("transcript-", "times between the lines of the article's program, s"),
    ("interrupt-", "time until the interrupt handler ran while a thread spins, ms"),
    ("cyclictest-", "cyclictest: average / maximum latency, µs"),
    ("", "lateness of the first thread, ms"),
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

    @property
    def numeric(self) -> tuple[bool, ...]:
        """The columns that contain numbers."""
        return tuple(head not in _TEXTS for head in self.heads)


def matrices(lab: Lab, results: Results, cases: frozenset[str] = frozenset()) -> list[Matrix]:
    """The tables of a run that are not empty.

    A cell that is not as expected is marked; numbers of the article are in brackets.

    Args:
        lab: with the promises.
        results: of the run.
        cases: names of the selected cases; none: all.
    """
    rows = results.rows(lab, cases)
    kinds = {row.case: _kind(row.case) for row in rows}
    tables = [
        _matrix(lab, title, [row for row in rows if kinds[row.case] == title], results.names)
        for title in dict.fromkeys(kinds.values())
    ]
    return [*_transcripts(results), *tables] if not cases else tables


def _transcripts(results: Results) -> Iterator[Matrix]:
    """The output of the article's program."""
    names = results.names
    columns = {
        _head(target, model, names): lines for (target, model), lines in results.transcripts.items()
    }
    if columns:
        heads, *lines = transcript_table(columns)
        yield Matrix("the program of the article: seconds since its start", heads, tuple(lines))


def columns_of(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Targets and models that have numbers, in the order of tables."""
    measured = {(row.target, row.metric) for row in rows}
    return [
        (target, model)
        for target, models in LINUX_MODELS.items()
        for model in models
        if (target, model) in measured
    ]


def _head(target: str, model: str, names: dict[str, str]) -> str:
    """A column: the model, and the kernel if there are several."""
    return f"{names.get(target, target)} {model}" if len(names) > 1 else model


def _kind(case: str) -> str:
    """The table that a case is in.

    >>> _kind("interrupt-60") == _kind("interrupt-thread"), _kind("plain") == _TITLES[3][1]
    (False, True)
    """
    if case.endswith("-thread"):
        return _TITLES[-1][1]
    return next(title for start, title in _TITLES if case.startswith(start))


def _matrix(lab: Lab, title: str, rows: Sequence[Row], names: dict[str, str]) -> Matrix:
    columns = columns_of(rows)
    titles = {case.name: case.title for case in lab.cases}
    by_cell = {(row.case, row.target, row.metric): row for row in rows}
    lines = [
        (case, *(_cell(by_cell, case, *column) for column in columns), titles[case])
        for case in dict.fromkeys(row.case for row in rows)
    ]
    heads = (_head(*column, names) for column in columns)
    return Matrix(title, ("case", *heads, "what"), tuple(lines))


def _cell(by_cell: dict[tuple[str, str, str], Row], case: str, target: str, model: str) -> str:
    row = by_cell.get((case, target, model))
    if row is None:
        return ""
    average = by_cell.get((case, target, model + _AVERAGE))
    text = _number(row) if average is None else f"{_number(average)} / {_number(row)}"
    if row.paper is not None:
        text += f" ({row.paper:g})"
    return text if row.ok else f"{text} NO: {row.note}"


def _number(row: Row) -> str:
    if row.measured is None:
        return "-"
    if row.unit == "ms" and row.measured >= _LARGE:
        return f"{row.measured:.1f}"
    return f"{row.measured:.3f}" if row.unit in {"ms", "s"} else f"{row.measured:g}"


def markdown(lab: Lab, results: Results, picture: str) -> str:
    """The kernels, the picture and the tables for a document.

    Args:
        lab: with the promises.
        results: of a run.
        picture: the file of limen.linux.draw_lateness, as seen from the document.
    """
    kernels = Matrix(
        "kernels",
        ("release", "version", "models", "preempt"),
        tuple(
            (kernel.release, kernel.version, ", ".join(kernel.models), kernel.choice)
            for kernel in results.kernels
        ),
    )
    times = "the times of the article" if results.scale == 1 else f"1/{results.scale} of its times"
    date = f"Run on {results.date}, with {times}."
    shown = f"![Lateness by model and kernel]({picture})"
    tables = (line for matrix in matrices(lab, results) for line in _markdown(matrix))
    return "\n".join((date, "", *_markdown(kernels), shown, "", *tables))


def _markdown(matrix: Matrix) -> Iterator[str]:
    yield f"### {matrix.title[0].upper()}{matrix.title[1:]}"
    yield ""
    yield _line(matrix.heads)
    yield _line("---:" if is_number else "---" for is_number in matrix.numeric)
    for cells in matrix.lines:
        yield _line(cells)
    yield ""


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
