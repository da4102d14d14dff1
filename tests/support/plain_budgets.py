# SPDX-License-Identifier: Apache-2.0
"""A scheduler that advances tick by tick: thresholds, budgets, mutexes, interrupts.

It shares nothing with the analysis. A thread whose behaviour is ``None`` executes its jobs. Any
other sleeps, and locks and unlocks the mutexes that it may use, at any time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol

from limen.system import model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.system.model import System, Thread

__all__ = ["ENDED", "Behaviour", "longest_responses"]

ENDED: Final = 10**9  # the response of a job whose thread was ended
_PASSED: Final = -1
_NEVER: Final = 10**9
_UNLOCK, _NEXT, _LOCK, _END = range(4)


class Behaviour(Protocol):
    """The behaviour of a thread after each of its ticks."""

    is_brief: bool  # it sleeps before a tick has passed

    def sleep(self, since: int, used: int) -> int:
        """Return the ticks to sleep, from the ticks since its period began and the used ticks."""

    def toggle(self) -> bool:
        """Return whether it locks a mutex now, or unlocks the one that it owns."""


@dataclass(eq=False)
class _Mutex:
    ceiling: int | None
    owner: _Runner | None = None
    waiters: list[_Runner] = field(default_factory=list)


@dataclass(eq=False)
class _Runner:
    """A thread."""

    thread: Thread
    behaviour: Behaviour | None
    arrivals: Sequence[int]  # all of them
    releases: Sequence[int]
    dispatch: int  # what a dispatch takes of its budget
    thresholds: list[int]  # of its chunks
    steps: list[tuple[int, int, _Mutex | None]]  # of a job, after so many ticks
    mutexes: list[_Mutex]
    ended: int = 0  # jobs
    released: int = 0
    done: int = 0  # ticks of the job
    step: int = 0
    chunk: int = 0
    place: int = 0  # in its level: the clock of the last change
    is_dispatched: bool = False
    is_between: bool = False  # two chunks
    waits_for: _Mutex | None = None
    owned: list[_Mutex] = field(default_factory=list)
    wakes: int = 0
    used: int = 0
    period_end: int = 0
    waits: bool = False
    restart: int = _PASSED
    longest: int = 0

    def priority(self) -> int:
        found = self.thread.priority
        for mutex in self.owned:
            if mutex.ceiling is not None:
                found = min(found, mutex.ceiling)
            else:
                found = min([found, *(waiter.priority() for waiter in mutex.waiters)])
        return found

    def level(self) -> int:
        priority = self.priority()
        is_held = self.is_dispatched and not self.is_between
        return min(priority, self.thresholds[self.chunk]) if is_held else priority

    def key(self) -> tuple[int, bool, int]:
        place = -self.place if self.is_dispatched else self.place
        return (self.level(), not self.is_dispatched, place)

    def is_ready(self, now: int) -> bool:
        if self.waits or self.waits_for is not None or self.restart > now or self.wakes > now:
            return False
        return self.behaviour is not None or self.ended < self.released


class _Machine:
    def __init__(
        self, runners: Sequence[_Runner], interrupts: Sequence[tuple[int, int]], restart: int
    ) -> None:
        self.runners = runners
        self.interrupts = sorted(interrupts)
        self.restart = restart
        self.left = 0  # ticks of the interrupt that is served
        self.current: _Runner | None = None
        self.clock = 0  # of changes

    def run(self, ticks: int) -> list[int]:
        for now in range(ticks):
            self.release(now)
            if self.is_interrupted(now):
                if self.current is not None:
                    self.current.used += 1
                continue
            if self.current is not None:
                self.use_up(self.current, now)
            self.dispatch(now)
            if self.current is not None:
                self.tick(self.current, now + 1)
        for runner in self.runners:
            waiting = [at for at in runner.arrivals[runner.ended :] if at < ticks]
            if runner.behaviour is None and waiting:
                runner.longest = max(runner.longest, ticks - waiting[0])
        return [runner.longest for runner in self.runners]

    def is_interrupted(self, now: int) -> bool:
        if self.left == 0 and self.interrupts and self.interrupts[0][0] <= now:
            self.left = self.interrupts.pop(0)[1]
        self.left -= 1
        if self.left < 0:
            self.left = 0
            return False
        return True

    def change(self, runner: _Runner) -> None:
        self.clock += 1
        runner.place = self.clock

    def leave(self, runner: _Runner) -> None:
        """Block, yield or end."""
        runner.is_dispatched = False
        self.change(runner)
        if self.current is runner:
            self.current = None

    def release(self, now: int) -> None:
        for runner in self.runners:
            if runner.waits and now >= runner.period_end:
                runner.waits = False
                self.change(runner)
            if now in (runner.restart, runner.wakes):
                self.change(runner)
            while (
                runner.released < len(runner.releases) and runner.releases[runner.released] <= now
            ):
                if runner.ended == runner.released:
                    self.change(runner)
                runner.released += 1

    def dispatch(self, now: int) -> None:
        """Choose the thread that runs, until it has made its calls and needs time."""
        while True:
            ready = [runner for runner in self.runners if runner.is_ready(now)]
            chosen = min(ready, key=_Runner.key, default=None)
            if chosen is None:
                self.current = None
                return
            if chosen is not self.current:
                self.begin(chosen, now)
                self.be_brief(chosen, now)
            if self.current is not None and not self.call(chosen, now):
                return

    def begin(self, runner: _Runner, now: int) -> None:
        self.current = runner
        is_fresh, runner.is_dispatched = not runner.is_dispatched, True
        runner.is_between = False
        self.change(runner)
        budget = runner.thread.budget
        if budget is not None:
            if is_fresh and now >= runner.period_end:
                runner.used = max(0, runner.used - budget.work)
                runner.period_end = now + budget.period
            runner.used += runner.dispatch
            self.use_up(runner, now)

    def be_brief(self, runner: _Runner, now: int) -> None:
        if self.current is runner and runner.behaviour is not None and runner.behaviour.is_brief:
            self.sleep(runner, runner.behaviour, now, 1)

    def use_up(self, runner: _Runner, now: int) -> None:
        budget = runner.thread.budget
        if budget is None or runner.used < budget.work:
            return
        if budget.on_end == "wait":
            runner.waits = True
        else:
            while runner.owned:
                self.unlock(runner, runner.owned[0])
            again = budget.on_end == "restart" and runner.behaviour is not None
            runner.restart = max(runner.period_end, now + self.restart) if again else _NEVER
            runner.longest = ENDED
        self.leave(runner)

    def call(self, runner: _Runner, now: int) -> bool:
        """Make the next call at this place of a job. Returns: whether a call was made."""
        if runner.behaviour is not None or runner.steps[runner.step][0] != runner.done:
            return False
        _, what, mutex = runner.steps[runner.step]
        runner.step += 1
        if what == _END:
            runner.longest = max(runner.longest, now - runner.arrivals[runner.ended])
            runner.ended += 1
            runner.done = runner.step = runner.chunk = 0
            self.leave(runner)
        elif what == _NEXT:
            runner.chunk += 1  # threads that it held off run now, those of equal priority do not
            runner.is_between, self.current = True, None
        elif mutex is not None and what == _LOCK:
            self.lock(runner, mutex)
        elif mutex is not None:
            self.unlock(runner, mutex)
        return True

    def lock(self, runner: _Runner, mutex: _Mutex) -> None:
        if mutex.owner is None:
            mutex.owner = runner
            runner.owned.append(mutex)
            return
        runner.waits_for = mutex
        mutex.waiters.append(runner)
        self.leave(runner)
        owner: _Runner | None = mutex.owner
        while owner is not None:
            self.change(owner)
            owner = owner.waits_for.owner if owner.waits_for is not None else None

    def unlock(self, runner: _Runner, mutex: _Mutex) -> None:
        """Pass the mutex to the thread that has waited for the longest time."""
        runner.owned.remove(mutex)
        self.change(runner)
        mutex.owner = None
        if mutex.waiters:
            heir = mutex.waiters.pop(0)
            heir.waits_for = None
            heir.owned.append(mutex)
            mutex.owner = heir
            self.change(heir)

    def tick(self, runner: _Runner, now: int) -> None:
        runner.used += 1
        if runner.behaviour is None:
            runner.done += 1
            self.use_up(runner, now)  # the interrupt comes before the call at this instant
            while self.current is runner and self.call(runner, now):
                if runner.steps[runner.step - 1][1] == _UNLOCK:
                    self.dispatch(now)
        else:
            self.behave(runner, runner.behaviour, now)

    def behave(self, runner: _Runner, behaviour: Behaviour, now: int) -> None:
        if runner.mutexes and behaviour.toggle():
            if runner.owned:
                self.unlock(runner, runner.owned[0])
            else:
                self.lock(runner, runner.mutexes[now % len(runner.mutexes)])
        if runner.waits_for is None:
            self.sleep(runner, behaviour, now, 0)

    def sleep(self, runner: _Runner, behaviour: Behaviour, now: int, least: int) -> None:
        budget = runner.thread.budget
        begun = runner.period_end - (budget.period if budget is not None else 0)
        sleep = max(least, behaviour.sleep(now - begun, runner.used))
        if sleep > 0:
            runner.wakes = now + sleep
            self.leave(runner)


def _mutexes(system: System) -> dict[str, _Mutex]:
    found = {}
    for resource in system.resources:
        users = [
            thread.priority
            for thread in system.threads
            if any(one.resource == resource.name for one in thread.sections)
        ]
        has_ceiling = resource.protocol is model.Protocol.CEILING and users
        found[resource.name] = _Mutex(min(users) if has_ceiling else None)
    return found


def _steps(
    thread: Thread, mutexes: dict[str, _Mutex], dispatch: int, leave: int
) -> list[tuple[int, int, _Mutex | None]]:
    """Return the calls of a job, in their order: inner unlocks first, and outer locks."""
    rows: list[tuple[int, int, int, _Mutex | None]] = []
    for one in thread.sections:
        mutex, start, end = mutexes[one.resource], one.start, one.start + one.work
        rows.append((dispatch + start, _LOCK, -end, mutex))
        rows.append((dispatch + end, _UNLOCK, -start, mutex))
    works = [chunk.work for chunk in thread.chunks[:-1]]
    rows += [(dispatch + end, _NEXT, 0, None) for end in accumulate(works)]
    rows.append((thread.work + dispatch + leave, _END, 0, None))
    rows.sort(key=lambda row: row[:3])
    return [(position, what, mutex) for position, what, _, mutex in rows]


def longest_responses(
    system: System,
    behaviours: Sequence[Behaviour | None],
    plans: Sequence[tuple[Sequence[int], Sequence[int]]],
    interrupts: Sequence[tuple[int, int]],
    ticks: int,
) -> list[int]:
    """Return the longest response of each thread that executes its jobs.

    Args:
        system: of one core.
        behaviours: of each thread.
        plans: of each thread, the arrivals of its jobs and their releases.
        interrupts: the instants and the work of each.
        ticks: to simulate.
    """
    mutexes = _mutexes(system)
    dispatch, leave = system.overheads.dispatch, system.overheads.exit
    runners = [
        _Runner(
            thread,
            behaviour,
            *plan,
            max(1, dispatch + leave),
            [chunk.threshold for chunk in thread.chunks] or [thread.threshold],
            _steps(thread, mutexes, dispatch, leave),
            [mutexes[name] for name in dict.fromkeys(one.resource for one in thread.sections)],
        )
        for thread, behaviour, plan in zip(system.threads, behaviours, plans, strict=True)
    ]
    return _Machine(runners, interrupts, 1).run(ticks)
