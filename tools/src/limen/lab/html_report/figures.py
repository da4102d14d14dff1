# SPDX-License-Identifier: Apache-2.0
"""The pictures of a lab: their traces, the part of each trace, and the words about it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from limen.errors import LabError
from limen.lab.cells import draw_case, model_title
from limen.lab.curves import draw_curve, draw_ratio
from limen.lab.definition import Timeline
from limen.lab.findings import with_numbers
from limen.lab.html_report.kernels import see_limen, see_linux
from limen.lab.html_report.markup import table, tag
from limen.lab.html_report.viewer import Shown
from limen.lab.html_report.whys import Explained, explain, why_table
from limen.lab.ratio import HEADS, cells_of, solved_rows
from limen.picture import Drawing, Panel, Understood, Window, draw_panels, observe
from limen.signals.views import TITLES
from limen.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from limen.lab.definition import Case
    from limen.lab.html_report.sheet import Sheet
    from limen.trace import Trace

__all__ = ["Figure", "figures"]

_NAMES: Final = 2  # columns of a table of kernels that are not numbers


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its words.

    Attributes:
        title: of it.
        see: what to look at; may be empty.
        svg: the picture.
        traces: of which it shows parts.
        whys: a table of reasons in HTML; may be empty.
        table: what belongs to the picture, in HTML; may be empty.
        is_small: several of them fit beside each other.
        is_cover: a report shows it first.
    """

    title: str
    see: str
    svg: str
    traces: tuple[Shown, ...]
    whys: str = ""
    table: str = ""
    is_small: bool = False
    is_cover: bool = False


def figures(sheet: Sheet) -> Iterator[Figure]:
    """All of a lab's pictures: curves, timelines, cells, cases that are left, signals.

    Raises:
        LimenError: a trace is invalid.
    """
    lab = sheet.lab
    yield from _curves(sheet)
    yield from _kernels(sheet)
    for timeline in lab.timelines:
        if any((case, timeline.target) in sheet.traces for case in timeline.cases):
            yield _figure(sheet, timeline)
    shown = {case for timeline in lab.timelines for case in timeline.cases}
    shown |= {case for curve in lab.curves for case in curve.cases}
    for case in lab.cases:
        targets = [target for name, target in sheet.traces if name == case.name]
        if targets and case.cells:
            yield _cells(sheet, case, targets[0])
        elif targets and case.name not in shown:
            title = f"{case.name}: {case.title}"
            texts = {"cases": (case.name,), "title": title, "see": "", "target": targets[0]}
            yield _figure(sheet, Timeline.model_validate(texts))
        for view in case.pictures:
            if (case.name, view) in sheet.pictures:
                title = f"Case {case.name}, {case.title}: {TITLES[view]}"
                see = with_numbers(case.see[view], sheet.rows)
                yield Figure(title, see, sheet.pictures[case.name, view], (), is_small=True)


def _curves(sheet: Sheet) -> Iterator[Figure]:
    lab = sheet.lab
    solved = solved_rows(lab, sheet.rows)
    if lab.ratio is not None and any(each.is_own for each in solved):
        heads = [head if place < _NAMES else f">{head}" for place, head in enumerate(HEADS)]
        lines = (
            tag(
                "tr",
                *(
                    tag("td", escape(cell), class_="" if place < _NAMES else "n")
                    for place, cell in enumerate(cells_of(each))
                ),
            )
            for each in solved
        )
        svg = draw_ratio(lab, sheet.rows)
        yield Figure(lab.ratio.title, lab.ratio.see, svg, (), table=table(heads, lines))
    for curve in lab.curves:
        if any(row.metric == curve.metric for row in sheet.rows):
            yield Figure(curve.title, curve.see, draw_curve(curve, sheet.rows), ())


def _kernels(sheet: Sheet) -> Iterator[Figure]:
    """The experiment under each model of Linux, and on Limen under the same model."""
    for (kernel, model), path in sheet.recordings.items():
        both = [see_linux(path, f"Linux {kernel}")]
        here = None if sheet.same is None else see_limen(sheet.same, model, "Limen")
        if here is not None:
            both.append(here)
        title = f"{model_title(model)}: {', and '.join(seen.panel.title for seen in both)}"
        panels = [seen.panel for seen in both]
        yield Figure(
            title,
            "",
            draw_panels(panels, Drawing(title)),
            tuple(seen.shown for seen in both),
            why_table([(seen.panel.title, seen.whys) for seen in both]),
        )


def _cells(sheet: Sheet, case: Case, target: str) -> Figure:
    """A case that has the same steps under each model."""
    path = sheet.traces[case.name, target]
    title = f"{case.name}: {case.title}"
    svg = draw_case(case, path, Drawing(title, numbers=False))
    whys = " ".join(f"**{model_title(name)}**: {why}" for name, why in case.cells.items())
    trace = read_trace(path)
    shown = _shown(path, trace, int(trace.time[0]), int(trace.time[-1]))
    return Figure(title, whys, svg, (shown,), is_small=True)


def _figure(sheet: Sheet, timeline: Timeline) -> Figure:
    titles = {case.name: case.title for case in sheet.lab.cases}
    panels: list[Panel] = []
    whys: list[tuple[str, list[Explained]]] = []
    traces: list[Shown] = []
    for case in timeline.cases:
        path = sheet.traces.get((case, timeline.target))
        if path is None:
            continue
        understood = _understood(path)
        window = _window(understood.trace, timeline, str(path))
        panel = observe(understood, window, case, timeline.lanes, titles[case])
        panels.append(panel)
        whys.append((case, explain(understood, panel, timeline.whys)))
        traces.append(_shown(path, understood.trace, window.begin, window.end))
    svg = draw_panels(panels, Drawing(timeline.title))
    reasons = why_table(whys)
    return Figure(
        timeline.title,
        timeline.see,
        svg,
        tuple(traces),
        reasons,
        is_small=timeline.small,
        is_cover=timeline.cover,
    )


def _shown(path: Path, trace: Trace, begin: int, end: int) -> Shown:
    oldest = int(trace.time[0])
    return Shown(path, begin - oldest, end - oldest)


def _understood(path: Path) -> Understood:
    trace = read_trace(path)
    if len(trace) == 0:
        raise LabError(str(path), "the trace has no events", "let the program record")
    return Understood.of(trace)


def _window(trace: Trace, timeline: Timeline, place: str) -> Window:
    window = Window.of_cycle(trace, timeline.cycle, place)
    return window if timeline.ticks is None else window.part(trace, *timeline.ticks)
