# SPDX-License-Identifier: Apache-2.0
"""How much a system can change before a thread misses its deadline.

A bound never grows when a work gets shorter or a period longer, so that each limit is found by
bisection.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from limen.analysis.analyze import check_model
from limen.analysis.columns import columns_of
from limen.analysis.scaling import PARTS, finer_tick, largest, largest_factor, with_work
from limen.engine import engine
from limen.system.check import check_one_core

if TYPE_CHECKING:
    from limen.analysis.columns import Columns
    from limen.system.model import System

__all__ = ["Sensitivity", "ThreadSensitivity", "critical_scaling", "sensitivity"]


@dataclass(frozen=True, slots=True)
class ThreadSensitivity:
    """How far one thread can go while all others stay as they are.

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
    """How far a system can go.

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
    check_one_core(system, "the sensitivity")
    columns = columns_of(system)
    is_met = _is_met(columns, model)
    threads = tuple(
        ThreadSensitivity(
            name=thread.name,
            work_max=_work_max(columns, index, model),
            period_min=_period_min(columns, index, model) if is_met else None,
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
    check_one_core(system, "the sensitivity")
    columns = columns_of(system)
    finer = finer_tick(columns, model)
    return largest_factor(columns, finer, lambda changed: _is_met(changed, model)) / PARTS


def _is_met(columns: Columns, model: str) -> bool:
    result: bool = engine().met(columns.numbers, columns.parts, model, columns.cost)
    return result


def _work_max(columns: Columns, index: int, model: str) -> int | None:
    top = int(columns.numbers[2, index])
    found = largest(lambda work: _is_met(with_work(columns, index, work), model), 0, top)
    return found if found > 0 else None


def _period_min(columns: Columns, index: int, model: str) -> int:
    def is_met(less: int) -> bool:
        numbers = columns.numbers.copy()
        numbers[1, index] -= less
        return _is_met(replace(columns, numbers=numbers), model)

    period = int(columns.numbers[1, index])
    return period - largest(is_met, 0, period - 1)
