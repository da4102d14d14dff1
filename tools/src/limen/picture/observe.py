# SPDX-License-Identifier: Apache-2.0
"""Convert a window of a trace to a panel of a picture.

A program reports its lateness by a USER event with number 2 and the ticks as its value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.picture.palette import lane_colour, palette
from limen.picture.scene import Bar, Lane, Level, Panel, Switch
from limen.trace import Event, Trace, cycle_window
from limen.trace.analysis import Analysis, analyse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from limen.trace.tables import Places

__all__ = ["LATE_MARK", "Understood", "Window", "observe"]

LATE_MARK: Final = 2
_IDLE: Final = 0


@dataclass(frozen=True, slots=True, eq=False)
class Understood:
    """A trace with at least one event, and its analysis."""

    trace: Trace
    analysis: Analysis

    @staticmethod
    def of(trace: Trace) -> Understood:
        """Analyse a trace."""
        return Understood(trace, analyse(trace))


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a trace.

    Attributes:
        first, last: its events, the last one excluded; it ends when that one happens.
        begin, end: ticks, within the time of these events.
    """

    first: int
    last: int
    begin: int
    end: int

    @staticmethod
    def of_events(trace: Trace, first: int, last: int) -> Window:
        """All of the time from one event to another; last may be one beyond the newest."""
        newest = len(trace) - 1
        return Window(first, last, int(trace.time[first]), int(trace.time[min(last, newest)]))

    @staticmethod
    def of_cycle(trace: Trace, cycle: int | None, place: str) -> Window:
        """A cycle that the program marked; None: all of the trace.

        Raises:
            TraceError: it is not marked.
        """
        if cycle is None:
            return Window.of_events(trace, 0, len(trace))
        return Window.of_events(trace, *cycle_window(trace, cycle, place))

    def part(self, trace: Trace, begin: int, end: int) -> Window:
        """Return the part of a trace between two distances in ticks from its start."""
        begin, end = self.begin + begin, min(self.begin + end, self.end)
        first = max(self.first, trace.index_at(begin))
        return Window(first, min(self.last, trace.index_at(end)), begin, end)

    def clip(self, begin: int, end: int) -> Bar:
        """The piece of a stretch that lies in it."""
        return Bar(max(begin, self.begin), min(end, self.end))


def observe(
    understood: Understood,
    window: Window,
    title: str,
    lanes: Sequence[str] = (),
    verdict: str = "",
) -> Panel:
    """The contents of a window.

    Args:
        understood: a trace.
        window: of it.
        title: for people.
        lanes: names of threads, from top to bottom; none: all with events, by core and urgency,
            then idle, of one core, and the interrupts if there are any. The lateness that a
            program reports in an interrupt is drawn in the first lane.
        verdict: text after the title; none: the lateness that the program reports.
    """
    observer = _Observer(understood, window)
    chosen = observer.named(lanes) if lanes else observer.busy()
    late = observer.late(chosen)
    drawn = tuple(observer.lane(lane, late.get(lane, ())) for lane in chosen)
    if not lanes:
        drawn += observer.interrupts()
    clock_hz = understood.trace.clock_hz
    return Panel(
        title,
        verdict or _lateness(late, clock_hz),
        window.begin,
        window.end,
        clock_hz,
        drawn,
        tuple(observer.switches(chosen)),
    )


def _lateness(late: Mapping[int, Sequence[Bar]], clock_hz: int) -> str:
    """The lateness that a program reports."""
    bars = [bar for lane in late.values() for bar in lane]
    if not bars:
        return ""
    most = max(bar.end - bar.begin for bar in bars)
    return f"{1000 * most / clock_hz:,.0f} ms late" if most else "on time"


