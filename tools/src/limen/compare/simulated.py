# SPDX-License-Identifier: Apache-2.0
"""The longest responses of a system in the simulation with the real kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.simulate import simulate

if TYPE_CHECKING:
    from limen.system.model import System

__all__ = ["simulated_responses"]

_RUNS: Final = 200
_JOBS: Final = 200_000  # of all runs with random offsets


def simulated_responses(system: System, end: int, seed: int = 0) -> tuple[int | None, ...]:
    """The longest observed response of each thread, in ticks; None: no job ended.

    One run has the offsets and jitters of the program, and its length; the other ones have random
    offsets, so that they come closer to the worst case.

    Args:
        system: checked.
        end: ticks from offset 0.
        seed: of the jitters of the program.
    """
    runs = (
        simulate(system, horizon=end, seed=seed),
        simulate(system, seed=1, runs=_RUNS, jobs=_JOBS // _RUNS, offsets="random"),
    )
    return tuple(
        max((time for time in times if time is not None), default=None)
        for times in zip(*([one.response_max for one in run.threads] for run in runs), strict=True)
    )
