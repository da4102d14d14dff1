# SPDX-License-Identifier: Apache-2.0
"""Computes how much a system can change before a thread misses its deadline.

A bound never grows when a work gets shorter or a period longer, so that each limit is found by
bisection.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from limen.analysis.analyze import check_model
from limen.analysis.columns import columns_of, with_columns
from limen.analysis.scaling import PARTS, finer_tick, largest, largest_factor, with_work
from limen.engine import engine
from limen.system.isolation import check_unlimited
from limen.system.native import native_system

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.analysis.columns import Columns
    from limen.system.model import System

    _Judge = Callable[[Columns], bool]

__all__ = ["Sensitivity", "ThreadSensitivity", "critical_scaling", "sensitivity"]


@dataclass(frozen=True, slots=True)
class ThreadSensitivity:
    """The limits of one thread while all others stay as they are.

    Attributes:
        name: of the thread.
        work_max: the largest work, ticks; None: the system is not schedulable with any.
        period_min: the smallest period, ticks; None: the system is not schedulable.
    """

    name: str
    work_max: int | None
    period_min: int | None


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The limits of a system.

    Attributes:
        scaling: the largest factor of all works with which the system is schedulable.
        threads: in the order of the system.
    """

    scaling: float
    threads: tuple[ThreadSensitivity, ...]


def sensitivity(system: System, *, model: str = "safe") -> Sensitivity:
    """Limits of the system and of each thread.

    The work of a thread with chunks or sections grows in all of them in the same proportion.

    Args:
        system: any valid one.
        model: see analyze.

    Raises:
        DescriptionError, AnalysisError: see analyze.
    """
    check_model(model)
    check_unlimited(system, "a search for limits")
    columns = columns_of(system)
    judge = _judge_of(system, model)
    is_met = judge(columns)
    threads = tuple(
        ThreadSensitivity(
            name=thread.name,
            work_max=_work_max(columns, index, judge),
            period_min=_period_min(columns, index, judge) if is_met else None,
        )
        for index, thread in enumerate(system.threads)
    )
    return Sensitivity(critical_scaling(system, model=model), threads)


def critical_scaling(system: System, *, model: str = "safe") -> float:
    """The largest factor of all works, of interrupts too, with which the system is schedulable.

    Above 1 there is a margin, below 1 the system is not schedulable. Overheads scale as well; the
    cost of a preemption does not. With ``tight``, works are rounded up to whole ticks.

    Args:
        system: any valid one.
        model: see analyze.

    Returns:
        A multiple of 10^-6, rounded down; 0 if there is none.
    """
    check_model(model)
    check_unlimited(system, "a search for limits")
    columns = columns_of(system)
    finer = finer_tick(columns, model)
    return largest_factor(columns, finer, _judge_of(system, model)) / PARTS


def _judge_of(system: System, model: str) -> _Judge:
    """Return a function that says whether the threads meet their deadlines with other columns."""

    def is_met(columns: Columns) -> bool:
        result: bool = engine().met(columns.numbers, columns.parts, model, columns.cost)
        return result

    def is_met_on_cores(columns: Columns) -> bool:
        result: bool = native_system(with_columns(system, columns)).met_on_cores(model)
        return result

    return is_met_on_cores if system.is_on_cores else is_met


def _work_max(columns: Columns, index: int, judge: _Judge) -> int | None:
    top = int(columns.numbers[2, index])
    found = largest(lambda work: judge(with_work(columns, index, work)), 0, top)
    return found if found > 0 else None


def _period_min(columns: Columns, index: int, judge: _Judge) -> int:
    def is_met(less: int) -> bool:
        numbers = columns.numbers.copy()
        numbers[1, index] -= less
        return judge(replace(columns, numbers=numbers))

    period = int(columns.numbers[1, index])
    return period - largest(is_met, 0, period - 1)
