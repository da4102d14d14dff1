# SPDX-License-Identifier: Apache-2.0
"""Measures of the signals of a scheduler, one number each.

Times are in microseconds, intervals in milliseconds. Each is a whole number of nanoseconds, so that
identical runs give identical numbers.

A thread is switched to between two pulses of running without a scan in between: the gap is the
context switch with all that a thread does not have the processor for.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import SignalError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from limen.signals.pulses import Pulses
    from limen.signals.scheduler import Scheduler

__all__ = ["STATISTICS", "measure", "response_times", "switches"]

Number = int | float
_Times = "NDArray[np.int64]"
_PATTERN: Final = 6  # scans: two turns of three


def measure(scheduler: Scheduler, name: str) -> Number:
    """Compute one of STATISTICS.

    Raises:
        SignalError: the signals do not show it.
    """
    return STATISTICS[name](scheduler)


def _microseconds(nanoseconds: float) -> float:
    return round(float(nanoseconds) / 1e3, 3)


def _some(values: NDArray[np.int64], scheduler: Scheduler, what: str) -> NDArray[np.int64]:
    if len(values) == 0:
        raise SignalError(scheduler.place, f"it shows no {what}", "record for longer")
    return values


# Scans


def _scans_with(scheduler: Scheduler, count: int) -> list[int]:
    return np.flatnonzero(scheduler.insertions == count).tolist()


def _full(scheduler: Scheduler) -> list[int]:
    """Return the scans that put most threads into the queue."""
    return _scans_with(scheduler, int(scheduler.insertions.max()))


def _small(scheduler: Scheduler) -> list[int]:
    return _scans_with(scheduler, int(scheduler.insertions.min()))


def _longest(scheduler: Scheduler, scans: Sequence[int]) -> float:
    return _microseconds(scheduler.counted.width[list(scans)].max())


def _slots(scheduler: Scheduler) -> list[Pulses]:
    """The times of each full scan."""
    of_scans = [scheduler.slots_of(scan) for scan in _full(scheduler)]
    if len(of_scans[0]) < 2:  # noqa: PLR2004 - a first one and a further one
        raise SignalError(
            scheduler.place, "a scan has less than two slots", "let it release threads"
        )
    return of_scans


def _slot_growth(scheduler: Scheduler) -> float:
    """The average difference of the time of each thread and the one before it."""
    widths = np.array([slots.width for slots in _slots(scheduler)])
    growth = (widths[:, -1] - widths[:, 0]).max() / (widths.shape[1] - 1)
    return _microseconds(growth)


def _repeats(values: Sequence[int], distance: int) -> int:
    """The number of values that differ from the one this number of places before."""
    return sum(a != b for a, b in zip(values[:-distance], values[distance:], strict=True))


# Intervals


def _intervals(scheduler: Scheduler) -> NDArray[np.int64]:
    rises = scheduler.scans.rise[scheduler.first :]
    return rises[1:] - rises[:-1]


def _busy(scheduler: Scheduler) -> float:
    """Return the longest time from a scan's start until the last thread has finished, in ms."""
    spans = []
    for begin, end in scheduler.intervals:
        falls = scheduler.running.between(begin, end).fall
        spans.append(int(falls[-1]) - begin if len(falls) else 0)
    return max(spans) / 1e6


def _overhead(scheduler: Scheduler) -> float:
    begin, end = scheduler.intervals[0][0], scheduler.intervals[-1][1]
    return round(100 * int(scheduler.counted.width.sum()) / (end - begin), 4)


# Threads


def switches(scheduler: Scheduler) -> NDArray[np.int64]:
    """The gaps of the context switches: columns begin and length, nanoseconds."""
    falls, rises = scheduler.running.fall[:-1], scheduler.running.rise[1:]
    scans_before = np.searchsorted(scheduler.scans.rise, [falls, rises])
    counts = falls >= scheduler.scans.rise[scheduler.first]
    chosen = (scans_before[0] == scans_before[1]) & counts
    return np.column_stack([falls[chosen], rises[chosen] - falls[chosen]])


def _switch(scheduler: Scheduler, choose: Callable[[NDArray[np.int64]], float]) -> float:
    return _microseconds(choose(_some(switches(scheduler)[:, 1], scheduler, "context switch")))


def _switch_overhead(scheduler: Scheduler) -> float:
    begin, end = scheduler.intervals[0][0], scheduler.intervals[-1][1]
    return round(100 * int(switches(scheduler)[:, 1].sum()) / (end - begin), 4)


