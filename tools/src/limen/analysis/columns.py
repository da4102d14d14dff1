# SPDX-License-Identifier: Apache-2.0
"""A system as the arrays that the native core takes.

Threads come first, in their order, then interrupts, at a level of their own above priority 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from limen.errors import AnalysisError, DescriptionError
from limen.system.check import check_system
from limen.system.model import Overheads
from limen.system.native import native_system

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from limen.system.model import System

__all__ = [
    "TIME_MAX",
    "Columns",
    "Delay",
    "Part",
    "columns_of",
    "delays_of",
    "parts_of",
    "with_columns",
]

# The core counts in doubles. At a tick of 1 us this is 4.4 years.
TIME_MAX: Final = 2**47 - 1


@dataclass(frozen=True, slots=True)
class Columns:
    """Numbers of a system.

    Attributes:
        numbers: (6, n) int64: work with overheads, period, deadline, jitter, priority, threshold.
        parts: (m, 6) int64: chunks and sections; task, begin, work, threshold, resource (-1: a
            chunk), the way in which the resource serves its users (enum Lock in the engine).
        cost: of a preemption, ticks.
        stack: (n,) int64: bytes of a task.
        stack_between: (n,) int64: bytes at the boundaries of its chunks.
        part_stack: (m,) int64: bytes of a chunk.
    """

    numbers: NDArray[np.int64]
    parts: NDArray[np.int64]
    cost: int
    stack: NDArray[np.int64]
    stack_between: NDArray[np.int64]
    part_stack: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Part:
    """The threads and interrupts of one core, whose jobs are as long as they are with its spins.

    Attributes:
        system: that has only them.
        columns: their numbers.
        waits: for how long a job of each waits for other owners of shared mutexes, ticks; -1: that
            has no bound; empty: no thread of the core waits so.
        threads: their places in the whole system.
        interrupts: likewise.
    """

    system: System
    columns: Columns
    waits: list[int]
    threads: list[int]
    interrupts: list[int]


@dataclass(frozen=True, slots=True)
class Delay:
    """The time that a job waits or spins for a resource of all cores, for each of its sections.

    Attributes:
        resource: its name.
        spins: the core spins; else the thread waits.
        behind: the thread that owns it during this time, or the core of that thread, in words.
        ticks: at most; None: that has no bound.
    """

    resource: str
    spins: bool
    behind: str
    ticks: int | None


def parts_of(system: System) -> list[Part]:
    """The system of each core that has a thread or an interrupt, checked.

    Raises:
        DescriptionError, AnalysisError: see columns_of.
    """
    whole = columns_of(system)
    if not system.is_on_cores:
        everything = [list(range(len(items))) for items in (system.threads, system.interrupts)]
        return [Part(system, whole, [], *everything)]
    parts = []
    for arrays, waits, threads, interrupts in native_system(system).cores()[0]:
        if not threads and not interrupts:
            continue
        own = replace(
            system,
            threads=tuple(system.threads[index] for index in threads),
            interrupts=tuple(system.interrupts[index] for index in interrupts),
        )
        columns = _columns(arrays, system)
        parts.append(Part(own, columns, waits, threads, interrupts))
    return parts


def delays_of(system: System) -> list[list[Delay]]:
    """The delays by which the jobs of each thread wait or spin for other cores."""
    found: list[list[Delay]] = [[] for _ in system.threads]
    if system.is_on_cores:
        for thread, resource, spins, behind, ticks in native_system(system).cores()[1]:
            name = f"core {behind}" if spins else system.threads[behind].name
            delay = Delay(
                system.resources[resource].name, spins, name, ticks if ticks >= 0 else None
            )
            found[thread].append(delay)
    return found


def columns_of(system: System) -> Columns:
    """The numbers of a system, checked.

    Raises:
        DescriptionError: the system is not valid, or its threads can deadlock.
        AnalysisError: a time is too long for the analysis.
    """
    check_system(system)
    _check_times(system)
    native = native_system(system)
    if problem := native.lock_order_problem():
        raise DescriptionError(system.name, problem, "let all of them lock in the same order")
    return _columns(native.columns(), system)


def with_columns(system: System, columns: Columns) -> System:
    """The system with the times of other columns of it, which contain the overheads of jobs.

    Args:
        system: that has been checked.
        columns: those of the system, with other times.
    """
    times = columns.numbers[:4].T.tolist()
    rows = iter(columns.parts.tolist())  # of each thread the chunks, then the sections
    threads = []
    for thread, (work, period, deadline, jitter) in zip(system.threads, times, strict=False):
        chunks = tuple(replace(chunk, work=next(rows)[2]) for chunk in thread.chunks)
        sections = []
        for section in thread.sections:
            _, start, length, *_ = next(rows)
            sections.append(replace(section, start=start, work=length))
        threads.append(
            replace(
                thread,
                work=work,
                work_min=min(work, thread.work_min),
                period=period,
                deadline=deadline,
                jitter=jitter,
                chunks=chunks,
                sections=tuple(sections),
            )
        )
    interrupts = tuple(
        replace(interrupt, work=work, period=period, jitter=jitter)
        for interrupt, (work, period, _, jitter) in zip(
            system.interrupts, times[len(threads) :], strict=True
        )
    )
    overheads = Overheads(preemption=columns.cost)
    return replace(system, threads=tuple(threads), interrupts=interrupts, overheads=overheads)


def _columns(arrays: tuple[NDArray[np.int64], ...], system: System) -> Columns:
    numbers, parts, stack, between, part_stack = arrays
    return Columns(
        numbers=numbers,
        parts=parts,
        cost=system.overheads.preemption,
        stack=stack,
        stack_between=between,
        part_stack=part_stack,
    )


def _check_times(system: System) -> None:
    extra = system.overheads.dispatch + system.overheads.exit
    rows = [
        (thread.name, thread.work + extra, thread.period, thread.deadline, thread.jitter)
        for thread in system.threads
    ]
    rows += [(item.name, item.work, item.period, 0, item.jitter) for item in system.interrupts]
    for name, *times in rows:
        if max(times) > TIME_MAX:
            problem = (
                f"{name} has a time of {max(times)} ticks, and the analysis counts to {TIME_MAX}"
            )
            raise AnalysisError(f"System {system.name}", problem, "take a longer tick")
    if system.overheads.preemption > TIME_MAX:
        problem = "a preemption costs more ticks than the analysis counts"
        raise AnalysisError(f"System {system.name}", problem, "take a longer tick")
