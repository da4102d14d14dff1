# SPDX-License-Identifier: Apache-2.0
"""Predicts what a random program of tests/freertos/random prints, from the rules of FreeRTOS.

It is a simulation of FreeRTOS's scheduler in virtual time that shares no code with the layer: lists
of ready tasks, lists of waiting tasks by priority, a woken task that looks again. Calls take no
time. Where the page docs/from-freertos.md says that the layer differs, it does what the page says.

A call is a generator. It yields where the processor may go to another task, and returns its answer.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    Answer = Generator[None, None, tuple[int, int]]

FOREVER: Final = -1
SUSPENDED_FOREVER: Final = 1 << 60
RUNNING, READY, BLOCKED, SUSPENDED = range(4)
NO_ACTION, SET_BITS, INCREMENT, OVERWRITE, OFFER = range(5)
STREAM_BYTES: Final = 8
TRIGGER: Final = 2


@dataclass(frozen=True)
class Call:
    """One line of a script."""

    name: str
    object: int
    first: int
    second: int
    third: int
    ticks: int


@dataclass(frozen=True)
class Entry:
    """What a call answered."""

    tick: int
    task: int
    place: int
    answer: int
    value: int


@dataclass
class Script:
    """A random program, and what it printed."""

    seed: int
    ticks: int
    lengths: list[int]
    ceilings: list[int]
    counts: list[int]
    priorities: list[int] = field(default_factory=list)
    calls: list[list[Call]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


def read_scripts(text: str) -> list[Script]:
    """Read what a random program printed."""
    scripts: list[Script] = []
    for line in text.splitlines():
        kind, *words = line.split()
        numbers = [int(word) for word in words]
        if kind == "seed":
            seed, ticks, *rest = numbers
            scripts.append(Script(seed, ticks, rest[:2], rest[2::2], rest[3::2]))
        elif kind == "task":
            scripts[-1].priorities.append(numbers[0])
            scripts[-1].calls.append([])
        elif kind == "=":
            scripts[-1].entries.append(Entry(*numbers))
        elif kind != "end":
            scripts[-1].calls[-1].append(Call(kind, *numbers))
    return scripts


@dataclass
class Notice:
    """A notification: is a task waiting for it, was it received."""

    value: int = 0
    waits: bool = False
    received: bool = False


@dataclass(eq=False)
class Task:
    """A task."""

    number: int
    base: int
    calls: list[Call]
    priority: int = 0
    state: int = READY
    wake: int = 0  # the tick at which its wait ends
    waits_in: Waiters | None = None
    aborted: bool = False
    handed: int | None = None  # a message or unit that belongs to it at once
    sends: int = 0  # the message for which it waits for space
    wanted: tuple[int, bool, bool] = (0, False, False)  # bits, all of them, clear them
    meets: bool = False  # in xEventGroupSync, whose tasks are woken first
    found: int | None = None  # the bits that ended its wait
    notices: list[Notice] = field(default_factory=lambda: [Notice(), Notice()])
    held: list[Mutex] = field(default_factory=list)
    waits_for: Mutex | None = None
    dispatched: bool = False  # it runs, or was preempted
    last: int = 0
    place: int = 0
    code: Generator[None, None, None] | None = None

    def __post_init__(self) -> None:
        self.priority = self.base


class Waiters:
    """Tasks that wait for an object, the most urgent one first, or in their order."""

    def __init__(self, *, by_priority: bool = True) -> None:
        self.tasks: list[Task] = []
        self.by_priority = by_priority

    def add(self, task: Task) -> None:
        place = len(self.tasks)
        while (
            self.by_priority and place > 0 and self.tasks[place - 1].priority < task.priority
        ):
            place -= 1
        self.tasks.insert(place, task)
        task.waits_in = self

    def remove(self, task: Task) -> None:
        self.tasks.remove(task)
        task.waits_in = None


@dataclass(eq=False)
class Queue:
    """A queue, or a semaphore, whose messages have no meaning."""

    length: int
    messages: deque[int] = field(default_factory=deque)
    receivers: Waiters = field(default_factory=Waiters)
    senders: Waiters = field(default_factory=Waiters)
    lookers: int = 0  # tasks that wait to peek, or to send to the front: all look again


@dataclass(eq=False)
class Mutex:
    """A mutex; with a depth if it is recursive."""

    owner: Task | None = None
    depth: int = 0
    kept: int = 0  # the priority that its owner had when it gave another mutex
    waiters: Waiters = field(default_factory=Waiters)


class Ready:
    """The ready tasks of one priority, of which the first one is the next to run."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def add(self, task: Task) -> None:
        self.tasks.append(task)

    def remove(self, task: Task) -> None:
        self.tasks.remove(task)

    def move_behind(self, task: Task) -> None:
        task.dispatched = False
        self.tasks.remove(task)
        self.tasks.append(task)


