# SPDX-License-Identifier: Apache-2.0
"""The results of simulated runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from limen.system.model import System

__all__ = ["Simulation", "ThreadObservation", "Worst"]


@dataclass(frozen=True, slots=True)
class Worst:
    """The job with the longest response, and the run that shows it.

    Attributes:
        thread: name.
        response: ticks.
        run: its number, from 0.
        seed: with this seed, run 0 is that run.
        job: its number, from 0.
        end: when the job ended, ticks from the start of the run.
    """

    thread: str
    response: int
    run: int
    seed: int
    job: int
    end: int


@dataclass(frozen=True, slots=True)
class ThreadObservation:
    """The results for a thread in all runs. Responses count from the arrival of a job.

    Attributes:
        name: of the thread.
        jobs: that ended.
        response_max: the longest observed response, ticks, not a bound; None: no job ended.
        response_min: the shortest one.
        response_mean: the mean of all.
        misses: jobs that ended after their deadlines, or had not ended by then.
        unfinished: jobs that arrived and had not ended at the ends of the runs.
        preemptions: of this thread.
        blocking_max: the longest time for which less urgent threads ran during a job, ticks.
        worst: the first job with the longest response.
    """

    name: str
    jobs: int
    response_max: int | None
    response_min: int | None
    response_mean: Fraction | None
    misses: int
    unfinished: int
    preemptions: int
    blocking_max: int
    worst: Worst | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of all runs.

    Attributes:
        system: that was simulated.
        seed: of run 0; run i has ``seed + i``.
        runs: number.
        threads: in the order of the system.
        jobs: that ended.
        time: of all runs, ticks.
        switches: from a thread to another thread.
        to_idle: switches from a thread to no thread.
        from_idle: and back.
        preemptions: switches at which the thread would have continued.
        interrupts: handlers that ran, without the kernel's alarm.
        stack_threads: most threads that were in a job at one instant.
        stack_bytes: most bytes of stack that such threads had.
        worst: the response that was the longest in relation to its deadline.
        trace: a trace file of the run that shows it (``.limen``); None: it was not wanted.
    """

    system: System
    seed: int
    runs: int
    threads: tuple[ThreadObservation, ...]
    jobs: int
    time: int
    switches: int
    to_idle: int
    from_idle: int
    preemptions: int
    interrupts: int
    stack_threads: int
    stack_bytes: int
    worst: Worst | None
    trace: bytes | None = None

    @property
    def misses(self) -> int:
        """Deadlines that were missed, of all threads."""
        return sum(thread.misses for thread in self.threads)
