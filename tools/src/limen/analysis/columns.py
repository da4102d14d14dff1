# SPDX-License-Identifier: Apache-2.0
"""A system as the arrays that the native core takes.

Threads come first, in their order, then interrupts, at a level of their own above priority 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import AnalysisError, DescriptionError
from limen.system.check import check_system
from limen.system.native import native_system

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from limen.system.model import System

__all__ = ["TIME_MAX", "Columns", "columns_of"]

# The core counts in doubles. At a tick of 1 us this is 4.4 years.
TIME_MAX: Final = 2**47 - 1


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
    _check_times(system)
    native = native_system(system)
    if problem := native.lock_order_problem():
        raise DescriptionError(system.name, problem, "let all of them lock in the same order")
    numbers, parts, stack, between, part_stack = native.columns()
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
