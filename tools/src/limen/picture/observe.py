# SPDX-License-Identifier: Apache-2.0
"""From a window of a trace to a panel of a picture.

A program says that it comes late by a USER event with number 2 and the ticks as value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.picture.palette import lane_colour, palette
from limen.picture.scene import Bar, Lane, Level, Panel, Switch
from limen.trace import Event, Trace
from limen.trace.timeline import base_priority, in_interrupt_after, running_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["LATE_MARK", "Window", "observe"]

LATE_MARK: Final = 2
IDLE: Final = 0


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

    def part(self, trace: Trace, begin: int, end: int) -> Window:
        """From some ticks behind its begin to others."""
        begin, end = self.begin + begin, min(self.begin + end, self.end)
        first = max(self.first, trace.index_at(begin))
        return Window(first, min(self.last, trace.index_at(end)), begin, end)

    def clip(self, begin: int, end: int) -> Bar | None:
        """The piece of a stretch that lies in it; one without any length stays one."""
        bar = Bar(max(begin, self.begin), min(end, self.end))
        return bar if bar.begin <= bar.end else None


def observe(
    trace: Trace, window: Window, title: str, lanes: Sequence[str] = (), verdict: str = ""
) -> Panel:
    """What is to be seen of a window.

    Args:
        trace: with at least one event.
        window: of it.
        title: for people.
        lanes: names of threads, from top to bottom; none: all that have something to show, by
            urgency, then idle and the interrupts if there are any. What a program says in an
            interrupt about its lateness is drawn in the first one.
        verdict: behind the title; none: what the program says of its lateness.
    """
    seen = _Seen(trace, window)
    chosen = _chosen(trace, lanes) if lanes else seen.busy()
    late = seen.late(chosen)
    drawn = tuple(seen.lane(thread, late.get(thread, ())) for thread in chosen)
    if not lanes:
        drawn += seen.interrupts()
    return Panel(
        title,
        verdict or _lateness(late, trace.clock_hz),
        window.begin,
        window.end,
        trace.clock_hz,
        drawn,
        tuple(seen.switches(chosen)),
    )


def _chosen(trace: Trace, lanes: Sequence[str]) -> list[int]:
    by_name = {trace.name_of(thread): thread for thread in trace.thread_ids()}
    return [by_name[name] for name in lanes if name in by_name]


def _lateness(late: Mapping[int, Sequence[Bar]], clock_hz: int) -> str:
    """What a program says itself of when it came."""
    bars = [bar for lane in late.values() for bar in lane]
    if not bars:
        return ""
    most = max(bar.end - bar.begin for bar in bars)
    return f"{1000 * most / clock_hz:,.0f} ms late" if most else "on time"


class _Seen:
    """A window of a trace, and what is derived from it once for all lanes."""

    def __init__(self, trace: Trace, window: Window) -> None:
        self._trace = trace
        self._window = window
        self._runs = _runs(trace)
        self._priority = _priorities(trace)

    def busy(self) -> list[int]:
        """The threads that run or are ready, by urgency; idle at the end, if it runs."""
        busy = [thread for thread in self._trace.thread_ids() if self._pieces(self._runs, thread)]
        busy.sort(key=lambda thread: (self._priority.get(thread, 0), thread))
        idle = self._pieces(self._runs, IDLE)
        return busy + [IDLE] * any(bar.end > bar.begin for bar in idle)

    def lane(self, thread: int, late: Sequence[Bar]) -> Lane:
        """All of a thread."""
        ids = (IDLE, *self._trace.thread_ids())
        # What came, late or not, ran for a moment at least, if only in an interrupt.
        handled = tuple(Bar(bar.end, bar.end) for bar in late)
        return Lane(
            name=self._trace.name_of(thread) if thread else "idle",
            note=_note(self._trace, thread),
            colour=lane_colour(ids.index(thread)),
            runs=(*self._pieces(self._runs, thread), *handled),
            levels=tuple(self._levels(thread)),
            late=tuple(late),
            off=tuple(self._off(thread)),
        )

    def interrupts(self) -> tuple[Lane, ...]:
        """A lane of handlers, if there were any."""
        inside = in_interrupt_after(self._trace)
        bars = tuple(
            bar
            for begin, end, is_in in _stretches(inside, self._trace.time)
            if is_in and (bar := self._window.clip(begin, end)) is not None
        )
        return (Lane("interrupts", "", palette().interrupt, runs=bars),) if bars else ()

    def switches(self, chosen: Sequence[int]) -> Iterator[Switch]:
        """Those from a thread to another, as the statistic counts them."""
        trace, number = self._trace, 0
        for index in range(self._window.first, min(self._window.last, len(trace))):
            leaves, comes = int(trace.thread[index]), int(trace.object[index])
            if trace.event[index] == Event.SWITCH and leaves and comes:
                number += 1
                places = (chosen.index(who) if who in chosen else -1 for who in (leaves, comes))
                yield Switch(int(trace.time[index]), number, *places)

    def late(self, chosen: Sequence[int]) -> dict[int, tuple[Bar, ...]]:
        """From when a thread was due until it came, as the program says."""
        trace, found = self._trace, dict[int, list[Bar]]()
        for index in range(self._window.first, min(self._window.last, len(trace))):
            if trace.event[index] == Event.USER and trace.a[index] == LATE_MARK:
                thread = 0 if trace.depth[index] else int(trace.thread[index])
                time = int(trace.time[index])
                lane = thread if thread in chosen else chosen[0]
                found.setdefault(lane, []).append(Bar(time - int(trace.b[index]), time))
        return {thread: tuple(bars) for thread, bars in found.items()}

    def _pieces(self, stretches: Mapping[int, list[Bar]], thread: int) -> tuple[Bar, ...]:
        clipped = (self._window.clip(bar.begin, bar.end) for bar in stretches.get(thread, ()))
        return tuple(bar for bar in clipped if bar is not None)

    def _levels(self, thread: int) -> Iterator[Level]:
        for since, until, level in _levels(self._trace, thread):
            bar = self._window.clip(since, until)
            if level < self._priority.get(thread, level) and bar is not None:
                yield Level(bar.begin, bar.end, level)

    def _off(self, thread: int) -> Iterator[Bar]:
        trace, since = self._trace, 0
        for index in range(self._window.first, min(self._window.last, len(trace))):
            if trace.event[index] == Event.IRQ_OFF:
                since = int(trace.time[index])
            elif trace.event[index] == Event.IRQ_ON and trace.thread[index] == thread:
                yield Bar(since, int(trace.time[index]))


def _stretches(
    value: NDArray[np.generic], time: NDArray[np.int64]
) -> Iterator[tuple[int, int, int]]:
    """From when to when a column had the same value."""
    first = np.flatnonzero(np.append(True, value[1:] != value[:-1]))
    last = np.append(first[1:], len(value) - 1)
    for begin, end in zip(first.tolist(), last.tolist(), strict=True):
        yield int(time[begin]), int(time[end]), int(value[begin])


def _runs(trace: Trace) -> dict[int, list[Bar]]:
    runs: dict[int, list[Bar]] = {}
    for begin, end, thread in _stretches(running_after(trace), trace.time):
        runs.setdefault(thread, []).append(Bar(begin, end))
    return runs


def _priorities(trace: Trace) -> dict[int, int]:
    """Of all threads, as the program set them first."""
    ids = np.array(trace.thread_ids(), np.int64)
    first = base_priority(trace).before(np.full(len(ids), len(trace)), ids)
    return dict(zip(ids.tolist(), first.tolist(), strict=True))


def _levels(trace: Trace, thread: int) -> Iterator[tuple[int, int, int]]:
    """From when to when a thread ran at which level."""
    about = trace.object == thread
    leaves = (trace.event == Event.SWITCH) & (trace.thread == thread)
    chosen = np.isin(trace.event, (Event.SWITCH, Event.LEVEL)) & (about | leaves)
    since, level = 0, -1
    for index in np.flatnonzero(chosen).tolist():
        now = int(trace.time[index])
        if level >= 0 and now > since:
            yield since, now, level
        is_off = trace.object[index] != thread
        is_running = trace.event[index] == Event.SWITCH or trace.thread[index] == thread
        since, level = now, -1 if is_off or not is_running else int(trace.a[index])
    if level >= 0:
        yield since, int(trace.time[-1]), level


def _note(trace: Trace, thread: int) -> str:
    entry = trace.objects.get(thread)
    if entry is None:
        return ""
    if entry.threshold == entry.priority:
        return f"{entry.priority}"
    return f"{entry.priority}, threshold {entry.threshold}"
