# SPDX-License-Identifier: Apache-2.0
"""The columns of a system with all works multiplied by a factor."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from limen.analysis.columns import TIME_MAX, Columns

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PARTS", "finer_tick", "largest", "largest_factor", "scaled", "with_work"]

PARTS: Final = 1_000_000  # of a factor
_FINER: Final = 1000  # a tick is split into so many, to scale short works


def finer_tick(columns: Columns, model: str) -> int:
    """Return the number of parts of a split tick; 1 for ``tight``, which depends on the tick."""
    if model == "tight":
        return 1
    times = columns.numbers[:4].copy()
    times[2][times[2] == TIME_MAX] = 0  # of interrupts
    longest = max(int(times.max()), columns.cost, 1)
    return max(1, min(_FINER, TIME_MAX // longest // 2))


def scaled(columns: Columns, factor: int, finer: int) -> Columns | None:
    """All works multiplied by ``factor`` / PARTS and rounded up, all times by ``finer``.

    Chunks and sections grow in proportion; none gets shorter than that, and each ends within its
    job. None: a work is out of range.
    """
    works = [-(-work * finer * factor // PARTS) for work in columns.numbers[0].tolist()]
    if min(works) < 1 or max(works) > TIME_MAX:
        return None
    numbers = columns.numbers.copy()
    numbers[1:4] = [
        [min(TIME_MAX, value * finer) for value in row] for row in numbers[1:4].tolist()
    ]
    numbers[0] = works
    parts = _stretched(columns.parts, works, finer * factor, PARTS)
    return replace(columns, numbers=numbers, parts=parts, cost=columns.cost * finer)


def with_work(columns: Columns, index: int, work: int) -> Columns:
    """Another work of one task; its chunks and sections grow or shrink in proportion."""
    numbers = columns.numbers.copy()
    original = int(numbers[0, index])
    numbers[0, index] = work
    own = columns.parts[:, 0] == index
    parts = columns.parts.copy()
    parts[own] = _stretched(parts[own], numbers[0].tolist(), work, original)
    return replace(columns, numbers=numbers, parts=parts)


def _stretched(
    parts: NDArray[np.int64], works: list[int], above: int, below: int
) -> NDArray[np.int64]:
    result = parts.copy()
    for row in result:
        task, begin, length = row[:3].tolist()
        end = min(works[task], -(-(begin + length) * above // below))
        is_chunk = row[4] < 0  # chunks touch, and do not overlap
        first = -(-begin * above // below) if is_chunk else begin * above // below
        row[1] = min(first, works[task] - 1)
        row[2] = max(1, end - int(row[1]))
    return result


def largest_factor(columns: Columns, finer: int, is_met: Callable[[Columns], bool]) -> int:
    """The largest factor of all works, in parts of PARTS, that is met; 0 if none is."""
    # Each task alone has to fit into its deadline.
    tasks = columns.numbers.T.tolist()
    top = min(deadline * PARTS // work for work, _, deadline, *_ in tasks)

    def is_factor_met(factor: int) -> bool:
        changed = scaled(columns, factor, finer)
        return changed is not None and is_met(changed)

    return largest(is_factor_met, 0, top)


def largest(is_met: Callable[[int], bool], low: int, high: int) -> int:
    """The largest number up to ``high`` that is met; ``low`` if none is.

    If a number is met, each smaller one is met, too.
    """
    while low < high:
        middle = (low + high + 1) // 2
        if is_met(middle):
            low = middle
        else:
            high = middle - 1
    return low