class Kernel:
    """The scheduler: which task runs, and when waits end."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        self.script = script
        self.slices = slices
        self.now = 0  # in half ticks
        self.ready = [Ready() for _ in range(8)]
        self.delayed: list[Task] = []
        self.tasks = [
            Task(i, priority, calls)
            for i, (priority, calls) in enumerate(
                zip(script.priorities, script.calls, strict=True)
            )
        ]
        self.current: Task | None = None
        self.switch_pending = False
        self.suspensions = 0
        self.critical = 0
        self.in_handler = False
        self.raised: Callable[[], None] | None = None
        self.entries: list[Entry] = []
        self.is_open = False  # the page does not say what follows
        for task in self.tasks:
            self.ready[task.priority].add(task)

    @property
    def tick(self) -> int:
        return self.now // 2

    @property
    def running(self) -> Task:
        assert self.current is not None
        return self.current

    def own_priority(self) -> int:
        return self.current.priority if self.current is not None else 0

    # Tasks become ready and wait.

    def make_ready(self, task: Task) -> None:
        task.state = READY
        task.dispatched = False
        self.ready[task.priority].add(task)

    def undelay(self, task: Task) -> None:
        if task in self.delayed:
            self.delayed.remove(task)

    def wake(self, task: Task) -> bool:
        """End the wait of a task. Return whether it is more urgent than the running one."""
        if task.waits_in is not None:
            task.waits_in.remove(task)
        self.undelay(task)
        self.make_ready(task)
        urgent = task.priority > self.own_priority()
        if urgent:
            self.switch_pending = True
        return urgent

    def wait(self, ticks: int, waiters: Waiters | None = None) -> None:
        """The running task waits."""
        task = self.running
        if waiters is not None:
            waiters.add(task)
        self.ready[task.priority].remove(task)
        task.state = BLOCKED
        task.wake = SUSPENDED_FOREVER if ticks == FOREVER else self.tick + ticks
        place = len(self.delayed)
        while place > 0 and self.delayed[place - 1].wake > task.wake:
            place -= 1
        self.delayed.insert(place, task)
        self.switch_pending = True

    def left(self, task: Task, deadline: int) -> int | None:
        """Return the ticks for which a call may still wait; None if it is over."""
        if task.aborted:
            task.aborted = False
            return None
        if deadline == SUSPENDED_FOREVER:
            return FOREVER
        return deadline - self.tick if deadline > self.tick else None

    def deadline(self, ticks: int) -> int:
        """Return the tick at which a call that begins now ends its wait.

        In FreeRTOS an abort of a wait whose call succeeds all the same ends the next wait at once.
        That is not intended, and the layer does not do it.
        """
        self.running.aborted = False
        return SUSPENDED_FOREVER if ticks == FOREVER else self.tick + ticks

    # The running task.

    def switch(self) -> None:
        self.switch_pending = False
        before = self.current
        preempted = before is not None and before.state == RUNNING and self.has_more_urgent()
        if before is not None and preempted and not self.slices:
            if len(self.ready[before.priority].tasks) > 1:
                self.ready[before.priority].move_behind(before)
        self.current = next((each.tasks[0] for each in reversed(self.ready) if each.tasks), None)
        if before is not None and before is not self.current and before.state == RUNNING:
            before.state = READY
        if self.current is not None:
            self.current.state = RUNNING
            self.current.dispatched = True

    def advance(self) -> None:
        """Half a tick passes."""
        self.now += 1
        if self.now % 2 == 1:
            return
        if self.slices and self.current is not None:
            ready = self.ready[self.current.priority]
            if len(ready.tasks) > 1:
                ready.move_behind(self.current)
                self.switch_pending = True
        while self.delayed and self.delayed[0].wake <= self.tick:
            task = self.delayed.pop(0)
            if task.waits_in is not None:
                task.waits_in.remove(task)
                self.timed_out(task)
            self.make_ready(task)
            if task.priority > self.own_priority():
                self.switch_pending = True

    def timed_out(self, task: Task) -> None:
        """Nothing else happens, unless it waited for a mutex."""

    def may_switch(self) -> bool:
        return self.suspensions == 0 and self.critical == 0 and not self.in_handler

    def run(self) -> list[Entry]:
        """Run the program to its end."""
        self.switch()
        while True:
            if self.switch_pending and self.may_switch():
                self.switch()
            if self.current is None:
                if self.now // 2 + 1 >= self.script.ticks:
                    return self.entries
                self.advance()
                continue
            task = self.current
            if task.code is None:
                task.code = self.execute(task)
            next(task.code)
            if self.now // 2 >= self.script.ticks or self.is_open:
                return self.entries

    def execute(self, task: Task) -> Generator[None, None, None]:
        """Make all calls of a task."""
        while task.place < len(task.calls):
            call = task.calls[task.place]
            place = task.place
            answer, value = yield from self.call(task, call, task.number * 100 + place)
            self.entries.append(Entry(self.tick, task.number, place, answer, value))
            task.place += 1 + (call.first if call.name == "raise" else 0)
        while True:
            self.suspend(task)
            yield

    def call(self, task: Task, call: Call, value: int) -> Answer:
        raise NotImplementedError

    def suspend(self, task: Task) -> None:
        if task.state in {RUNNING, READY}:
            self.ready[task.priority].remove(task)
        self.undelay(task)
        if task.waits_in is not None:
            task.waits_in.remove(task)
            self.timed_out(task)
        for notice in task.notices:
            notice.waits = False
        task.state = SUSPENDED
        if task is self.current:
            self.switch_pending = True
        elif not self.may_switch() and not self.has_more_urgent():
            self.switch_pending = False  # FreeRTOS would take the next task of this priority

    def has_more_urgent(self) -> bool:
        return any(each.tasks for each in self.ready[self.own_priority() + 1 :])

    def work(self, task: Task, ticks: int) -> Generator[None, None, None]:
        until = 2 * (self.tick + ticks) + 1
        while self.now < until:
            self.advance()
            if self.now // 2 >= self.script.ticks:
                yield
                raise AssertionError(task)
            yield


def value_of(answer: bool) -> tuple[int, int]:
    return int(answer), 0


class Model(Kernel):
    """The objects and their calls."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        super().__init__(script, slices=slices)
        self.queues = [Queue(length) for length in script.lengths]
        self.semaphores = [
            Queue(ceiling, deque([0] * count))
            for ceiling, count in zip(script.ceilings, script.counts, strict=True)
        ]
        self.mutexes = [Mutex(), Mutex()]
        self.bits = 0
        self.group = Waiters(by_priority=False)
        self.stream = 0
        self.reader: Task | None = None
        self.writer: Task | None = None

    def runs_at_once(self, waiter: Task) -> bool:
        return self.may_switch() and waiter.priority > self.own_priority()

    def belongs_to(self, waiters: Waiters, *, watched: bool = False) -> Task | None:
        """Return the task to which a message goes directly: the first of several."""
        if len(waiters.tasks) > 1 and not watched and not self.runs_at_once(waiters.tasks[0]):
            return waiters.tasks[0]
        return None

    # Queues and semaphores. Each of them returns whether it was done, and whether it woke a task.

    def put(self, queue: Queue, message: int, *, front: bool = False) -> bool:
        owner = self.belongs_to(queue.receivers, watched=queue.lookers > 0)
        if owner is not None:
            owner.handed = message
            return self.wake(owner)
        if front:
            queue.messages.appendleft(message)
        else:
            queue.messages.append(message)
        return self.wake_lookers(queue, queue.receivers)

    def wake_lookers(self, queue: Queue, waiters: Waiters) -> bool:
        woken = False
        for waiter in waiters.tasks[: None if queue.lookers else 1]:
            woken = self.wake(waiter) or woken
        return woken

    def get(self, queue: Queue) -> tuple[int, bool]:
        message = queue.messages.popleft()
        owner = self.belongs_to(queue.senders, watched=queue.lookers > 0)
        if owner is not None:
            queue.messages.append(owner.sends)
            owner.handed = owner.sends
            return message, self.wake(owner)
        return message, self.wake_lookers(queue, queue.senders)

    def send(self, queue: Queue, message: int, ticks: int, *, front: bool) -> Answer:
        task = self.running
        deadline = self.deadline(ticks)
        while len(queue.messages) >= queue.length:
            left = self.left(task, deadline) if ticks != 0 else None
            if left is None:
                return 0, 0
            task.sends = message
            queue.lookers += front
            self.wait(left, queue.senders)
            yield
            queue.lookers -= front
            if task.handed is not None:
                task.handed = None
                return 1, 0
        self.put(queue, message, front=front)
        yield
        return 1, 0

    def receive(self, queue: Queue, ticks: int, *, peeks: bool = False) -> Answer:
        task = self.running
        deadline = self.deadline(ticks)
        while not queue.messages:
            left = self.left(task, deadline) if ticks != 0 else None
            if left is None:
                return 0, -1
            queue.lookers += peeks
            self.wait(left, queue.receivers)
            yield
            queue.lookers -= peeks
            if task.handed is not None:
                message, task.handed = task.handed, None
                return 1, message
        if peeks:
            return 1, queue.messages[0]
        message, _ = self.get(queue)
        yield
        return 1, message

    def take(self, semaphore: Queue, ticks: int) -> Answer:
        answer, _ = yield from self.receive(semaphore, ticks)
        return answer, 0

    def overwrite(self, queue: Queue, message: int) -> bool:
        if queue.messages:
            queue.messages[0] = message
            return False
        return self.put(queue, message)

    def reset(self, queue: Queue) -> None:
        wakes = bool(queue.messages)
        queue.messages.clear()
        for waiter in list(queue.senders.tasks) if wakes else []:
            self.wake(waiter)

    def call(self, task: Task, call: Call, value: int) -> Answer:
        method: Callable[[Call, int], Answer] = getattr(self, f"do_{call.name}")
        return (yield from method(call, value))

    def do_send(self, call: Call, value: int) -> Answer:
        queue = self.queues[call.object]
        return (yield from self.send(queue, value, call.ticks, front=False))

    def do_send_front(self, call: Call, value: int) -> Answer:
        queue = self.queues[call.object]
        return (yield from self.send(queue, value, call.ticks, front=True))

    def do_overwrite(self, call: Call, value: int) -> Answer:
        self.overwrite(self.queues[call.object], value)
        yield
        return 1, 0

    def do_receive(self, call: Call, _: int) -> Answer:
        return (yield from self.receive(self.queues[call.object], call.ticks))

    def do_peek(self, call: Call, _: int) -> Answer:
        return (yield from self.receive(self.queues[call.object], call.ticks, peeks=True))

    def do_reset(self, call: Call, _: int) -> Answer:
        self.reset(self.queues[call.object])
        yield
        return 1, 0

    def do_waiting(self, call: Call, _: int) -> Answer:
        yield
        return len(self.queues[call.object].messages), 0

    def do_take(self, call: Call, _: int) -> Answer:
        return (yield from self.take(self.semaphores[call.object], call.ticks))

    def do_give(self, call: Call, _: int) -> Answer:
        semaphore = self.semaphores[call.object]
        if len(semaphore.messages) >= semaphore.length:
            return 0, 0
        self.put(semaphore, 0)
        yield
        return 1, 0

    # Notifications.

    def notify(self, task: Task, call: Call) -> tuple[int, bool]:
        notice = task.notices[call.third]
        done = True
        if call.second == SET_BITS:
            notice.value |= call.first
        elif call.second == INCREMENT:
            notice.value += 1
        elif call.second == OVERWRITE or (call.second == OFFER and not notice.received):
            notice.value = call.first
        elif call.second == OFFER:
            done = False
        notice.received = True
        woken = notice.waits and task.state == BLOCKED and self.wake(task)
        notice.waits = False
        return int(done), woken

    def wait_for_notice(self, notice: Notice, ticks: int) -> Generator[None, None, None]:
        notice.received = False
        if ticks != 0:
            notice.waits = True
            self.wait(ticks)
            yield

    def do_notify(self, call: Call, _: int) -> Answer:
        answer, _woken = self.notify(self.tasks[call.object], call)
        yield
        return answer, 0

    def do_notify_take(self, call: Call, _: int) -> Answer:
        notice = self.running.notices[call.third]
        if notice.value == 0:
            yield from self.wait_for_notice(notice, call.ticks)
        answer = notice.value
        if answer != 0:
            notice.value = 0 if call.first % 2 == 1 else answer - 1
        notice.received = notice.waits = False
        return answer, 0

    def do_notify_wait(self, call: Call, _: int) -> Answer:
        notice = self.running.notices[call.third]
        if not notice.received:
            notice.value &= ~call.first
            yield from self.wait_for_notice(notice, call.ticks)
        value = notice.value
        answer = notice.received
        if answer:
            notice.value &= ~call.second
        notice.received = notice.waits = False
        return int(answer), value

    def do_state_clear(self, call: Call, _: int) -> Answer:
        notice = self.tasks[call.object].notices[call.third]
        answer = notice.received
        notice.received = False
        yield
        return int(answer), 0

    # Mutexes.

    def set_priority(self, task: Task, priority: int) -> None:
        if priority == task.priority:
            return
        listed = task.state in {RUNNING, READY}
        if listed:
            self.ready[task.priority].remove(task)
        task.priority = priority
        if listed and task.dispatched:  # it continues before its equals, but does not preempt
            at_own_level = task is not self.current and priority == self.own_priority()
            self.ready[priority].tasks.insert(int(at_own_level), task)
        elif listed:
            self.ready[priority].add(task)
        if task.waits_in is not None and task.waits_in.by_priority:
            waiters = task.waits_in
            waiters.remove(task)
            waiters.add(task)
        if task.waits_for is not None:
            self.inherit(task.waits_for)

    def inherit(self, mutex: Mutex) -> None:
        """The owner has the priority of its most urgent waiting task, and what it keeps."""
        owner = mutex.owner
        if owner is None:
            return
        waiting = [task.priority for held in owner.held for task in held.waiters.tasks]
        kept = [held.kept for held in owner.held]
        self.set_priority(owner, max([owner.base, *kept, *waiting]))
        if self.has_more_urgent():
            self.switch_pending = True

    def timed_out(self, task: Task) -> None:
        mutex, task.waits_for = task.waits_for, None
        if mutex is not None:
            mutex.kept = 0
            self.inherit(mutex)

    def own(self, task: Task, mutex: Mutex) -> None:
        mutex.owner = task
        mutex.depth = 1
        task.held.append(mutex)
        self.inherit(mutex)

    def lock(self, mutex: Mutex, ticks: int) -> Answer:
        task = self.running
        deadline = self.deadline(ticks)
        while mutex.owner is not None:
            left = self.left(task, deadline) if ticks != 0 else None
            if left is None:
                return 0, 0
            if mutex.owner is task:  # it waits for itself
                self.wait(left)
            else:
                self.wait(left, mutex.waiters)
                task.waits_for = mutex
                self.inherit(mutex)
            yield
            if mutex.owner is task and task.handed is not None:
                task.handed = None
                return 1, 0
        self.own(task, mutex)
        return 1, 0

    def unlock(self, mutex: Mutex) -> None:
        task = self.running
        mutex.depth -= 1
        if mutex.depth > 0:
            return
        mutex.owner = None
        task.held.remove(mutex)
        mutex.kept = 0
        for other in task.held if task.priority > task.base else []:
            other.kept = task.priority
        if not task.held:
            self.set_priority(task, task.base)
            if self.has_more_urgent():
                self.switch_pending = True
        owner = self.belongs_to(mutex.waiters)
        first = mutex.waiters.tasks[0] if mutex.waiters.tasks else None
        if first is not None:
            first.waits_for = None
            self.wake(first)
        if owner is not None:
            owner.handed = 0
            self.own(owner, mutex)

    def do_lock(self, call: Call, _: int) -> Answer:
        mutex = self.mutexes[call.object]
        if call.object == 1 and mutex.owner is self.running:
            mutex.depth += 1
            yield
            return 1, 0
        return (yield from self.lock(mutex, call.ticks))

    def do_unlock(self, call: Call, _: int) -> Answer:
        mutex = self.mutexes[call.object]
        if mutex.owner is not self.running:
            yield
            return -1 if call.object == 0 else 0, 0
        self.unlock(mutex)
        yield
        return 1, 0

    def do_priority(self, call: Call, _: int) -> Answer:
        task = self.tasks[call.object]
        before = task.base
        if call.first != before:
            inherits = task.priority != task.base
            task.base = call.first
            if not inherits or call.first > task.priority:
                self.set_priority(task, call.first)
            if task is self.running and call.first < before:
                self.ready[task.priority].move_behind(task)
                self.switch_pending = True
            elif self.has_more_urgent():
                self.switch_pending = True
        yield
        return 0, 0

    def do_priority_of(self, call: Call, _: int) -> Answer:
        yield
        return self.tasks[call.object].priority, 0

    # Event groups.

    def set_bits(self, bits: int) -> bool:
        """Wake all whose bits are there, with the same bits, and then clear."""
        self.bits |= bits
        clear = 0
        woken = False
        for task in sorted(self.group.tasks, key=lambda each: not each.meets):
            wanted, every, clears = task.wanted
            there = self.bits & wanted
            if there == wanted if every else there != 0:
                clear |= wanted if clears else 0
                task.found = self.bits
                woken = self.wake(task) or woken
        self.bits &= ~clear
        return woken

    def wait_bits(self, wanted: int, ticks: int, *, every: bool, clears: bool) -> Answer:
        task = self.running

        def is_there() -> bool:
            there = self.bits & wanted
            return there == wanted if every else there != 0

        if not is_there() and ticks != 0:
            task.wanted = wanted, every, clears
            task.meets = False
            task.found = None
            self.wait(ticks, self.group)
            yield
            if task.found is not None:
                return task.found, 0
        found = self.bits
        if is_there() and clears:
            self.bits &= ~wanted
        return found, 0

    def do_set_bits(self, call: Call, _: int) -> Answer:
        self.set_bits(call.first)
        yield
        return self.bits, 0

    def do_clear_bits(self, call: Call, _: int) -> Answer:
        before = self.bits
        self.bits &= ~call.first
        yield
        return before, 0

    def do_wait_bits(self, call: Call, _: int) -> Answer:
        every, clears = call.second // 2 == 1, call.second % 2 == 1
        return (yield from self.wait_bits(call.first, call.ticks, every=every, clears=clears))

    def do_sync(self, call: Call, _: int) -> Answer:
        # FreeRTOS sets and looks with the scheduler suspended.
        self.suspensions += 1
        found = self.bits | call.first
        self.set_bits(call.first)
        if found & call.second == call.second:
            self.bits &= ~call.second
            yield from self.end_suspension()
            return found, 0
        if call.ticks == 0:
            found = self.bits
            yield from self.end_suspension()
            return found, 0
        task = self.running
        if self.switch_pending and self.suspensions == 1:
            self.is_open = True  # the layer lets the woken task run before this one waits
        task.wanted = call.second, True, True
        task.meets = True
        task.found = None
        self.wait(call.ticks, self.group)
        yield from self.end_suspension()
        if task.found is not None:
            return task.found, 0
        found = self.bits
        if found & call.second == call.second:
            self.bits &= ~call.second
        return found, 0

    # A stream buffer: its tasks wait by notifications, and the sender looks again.

    def wake_peer(self, task: Task | None) -> None:
        if task is not None and task.state == BLOCKED:
            self.wake(task)

    def do_stream_send(self, call: Call, _: int) -> Answer:
        task = self.running
        deadline = self.deadline(call.ticks)
        space = 0
        while call.ticks != 0:
            space = STREAM_BYTES - self.stream
            if space >= call.first:
                break
            left = self.left(task, deadline)
            if left is None:
                break
            self.writer = task
            task.sends = call.first
            self.wait(left)
            yield
            self.writer = None
            task.aborted = False
        sent = min(call.first, STREAM_BYTES - self.stream)
        self.stream += sent
        if sent != 0 and self.stream >= TRIGGER:
            self.wake_peer(self.reader)
        yield
        return sent, 0

    def do_stream_receive(self, call: Call, _: int) -> Answer:
        if self.stream == 0 and call.ticks != 0:
            self.reader = self.running
            self.wait(call.ticks)
            yield
            self.reader = None
        received = min(call.first, self.stream)
        self.stream -= received
        # FreeRTOS wakes the sender in any case, which then waits on if that is not enough.
        if received != 0 and self.writer is not None:
            if STREAM_BYTES - self.stream >= self.writer.sends:
                self.wake_peer(self.writer)
        yield
        return received, 0

    # Time.

    def do_work(self, call: Call, _: int) -> Answer:
        yield from self.work(self.running, call.ticks)
        return 0, 0

    def do_delay(self, call: Call, _: int) -> Answer:
        if call.ticks == 0:
            self.ready[self.running.priority].move_behind(self.running)
            self.switch_pending = True
        else:
            self.wait(call.ticks)
        yield
        return 0, 0

    def do_delay_until(self, call: Call, _: int) -> Answer:
        task = self.running
        begins_late = self.tick < task.last  # after an abort, which looks as if the count wrapped
        task.last += call.ticks
        if task.last <= self.tick or begins_late:
            return 0, 0
        self.wait(task.last - self.tick)
        yield
        return 1, 0

    # The states of tasks.

    def do_suspend(self, call: Call, _: int) -> Answer:
        self.suspend(self.tasks[call.object])
        yield
        return 0, 0

    def resume(self, task: Task) -> bool:
        if task.state != SUSPENDED:
            return False
        self.make_ready(task)
        urgent = task.priority > self.own_priority()
        if urgent:
            self.switch_pending = True
        return urgent

    def do_resume(self, call: Call, _: int) -> Answer:
        self.resume(self.tasks[call.object])
        yield
        return 0, 0

    def do_abort(self, call: Call, _: int) -> Answer:
        task = self.tasks[call.object]
        if task.state != BLOCKED:
            return 0, 0
        if task.waits_in is not None:
            task.waits_in.remove(task)
            self.timed_out(task)
        task.aborted = True
        self.undelay(task)
        self.make_ready(task)
        if task.priority > self.own_priority():
            self.switch_pending = True
        yield
        return 1, 0

    def do_state(self, call: Call, _: int) -> Answer:
        yield
        return self.tasks[call.object].state, 0

    # Sections and interrupts.

    def do_suspend_all(self, _: Call, __: int) -> Answer:
        self.suspensions += 1
        yield
        return 0, 0

    def do_resume_all(self, _: Call, __: int) -> Answer:
        switches = yield from self.end_suspension()
        return int(switches), 0

    def end_suspension(self) -> Generator[None, None, bool]:
        self.suspensions -= 1
        switches = self.suspensions == 0 and self.switch_pending and self.has_more_urgent()
        yield
        return switches

    def do_enter(self, _: Call, __: int) -> Answer:
        self.critical += 1
        yield
        return 0, 0

    def do_leave(self, _: Call, __: int) -> Answer:
        self.critical -= 1
        yield
        return 0, 0

    def do_raise(self, call: Call, _: int) -> Answer:
        task = self.running
        self.in_handler = True
        for place in range(task.place + 1, task.place + 1 + call.first):
            handled = task.calls[place]
            answer, value, woken = self.handle(handled, task.number * 100 + place)
            self.entries.append(
                Entry(self.tick, task.number, place, answer + 100 * woken, value)
            )
        self.in_handler = False
        yield
        return 0, 0

    def handle(self, call: Call, value: int) -> tuple[int, int, bool]:
        """Make a call in the handler. Return also whether it woke a more urgent task."""
        if call.name in {"take", "give"}:
            return self.handle_semaphore(call)
        if call.name == "resume":
            return 0, 0, self.resume(self.tasks[call.object])
        if call.name == "notify":
            answer, woken = self.notify(self.tasks[call.object], call)
            return answer, 0, woken
        if call.name == "set_bits":
            self.set_bits(call.first)
            return 1, 0, False  # the program does not ask: in FreeRTOS it is the timer task
        queue = self.queues[call.object]
        if call.name in {"send", "send_front"}:
            if len(queue.messages) >= queue.length:
                return 0, 0, False
            return 1, 0, self.put(queue, value, front=call.name == "send_front")
        if call.name == "overwrite":
            return 1, 0, self.overwrite(queue, value)
        if call.name == "waiting":
            return len(queue.messages), 0, False
        if not queue.messages:
            return 0, -1, False
        if call.name == "peek":
            return 1, queue.messages[0], False
        message, woken = self.get(queue)
        return 1, message, woken

    def handle_semaphore(self, call: Call) -> tuple[int, int, bool]:
        semaphore = self.semaphores[call.object]
        if call.name == "give":
            if len(semaphore.messages) >= semaphore.length:
                return 0, 0, False
            return 1, 0, self.put(semaphore, 0)
        if not semaphore.messages:
            return 0, 0, False
        _, woken = self.get(semaphore)
        return 1, 0, woken


