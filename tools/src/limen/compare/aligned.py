# SPDX-License-Identifier: Apache-2.0
"""Phases with which a thread has a long response on a target: those of its critical instant.

All threads are released at one instant, together with the interrupts, except a less urgent one that
has just begun a section or a chunk. Simulations determine this thread and the jitters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Final

from limen.compare.charge import charged
from limen.simulate import jitter_of, simulate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from limen.compare.charge import Costs
    from limen.system.model import System

__all__ = ["Aligner", "Phases"]

_SEEDS: Final = 400  # that are tried for the jitter of a job, ...
_KEPT: Final = 6  # ... and for those of all others


@dataclass(frozen=True, slots=True)
class Phases:
    """The instants of the first jobs of all threads.

    Attributes:
        system: with offsets.
        seed: of the jitters.
        end: of the run, ticks.
    """

    system: System
    seed: int
    end: int


class Aligner:
    """Finds the phases of the threads of a system on a target.

    Args:
        system: checked.
        clock_hz: of the target.
        costs: of the kernel there.
    """

    def __init__(self, system: System, clock_hz: int, costs: Costs) -> None:
        self.system, self.clock_hz, self.costs = system, clock_hz, costs
        self.dear = charged(system, clock_hz, costs)

    def phases_of(self, index: int, length: int) -> Phases:
        """The phases with the longest simulated response of a thread.

        Args:
            index: of the thread.
            length: of the run from the critical instant on, ticks.
        """
        system = self.system
        begins = [(index, 0), *self._begins(index)]
        seeds: Iterable[int] = range(_KEPT)
        if system.threads[index].jitter:
            late = [jitter_of(system, seed, index, 0) for seed in range(_SEEDS)]
            seeds = sorted(range(_SEEDS), key=lambda seed: -late[seed])[:_KEPT]
        # A job that is released at the critical instant has arrived before.
        room = max(one.jitter for one in system.threads) + max(ticks for _, ticks in begins)
        whole = lcm(*(one.period for one in system.interrupts))
        instant = -(-max(1, room) // whole) * whole
        found = [
            Phases(self._placed(instant, begin, seed), seed, instant + length)
            for begin in begins
            for seed in seeds
        ]
        return max(found, key=lambda one: _response(one, index))

    def _begins(self, index: int) -> Iterator[tuple[int, int]]:
        """Less urgent threads, and ticks from a release until a section or a chunk has begun."""
        own, costs = self.system.threads[index].priority, self.costs
        count = len(self.system.threads) + len(self.system.interrupts)
        release = costs.release + count * costs.timeout
        for other, thread in enumerate(self.system.threads):
            if thread.priority <= own:
                continue
            dear = self.dear.threads[other]
            ends = accumulate(chunk.work for chunk in dear.chunks[:-1])
            begins = [
                costs.begin,
                *(end + costs.threshold for end in ends),
                *(section.start + costs.section for section in dear.sections),
            ]
            for begin in begins:
                time = (begin + release) * 10**9
                yield other, time // (self.clock_hz * self.system.tick_ns) + 1

    def _placed(self, instant: int, begin: tuple[int, int], seed: int) -> System:
        threads = []
        for index, thread in enumerate(self.system.threads):
            release = instant - (begin[1] if index == begin[0] else 0)
            late = jitter_of(self.system, seed, index, 0)
            threads.append(replace(thread, offset=release - late))
        return replace(self.system, threads=tuple(threads))


def _response(phases: Phases, index: int) -> int:
    done = simulate(phases.system, horizon=phases.end, seed=phases.seed, workers=1)
    return done.threads[index].response_max or 0
