# SPDX-License-Identifier: Apache-2.0
"""What the kernel costs on a target, as an analysis needs it: measured by a system of its own.

The system has threads of all kinds. Each of its busy periods, from the arrival of a job to the end
of the last one, is longer than the work of its jobs; the rest is the kernel's. Charged is the
largest part per job of all busy periods, and a quarter more, for what this system does not show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.compare.measure import measure
from limen.generate.steps import StepKind, steps_of
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Resource,
    System,
    Thread,
)
from limen.trace.analysis import analyse

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from limen.compare.measure import Measurement
    from limen.run import Target

__all__ = ["Costs", "charged", "in_clock", "measure_costs"]

_MARGIN: Final = Fraction(5, 4)
_JOBS: Final = 400
_TICK_NS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Costs:
    """The kernel's part, in ticks of the clock of a target.

    Attributes:
        job: of each job, from its arrival to its end: release, switches, completion.
        release: of the interrupt that releases a job.
        call: of a call that changes a threshold, locks or unlocks, without a switch.
    """

    job: int
    release: int
    call: int


def _thread(name: str, period: int, work: int, priority: int, threshold: int) -> Thread:
    return Thread(name, period, work, priority, threshold, deadline=period, work_min=work)


# Two threads of one kind, but for the calls of the second one; three kinds of preemption.
_CALLS: Final = (CriticalSection("mutex", 20, 2), CriticalSection("mutex", 10, 25))
_SYSTEM: Final = System(
    name="calibration",
    threads=(
        _thread("urgent", 100, 5, 0, 0),
        _thread("preemptive", 140, 10, 1, 1),
        _thread("held off", 220, 20, 2, 1),
        _thread("plain", 350, 40, 3, 0),
        replace(
            _thread("calls", 350, 40, 4, 0),
            chunks=(Chunk(15, 0), Chunk(15, 1), Chunk(10, 0)),
            sections=_CALLS,
        ),
    ),
    resources=(Resource("mutex"),),
    tick_ns=_TICK_NS,
)


_CALLS_OF_A_JOB: Final = sum(step.kind is not StepKind.WORK for step in steps_of(_SYSTEM, 4))
_LONGEST: Final = max(thread.period for thread in _SYSTEM.threads)


def measure_costs(root: Path, target: Target, on_line: Callable[[str], None]) -> Costs:
    """Measure on a target.

    Args:
        root: of the repository.
        target: an emulator, or the host, where nothing costs anything.
        on_line: gets each line of output.

    Raises:
        RunError: the program cannot be built, or does not end as it should.
    """
    done = measure(root, _SYSTEM, target, on_line, source="its calibration", jobs=_JOBS)
    plain, calls = done.threads[3].execution, done.threads[4].execution
    call = Fraction(max(0, calls - plain), _CALLS_OF_A_JOB)
    # The most urgent thread, if nothing delays it: the interrupt is a part of this time.
    release = done.threads[0].start_latency_least
    numbers = (_per_job(done, call), Fraction(release), call)
    return Costs(*(max(0, ceil(number * _MARGIN)) for number in numbers))


def _per_job(done: Measurement, call: Fraction) -> Fraction:
    """The largest part of a busy period that is no work, for each of its jobs."""
    jobs = analyse(done.trace).jobs
    work = [
        Fraction(in_clock_ticks(_SYSTEM, thread.work, done.clock_hz)) for thread in _SYSTEM.threads
    ]
    work[-1] += _CALLS_OF_A_JOB * call
    order = np.argsort(jobs.release, kind="stable")
    # A job that is cut off by the end of the trace is missing in its busy period.
    last = int(done.trace.time[-1]) - 2 * in_clock_ticks(_SYSTEM, _LONGEST, done.clock_hz)
    periods: list[list[Any]] = []  # begin, end, work, jobs
    columns = (jobs.lane, jobs.release, jobs.end)
    for lane, release, end in zip(*(column[order].tolist() for column in columns), strict=True):
        if not periods or release >= periods[-1][1]:
            periods.append([release, end, 0, 0])
        whole = periods[-1]
        whole[1:] = max(whole[1], end), whole[2] + work[lane - 1], whole[3] + 1
    whole_periods = (period for period in periods if period[0] < last)
    parts = (Fraction(end - begin - used, count) for begin, end, used, count in whole_periods)
    return max(parts, default=Fraction(0))


def in_clock_ticks(system: System, ticks: int, clock_hz: int) -> int:
    """Ticks of a system in ticks of a clock, rounded up."""
    return -(-ticks * system.tick_ns * clock_hz // 10**9)


def in_clock(system: System, clock_hz: int) -> System:
    """The same system with the clock of a target as its tick; what is not whole becomes longer.

    Args:
        system: checked; its periods are whole numbers of ticks of the clock.
        clock_hz: of the target.
    """

    def time(ticks: int) -> int:
        return in_clock_ticks(system, ticks, clock_hz)

    threads = []
    for thread in system.threads:
        chunks = tuple(replace(chunk, work=time(chunk.work)) for chunk in thread.chunks)
        sections = tuple(
            replace(section, work=time(section.work), start=time(section.start))
            for section in thread.sections
        )
        threads.append(
            replace(
                thread,
                period=time(thread.period),
                work=sum(chunk.work for chunk in chunks) or time(thread.work),
                work_min=time(thread.work_min),
                deadline=time(thread.deadline),
                offset=time(thread.offset),
                jitter=time(thread.jitter),
                chunks=chunks,
                sections=sections,
            )
        )
    interrupts = tuple(
        replace(one, period=time(one.period), work=time(one.work), jitter=time(one.jitter))
        for one in system.interrupts
    )
    own = system.overheads
    overheads = Overheads(time(own.dispatch), time(own.exit), time(own.preemption))
    return replace(
        system,
        threads=tuple(threads),
        interrupts=interrupts,
        overheads=overheads,
        tick_ns=10**9 // clock_hz,
    )


def charged(system: System, costs: Costs) -> System:
    """A system with the costs of a target, so that its bounds hold there.

    Each job has the kernel's part of a job, and once more that of a less urgent one, which may just
    be in the kernel with interrupts off. Each call of a step takes its time, and one that waits for
    a mutex is a dispatch more. The interrupts that release jobs delay all threads.

    Args:
        system: in ticks of the target's clock.
        costs: of the target.
    """
    threads = tuple(_charged_thread(system, index, costs) for index in range(len(system.threads)))
    releases = tuple(
        Interrupt(f"release of {thread.name}", thread.period, costs.release, thread.jitter)
        for thread in system.threads
        if costs.release > 0
    )
    own = system.overheads
    overheads = replace(own, dispatch=max(own.dispatch, costs.job), exit=max(own.exit, costs.job))
    return replace(
        system, threads=threads, interrupts=(*system.interrupts, *releases), overheads=overheads
    )


def _charged_thread(system: System, index: int, costs: Costs) -> Thread:
    thread = system.threads[index]
    steps = steps_of(system, index)
    calls = sum(step.kind is not StepKind.WORK for step in steps)
    locks = sum(step.kind is StepKind.LOCK for step in steps)
    more = calls * costs.call + locks * costs.job
    chunks = tuple(replace(chunk, work=chunk.work + more) for chunk in thread.chunks)
    work = sum(chunk.work for chunk in chunks) if chunks else thread.work + more
    # Sections keep their places; each is longer by all that the job may do in it.
    sections = tuple(replace(one, work=one.work + more) for one in thread.sections)
    return replace(thread, work=work, chunks=chunks, sections=sections)
