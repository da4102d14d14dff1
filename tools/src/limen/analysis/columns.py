# SPDX-License-Identifier: Apache-2.0
"""A system as the arrays that the native core takes.

Threads come first, in their order, then interrupts, at a level of their own above priority 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.engine import engine
from limen.errors import AnalysisError, DescriptionError
from limen.system.check import check_system
from limen.system.model import Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from limen.system.model import CriticalSection, Resource, System, Thread

__all__ = ["TIME_MAX", "Columns", "columns_of"]

# The core counts in doubles. At a tick of 1 us this is 4.4 years.
TIME_MAX: Final = 2**47 - 1
_INTERRUPT_LEVEL: Final = -1


@dataclass(frozen=True, slots=True)
class Columns:
    """Numbers of a system.

    Attributes:
        numbers: (6, n) int64: work with overheads, period, deadline, jitter, priority, threshold.
        parts: (m, 6) int64: chunks and sections; task, begin, work, threshold, resource (-1: a
            chunk), whether the resource inherits.
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


def columns_of(system: System) -> Columns:
    """The numbers of a system, checked.

    Raises:
        DescriptionError: the system is not valid, or its threads can deadlock.
        AnalysisError: a time is too long for the analysis.
    """
    check_system(system)
    extra = system.overheads.dispatch + system.overheads.exit
    rows = [
        (
            thread.work + extra,
            thread.period,
            thread.deadline,
            thread.jitter,
            thread.priority,
            thread.chunks[-1].threshold if thread.chunks else thread.threshold,
        )
        for thread in system.threads
    ]
    rows += [
        (item.work, item.period, TIME_MAX, item.jitter, _INTERRUPT_LEVEL, _INTERRUPT_LEVEL)
        for item in system.interrupts
    ]
    names = [thread.name for thread in system.threads]
    names += [item.name for item in system.interrupts]
    for name, row in zip(names, rows, strict=True):
        if max(row) > TIME_MAX:
            problem = (
                f"{name} has a time of {max(row)} ticks, and the analysis counts to {TIME_MAX}"
            )
            raise AnalysisError(f"System {system.name}", problem, "take a longer tick")
    if system.overheads.preemption > TIME_MAX:
        problem = "a preemption costs more ticks than the analysis counts"
        raise AnalysisError(f"System {system.name}", problem, "take a longer tick")
    parts, part_stack = _parts_of(system)
    numbers = np.array(rows, np.int64).T.copy()
    _check_lock_order(system, numbers, parts)
    between = [
        item.stack if item.stack_between is None else item.stack_between for item in system.threads
    ]
    none = [0] * len(system.interrupts)
    return Columns(
        numbers=numbers,
        parts=parts,
        cost=system.overheads.preemption,
        stack=np.array([*(item.stack for item in system.threads), *none], np.int64),
        stack_between=np.array([*between, *none], np.int64),
        part_stack=part_stack,
    )


def _check_lock_order(system: System, numbers: NDArray[np.int64], parts: NDArray[np.int64]) -> None:
    circle = engine().lock_circle(numbers, parts)
    if not circle:
        return
    resources = _used(system)
    orders = [
        f"{system.threads[task].name} locks {resources[outer].name}, then {resources[inner].name}"
        for task, outer, inner in circle
    ]
    problem = f"threads can wait for each other for ever: {', and '.join(orders)}"
    raise DescriptionError(system.name, problem, "let all of them lock in the same order")


def _used(system: System) -> list[Resource]:
    """The core accepts no higher number of a resource than there are parts."""
    used = {section.resource for thread in system.threads for section in thread.sections}
    return [resource for resource in system.resources if resource.name in used]


def _parts_of(system: System) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    needed = _used(system)
    resources = {resource.name: index for index, resource in enumerate(needed)}
    inherits = [resource.protocol is Protocol.INHERITANCE for resource in needed]
    rows: list[tuple[int, int, int, int, int, int]] = []
    stacks: list[int] = []
    for index, thread in enumerate(system.threads):
        for begin, work, threshold, stack in _chunks_of(thread, system):
            rows.append((index, begin, work, threshold, -1, 0))
            stacks.append(stack)
        for section in thread.sections:
            number = resources[section.resource]
            begin, work = _charged(section, thread, system)
            rows.append((index, begin, work, 0, number, int(inherits[number])))
            stacks.append(0)
    parts = np.array(rows, np.int64).reshape(-1, 6)
    return parts, np.array(stacks, np.int64)


def _charged(section: CriticalSection, thread: Thread, system: System) -> tuple[int, int]:
    """Begin and work of a section: the job's overheads are inside of sections at its borders."""
    dispatch, leave = system.overheads.dispatch, system.overheads.exit
    end = section.start + section.work
    begin = section.start + dispatch if section.start else 0
    return begin, end + dispatch + (leave if end == thread.work else 0) - begin


def _chunks_of(thread: Thread, system: System) -> Iterator[tuple[int, int, int, int]]:
    """Begin, work, threshold and stack of each chunk; the job's overheads are in the outer ones."""
    begin = 0
    for number, chunk in enumerate(thread.chunks):
        work = chunk.work
        work += system.overheads.dispatch if number == 0 else 0
        work += system.overheads.exit if number == len(thread.chunks) - 1 else 0
        yield begin, work, chunk.threshold, thread.stack if chunk.stack is None else chunk.stack
        begin += work