def _position(scheduler: Scheduler) -> int:
    """The number of threads that run before thread 0; -1 if it varies."""
    positions = set()
    for begin, end in scheduler.intervals:
        for rise in scheduler.thread0.between(begin, end).rise:
            positions.add(int(np.sum(scheduler.running.between(begin, end).fall <= rise)))
    return positions.pop() if len(positions) == 1 else -1


def _out_of_order(scheduler: Scheduler, sign: int) -> int:
    """Count intervals in which threads do not run once each in rising or falling order."""
    orders = [scheduler.threads_in(interval) for interval in scheduler.intervals]
    return sum(any(sign * a >= sign * b for a, b in pairwise(order)) for order in orders)


def _runs(scheduler: Scheduler) -> list[int]:
    """1 for each interval in which thread 0 began to run, else 0."""
    return [int(len(scheduler.thread0.between(*interval)) > 0) for interval in scheduler.intervals]


def _pattern(scheduler: Scheduler) -> int:
    """The newest six of _runs as decimal digits, turned so that they begin with the ones."""
    digits = "".join(map(str, _runs(scheduler)[-_PATTERN:]))
    turned = [digits[turn:] + digits[:turn] for turn in range(len(digits))]
    return max(map(int, turned))


# From one pin to another


def response_times(scheduler: Scheduler, period: int) -> NDArray[np.int64]:
    """Return the time from each instant at which thread 0 is due until it runs, nanoseconds.

    Args:
        scheduler: thread 0 is due each period, counted from the first scan.
        period: nanoseconds.
    """
    rises = scheduler.thread0.rise
    if len(rises) == 0:
        raise SignalError(scheduler.place, "thread 0 does not run", "record for longer")
    begin = int(scheduler.scans.rise[0])
    first = -(-(int(scheduler.scans.rise[scheduler.first]) - begin) // period) * period + begin
    due = np.arange(first, int(rises[-1]) + 1, period)
    return np.asarray(rises[np.searchsorted(rises, due)] - due, dtype=np.int64)


def _preemption(scheduler: Scheduler) -> float:
    """The longest time from the last fall of scan to the rise of thread 0."""
    before = np.searchsorted(scheduler.scans.fall, scheduler.thread0.rise, side="right") - 1
    known = before >= 0
    times = scheduler.thread0.rise[known] - scheduler.scans.fall[before[known]]
    return _microseconds(_some(times, scheduler, "run of thread 0 after a scan").max())


def _maximum(column: Callable[[Pulses], NDArray[np.int64]]) -> Callable[[Scheduler], float]:
    """The maximum over the slots of full scans."""
    return lambda observed: _microseconds(
        max(int(column(slots).max()) for slots in _slots(observed))
    )


STATISTICS: Final[Mapping[str, Callable[[Scheduler], Number]]] = {
    "scan_full": lambda observed: _longest(observed, _full(observed)),
    "scan_small": lambda observed: _longest(observed, _small(observed)),
    "scan_first": lambda observed: _longest(observed, [0]),
    "scan_last": lambda observed: _longest(observed, [-1]),
    "slots_full": lambda observed: int(observed.insertions.max()),
    "slots_small": lambda observed: int(observed.insertions.min()),
    "slots_not_alternating": lambda observed: _repeats(observed.insertions.tolist(), 2),
    "slot_total": lambda observed: _microseconds(max(int(s.width.sum()) for s in _slots(observed))),
    "slot_first": _maximum(lambda slots: slots.width[:1]),
    "slot_further": _maximum(lambda slots: slots.width[1:]),
    "slot_growth": _slot_growth,
    "status_check": _maximum(lambda slots: slots.gap),
    "interval": lambda observed: float(np.median(_intervals(observed))) / 1e6,
    "interval_min": lambda observed: int(_intervals(observed).min()) / 1e6,
    "interval_max": lambda observed: int(_intervals(observed).max()) / 1e6,
    "busy": _busy,
    "overhead": _overhead,
    "switch": lambda observed: _switch(observed, np.median),
    "switch_max": lambda observed: _switch(observed, np.max),
    "switch_overhead": _switch_overhead,
    "thread0_position": _position,
    "thread0_pattern": _pattern,
    "thread0_irregular": lambda observed: _repeats(_runs(observed), 3),
    "out_of_order": lambda observed: _out_of_order(observed, 1),
    "out_of_reverse_order": lambda observed: _out_of_order(observed, -1),
    "preemption": _preemption,
}
