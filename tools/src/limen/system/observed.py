# SPDX-License-Identifier: Apache-2.0
"""A system as a trace shows it: periods, execution times and blocking that were observed.

Observed values are not bounds: another run may show longer executions and shorter intervals. An
analysis of such a system proves something about a system with exactly these numbers, and nothing
about the program that was traced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import DescriptionError
from limen.system.model import Interrupt, Origin, System, Thread
from limen.system.spans import Spans
from limen.trace.analysis import analyse
from limen.trace.numbers import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.analysis import Analysis
    from limen.trace.model import Trace

__all__ = ["Observed", "ObservedInterrupt", "ObservedThread", "observe"]

_NS: Final = 10**9
_JOBS_MIN: Final = 2  # for an interval
_ROUNDING: Final = 2  # ticks between two times that are rounded down


@dataclass(frozen=True, slots=True)
class ObservedThread:
    """The jobs of a thread; times are in ticks of the traced target's clock.

    Attributes:
        name: of the thread.
        priority, threshold: as it was created.
        is_periodic: the kernel released its jobs; else they are its activations.
        jobs: that begin and end in the trace.
        interval_least, interval_greatest: between two arrivals; None with less than two jobs.
        interval_mean: rounded; None as well.
        execution_least, execution_greatest: without interrupts; with the kernel's calls.
        response_greatest: from the arrival to the end.
        blocking_greatest: in which less urgent threads ran between the arrival and the end.
        misses: of deadlines.
        stack: bytes, 0: not known.
        first: arrival of the first job.
        levels: while it was dispatched, without mutexes; more than one: it changed its threshold.
    """

    name: str
    priority: int
    threshold: int
    is_periodic: bool
    jobs: int
    interval_least: int | None
    interval_greatest: int | None
    interval_mean: int | None
    execution_least: int
    execution_greatest: int
    response_greatest: int
    blocking_greatest: int
    misses: int
    stack: int
    first: int
    levels: tuple[int, ...]

    @property
    def is_regular(self) -> bool:
        """The kernel releases it, at equal intervals.

        The events are recorded a little later than what they show, so a tenth of a per cent is
        taken as equal.
        """
        if self.interval_least is None or self.interval_greatest is None:
            return False
        spread = self.interval_greatest - self.interval_least
        return self.is_periodic and spread <= self.interval_greatest // 1000 + _ROUNDING

    @property
    def period(self) -> int | None:
        """The mean interval of a regular thread, else the least interval; None: unknown."""
        return self.interval_mean if self.is_regular else self.interval_least


@dataclass(frozen=True, slots=True)
class ObservedInterrupt:
    """The requests of an interrupt; times as of a thread.

    Attributes:
        number: of the interrupt.
        requests: that begin and end in the trace.
        interval_least: between two begins; None with less than two.
        execution_greatest: of the handler, with those that interrupted it.
    """

    number: int
    requests: int
    interval_least: int | None
    execution_greatest: int


@dataclass(frozen=True, slots=True)
class Observed:
    """The values observed in a trace.

    Attributes:
        clock_hz: of the target.
        begin, end: times of the first and the last event, ticks of the clock.
        lost: records that are not in the trace any more.
        threads: with at least one job, in the order of their creation.
        interrupts: in the order of their numbers.
    """

    clock_hz: int
    begin: int
    end: int
    lost: int
    threads: tuple[ObservedThread, ...]
    interrupts: tuple[ObservedInterrupt, ...]

    def system(self, name: str) -> System:
        """The system with the observed numbers: least intervals and longest executions.

        A deadline is not in a trace; the interval is taken for it. Threads of which there was only
        one job have no interval and are left out; so are interrupts of the same kind.

        Args:
            name: of the system.

        Raises:
            DescriptionError: no thread has two jobs.
        """
        whole = _NS % self.clock_hz == 0
        tick_ns = _NS // self.clock_hz if whole else 1
        recurring = [one for one in self.threads if one.period]
        if not recurring:
            problem = "no thread has two jobs in it"
            raise DescriptionError(name, problem, "record for a longer time")
        return System(
            name=name,
            threads=tuple(self._thread(one, tick_ns) for one in recurring),
            interrupts=tuple(
                Interrupt(
                    f"interrupt {one.number}",
                    self._shorter(one.interval_least, tick_ns),
                    self._longer(one.execution_greatest, tick_ns),
                )
                for one in self.interrupts
                if one.interval_least and one.execution_greatest
            ),
            tick_ns=tick_ns,
            origin=Origin.OBSERVED,
            notes=self._notes(tick_ns),
        )

    def _thread(self, one: ObservedThread, tick_ns: int) -> Thread:
        period = self._shorter(one.period or 0, tick_ns)
        return Thread(
            name=one.name,
            period=period,
            work=self._longer(one.execution_greatest, tick_ns),
            priority=one.priority,
            threshold=one.threshold,
            deadline=period,
            work_min=self._longer(one.execution_least, tick_ns),
            stack=one.stack,
        )

    def _longer(self, ticks: int, tick_ns: int) -> int:
        """Ticks of the clock in ticks of a system, rounded up, at least 1."""
        return max(1, -(-ticks * _NS // (self.clock_hz * tick_ns)))

    def _shorter(self, ticks: int, tick_ns: int) -> int:
        return max(1, ticks * _NS // (self.clock_hz * tick_ns))

    def _notes(self, tick_ns: int) -> tuple[str, ...]:
        jobs = sum(one.jobs for one in self.threads)
        seconds = (self.end - self.begin) / self.clock_hz
        extremes = "execution times and intervals are the extremes of this run"
        notes = [
            f"observed in {jobs} jobs and {seconds:.6g} s: {extremes}, no promises",
            "a trace has no deadlines; the least interval of a thread is taken for its deadline",
        ]
        if self.lost:
            notes.append(f"{self.lost} older records are not in the trace")
        for one in self.threads:
            if not one.period:
                notes.append(f"{one.name} is left out: it has only one job, or two at one instant")
            elif not one.is_regular:
                least = self._shorter(one.interval_least or 0, tick_ns)
                greatest = self._shorter(one.interval_greatest or 0, tick_ns)
                notes.append(f"{one.name} has intervals from {least} to {greatest} ticks")
            if len(one.levels) > 1:
                levels = " and ".join(map(str, one.levels))
                notes.append(f"{one.name} ran at levels {levels}; its first threshold is taken")
        return tuple(notes)


def observe(trace: Trace) -> Observed:
    """Observe a system in its trace.

    Args:
        trace: of Limen.

    Cost:
        O(n log n) for n events, and for each thread O(n).
    """
    analysis = analyse(trace)
    ids = {one.id: one for one in trace.objects.values() if one.kind == Kind.THREAD}
    threads = []
    for number, lane in enumerate(analysis.moves.lanes):
        entry = ids.get(lane.id)
        if number > 0 and entry is not None:
            created = (entry.priority, min(entry.threshold, entry.priority))
            own = _thread(analysis, number, created)
            threads += [own] if own is not None else []
    time = trace.time
    begin, end = (int(time[0]), int(time[-1])) if len(time) else (0, 0)
    interrupts = _interrupts(analysis)
    return Observed(trace.clock_hz, begin, end, trace.lost, tuple(threads), interrupts)


def _thread(analysis: Analysis, number: int, created: tuple[int, int]) -> ObservedThread | None:
    jobs = analysis.jobs
    own = np.flatnonzero(jobs.lane == number)
    if len(own) == 0:
        return None
    lane = analysis.moves.lanes[number]
    intervals = np.diff(jobs.release[own])
    has_intervals = len(own) >= _JOBS_MIN
    blocked = _less_urgent(analysis, created[0]).within(jobs.release[own], jobs.end[own])
    return ObservedThread(
        name=lane.name,
        priority=created[0],
        threshold=created[1],
        is_periodic=bool(jobs.is_job[own].any()),
        jobs=len(own),
        interval_least=int(intervals.min()) if has_intervals else None,
        interval_greatest=int(intervals.max()) if has_intervals else None,
        interval_mean=round(float(intervals.mean())) if has_intervals else None,
        execution_least=int(jobs.execution[own].min()),
        execution_greatest=int(jobs.execution[own].max()),
        response_greatest=int(jobs.response[own].max()),
        blocking_greatest=int(blocked.max()),
        misses=int(jobs.missed[own].sum()),
        stack=lane.stack_size,
        first=int(jobs.release[own[0]]),
        levels=_levels(analysis, number),
    )


def _less_urgent(analysis: Analysis, priority: int) -> Spans:
    """The times in which threads with a less urgent base priority run."""
    pieces = analysis.pieces
    worse = np.flatnonzero(pieces.base > priority)
    worse = worse[np.argsort(pieces.begin[worse], kind="stable")]
    time = analysis.moves.time
    return Spans(time[pieces.begin[worse]], time[pieces.end[worse]])


def _levels(analysis: Analysis, number: int) -> tuple[int, ...]:
    """While it ran by its threshold alone; how is an index in HELD, of which 0 is the threshold."""
    pieces = analysis.pieces
    is_plain = (pieces.lane == number) & (pieces.how == 0)
    levels: NDArray[np.int32] = np.unique(pieces.level[is_plain])
    return tuple(levels.tolist())


def _interrupts(analysis: Analysis) -> tuple[ObservedInterrupt, ...]:
    known, time = analysis.moves.interrupts, analysis.moves.time
    is_whole = (known.end >= 0) & (known.number >= 0)
    number, begin, end = (column[is_whole] for column in (known.number, known.begin, known.end))
    found = []
    for one in np.unique(number).tolist():
        own = number == one
        begins, durations = time[begin[own]], time[end[own]] - time[begin[own]]
        intervals = np.diff(begins)
        least = int(intervals.min()) if len(intervals) else None
        found.append(ObservedInterrupt(one, len(begins), least, int(durations.max())))
    return tuple(found)
