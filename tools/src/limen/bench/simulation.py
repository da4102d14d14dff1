# SPDX-License-Identifier: Apache-2.0
"""Measures the processor time that the simulator takes for a job of a system of ten threads."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from limen.bench.measure import Measurement
from limen.simulate import simulate, trace_of
from limen.system.model import CriticalSection, Resource, System, Thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["measure_simulation", "ten_threads"]

_PERIODS_MS: Final = (5, 8, 10, 12, 20, 25, 40, 50, 80, 100)
_SHARE: Final = 0.07  # of the processor, each
_JOBS: Final = 2_000_000
_TIMES: Final = 5
_WITH_THRESHOLD: Final = (2, 5, 8)
_WITH_MUTEX: Final = (1, 4, 6, 9)
_NANOSECONDS: Final = 1e9


def ten_threads() -> System:
    """Utilisation 0.7; thresholds, and a mutex that four threads use."""
    threads = []
    for index, period in enumerate(_PERIODS_MS):
        work = int(period * 1000 * _SHARE)
        part = CriticalSection("mutex", work // 4, work // 2)
        threads.append(
            Thread(
                name=f"t{index}",
                period=period * 1000,
                deadline=period * 1000,
                work=work,
                work_min=work,
                priority=4 + index,
                threshold=2 + index if index in _WITH_THRESHOLD else 4 + index,
                sections=(part,) if index in _WITH_MUTEX else (),
            )
        )
    return System("ten threads", tuple(threads), resources=(Resource("mutex"),))


def measure_simulation(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """The best of several runs each, since other programs of the machine disturb them."""
    del root, on_line
    system = ten_threads()
    simulate(system, jobs=1000)  # builds the core if that is necessary
    quick = _nanoseconds(lambda: simulate(system, jobs=_JOBS, workers=1))
    traced = _nanoseconds(lambda: trace_of(system, jobs=_JOBS))
    return [
        Measurement("simulation/job", "a job, without trace", "ns", quick, exact=False, goal=100),
        Measurement("simulation/job-traced", "with trace", "ns", traced, exact=False, goal=200),
    ]


def _nanoseconds(run: Callable[[], object]) -> float:
    times = []
    for _ in range(_TIMES):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return round(min(times) / _JOBS * _NANOSECONDS, 1)
