# SPDX-License-Identifier: Apache-2.0
"""The scheduler of freertos_model.py, the tasks, and the scripts that they execute.

A call is a generator. It yields where the processor may go to another task, and returns its answer.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Generator

    Answer = Generator[None, None, tuple[int, int]]

FOREVER: Final = -1
NEVER: Final = 1 << 60
RUNNING, READY, BLOCKED, SUSPENDED = range(4)
PRIORITIES: Final = 8
CALLBACKS: Final = 5  # stands for a task in the entries of callbacks


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
    timers: list[tuple[int, bool]] = field(default_factory=list)  # period, does it reload
    length_bytes: int = 0  # before a message in a buffer
    callbacks: list[Call] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def call_of(self, entry: Entry) -> Call:
        """Return the call that an entry is about."""
        calls = self.callbacks if entry.task == CALLBACKS else self.calls[entry.task]
        return calls[entry.place]


def read_scripts(text: str) -> list[Script]:
    """Read what a random program printed."""
    scripts: list[Script] = []
    calls: list[Call] = []
    for line in text.splitlines():
        kind, *words = line.split()
        numbers = [int(word) for word in words]
        if kind == "seed":
            seed, ticks, *rest = numbers
            scripts.append(Script(seed, ticks, rest[:2], rest[2::2], rest[3::2]))
        elif kind == "task":
            scripts[-1].priorities.append(numbers[0])
            calls = []
            scripts[-1].calls.append(calls)
        elif kind == "streams":
            scripts[-1].length_bytes = numbers[0]
        elif kind == "timers":
            scripts[-1].timers = [
                (period, reloads == 1)
                for period, reloads in zip(numbers[::2], numbers[1::2], strict=True)
            ]
            calls = scripts[-1].callbacks
        elif kind == "=":
            scripts[-1].entries.append(Entry(*numbers))
        elif kind != "end":
            calls.append(Call(kind, *numbers))
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
    found: int | None = None  # the bits that ended its wait
    notices: list[Notice] = field(default_factory=lambda: [Notice(), Notice()])
    held: list[Mutex] = field(default_factory=list)
    waits_for: Mutex | None = None
    dispatched: bool = False  # it runs, or was preempted
    last: int = 0
    place: int = 0  # of its call
    next: int = 0  # of its next call
    looks_at: Queue | None = None  # as one of its lookers
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
        while self.by_priority and place > 0 and self.tasks[place - 1].priority < task.priority:
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
        self.ready = [Ready() for _ in range(PRIORITIES)]
        self.delayed: list[Task] = []
        self.tasks = [
            Task(i, priority, calls)
            for i, (priority, calls) in enumerate(zip(script.priorities, script.calls, strict=True))
        ]
        self.current: Task | None = None
        self.switch_pending = False
        self.suspensions = 0
        self.critical = 0
        self.in_handler = False
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
        task.wake = NEVER if ticks == FOREVER else self.tick + ticks
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
        if deadline == NEVER:
            return FOREVER
        return deadline - self.tick if deadline > self.tick else None

    def deadline(self, ticks: int) -> int:
        """Return the tick at which a call that begins now ends its wait.

        In FreeRTOS an abort of a wait whose call succeeds all the same ends the next wait at once.
        That is not intended, and the layer does not do it.
        """
        self.running.aborted = False
        return NEVER if ticks == FOREVER else self.tick + ticks

    # The running task.

    def switch(self) -> None:
        self.switch_pending = False
        before = self.current
        if before is not None and before.state == RUNNING and self.has_more_urgent():
            equals = self.ready[before.priority]
            if not self.slices and len(equals.tasks) > 1:
                equals.move_behind(before)
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
        while task.next < len(task.calls):
            place = task.place = task.next
            call = task.calls[place]
            task.next += 1 + (call.first if call.name == "raise" else 0)
            answer, value = yield from self.call(call, task.number * 100 + place)
            self.entries.append(Entry(self.tick, task.number, place, answer, value))
        while True:
            self.suspend(task)
            yield

    def call(self, call: Call, value: int) -> Answer:
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

    def end_suspension(self) -> Generator[None, None, bool]:
        self.suspensions -= 1
        switches = self.suspensions == 0 and self.switch_pending and self.has_more_urgent()
        yield
        return switches

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
