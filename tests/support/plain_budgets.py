# SPDX-License-Identifier: Apache-2.0
"""A scheduler that advances tick by tick, with preemption thresholds and budgets.

It shares nothing with the analysis. A thread whose behaviour is ``None`` does its jobs; any other
behaviour is that of a thread that does what it likes: how long it sleeps after each tick.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.system.model import System, Thread

__all__ = ["Behaviour", "longest_responses"]

# Ticks to sleep, by the ticks since the budget's period began, and the ticks used in it.
Behaviour = "Callable[[int, int], int] | None"
DISPATCH = 1


@dataclass
class _State:
    thread: Thread
    behaviour: Callable[[int, int], int] | None
    offset: int
    arrivals: list[int] = field(default_factory=list)
    left: int = 0
    is_dispatched: bool = False
    wakes: int = 0
    used: int = 0
    period_end: int = 0
    waits: bool = False
    since: int = 0
    longest: int = 0

    def is_ready(self, now: int) -> bool:
        if self.waits or now < self.wakes:
            return False
        return self.behaviour is not None or bool(self.arrivals)

    def key(self) -> tuple[int, bool, int]:
        thread = self.thread
        level = thread.threshold if self.is_dispatched else thread.priority
        return (level, not self.is_dispatched, self.since)

    def release(self, now: int) -> None:
        if self.waits and now >= self.period_end:
            self.waits = False
            self.since = now
        if self.behaviour is None and now >= self.offset:
            if (now - self.offset) % self.thread.period == 0:
                if not self.arrivals:
                    self.left, self.since = self.thread.work, now
                self.arrivals.append(now)
        elif now == self.wakes:
            self.since = now

    def begin(self, now: int) -> bool:
        """The thread is dispatched. Returns: may it run?"""
        is_fresh, self.is_dispatched = not self.is_dispatched, True
        budget = self.thread.budget
        if budget is None:
            return True
        if now >= self.period_end and is_fresh:
            self.used = max(0, self.used - budget.work)
            self.period_end = now + budget.period
        self.used += DISPATCH
        return not self.use_up()

    def use_up(self) -> bool:
        budget = self.thread.budget
        if budget is not None and self.used >= budget.work:
            self.waits = True
            self.is_dispatched = False
        return self.waits

    def run(self, now: int) -> None:
        self.used += 1
        if self.behaviour is not None:
            budget = self.thread.budget
            length = budget.period if budget is not None else self.thread.period
            sleep = self.behaviour(now + 1 - (self.period_end - length), self.used)
            if sleep:
                self.wakes = now + 1 + sleep
                self.is_dispatched = False
        else:
            self.left -= 1
            if self.left == 0:
                self.longest = max(self.longest, now + 1 - self.arrivals.pop(0))
                self.is_dispatched = False
                self.left, self.since = self.thread.work, now + 1
        self.use_up()


def longest_responses(
    system: System,
    behaviours: list[Callable[[int, int], int] | None],
    offsets: list[int],
    ticks: int,
) -> list[int]:
    """The longest response of each thread that does its jobs; 0 for the others."""
    states = [
        _State(thread, behaviour, offset)
        for thread, behaviour, offset in zip(system.threads, behaviours, offsets, strict=True)
    ]
    last: _State | None = None
    for now in range(ticks):
        for state in states:
            state.release(now)
        while True:
            ready = [state for state in states if state.is_ready(now)]
            running = min(ready, key=_State.key, default=None)
            is_new = running is not None and (running is not last or not running.is_dispatched)
            if running is None or not is_new or running.begin(now):
                break
        if running is not None:
            running.run(now)
        last = running
    for state in states:  # those that have not ended
        if state.behaviour is None and state.arrivals:
            state.longest = max(state.longest, ticks - state.arrivals[0])
    return [state.longest for state in states]
