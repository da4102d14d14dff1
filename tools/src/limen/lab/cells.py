# SPDX-License-Identifier: Apache-2.0
"""The report of a lab whose cases are rows of a table and whose metrics are its cells.

The report shows for each cell the results of the other targets and of Linux, and for each row a
picture of the traces with one sentence for each cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import LabError
from limen.lab.article import beside_the_article
from limen.lab.report import picture_name
from limen.linux.check import CYCLICTEST
from limen.linux.results import RECORDED, read_results
from limen.picture import Drawing, Understood, Window, draw_panels, observe
from limen.trace import read_trace
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from limen.lab.definition import Case, Lab
    from limen.lab.measure import Row
    from limen.linux.check import Reading

__all__ = ["draw_case", "draw_cells", "has_cells", "model_title", "report_cells"]

_VIEW: Final = "cells"
_LINUX: Final = "linux"  # of its targets, the one whose numbers come first
_US_PER_MS: Final = 1000
_HOME: Final = "host"  # in the source's times, exactly
_SMALL: Final = 1.0  # milliseconds: below it, the microseconds matter
_LEGEND: Final = (
    "Lateness in milliseconds on the host, which runs the times of the article and on which the "
    "kernel itself takes no time; in brackets the lateness on Linux."
)

Key = tuple[str, str, str]  # case, metric, target


def has_cells(lab: Lab) -> bool:
    """Return whether a case of the lab has cells."""
    return any(case.cells for case in lab.cases)


def draw_cells(lab: Lab, target: str, folder: Path) -> None:
    """Draw the pictures of the cells of a lab from the saved traces in a folder, into that folder.

    Raises:
        LimenError: a trace does not exist, or its cycles are not marked.
    """
    for case in lab.cases:
        if not case.cells:
            continue
        path = folder / f"{lab.name}-{case.name}-{target}.limen"
        if not path.is_file():
            raise LabError(
                str(path), "the trace of its cells does not exist", "run it with --trace"
            )
        picture = draw_case(case, path, Drawing(case.title, numbers=False, heading=True))
        write_whole(folder / picture_name(lab.name, case.name, _VIEW), picture)


def draw_case(case: Case, path: Path, drawing: Drawing) -> str:
    """The picture of the cells of a case, one above the other, from its trace.

    Raises:
        LimenError: the trace is not right, or its cycles are not marked.
    """
    trace = read_trace(path)
    windows = (
        (name, Window.of_cycle(trace, cycle, str(path))) for cycle, name in enumerate(case.cells)
    )
    understood = Understood.of(trace)
    panels = [
        observe(understood, window, model_title(name), case.lanes) for name, window in windows
    ]
    return draw_panels(panels, drawing)


def report_cells(root: Path, lab: Lab, rows: Sequence[Row], pictures: str) -> str:
    """The part of the document: all cells, each row with its picture, then the other cases.

    Args:
        root: of the repository, which contains results of lab linux.
        lab: the lab that was run.
        rows: its results, all of them.
        pictures: the folder of the pictures, as seen from the document.
    """
    by_cell = {(row.case, row.metric, row.target): row for row in rows if row.lab == lab.name}
    table = _Table(by_cell, _linux(root))
    with_cells = [case for case in lab.cases if case.cells]
    pieces = ["### Side by side", "", _LEGEND, ""]
    for names in dict.fromkeys(tuple(case.cells) for case in with_cells):
        chosen = [case for case in with_cells if tuple(case.cells) == names]
        pieces += [*table.side_by_side(chosen, names), ""]
    targets = lab.homes or lab.targets
    for case in with_cells:
        pieces += table.row(case, targets, f"{pictures}/{picture_name(lab.name, case.name, _VIEW)}")
    models = tuple(dict.fromkeys(name for case in with_cells for name in case.cells))
    for case in lab.cases:
        if not case.cells:
            pieces += [*table.by_model(case, models), ""]
    for beside in beside_the_article(root, lab):
        pieces += [f"### The program of the article: {beside.title}", ""]
        pieces += [f"| {' | '.join(beside.heads)} |", "|---" * len(beside.heads) + "|"]
        pieces += [*(f"| {' | '.join(line)} |" for line in beside.lines), ""]
    return "\n".join(pieces)


def _linux(root: Path) -> dict[tuple[str, str], float]:
    """The recorded results of lab linux in milliseconds, by case and metric; empty if none are."""
    if not (root / RECORDED).is_file():
        return {}
    by_target = read_results(root / RECORDED).numbers
    # Model lazy exists only on newer kernels.
    numbers: dict[tuple[str, str], Reading] = {}
    for target in sorted(by_target, key=lambda name: name == _LINUX):
        numbers |= by_target[target]
    return {
        (case, metric): reading.value / (_US_PER_MS if case.startswith(CYCLICTEST) else 1)
        for (case, metric), reading in numbers.items()
        if reading.value is not None
    }


@dataclass(frozen=True, slots=True)
class _Table:
    """All numbers.

    Attributes:
        rows: of the lab.
        linux: of lab linux, by case and metric.
    """

    rows: Mapping[Key, Row]
    linux: Mapping[tuple[str, str], float]

    def side_by_side(self, cases: Sequence[Case], names: Sequence[str]) -> Iterator[str]:
        """A table of cases and cells, with the results of Linux in brackets."""
        yield "| | " + " | ".join(model_title(name) for name in names) + " |"
        yield "|---|" + "---:|" * len(names)
        for case in cases:
            cells = (self._both(case, name) for name in names)
            yield f"| {case.title} | " + " | ".join(cells) + " |"

    def row(self, case: Case, targets: Sequence[str], picture: str) -> Iterator[str]:
        """A case: its picture, and a line for each of its cells."""
        yield from (f"### `{case.name}`: {case.title}", "", f"![{case.title}]({picture})", "")
        heads = [*targets, *([f"Linux, `{case.beside}`"] if case.beside else [])]
        yield f"| | {' | '.join(heads)} | why |"
        yield "|---|" + "---:|" * len(heads) + "---|"
        for name, why in case.cells.items():
            cells = [self._here(case, name, target) for target in targets]
            cells += [self._there(case, name)] if case.beside else []
            yield f"| {model_title(name)} | {' | '.join(cells)} | {why} |"
        yield ""

    def by_model(self, case: Case, models: Sequence[str]) -> Iterator[str]:
        """A case without cells: its metrics, by the models with which their names begin."""
        lines: dict[tuple[str, str], dict[str, Row]] = {}
        for (name, metric, _), row in self.rows.items():
            model = metric.split("_")[0]
            if name == case.name and model in models:
                lines.setdefault((row.target, row.unit), {})[model] = row
        shown = [model for model in models if any(model in line for line in lines.values())]
        yield from (f"### `{case.name}`: {case.title}", "")
        yield "| | on | " + " | ".join(model_title(model) for model in shown) + " |"
        yield "|---|---|" + "---:|" * len(shown)
        for (target, unit), line in sorted(lines.items(), key=lambda item: item[0][1]):
            cells = (_measured(line[model]) if model in line else "" for model in shown)
            yield f"| {unit} | {target} | " + " | ".join(cells) + " |"
        if case.beside:
            theirs = (self._there(case, model) for model in shown)
            yield f"| | Linux, `{case.beside}` | " + " | ".join(theirs) + " |"

    def _both(self, case: Case, name: str) -> str:
        here, there = self._here(case, name, _HOME), self._there(case, name)
        return f"{here} ({there})" if there else here

    def _here(self, case: Case, name: str, target: str) -> str:
        row = self.rows.get((case.name, name, target))
        return "" if row is None else _measured(row)

    def _there(self, case: Case, name: str) -> str:
        number = self.linux.get((case.beside, name))
        return "" if number is None else _show(number)


def _measured(row: Row) -> str:
    number = "nothing" if row.measured is None else _show(row.measured)
    return number if row.ok else f"{number} **missed**"


def _show(number: float) -> str:
    """Format a number with as many digits as are useful.

    >>> _show(0.0), _show(0.0474), _show(300.1234), _show(3000.0)
    ('0', '0.047', '300.1', '3,000')
    """
    if number < _SMALL:
        return f"{number:.3f}".rstrip("0").rstrip(".")
    return f"{number:,.1f}".removesuffix(".0")


def model_title(name: str) -> str:
    """The title of a cell.

    >>> model_title("none"), model_title("threadirqs")
    ('NONE', 'FULL, threaded handlers')
    """
    return "FULL, threaded handlers" if name == "threadirqs" else name.upper()
