# SPDX-License-Identifier: Apache-2.0
"""The pictures of a lab: which traces, which part of them, and what one sees there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from limen.errors import LabError
from limen.lab.definition import Timeline
from limen.picture import Drawing, Panel, Window, draw_panels, observe
from limen.trace import cycle_window, read_trace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from limen.lab.printed.sheet import Sheet

__all__ = ["Figure", "figures"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its words.

    Attributes:
        title: of it.
        see: what to look at; may be empty.
        svg: the picture.
        traces: names and files, to be opened in the viewer.
    """

    title: str
    see: str
    svg: str
    traces: tuple[tuple[str, Path], ...]


def figures(sheet: Sheet) -> Iterator[Figure]:
    """All of a lab's timelines: those that its lab.toml describes, then the cases that are left.

    Raises:
        LimenError: a trace is not what it should be.
    """
    for timeline in sheet.lab.timelines:
        if any((case, timeline.target) in sheet.traces for case in timeline.cases):
            yield _figure(sheet, timeline)
    shown = {case for timeline in sheet.lab.timelines for case in timeline.cases}
    for case in sheet.lab.cases:
        targets = [target for name, target in sheet.traces if name == case.name]
        if case.name not in shown and targets:
            title = f"{case.name}: {case.title}"
            yield _figure(
                sheet,
                Timeline.model_validate(
                    {"cases": (case.name,), "title": title, "see": "", "target": targets[0]}
                ),
            )


def _figure(sheet: Sheet, timeline: Timeline) -> Figure:
    titles = {case.name: case.title for case in sheet.lab.cases}
    panels: list[Panel] = []
    traces: list[tuple[str, Path]] = []
    for case in timeline.cases:
        path = sheet.traces.get((case, timeline.target))
        if path is None:
            continue
        panels.append(_panel(path, timeline, f"{case}", titles[case]))
        traces.append((f"{sheet.lab.name}-{case}-{timeline.target}.limen", path))
    return Figure(
        timeline.title, timeline.see, draw_panels(panels, Drawing(timeline.title)), tuple(traces)
    )


def _panel(path: Path, timeline: Timeline, name: str, title: str) -> Panel:
    trace = read_trace(path)
    if len(trace) == 0:
        raise LabError(str(path), "there is no event in it", "let the program record")
    events = (0, len(trace))
    if timeline.cycle is not None:
        events = cycle_window(trace, timeline.cycle, str(path))
    window = Window.of_events(trace, *events)
    if timeline.ticks is not None:
        window = window.part(trace, *timeline.ticks)
    return observe(trace, window, name, timeline.lanes, title)
