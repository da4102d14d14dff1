# SPDX-License-Identifier: Apache-2.0
"""The rules of several cores in plain Python, for systems without chunks and interrupts.

It shares no code with the kernel. Each core runs its threads by priority and threshold. A section
of a mutex of all cores waits in FIFO order, and nothing preempts its owner; a section of a core
lock spins in FIFO order at level 0. At one instant, a core first executes all steps that take no
time, then its releases and the objects that other cores have passed to it. Of several cores, the
one with the lowest number comes first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from limen.system.model import Protocol

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["Seen", "responses_on_cores"]


@dataclass(slots=True)
class Seen:
    """The responses of a thread."""

    jobs: int = 0
    longest: int = 0
    total: int = 0


@dataclass(slots=True)
class _Lock:
    owner: _Task | None = None
    queue: list[_Task] = field(default_factory=list)


@dataclass(slots=True)
class _Task:
    thread: Thread
    steps: list[tuple[str, str, int]]  # work or lock or unlock or enter or leave; resource; ticks
    arrival: int
    at: int = 0
    left: int = 0
    begun: bool = False  # it has its threshold
    in_call: bool = False  # it was preempted within a call, which it completes first
    boosted: bool = False
    seen: Seen = field(default_factory=Seen)

    def begin(self) -> None:
        self.at, self.left = 0, self.steps[0][2]

    def advance(self) -> None:
        self.at += 1
        self.left = self.steps[self.at][2] if self.at < len(self.steps) else 0

    @property
    def level(self) -> int:
        if self.boosted:
            return 0
        return self.thread.threshold if self.begun else self.thread.priority


def _steps(thread: Thread, protocols: dict[str, Protocol]) -> list[tuple[str, str, int]]:
    steps = []
    position = 0
    for section in sorted(thread.sections, key=lambda section: section.start):
        if section.start > position:
            steps.append(("work", "", section.start - position))
        spins = protocols[section.resource] is Protocol.SPIN
        steps.append(("enter" if spins else "lock", section.resource, 0))
        steps.append(("work", "", section.work))
        steps.append(("leave" if spins else "unlock", section.resource, 0))
        position = section.start + section.work
    if position < thread.work:
        steps.append(("work", "", thread.work - position))
    return steps


class _Core:
    def __init__(self, tasks: list[_Task], locks: dict[str, _Lock]) -> None:
        self.tasks, self.locks = tasks, locks
        self.ready: list[_Task] = []
        self.running: _Task | None = None
        self.inbox: list[_Task] = []
        self.looks = False  # a lock for which it spins was freed
        self.waiting = list(tasks)  # for a release

    def next_instant(self, now: int) -> int | None:
        instants = [task.arrival for task in self.waiting]
        if self.inbox or self.looks:
            instants.append(now)
        if self.running is not None and not self.is_spinning():
            instants.append(now + self.running.left)
        return min(instants, default=None)

    def is_spinning(self) -> bool:
        task = self.running
        if task is None or task.at >= len(task.steps):
            return False
        kind, name, _ = task.steps[task.at]
        return kind == "enter" and task in self.locks[name].queue

    def pass_time(self, ticks: int) -> None:
        if self.running is not None and not self.is_spinning():
            self.running.left -= ticks

    def is_due(self, now: int) -> bool:
        return bool(self.inbox) or any(task.arrival <= now for task in self.waiting)

    def handle(self, now: int) -> None:
        for task in [task for task in self.waiting if task.arrival <= now]:
            self.waiting.remove(task)
            self.ready.append(task)
        self.ready += self.inbox
        self.inbox.clear()

    def best(self) -> _Task | None:
        return min(self.ready, key=lambda task: task.level, default=None)

    def choose(self, now: int, *, by_call: bool) -> None:
        """Choose another thread if it is more urgent, or if none runs."""
        best = self.best()
        task = self.running
        if task is None and by_call:
            is_completing = best is not None and best.begun and best.in_call
            if not is_completing and self.is_due(now):
                self.handle(now)
                best = self.best()
        if best is None or (task is not None and best.level >= task.level):
            return
        self.ready.remove(best)
        if task is not None:
            task.in_call = by_call
            self.ready.insert(0, task)
        best.begun = True
        self.running = best

    def act(self, now: int, cores: list[_Core], *, is_end: bool = False) -> None:
        self.looks = False
        while True:
            task = self.running
            if task is not None and self.step(task, now, cores):
                continue
            if is_end or not self.is_due(now):
                return
            self.handle(now)
            self.choose(now, by_call=False)

    def step(self, task: _Task, now: int, cores: list[_Core]) -> bool:
        """Execute the next step of a task if it takes no time. Return whether it did."""
        if task.at == len(task.steps):
            self.end(task, now)
            return True
        kind, name, _ = task.steps[task.at]
        if kind == "work":
            if task.left > 0:
                return False
            task.advance()
            return True
        lock = self.locks[name]
        if kind == "enter":
            return self.enter(task, lock)
        task.advance()
        if kind == "lock":
            self.lock(task, lock, now)
        else:
            self.give(task, lock, cores)
            self.choose(now, by_call=True)
        return True

    def enter(self, task: _Task, lock: _Lock) -> bool:
        if task not in lock.queue:
            task.boosted = True
            if lock.owner is not None or lock.queue:
                lock.queue.append(task)
                return False
        elif lock.owner is not None or lock.queue[0] is not task:
            return False
        else:
            lock.queue.remove(task)
        lock.owner = task
        task.advance()
        return True

    def lock(self, task: _Task, lock: _Lock, now: int) -> None:
        if lock.owner is None:
            lock.owner = task
            task.boosted = True
            return
        lock.queue.append(task)
        task.begun = False
        self.running = None
        self.choose(now, by_call=True)

    def give(self, task: _Task, lock: _Lock, cores: list[_Core]) -> None:
        task.boosted = False
        lock.owner = None
        if not lock.queue:
            return
        first = lock.queue[0]
        home = next(core for core in cores if first in core.tasks)
        if home.running is first:
            home.looks = True  # it spins
            return
        lock.queue.remove(first)
        lock.owner = first
        first.boosted = True
        (self.ready if home is self else home.inbox).append(first)

    def end(self, task: _Task, now: int) -> None:
        response = now - task.arrival
        task.seen.jobs += 1
        task.seen.longest = max(task.seen.longest, response)
        task.seen.total += response
        task.arrival += task.thread.period
        task.begun = False
        task.begin()
        self.running = None
        (self.ready if task.arrival <= now else self.waiting).append(task)
        self.choose(now, by_call=True)


def responses_on_cores(system: System, horizon: int) -> list[Seen]:
    """Return the responses of all threads until an instant, with the offsets of the system."""
    protocols = {item.name: item.protocol for item in system.resources}
    locks = {name: _Lock() for name in protocols}
    tasks = [_Task(one, _steps(one, protocols), one.offset) for one in system.threads]
    cores = [
        _Core([task for task in tasks if task.thread.core == core], locks)
        for core in range(system.cores)
    ]
    for task in tasks:
        task.begin()
    now = 0
    while True:
        instants = [core.next_instant(now) for core in cores]
        known = [instant for instant in instants if instant is not None]
        next_now = min([*known, horizon])
        for core in cores:
            core.pass_time(next_now - now)
        now = next_now
        if now == horizon:
            break
        cores[instants.index(now)].act(now, cores)
    for core in cores:
        core.act(now, cores, is_end=True)
    return [task.seen for task in tasks]
