# SPDX-License-Identifier: Apache-2.0
"""A model of Zephyr's scheduler that calls the hooks of user tracing and records the truth.

Threads are generators: at each yield an interrupt can come and another thread can run. The order of
hooks within a call, and of an interrupt's end and the switch that it causes, differs between
processors and versions of the kernel; each case draws its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

IDLE, IDLE_PRIORITY, COOPERATIVE = 0, 8, 4
FOR_END, FOR_RESUME, FOR_TIME, FOR_QUEUE, FOR_SEMAPHORE, FOR_FLAGS, FOR_MUTEX = 0, 3, 4, 5, 6, 7, 13
FOR_CONDITION = 38
BUSY, AGAIN, NO_MESSAGE = -16, -11, -35
SPACE, OBJECTS, MOST_STEPS = 3, 2, 60


@dataclass(eq=False)
class Thread:
    """A thread of the model, and its state."""

    number: int
    base: int
    priority: int = 0
    state: str = "new"
    program: Iterator[None] | None = None
    held: list[int] = field(default_factory=list)
    in_mutex_call: bool = False


@dataclass
class Truth:
    """The facts that a trace has to show; times are ticks."""

    switches: list[tuple[int, int, int]] = field(default_factory=list)
    waits: list[tuple[int, int, int]] = field(default_factory=list)  # time, thread, what
    ready: list[tuple[int, int]] = field(default_factory=list)
    owners: list[tuple[int, int, int]] = field(default_factory=list)  # time, waiter, owner
    inherited: list[tuple[int, int, int]] = field(default_factory=list)  # time, thread, priority
    set_by_program: list[tuple[int, int, int]] = field(default_factory=list)
    interrupts: list[int] = field(default_factory=list)


class Kernel:
    """One random case: ``lines`` for the program replay, ``truth`` for the comparison."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.truth = Truth()
        self.time = 2**32 - random.randrange(1, 3000) if random.random() < 0.3 else 0
        count = random.randrange(2, 7)
        self.threads = [Thread(IDLE, IDLE_PRIORITY, IDLE_PRIORITY, "ready")]
        self.threads += [
            Thread(n, random.randrange(-COOPERATIVE if random.random() < 0.2 else 0, IDLE_PRIORITY))
            for n in range(1, count + 1)
        ]
        self.mutexes = [{"owner": -1, "count": 0, "base": 0} for _ in range(OBJECTS)]
        self.semaphores = [0] * OBJECTS
        self.queues = [0] * OBJECTS
        self.queued: dict[tuple[str, int], list[Thread]] = {}
        self.sleepers: dict[Thread, int] = {}
        self.result: dict[Thread, int] = {}
        self.current = self.threads[IDLE]
        self.has_exits = random.random() < 0.8
        self.switches_in_interrupt = random.random() < 0.5
        self.blocks_first = random.random() < 0.5
        self.from_interrupt = False

    def say(self, word: str, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.lines.append(f"{word} {a} {b} {c}")

    def hook(self, word: str, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.time += self.random.randrange(1, 50)
        self.say("clock", self.time % 2**32)
        self.say(word, a, b, c)

    # The scheduler.
    def make_ready(self, thread: Thread, result: int = 0) -> None:
        for waiting in self.queued.values():
            if thread in waiting:
                waiting.remove(thread)
        self.sleepers.pop(thread, None)
        self.result[thread] = result
        thread.state = "ready"
        self.hook("ready", thread.number)
        self.truth.ready.append((self.time, thread.number))

    def wait(self, thread: Thread, what: int, word: str = "pend") -> None:
        thread.state = "waiting"
        self.hook(word, thread.number)
        self.truth.waits.append((self.time, thread.number, what))

    def pend(self, thread: Thread, where: tuple[str, int], what: int) -> None:
        self.queued.setdefault(where, []).append(thread)
        if self.random.random() < 0.3:
            self.sleepers[thread] = self.time + self.random.randrange(50, 800)
        self.wait(thread, what)

    def first(self, where: tuple[str, int]) -> Thread | None:
        return min(self.queued.get(where, []), key=lambda one: one.priority, default=None)

    def set_priority(self, thread: Thread, priority: int, *, inherits: bool) -> None:
        if thread.priority != priority:
            thread.priority = priority
            self.say("priority", thread.number, priority)
            self.hook("set", thread.number, priority)
            found = self.truth.inherited if inherits else self.truth.set_by_program
            found.append((self.time, thread.number, priority))

    def own(self, mutex: int, thread: Thread | None, count: int) -> None:
        one = self.mutexes[mutex]
        one.update(owner=-1 if thread is None else thread.number, count=count)
        if thread is not None and count == 1:
            one["base"] = thread.priority
        self.say("owner", mutex, one["owner"], count)

    def interrupt(self) -> None:
        self.say("isr", 1)
        self.hook("isr-enter")
        self.truth.interrupts.append(self.time)
        for thread, when in list(self.sleepers.items()):
            if when <= self.time:
                self.make_ready(thread, AGAIN)
        if self.random.random() < 0.3:
            self.give(self.random.randrange(OBJECTS))
        if self.switches_in_interrupt:
            self.from_interrupt = True
        else:
            self.leave_interrupt()

    def leave_interrupt(self) -> None:
        if self.has_exits:
            self.hook("isr-exit")
        self.say("isr", 0)

    def reschedule(self) -> None:
        ready = [one for one in self.threads if one.state == "ready"]
        best = min(ready, key=lambda one: (one.priority, one is not self.current))
        is_kept = self.current.state == "ready" and (
            self.current.priority < 0 or best.priority >= self.current.priority
        )
        if self.from_interrupt and not self.random.randrange(2):
            self.leave_interrupt()  # as PendSV: the switch is in an exception, behind the end
            self.say("isr", 1)
            self.from_interrupt = False
        if not is_kept:
            self.hook("out")
            if self.current.state == "asleep":  # that is seen when it leaves
                self.current.state = "waiting"
                self.truth.waits.append((self.time, self.current.number, FOR_TIME))
            self.say("current", best.number)
            self.hook("in")
            self.truth.switches.append((self.time, self.current.number, best.number))
            self.current = best
        if self.from_interrupt:
            self.leave_interrupt()
            self.from_interrupt = False
        self.say("isr", 0)

    # The calls of threads.
    def lock(self, me: Thread, mutex: int) -> Iterator[None]:
        one = self.mutexes[mutex]
        self.hook("lock-enter", mutex)
        me.in_mutex_call = True
        yield
        result = 0
        if one["owner"] in (-1, me.number):
            self.own(mutex, me, one["count"] + 1)
            me.held.append(mutex)
        elif self.random.random() < 0.2:
            result = BUSY
        else:
            yield from self.wait_for_mutex(me, mutex)
            result = self.result[me]
            if result == 0:
                me.held.append(mutex)
        self.hook("lock-exit", mutex, result)
        me.in_mutex_call = False

    def wait_for_mutex(self, me: Thread, mutex: int) -> Iterator[None]:
        one = self.mutexes[mutex]
        owner = self.threads[one["owner"]]
        for is_blocking in (self.blocks_first, not self.blocks_first):
            if is_blocking:
                self.hook("lock-blocking", mutex)
                self.truth.owners.append((self.time, me.number, owner.number))
            else:
                self.set_priority(owner, min(owner.priority, me.priority), inherits=True)
        self.pend(me, ("mutex", mutex), FOR_MUTEX)
        yield
        if self.result[me] != 0 and one["owner"] >= 0:
            owner = self.threads[one["owner"]]
            rest = [waiter.priority for waiter in self.queued[("mutex", mutex)]]
            self.set_priority(owner, min([one["base"], *rest]), inherits=True)
            yield

    def unlock(self, me: Thread, mutex: int) -> Iterator[None]:
        one = self.mutexes[mutex]
        self.hook("unlock-enter", mutex)
        me.in_mutex_call = True
        yield
        me.held.remove(mutex)
        if one["count"] > 1:
            self.own(mutex, me, one["count"] - 1)
        else:
            self.set_priority(me, one["base"], inherits=True)
            following = self.first(("mutex", mutex))
            if following is None:
                self.own(mutex, None, 0)
            else:
                self.own(mutex, following, 1)
                self.make_ready(following)
            yield
        self.hook("unlock-exit", mutex)
        me.in_mutex_call = False

    def give(self, semaphore: int) -> None:
        self.hook("give", semaphore)
        waiter = self.first(("semaphore", semaphore))
        if waiter is not None:
            self.make_ready(waiter)
        else:
            self.semaphores[semaphore] += 1
            self.say("count", semaphore, self.semaphores[semaphore])

    def take(self, me: Thread, semaphore: int) -> Iterator[None]:
        self.hook("take-enter", semaphore)
        yield
        if self.semaphores[semaphore] > 0:
            self.semaphores[semaphore] -= 1
            self.say("count", semaphore, self.semaphores[semaphore])
        else:
            self.hook("take-blocking", semaphore)
            self.pend(me, ("semaphore", semaphore), FOR_SEMAPHORE)
            yield
        self.hook("take-exit", semaphore, self.result.pop(me, 0))

    def message(self, me: Thread, queue: int, word: str, step: int) -> Iterator[None]:
        self.hook(f"{word}-enter", queue)
        yield
        peer = self.first(("get" if word == "put" else "put", queue))
        result = 0
        if peer is not None:
            self.make_ready(peer)
        elif 0 <= self.queues[queue] + step <= SPACE:
            self.queues[queue] += step
            self.say("used", queue, self.queues[queue])
        elif self.random.random() < 0.2:
            result = NO_MESSAGE
        else:
            self.hook(f"{word}-blocking", queue)
            self.pend(me, (word, queue), FOR_QUEUE)
            yield
            result = self.result.pop(me)
        self.hook(f"{word}-exit", queue, result)

    def event(self, me: Thread, event: int) -> Iterator[None]:
        waiter = self.first(("event", event))
        if waiter is not None:
            self.hook("post", event, 0, 1)
            self.make_ready(waiter)
        else:
            self.hook("event-blocking", event, 0, 1)
            self.pend(me, ("event", event), FOR_FLAGS)
            yield
            self.hook("event-exit", event, 0, 1)

    def sleep(self, me: Thread) -> Iterator[None]:
        self.hook("sleep-enter")
        self.sleepers[me] = self.time + self.random.randrange(50, 600)
        me.state = "asleep"
        yield
        self.hook("sleep-exit")

    def condition(self, me: Thread) -> Iterator[None]:
        """Wait inside of the call, with the mutex unlocked, and lock it again."""
        yield from self.lock(me, 0)
        if 0 in me.held:
            if self.mutexes[0]["count"] == 1:
                self.hook("condvar-enter")
                yield from self.unlock(me, 0)
                self.pend(me, ("condition", 0), FOR_CONDITION)
                self.sleepers.setdefault(me, self.time + 300)
                yield
                yield from self.lock(me, 0)
            while 0 in me.held:
                yield from self.unlock(me, 0)

    def start_or_resume(self) -> None:
        other = self.random.choice(self.threads[1:])
        if other.state == "new":
            self.hook("create", other.number)
            self.make_ready(other)
        elif other.state == "suspended":
            self.make_ready(other)

    def suspend(self) -> Iterator[None]:
        other = self.random.choice(self.threads[1:])
        if other.state == "ready" and not other.in_mutex_call:
            self.wait(other, FOR_RESUME, "suspend")
            other.state = "suspended"
        yield

    def prioritise(self) -> None:
        other = self.random.choice(self.threads[1:])
        is_free = not other.held and not other.in_mutex_call
        if other.state == "ready" and is_free:
            self.set_priority(other, self.random.randrange(IDLE_PRIORITY), inherits=False)

    def one_call(self, me: Thread) -> Iterator[None]:
        place = self.random.randrange(OBJECTS)
        calls = [self.lock(me, place) for _ in range(3)]
        calls += [
            self.take(me, place),
            self.message(me, place, "put", 1),
            self.message(me, place, "get", -1),
            self.event(me, place),
            self.sleep(me),
            self.suspend(),
        ]
        calls += [self.unlock(me, me.held[-1])] * 3 if me.held else [self.condition(me)]
        yield from self.random.choice(calls)

    def program(self, me: Thread) -> Iterator[None]:
        while True:
            yield
            yield from self.one_call(me)
            if self.random.random() < 0.2:
                self.give(self.random.randrange(OBJECTS))
            if self.random.random() < 0.2:
                self.prioritise()
            self.start_or_resume()
            if not me.held and self.random.random() < 0.05:
                self.wait(me, FOR_END, "abort")
                me.state = "new"
                return

    def run(self, number: int) -> None:
        """Write the case as file ``number``."""
        for one in self.threads:
            one.priority = one.base
            self.say("name", one.number)
            self.say("priority", one.number, one.base)
        for place in range(OBJECTS):
            self.say("owner", place, -1)
            self.say("count", place)
            self.say("used", place)
        self.say("isr")
        self.say("current")
        self.say("clock", self.time % 2**32)
        begin = self.random.choice([0, 0, 30])
        for step in range(MOST_STEPS * len(self.threads)):
            if step == begin:
                self.begin()
            self.step()
        self.say("write", number)

    def begin(self) -> None:
        """Start to record. The trace counts its times from the last wrap of the clock."""
        earlier = self.time - self.time % 2**32
        self.time -= earlier
        self.sleepers = {thread: when - earlier for thread, when in self.sleepers.items()}
        self.truth = Truth()
        self.say("start")

    def step(self) -> None:
        me = self.current
        if me.number == IDLE:
            self.start_or_resume()
            if self.sleepers:
                self.time = max(self.time, min(self.sleepers.values()))
            self.interrupt()
        else:
            me.program = me.program or self.program(me)
            next(me.program, None)
            if me.state == "new":
                me.program = None
            elif self.random.random() < 0.2 and me.state == "ready":
                self.interrupt()
        self.reschedule()