class _Observer:
    """A window of a trace."""

    def __init__(self, understood: Understood, window: Window) -> None:
        self._trace = understood.trace
        self._analysis = understood.analysis
        self._moves = understood.analysis.moves
        self._window = window

    def named(self, names: Sequence[str]) -> list[int]:
        """The lanes of threads with these names."""
        by_name = {lane.name: place for place, lane in enumerate(self._moves.lanes)}
        return [by_name[name] for name in names if name in by_name]

    def busy(self) -> list[int]:
        """The lanes that run or are ready, by urgency; idle at the end, if it lasts."""
        slices = self._analysis.slices
        runs = slices.lane[self._inside(slices.begin, slices.end)]
        ready = self._analysis.ready
        waits = ready.lane[self._inside(ready.begin, ready.end)]
        busy = sorted({*runs.tolist(), *waits.tolist()} - {_IDLE})
        at = np.full(len(busy), max(self._window.last, 1))
        urgency = self._moves.base.before(at, np.array(busy, np.int64)).tolist()
        cores = [self._core(lane) for lane in busy]
        ordered = [lane for *_, lane in sorted(zip(cores, urgency, busy, strict=True))]
        idles = not self._has_cores and any(bar.end > bar.begin for bar in self._runs(_IDLE))
        return ordered + [_IDLE] * idles

    @property
    def _has_cores(self) -> bool:
        return bool(self._moves.core.max(initial=0))

    def _core(self, lane: int) -> int:
        """The core on which it runs first in the window; else in the trace."""
        slices = self._analysis.slices
        own = slices.lane == lane
        inside = np.flatnonzero(own & self._inside(slices.begin, slices.end))
        places = inside if len(inside) else np.flatnonzero(own)
        return int(self._moves.core[slices.begin[places[0]]]) if len(places) else 0

    def lane(self, lane: int, late: Sequence[Bar]) -> Lane:
        """The lane of a thread, with all its intervals."""
        ready, held, waits = self._analysis.ready, self._analysis.held_off, self._analysis.waits
        # A thread that arrived, late or not, ran at least for a moment, possibly in an interrupt.
        handled = tuple(Bar(bar.end, bar.end) for bar in late)
        return Lane(
            name=self._moves.lanes[lane].name,
            note=self._note(lane),
            colour=lane_colour(lane),
            runs=(*self._runs(lane), *handled),
            ready=self._bars(ready.lane == lane, ready.begin, ready.end),
            held_off=self._bars(held.lane == lane, held.begin, held.end),
            waits=self._bars(waits.lane == lane, waits.begin, waits.end),
            levels=tuple(self._levels(lane)),
            late=tuple(late),
            off=tuple(self._off(lane)),
        )

    def interrupts(self) -> tuple[Lane, ...]:
        """A lane of handlers, if there were any."""
        interrupts = self._moves.interrupts
        bars = self._bars(
            np.ones(len(interrupts.begin), np.bool_), interrupts.begin, interrupts.end
        )
        return (Lane("interrupts", "", palette().interrupt, runs=bars),) if bars else ()

    def switches(self, chosen: Sequence[int]) -> Iterator[Switch]:
        """The switches from one thread to another, as the statistic counts them."""
        switches = self._analysis.switches
        inside = (self._window.first <= switches.at) & (switches.at < self._window.last)
        places = np.flatnonzero(inside & (switches.leaves > 0) & (switches.comes > 0)).tolist()
        shown = {lane: place for place, lane in enumerate(chosen)}
        for number, place in enumerate(places, start=1):
            yield Switch(
                tick=int(self._moves.time[switches.at[place]]),
                number=number,
                leaves=shown.get(int(switches.leaves[place]), -1),
                comes=shown.get(int(switches.comes[place]), -1),
                place=place,
            )

    def late(self, chosen: Sequence[int]) -> dict[int, tuple[Bar, ...]]:
        """Return the time from the due time of a thread until it ran, as the program reports it."""
        trace, by_lane = self._trace, dict[int, list[Bar]]()
        for index in self._events((Event.USER,)):
            if trace.a[index] == LATE_MARK and chosen:
                time, did = int(trace.time[index]), int(self._moves.did[index])
                lane = did if did in chosen else chosen[0]
                by_lane.setdefault(lane, []).append(Bar(time - int(trace.b[index]), time))
        return {lane: tuple(bars) for lane, bars in by_lane.items()}

    def _events(self, kinds: Sequence[Event]) -> list[int]:
        part = slice(self._window.first, self._window.last)
        return (np.flatnonzero(np.isin(self._trace.event[part], kinds)) + part.start).tolist()

    def _inside(self, begin: Places, end: Places) -> NDArray[np.bool_]:
        """(n,) bool: intervals between events with an item in the window."""
        window, time = self._window, self._moves.time
        ends = np.where(end < 0, len(time), end)
        reaches = (begin < window.last) & (ends > window.first)
        last = time[np.minimum(ends, len(time) - 1)]
        return reaches & (time[begin] <= window.end) & (last >= window.begin)

    def _bars(self, chosen: NDArray[np.bool_], begin: Places, end: Places) -> tuple[Bar, ...]:
        time = self._moves.time
        which = np.flatnonzero(chosen & self._inside(begin, end))
        ends = np.where(end[which] < 0, len(time) - 1, end[which])
        pairs = zip(time[begin[which]].tolist(), time[ends].tolist(), strict=True)
        return tuple(self._window.clip(*pair) for pair in pairs)

    def _runs(self, lane: int) -> tuple[Bar, ...]:
        slices = self._analysis.slices
        return self._bars(slices.lane == lane, slices.begin, slices.end)

    def _levels(self, lane: int) -> Iterator[Level]:
        pieces = self._analysis.pieces
        raised = (pieces.lane == lane) & (pieces.level < pieces.base)
        bars = self._bars(raised, pieces.begin, pieces.end)
        levels = pieces.level[raised & self._inside(pieces.begin, pieces.end)].tolist()
        for bar, level in zip(bars, levels, strict=True):
            text = "not preempted" if self._trace.format else f"level {level}"
            yield Level(bar.begin, bar.end, text)

    def _off(self, lane: int) -> Iterator[Bar]:
        since = self._window.begin
        for index in self._events((Event.IRQ_OFF, Event.IRQ_ON)):
            time = int(self._trace.time[index])
            if self._trace.event[index] == Event.IRQ_ON and self._moves.running[index] == lane:
                yield Bar(since, time)
            since = time

    def _note(self, lane: int) -> str:
        entry = self._trace.objects.get(self._moves.lanes[lane].id)
        if lane == _IDLE or entry is None:
            return ""
        core = f"core {self._core(lane)}, " if self._has_cores else ""
        if entry.threshold == entry.priority:
            return core + self._trace.native.priority_text(entry.priority)
        return f"{core}{entry.priority}, threshold {entry.threshold}"
