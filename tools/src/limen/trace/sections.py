# SPDX-License-Identifier: Apache-2.0
"""Kernel sections, spinlocks and disabled interrupts, and the threads that they delay.

An interval begins and ends with a pair of events: of the outermost kernel section of a thread, of a
spinlock, of interrupts. It holds off others while its thread runs at level 0 or with interrupts
disabled, or in a section under LAZY, which holds off ordinary threads. A section under FULL or RT,
and a spinlock that is a mutex, do not.

A thread is late because of a stretch if it became ready during it, or its sleep ended during it,
while the thread of the stretch ran, and is more urgent than that; from then on until it runs, or
the stretch ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.format import Event
from limen.trace.timeline import effective_priority

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["Late", "SectionKind", "Sections", "Stretch", "sections"]

_PAIRS: Final = (
    Event.SECTION_ENTER,
    Event.SECTION_LEAVE,
    Event.SPIN_LOCK,
    Event.SPIN_UNLOCK,
    Event.IRQ_OFF,
    Event.IRQ_ON,
    Event.PREEMPT_POINT,
)
_WAITS: Final = (Event.READY, Event.SWITCH, Event.THREAD_SLEEP)
_RAISING: Final = frozenset({0, 1, 4})  # LM_MODEL_NONE, _VOLUNTARY, _LAZY
_AS_MUTEX: Final = 2  # LM_SPIN_MUTEX
_TIMEOUT: Final = 1  # LM_TIMEOUT


@dataclass(frozen=True, slots=True)
class Late:
    """A thread that was held off.

    Attributes:
        thread: its name.
        ticks: for so long.
    """

    thread: str
    ticks: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one event up to another.

    Attributes:
        name: of the device, the lock; empty: the program gave none.
        thread: thread of the interval; for an interrupt: the interrupted one.
        begin: ticks.
        ticks: how long it lasted, up to the newest event if it has no end.
        late: delayed threads, the latest first.
    """

    name: str
    thread: str
    begin: int
    ticks: int
    late: tuple[Late, ...]


@dataclass(frozen=True, slots=True)
class SectionKind:
    """All stretches of a kind.

    Attributes:
        count: of them.
        ticks: their sum.
        worst: the longest one, the first of several equal ones; None: there is none.
    """

    count: int
    ticks: int
    worst: Stretch | None


@dataclass(frozen=True, slots=True)
class Sections:
    """Intervals in which threads or interrupts are kept from running.

    Attributes:
        kernel: kernel sections, by outermost pairs.
        spin: spinlocks of both kinds, separately.
        irq_off: disabled interrupts, as far as programs report them.
        points_taken: preempt points at which others ran.
        points_not_taken: those without a more urgent ready thread.
    """

    kernel: SectionKind
    spin: SectionKind
    irq_off: SectionKind
    points_taken: int
    points_not_taken: int


@dataclass(slots=True)
class _Open:
    """A stretch, while the events are walked through."""

    kind: Event
    about: int
    thread: int
    first: int  # event
    begin: int
    holds_off: bool
    priority: int
    end: int | None = None
    late: dict[int, int] = field(default_factory=dict)


def sections(trace: Trace, first: int = 0, last: int | None = None) -> Sections:
    """Statistics of the stretches that begin with an event first <= i < last; by default of all.

    Cost:
        O(n) for n events, and almost nothing if there is no interval.
    """
    last = len(trace) if last is None else last
    walk = _Walk(trace)
    if trace.is_any(*_PAIRS).any():
        walk.run()
    chosen = [stretch for stretch in walk.stretches if first <= stretch.first < last]
    points = trace.a[first:last][trace.event[first:last] == Event.PREEMPT_POINT]
    return Sections(
        kernel=_summary(trace, chosen, Event.SECTION_ENTER),
        spin=_summary(trace, chosen, Event.SPIN_LOCK),
        irq_off=_summary(trace, chosen, Event.IRQ_OFF),
        points_taken=int((points != 0).sum()),
        points_not_taken=int((points == 0).sum()),
    )


def _ticks(trace: Trace, stretch: _Open) -> int:
    end = int(trace.time[-1]) if stretch.end is None else stretch.end
    return end - stretch.begin


