# SPDX-License-Identifier: Apache-2.0
"""Measures how long the analysis of a task set takes, on one core of this machine.

The sets are those with which other tools were measured: 10 tasks, load 0.7 by UUniFast, periods
log-uniform from 10 to 1000 ms in microseconds, deadlines equal to the periods, deadline monotonic.
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.bench.measure import Measurement
from limen.engine import engine
from limen.sweep.draw import uunifast

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["measure_theory"]

_SETS: Final = 20_000
_TASKS: Final = 10
_PERIODS: Final = (10_000, 1_000_000)
_SEED: Final = 13
_RUNS: Final = 5
_UNIT: Final = "us a set"


def measure_theory(_root: Path, _on_line: Callable[[str], None]) -> list[Measurement]:
    """Time of a set, the best of some runs, for responses, thresholds, and orders."""
    work, period = _draw(0.7)
    jitter = np.zeros_like(work)
    priority = np.broadcast_to(np.arange(_TASKS), work.shape).copy()
    columns = (work, period, period, jitter, priority)
    core = engine()
    best = core.thresholds(*columns, "maximal", "safe", 0)
    best = np.where(best < 0, priority, best)
    return [
        _row(name, meaning, goal, run)
        for name, meaning, goal, run in (
            (
                "responses-preemptive",
                "response times of 10 tasks, preemptive",
                None,
                lambda: core.responses(*columns, priority, "safe", 0),
            ),
            (
                "responses-nonpreemptive",
                "the same, non-preemptive",
                None,
                lambda: core.responses(*columns, jitter, "safe", 0),
            ),
            (
                "responses-thresholds",
                "the same, with maximal thresholds",
                2,
                lambda: core.responses(*columns, best, "safe", 0),
            ),
            (
                "assign-maximal",
                "assignment of maximal thresholds",
                5,
                lambda: core.thresholds(*columns, "maximal", "safe", 0),
            ),
            (
                "assign-minimal",
                "assignment of minimal thresholds",
                5,
                lambda: core.thresholds(*columns, "minimal", "safe", 0),
            ),
            (
                "accept-opa",
                "Audsley's order for non-preemptive tasks",
                None,
                lambda: core.accepted(*columns, priority, "np-opa", "safe", 0),
            ),
        )
    ]


def _row(name: str, meaning: str, goal: float | None, run: Callable[[], object]) -> Measurement:
    times = []
    for _ in range(_RUNS):
        begin = process_time()
        run()
        times.append(process_time() - begin)
    value = 1e6 * min(times) / _SETS
    return Measurement(f"theory/{name}", meaning, _UNIT, value, exact=False, goal=goal)


def _draw(load: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Works and periods of all sets, (sets, tasks), most urgent task first."""
    source = np.random.default_rng(_SEED)
    shares = uunifast(_SETS, _TASKS, load, source)
    low, high = np.log(_PERIODS)
    period = np.exp(source.uniform(low, high, shares.shape)).astype(np.int64)
    period.sort(axis=1)
    return np.maximum(1, (shares * period).astype(np.int64)), period
