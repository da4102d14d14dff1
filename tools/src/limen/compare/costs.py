# SPDX-License-Identifier: Apache-2.0
"""Measure the costs of the kernel on a target, step by step, with a special system.

Its least urgent thread works in each window of the period. In the first window nothing else
happens. In each other window, one kind of action happens during its work. The additional response
is the cost of the action, without the work that it contains. So each number is complete: it
contains interrupts, switches in both directions, and the steps of the generated program around
them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.compare.charge import Costs, ticks_of_clock
from limen.compare.measure import lanes_of, measure
from limen.generate.steps import StepKind, steps_of
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Protocol,
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

__all__ = ["measure_costs"]

_MARGIN: Final = Fraction(5, 4)  # for costs that are not shown: longer lists, other data
_TICK_NS: Final = 10_000
_ROUNDS: Final = 6
_WINDOW: Final = 300
_WINDOWS: Final = 10
_PERIOD: Final = _WINDOW * _WINDOWS
_FIRST: Final = _WINDOW - 20  # so that the last window contains the end of the period
_LONG: Final = 100  # work of the least urgent thread
_STACK: Final = 768


def _at(window: int, later: int = 20) -> int:
    """An instant in a window."""
    return _FIRST + window * _WINDOW + later


def _thread(name: str, offset: int, work: int, priority: int, *, period: int = _PERIOD) -> Thread:
    return Thread(
        name,
        period,
        work,
        priority,
        priority,
        deadline=period,
        work_min=work,
        offset=offset,
        stack=_STACK,
    )


def _sections(resource: str, *starts: int, work: int = 2) -> tuple[CriticalSection, ...]:
    return tuple(CriticalSection(resource, work, start) for start in starts)


# Places of threads in the system, and the action in each window.
_LOW, _HIGH, _THRESHOLD, _GUARD = 0, 1, 2, 8
_NOTHING, _ONE, _THRESHOLDS, _TWO, _CEILINGS = range(5)
_HELD_OFF, _MUTEXES, _LATE, _THREE, _TIMER = range(5, _WINDOWS)
_FIVE: Final = (2, 5, 8, 11, 14)
_PIECES: Final = (2, *[2, 1] * 4, 2, 4)  # of the work of a job with these sections
_RARELY: Final = 3  # once in so many rounds
_TIMEOUTS: Final = 15  # of all threads, the interrupt and the end
_TWICE: Final = _PERIOD // 2  # the period of the jobs in the windows _TWO and _THREE
_SYSTEM: Final = System(
    name="calibration",
    threads=(
        _thread("low", _FIRST, _LONG, 12, period=_WINDOW),
        _thread("high", _at(_ONE), 20, 5),
        replace(
            _thread("thresholds", _at(_THRESHOLDS), 20, 6),
            chunks=tuple(Chunk(4, number % 2) for number in range(5)),
        ),
        replace(_thread("ceilings", _at(_CEILINGS), 20, 6), sections=_sections("ceiling", *_FIVE)),
        replace(_thread("mutexes", _at(_MUTEXES), 20, 6), sections=_sections("mutex", *_FIVE)),
        replace(
            _thread("owner", _at(_TWO), 40, 10, period=_TWICE),
            sections=_sections("mutex", 2, work=30),
        ),
        replace(
            _thread("wanter", _at(_TWO, 30), 20, 8, period=_TWICE),
            sections=_sections("mutex", 5, work=10),
        ),
        replace(_thread("third", _at(_THREE, 38), 20, 3), sections=_sections("mutex", 4, work=10)),
        replace(_thread("guard", _at(_HELD_OFF), 40, 9), threshold=0),
        _thread("held off", _at(_HELD_OFF, 30), 10, 4),
        _thread("held off, too", _at(_HELD_OFF, 40), 10, 2),
        replace(_thread("late", _at(_LATE), 10, 1, period=_RARELY * _PERIOD), jitter=20),
    ),
    interrupts=(
        Interrupt("timer", _PERIOD, 10),
        Interrupt("late timer", _RARELY * _PERIOD, 10, jitter=20),
    ),
    resources=(Resource("mutex"), Resource("ceiling", Protocol.CEILING)),
    tick_ns=_TICK_NS,
)


def measure_costs(root: Path, target: Target, on_line: Callable[[str], None]) -> Costs:
    """Measure on a target.

    Args:
        root: of the repository.
        target: an emulator, or the host, where all costs are 0.
        on_line: gets each line of output.

    Raises:
        RunError: the program cannot be built, or does not end as it should.
    """
    jobs = sum(_PERIOD // thread.period for thread in _SYSTEM.threads)
    done = measure(root, _SYSTEM, target, on_line, source="its calibration", jobs=jobs * _ROUNDS)
    found = _Windows(done).costs()
    return Costs(**{name: max(0, ceil(value * _MARGIN)) for name, value in found.items()})


class _Windows:
    """The time that each window took from the least urgent thread, in ticks of the clock."""

    def __init__(self, done: Measurement) -> None:
        self.clock_hz = done.clock_hz
        jobs = analyse(done.trace).jobs
        self.response, self.latency = jobs.response, jobs.start_latency
        self.rows = [
            np.flatnonzero(jobs.is_job & (jobs.lane == lane))
            for lane in lanes_of(done.trace, [0] * len(_SYSTEM.threads))
        ]
        self.rounds = len(self.rows[_LOW]) // _WINDOWS

    def costs(self) -> dict[str, Fraction]:
        """The costs under the names of Costs, without the margin."""
        one = self.taken(_ONE, 20)
        calls = sum(step.kind is StepKind.THRESHOLD for step in steps_of(_SYSTEM, _THRESHOLD))
        ceiling = (self.taken(_CEILINGS, *_PIECES) - one) / len(_FIVE)
        mutex = (self.taken(_MUTEXES, *_PIECES) - one) / len(_FIVE)
        two = self.taken(_TWO, 2, 30, 8, 5, 10, 5) - 2 * (one + mutex)
        three = self.taken(_THREE, 2, 30, 8, 5, 10, 5, 4, 10, 6) - 3 * (one + mutex)
        release = (_mean(self.excess(_GUARD, 40)) - _mean(self.excess(_HIGH, 20))) / 2
        held_off = (self.taken(_HELD_OFF, 40, 10, 10) - one) / 2
        latency = _mean(self.latency[self.rows[_HIGH]].tolist())
        alone = self.excess(_LOW, _LONG, window=_NOTHING)
        late = _mean(self.excess(_LOW, _LONG, 10, window=_LATE)[::_RARELY]) - _mean(alone) - one
        timers = self.excess(_LOW, _LONG, 10, window=_TIMER)
        both = _mean(timers[_RARELY - 1 :: _RARELY])
        timer = _mean([one for at, one in enumerate(timers) if (at + 1) % _RARELY])
        late_timer = both - ticks_of_clock(_SYSTEM, 10, self.clock_hz) + 1 - timer
        interrupt = timer - _mean(alone)
        return {
            "release": release,
            "begin": latency - release,
            "end": max(one, held_off) - latency,
            "late": max(late, late_timer - interrupt),
            "threshold": (self.taken(_THRESHOLDS, *[4] * 5) - one) / calls,
            "section": max(ceiling, mutex),
            "wait": max(two, three / 2),
            "interrupt": interrupt,
            "timeout": Fraction(max(alone) - min(alone), _TIMEOUTS),
        }

    def excess(self, thread: int, *pieces: int, window: int | None = None) -> list[int]:
        """Return the excess of responses over pieces of work, each of which is a tick shorter."""
        rows = self.rows[thread]
        if window is not None:
            rows = rows[window : self.rounds * _WINDOWS : _WINDOWS]
        work = sum(ticks_of_clock(_SYSTEM, piece, self.clock_hz) - 1 for piece in pieces)
        return [int(response) - work for response in self.response[rows].tolist()]

    def taken(self, window: int, *pieces: int) -> Fraction:
        """Return the excess over the window in which nothing happens."""
        alone = self.excess(_LOW, _LONG, window=_NOTHING)
        return _mean(self.excess(_LOW, _LONG, *pieces, window=window)) - _mean(alone)


def _mean(numbers: list[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers))