def _summary(trace: Trace, stretches: list[_Open], kind: Event) -> SectionKind:
    own = [stretch for stretch in stretches if stretch.kind == kind]
    if not own:
        return SectionKind(0, 0, None)
    worst = max(own, key=lambda stretch: (_ticks(trace, stretch), -stretch.first))
    late = sorted(worst.late.items(), key=lambda entry: (-entry[1], entry[0]))
    return SectionKind(
        count=len(own),
        ticks=sum(_ticks(trace, stretch) for stretch in own),
        worst=Stretch(
            name=trace.name_of(worst.about) if worst.about else "",
            thread=trace.name_of(worst.thread) if worst.thread else "",
            begin=worst.begin,
            ticks=_ticks(trace, worst),
            late=tuple(Late(trace.name_of(thread), ticks) for thread, ticks in late),
        ),
    )


class _Walk:
    """One pass over the events."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.stretches: list[_Open] = []
        self._open: dict[tuple[Event, int, bool], _Open] = {}
        self._off: _Open | None = None  # the last one with interrupts off
        self._due: dict[int, int] = {}  # of threads that sleep
        self._waits: dict[int, tuple[int, list[_Open]]] = {}  # since when, and because of which
        # thread
        self._priority = effective_priority(trace)

    def run(self) -> None:
        chosen = np.flatnonzero(self.trace.is_any(*_PAIRS, *_WAITS))
        for index in chosen.tolist():
            self._step(index, Event(int(self.trace.event[index])))

    def _step(self, index: int, event: Event) -> None:
        about, now = int(self.trace.object[index]), int(self.trace.time[index])
        match event:
            case Event.SECTION_ENTER | Event.SPIN_LOCK | Event.IRQ_OFF:
                self._begin(index, event)
            case Event.SECTION_LEAVE:
                if self.trace.a[index] == 0:
                    self._end(index, Event.SECTION_ENTER)
            case Event.SPIN_UNLOCK:
                self._end(index, Event.SPIN_LOCK)
            case Event.IRQ_ON:
                self._end(index, Event.IRQ_OFF)
            case Event.THREAD_SLEEP:
                self._due[about] = now + int(self.trace.b[index])
            case Event.READY:
                self._become_ready(index, about, now)
            case Event.SWITCH:
                self._run(about, now)
            case _:
                pass

    def _key(self, index: int, kind: Event) -> tuple[Event, int, bool]:
        """The key of an open interval."""
        who = int(self.trace.thread[index])
        if kind == Event.SPIN_LOCK:
            who = int(self.trace.object[index])
        elif kind == Event.IRQ_OFF:
            who = 0
        return kind, who, bool(self.trace.depth[index])

    def _begin(self, index: int, kind: Event) -> None:
        trace = self.trace
        if kind == Event.SECTION_ENTER and trace.a[index] != 1:
            return
        thread = int(trace.thread[index])
        if kind == Event.SECTION_ENTER:
            holds_off = int(trace.b[index]) in _RAISING
        else:
            holds_off = kind == Event.IRQ_OFF or trace.a[index] != _AS_MUTEX
        priority = self._priority.before(np.array([index]), np.array([thread]))
        stretch = _Open(
            kind=kind,
            about=int(trace.object[index]),
            thread=thread,
            first=index,
            begin=int(trace.time[index]),
            holds_off=holds_off and thread != 0,
            priority=int(priority[0]),
        )
        self.stretches.append(stretch)
        self._open[self._key(index, kind)] = stretch
        if kind == Event.IRQ_OFF:
            self._off = stretch

    def _end(self, index: int, kind: Event) -> None:
        stretch = self._open.pop(self._key(index, kind), None)
        if stretch is not None:
            stretch.end = int(self.trace.time[index])

    def _become_ready(self, index: int, thread: int, now: int) -> None:
        slept = self._due.pop(thread, now)
        due = min(slept, now) if int(self.trace.low[index]) == _TIMEOUT else now
        runner, priority = int(self.trace.thread[index]), int(self.trace.a[index])
        because = [
            stretch
            for stretch in (*self._open.values(), *([self._off] if self._off else []))
            if stretch.holds_off
            and stretch.thread == runner
            and priority < stretch.priority
            and stretch.begin <= due
            and (stretch.end is None or due < stretch.end)
        ]
        self._waits[thread] = due, because

    def _run(self, thread: int, now: int) -> None:
        due, because = self._waits.pop(thread, (now, []))
        for stretch in because:
            end = now if stretch.end is None else min(now, stretch.end)
            if end > due:
                stretch.late[thread] = max(stretch.late.get(thread, 0), end - due)
