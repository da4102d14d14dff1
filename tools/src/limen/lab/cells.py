# SPDX-License-Identifier: Apache-2.0
"""The report of a lab whose cases are rows of a table and whose metrics are its cells.

Beside each cell stands what the lab's other targets measured and what Linux did; below each row
there is a picture of the traces, with a sentence for each cell.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from limen.errors import LabError
from limen.lab.panels import Panel, draw_panels
from limen.lab.report import picture_name, report
from limen.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from limen.lab.definition import Case, Lab
    from limen.lab.measure import Row

__all__ = ["draw_cells", "has_cells", "report_cells"]

_VIEW: Final = "cells"
_LINUX: Final = "labs/linux/results.json"  # of limen lab run linux --full --json
_SMALL: Final = 1.0  # milliseconds: below it, the microseconds matter

Numbers = dict[tuple[str, str, str], float]  # by case, cell and target; "linux": of its lab


def has_cells(lab: Lab) -> bool:
    """Is it such a lab?"""
    return any(case.cells for case in lab.cases)


def draw_cells(lab: Lab, target: str, folder: Path) -> None:
    """Draw the pictures of a lab's cells, from the traces that are kept in a folder, into it.

    Raises:
        LimenError: a trace is not there, or its cycles are not marked.
    """
    for case in lab.cases:
        if not case.cells:
            continue
        path = folder / f"{lab.name}-{case.name}-{target}.limen"
        if not path.is_file():
            raise LabError(str(path), "the trace of its cells is not there", "run it with --trace")
        panels = [Panel(_title(name), cycle) for cycle, name in enumerate(case.cells)]
        picture = draw_panels(read_trace(path), panels, case.lanes, case.title)
        (folder / picture_name(lab.name, case.name, _VIEW)).write_text(picture, encoding="utf-8")


def report_cells(root: Path, lab: Lab, rows: Sequence[Row], pictures: str) -> str:
    """The part of the document: one table of all cells, each row with its picture, the other cases.

    Args:
        root: of the repository, in which lab linux may have left its results.
        lab: what was run.
        rows: its results, all of them.
        pictures: the folder of the pictures, as seen from the document.
    """
    numbers = _numbers(root, lab, rows)
    with_cells = [case for case in lab.cases if case.cells]
    pieces = ["### Side by side", "", _LEGEND, ""]
    for names in dict.fromkeys(tuple(case.cells) for case in with_cells):
        chosen = [case for case in with_cells if tuple(case.cells) == names]
        pieces += [*_side_by_side(chosen, names, numbers), ""]
    for case in with_cells:
        pieces += _row(lab, case, numbers, pictures)
    rest = lab.model_copy(update={"cases": tuple(case for case in lab.cases if not case.cells)})
    return "\n".join([*pieces, report(rest, rows, pictures)])


_LEGEND: Final = (
    "Milliseconds late: here on the host, in the article's times, **beside Linux**. "
    "What is broken is marked."
)


def _numbers(root: Path, lab: Lab, rows: Sequence[Row]) -> Numbers:
    numbers: Numbers = {}
    for row in rows:
        if row.lab == lab.name and row.measured is not None:
            numbers[row.case, row.metric, row.target] = row.measured
        if row.lab == lab.name and row.paper is not None:
            numbers[row.case, row.metric, "linux"] = row.paper
    measured = _linux(root)
    for case in lab.cases:
        for name in case.cells:
            if (case.beside, name) in measured:
                numbers[case.name, name, "linux"] = measured[case.beside, name]
    return numbers


def _linux(root: Path) -> Mapping[tuple[str, str], float]:
    """What lab linux has recorded, by case and metric; nothing if it has not."""
    path = root / _LINUX
    if not path.is_file():
        return {}
    try:
        results = json.loads(path.read_text(encoding="utf-8"))["results"]
        return {(row["case"], row["metric"]): float(row["measured"]) for row in results}
    except (ValueError, KeyError, TypeError) as error:
        remedy = "record it: limen lab run linux --full --json"
        raise LabError(_LINUX, f"not understood: {error}", remedy) from error


def _side_by_side(cases: Sequence[Case], names: Sequence[str], numbers: Numbers) -> Iterator[str]:
    yield "| | " + " | ".join(_title(name) for name in names) + " |"
    yield "|---|" + "---|" * len(names)
    for case in cases:
        cells = (
            f"{_number(numbers, case, name, 'host')} **{_number(numbers, case, name, 'linux')}**"
            for name in names
        )
        yield f"| {case.title} | " + " | ".join(cells) + " |"


def _row(lab: Lab, case: Case, numbers: Numbers, pictures: str) -> Iterator[str]:
    targets = [target for target in lab.targets if target != "linux"]
    yield f"### Case {case.name}: {case.title}"
    yield ""
    yield f"![{case.title}]({pictures}/{picture_name(lab.name, case.name, _VIEW)})"
    yield ""
    yield f"| | {' | '.join(targets)} | Linux, `{case.beside}` | why |"
    yield "|---|" + "---:|" * (len(targets) + 1) + "---|"
    for name, why in case.cells.items():
        cells = [_number(numbers, case, name, target) for target in (*targets, "linux")]
        yield f"| {_title(name)} | " + " | ".join(cells) + f" | {why} |"
    yield ""


def _number(numbers: Numbers, case: Case, name: str, target: str) -> str:
    found = numbers.get((case.name, name, target))
    return "" if found is None else _milliseconds(found)


def _milliseconds(number: float) -> str:
    """As many digits as one reads.

    >>> _milliseconds(0.0), _milliseconds(0.0474), _milliseconds(300.1234), _milliseconds(3000.0)
    ('0', '0.047', '300.1', '3000')
    """
    if number < _SMALL:
        return f"{number:.3f}".rstrip("0").rstrip(".")
    return f"{number:.1f}".removesuffix(".0")


def _title(name: str) -> str:
    """A cell's name, for people.

    >>> _title("none"), _title("threadirqs")
    ('NONE', 'FULL, threaded handlers')
    """
    return "FULL, threaded handlers" if name == "threadirqs" else name.upper()
