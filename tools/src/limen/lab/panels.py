# SPDX-License-Identifier: Apache-2.0
"""Cycles of a trace above each other on one time base: who ran, who held others off, who was late.

A program says that it comes late by a USER event with number 2 and the ticks as value.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace import Event, Trace, cycle_window

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Window = tuple[int, int]
    Lanes = Mapping[int, int]  # by number of the thread

__all__ = ["LATE_MARK", "Panel", "draw_panels"]

LATE_MARK: Final = 2

_LEFT: Final = 84
_SPAN: Final = 640
_WIDTH: Final = _LEFT + _SPAN + 24
_TOP: Final = 66
_LANE: Final = 20
_GAP: Final = 5
_HEAD: Final = 24
_THIN: Final = 5
_NARROWEST: Final = 2.0

_COLOURS: Final = ("#3b7dd8", "#d9822b", "#2f9e6e", "#8a8f98")
_LATE: Final = "#d64545"
_LEVEL: Final = "#6b4fa0"
_OFF: Final = "#1f2933"
_STYLE: Final = (
    ".t{font:13px system-ui,sans-serif;fill:#1f2933}"
    ".s{font:11px system-ui,sans-serif;fill:#52606d}"
    ".b{font-weight:bold}.g{stroke:#d5dae1;stroke-width:1}"
)


@dataclass(frozen=True, slots=True)
class Panel:
    """A cycle to draw.

    Attributes:
        title: for people.
        cycle: its number, as the program marked it.
    """

    title: str
    cycle: int


@dataclass(frozen=True, slots=True)
class _Bar:
    """Something that lasted: in which lane, from when to when in ticks of the trace."""

    lane: int
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class _Cycle:
    """What is drawn of a cycle.

    Attributes:
        begin, end: ticks of the trace.
        runs: a thread runs.
        late: from when it was due until it came.
        level: it has level 0.
        off: it keeps interrupts off.
    """

    begin: int
    end: int
    runs: tuple[_Bar, ...]
    late: tuple[_Bar, ...]
    level: tuple[_Bar, ...]
    off: tuple[_Bar, ...]


def draw_panels(trace: Trace, panels: Sequence[Panel], lanes: Sequence[str], title: str) -> str:
    """The picture as SVG.

    Args:
        trace: with cycles.
        panels: from top to bottom.
        lanes: names of threads, from top to bottom of each panel; what comes late in an interrupt
            is drawn in the first one.
        title: of the picture.

    Raises:
        TraceError: a cycle is not marked.
    """
    cycles = [_observe(trace, panel.cycle, lanes) for panel in panels]
    span = max(cycle.end - cycle.begin for cycle in cycles) or 1
    high = _HEAD + len(lanes) * (_LANE + _GAP) + 12
    bottom = _TOP + high * len(panels)
    size = f'viewBox="0 0 {_WIDTH} {bottom + 22}" width="{_WIDTH}" height="{bottom + 22}"'
    pieces = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text class="t b" x="12" y="24">{escape(title)}</text>',
        *_legend(),
        *_axis(span, trace.clock_hz, bottom),
    ]
    for row, (panel, cycle) in enumerate(zip(panels, cycles, strict=True)):
        drawing = _Drawing(_TOP + row * high, cycle.begin, _SPAN / span)
        pieces += drawing.panel(_heading(panel, cycle, trace.clock_hz), cycle, lanes)
    return "\n".join([*pieces, "</svg>"]) + "\n"


def _observe(trace: Trace, number: int, lanes: Sequence[str]) -> _Cycle:
    window = cycle_window(trace, number)
    lane_of = {
        thread: lanes.index(trace.name_of(thread))
        for thread in trace.thread_ids()
        if trace.name_of(thread) in lanes
    }
    late = list(_late(trace, window, lane_of))
    return _Cycle(
        begin=int(trace.time[window[0]]),
        end=int(trace.time[window[1]]),
        runs=(*_runs(trace, window, lane_of), *_handlers(late)),
        late=tuple(late),
        level=tuple(_levels(trace, window, lane_of)),
        off=tuple(_offs(trace, window, lane_of)),
    )


def _runs(trace: Trace, window: Window, lane_of: Lanes) -> Iterator[_Bar]:
    first, last = window
    at = np.flatnonzero(trace.event[first:last] == Event.SWITCH) + first
    threads = [int(trace.thread[first]), *trace.object[at].tolist()]
    times = [int(trace.time[event]) for event in (first, *at, last)]
    for thread, begin, end in zip(threads, times[:-1], times[1:], strict=True):
        if thread in lane_of:
            yield _Bar(lane_of[thread], begin, end)


def _late(trace: Trace, window: Window, lane_of: Lanes) -> Iterator[_Bar]:
    for event in range(*window):
        if trace.event[event] == Event.USER and trace.a[event] == LATE_MARK:
            thread = 0 if trace.depth[event] else int(trace.thread[event])
            time = int(trace.time[event])
            yield _Bar(lane_of.get(thread, 0), time - int(trace.b[event]), time)


def _handlers(late: Sequence[_Bar]) -> Iterator[_Bar]:
    """What came, late or not, ran for a moment at least, if only in an interrupt."""
    return (_Bar(bar.lane, bar.end, bar.end) for bar in late)


def _levels(trace: Trace, window: Window, lane_of: Lanes) -> Iterator[_Bar]:
    """When threads had level 0 though it is not theirs."""
    since: dict[int, int] = {}
    for event in range(*window):
        thread = int(trace.object[event])
        if trace.event[event] != Event.LEVEL or thread not in lane_of:
            continue
        if trace.a[event] == 0:
            since.setdefault(thread, int(trace.time[event]))
        elif thread in since:
            yield _Bar(lane_of[thread], since.pop(thread), int(trace.time[event]))


def _offs(trace: Trace, window: Window, lane_of: Lanes) -> Iterator[_Bar]:
    since = 0
    for event in range(*window):
        thread = int(trace.thread[event])
        if trace.event[event] == Event.IRQ_OFF:
            since = int(trace.time[event])
        elif trace.event[event] == Event.IRQ_ON and thread in lane_of:
            yield _Bar(lane_of[thread], since, int(trace.time[event]))


def _heading(panel: Panel, cycle: _Cycle, clock_hz: int) -> tuple[str, str]:
    late = max((bar.end - bar.begin for bar in cycle.late), default=0)
    milliseconds = 1000 * late / clock_hz
    return panel.title, "on time" if late == 0 else f"{milliseconds:,.0f} ms late"


def _legend() -> Iterator[str]:
    x = float(_LEFT)
    for colour, text in (
        (_LATE, "due, and held off"),
        (_LEVEL, "level 0: nobody preempts"),
        (_OFF, "interrupts off"),
    ):
        yield f'<rect x="{x:g}" y="37" width="14" height="9" fill="{colour}"/>'
        yield f'<text class="s" x="{x + 19:g}" y="46">{text}</text>'
        x += 40 + 6.2 * len(text)


def _axis(span: int, clock_hz: int, bottom: int) -> Iterator[str]:
    seconds = span / clock_hz
    step = next(unit for unit in (0.001, 0.01, 0.1, 1, 10, 100) if seconds <= 12 * unit)
    for number in range(int(seconds / step) + 1):
        x = _LEFT + _SPAN * number * step / seconds
        yield f'<path class="g" d="M{x:.1f} {_TOP - 4}V{bottom}"/>'
        label = f"{number * step:g} s"
        yield f'<text class="s" x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">{label}</text>'


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Where a panel is.

    Attributes:
        top: of it.
        begin: ticks at the left.
        scale: of a tick.
    """

    top: int
    begin: int
    scale: float

    def panel(self, heading: tuple[str, str], cycle: _Cycle, lanes: Sequence[str]) -> Iterator[str]:
        """A panel: its heading, its lanes, and what is in them."""
        title, verdict = heading
        yield (
            f'<text class="t" x="{_LEFT}" y="{self.top + 14}">'
            f'<tspan class="b">{escape(title)}</tspan>: {verdict}</text>'
        )
        for lane, name in enumerate(lanes):
            y = self._y(lane)
            yield f'<text class="s" x="{_LEFT - 8}" y="{y + 14}" text-anchor="end">{name}</text>'
            yield (
                f'<rect x="{_LEFT}" y="{y}" width="{_SPAN}" height="{_LANE}" '
                'fill="#eef1f5" fill-opacity="0.6"/>'
            )
        for bar in (bar for bar in cycle.late if bar.end > bar.begin):
            yield self._bar(bar, _LATE, 6, 8)
        for bar in cycle.runs:
            yield self._bar(bar, _COLOURS[bar.lane % len(_COLOURS)], 0, _LANE)
        for bar in cycle.level:
            yield self._bar(bar, _LEVEL, _LANE - _THIN, _THIN)
        for bar in cycle.off:
            yield self._bar(bar, _OFF, 0, _THIN)

    def _y(self, lane: int) -> int:
        return self.top + _HEAD + lane * (_LANE + _GAP)

    def _bar(self, bar: _Bar, colour: str, down: int, high: int) -> str:
        x = _LEFT + (bar.begin - self.begin) * self.scale
        width = max((bar.end - bar.begin) * self.scale, _NARROWEST)
        place = f'x="{x:.1f}" y="{self._y(bar.lane) + down}"'
        return f'<rect {place} width="{width:.1f}" height="{high}" fill="{colour}"/>'