def predict(script: Script, *, slices: bool) -> tuple[list[Entry], bool]:
    """Return what the calls of a script answer, and whether these are all."""
    model = Model(script, slices=slices)
    return model.run(), not model.is_open


def compare(script: Script, *, slices: bool, with_ticks: bool = True) -> str:
    """Return the first difference between a run and the prediction; "" if there is none."""
    expected, is_whole = predict(script, slices=slices)
    for i, (actual, wanted) in enumerate(zip(script.entries, expected, strict=False)):
        if actual != wanted and (with_ticks or actual.tick == wanted.tick):
            following = [f"{a} | {b}" for a, b in zip(script.entries[i:i+6], expected[i:i+6])]
            return describe(script, i, "\n".join(following) + f"\n{actual}, but the model {wanted}")
    if is_whole and len(script.entries) != len(expected):
        place = min(len(script.entries), len(expected))
        more = [*script.entries[place:], *expected[place:]][0]
        return describe(script, place, f"{len(script.entries)} calls, not {len(expected)}: {more}")
    return ""


def describe(script: Script, end: int, problem: str) -> str:
    """Return the calls before a difference, as a person reads them."""
    lines = [f"seed {script.seed}, priorities {script.priorities}, lengths {script.lengths}"]
    for entry in script.entries[: end + 1]:
        call = script.calls[entry.task][entry.place]
        lines.append(
            f"{entry.tick:4} task {entry.task} {entry.place:2} {call.name} {call.object} "
            f"({call.first} {call.second} {call.third}) ticks {call.ticks}"
            f" = {entry.answer} {entry.value}"
        )
    return "\n".join([*lines, problem])


def differences(text: str, *, slices: bool) -> Iterable[str]:
    """Return for each script that differs from its prediction how it does."""
    for script in read_scripts(text):
        problem = compare(script, slices=slices)
        if problem:
            yield problem
