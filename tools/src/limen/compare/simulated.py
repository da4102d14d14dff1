# SPDX-License-Identifier: Apache-2.0
"""The longest responses of a system in the simulation with the real kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.simulate import simulate

if TYPE_CHECKING:
    from limen.system.model import System

__all__ = ["simulated_responses"]


def simulated_responses(system: System, end: int) -> tuple[int | None, ...]:
    """The longest response of each thread up to an instant, in ticks; None: no job ended.

    Args:
        system: checked.
        end: ticks from offset 0.
    """
    done = simulate(system, horizon=end, jitter="none")
    return tuple(thread.response_max for thread in done.threads)
