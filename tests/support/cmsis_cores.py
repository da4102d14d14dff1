# SPDX-License-Identifier: Apache-2.0
"""A model of the calls of tests/targets/cores/cmsis-rtos2/random.c.

It shares no code with Limen: each object is a value and a list of waiting threads in FIFO order, as
the layer's documentation says of the objects of all cores. Times are in microseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CORES = 4
THREADS = 2 * CORES
END = 60_000
OFFSET = 50
BLOCKS = 2
PLACES = 2
FOREVER = 0xFFFFFFFF
NOT_MADE = 2
OK, TIMEOUT, RESOURCE = 0, -2, -3
(
    ACQUIRE, RELEASE, LOCK, UNLOCK, PUT, GET, ALLOCATE, FREE, SET, WAIT, CLEAR, SET_THREAD,
    WAIT_THREAD, SUSPEND, RESUME, RESET, COUNT, MOVE,
) = range(18)  # fmt: skip

Line = tuple[int, int, int, int, int]  # time, thread, call, result, what it received


@dataclass(slots=True)
class Thread:
    """A thread: it sleeps until turn, waits, or is suspended."""

    number: int
    random: int
    turn: int
    call: int = 0
    mutex: Mutex | None = None
    held: int = 0
    waits_in: list[Waiting] | None = None
    waits: Waiting | None = None
    suspended: bool = False
    result: int | None = None  # of a call that returns when the thread is resumed

    def below(self, limit: int) -> int:
        value = self.random
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        self.random = value
        return value % limit

    def timeout(self) -> int:
        drawn = self.below(8)
        return FOREVER if drawn == 7 else drawn


@dataclass(slots=True)
class Waiting:
    """A wait: its thread, the instant of its timeout, and what it sends or wants."""

    thread: Thread
    deadline: int | None
    at_timeout: int
    data: tuple[int, ...] = ()


@dataclass(slots=True)
class Mutex:
    recursive: bool
    owner: Thread | None = None
    held: int = 0
    waiting: list[Waiting] = field(default_factory=list)


@dataclass(slots=True)
class Counted:
    """A semaphore, or a pool of blocks."""

    most: int
    units: int
    waiting: list[Waiting] = field(default_factory=list)


@dataclass(slots=True)
class Queue:
    """Messages as (number, priority), the first one first."""

    messages: list[tuple[int, int]] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)

    def insert(self, message: tuple[int, int]) -> None:
        place = sum(other[1] >= message[1] for other in self.messages)
        self.messages.insert(place, message)


@dataclass(slots=True)
class Flags:
    value: int = 0
    waiting: list[Waiting] = field(default_factory=list)


def is_met(value: int, wanted: int, all_of_them: int) -> bool:
    return value & wanted == wanted if all_of_them else value & wanted != 0


class Model:
    """All threads and objects of a run."""

    def __init__(self, seed: int) -> None:
        self.now = 0
        self.lines: list[Line] = []
        self.threads = [
            Thread(i, (seed * 2654435761 + i * 40503 + 1) & 0xFFFFFFFF, 1000 + (i + 1) * OFFSET)
            for i in range(THREADS)
        ]
        self.semaphores = [Counted(2, 1), Counted(1, 0)]
        self.mutexes = [Mutex(recursive=False), Mutex(recursive=True)]
        self.queues = [Queue(), Queue()]
        self.pool = Counted(BLOCKS, BLOCKS)
        self.events = Flags()
        self.own = [Flags() for _ in range(THREADS)]

    def finish(self, thread: Thread, result: int, extra: int = 0) -> None:
        """The call of a thread returns: it prints, and sleeps until its next turn."""
        self.lines.append((self.now, thread.number, thread.call, result, extra))
        thread.turn = (self.now // 1000 + 1) * 1000 + (thread.number + 1) * OFFSET

    def wait(
        self, thread: Thread, timeout: int, waiting: list[Waiting], at_0: int, at_timeout: int,
        data: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        """Wait in a list, or fail at once."""
        if timeout == 0:
            self.finish(thread, at_0)
            return
        deadline = None if timeout == FOREVER else (self.now // 1000 + timeout) * 1000
        thread.waits = Waiting(thread, deadline, at_timeout, data)
        thread.waits_in = waiting
        waiting.append(thread.waits)

    def leave(self, wait: Waiting) -> Thread:
        """End a wait."""
        thread = wait.thread
        assert thread.waits_in is not None
        thread.waits_in.remove(wait)
        thread.waits = thread.waits_in = None
        return thread

    def wake(self, wait: Waiting, result: int, extra: int = 0) -> None:
        self.finish(self.leave(wait), result, extra)

    # The calls.

    def take(self, thread: Thread, units: Counted, results: tuple[int, int, int]) -> None:
        """Take a unit; results: with one, without a timeout, at the timeout."""
        timeout = thread.timeout()
        if units.units > 0:
            units.units -= 1
            self.finish(thread, results[0])
        else:
            self.wait(thread, timeout, units.waiting, results[1], results[2])

    def give(self, thread: Thread, units: Counted, to_waiting: Callable[[Thread], int]) -> None:
        if units.waiting:
            waiting = units.waiting[0]
            self.wake(waiting, to_waiting(waiting.thread))
        elif units.units == units.most:
            self.finish(thread, RESOURCE)
            return
        else:
            units.units += 1
        self.finish(thread, OK)

    def own_mutex(self, thread: Thread, mutex: Mutex) -> None:
        mutex.owner = thread
        mutex.held = 1
        thread.mutex = mutex

    def lock(self, thread: Thread, mutex: Mutex) -> None:
        timeout = thread.timeout()
        if mutex.owner is thread and mutex.recursive:
            mutex.held += 1
            self.finish(thread, OK)
        elif mutex.owner is thread:  # it waits for itself
            self.wait(thread, timeout, [], RESOURCE, TIMEOUT)
        elif thread.mutex is not None:
            self.finish(thread, RESOURCE)
        elif mutex.owner is None:
            self.own_mutex(thread, mutex)
            self.finish(thread, OK)
        else:
            self.wait(thread, timeout, mutex.waiting, RESOURCE, TIMEOUT)

    def unlock(self, thread: Thread, mutex: Mutex) -> None:
        if mutex.owner is not thread:
            self.finish(thread, RESOURCE)
            return
        mutex.held -= 1
        if mutex.held == 0:
            mutex.owner = thread.mutex = None
            if mutex.waiting:
                waiting = mutex.waiting[0]
                self.own_mutex(waiting.thread, mutex)
                self.wake(waiting, OK)
        self.finish(thread, OK)

    def put(self, thread: Thread, queue: Queue) -> None:
        message = (thread.below(1000), thread.below(4))
        timeout = thread.timeout()
        if len(queue.messages) == PLACES:
            self.wait(thread, timeout, queue.waiting, RESOURCE, TIMEOUT, message)
            return
        if queue.waiting:
            self.wake(queue.waiting[0], OK, message[0] * 10 + message[1])
        else:
            queue.insert(message)
        self.finish(thread, OK)

    def let_in(self, queue: Queue) -> None:
        """The messages of threads that wait to send take free places."""
        while queue.waiting and len(queue.messages) < PLACES:
            sender = queue.waiting[0]
            queue.insert((sender.data[0], sender.data[1]))
            self.wake(sender, OK)

    def get(self, thread: Thread, queue: Queue) -> None:
        timeout = thread.timeout()
        if not queue.messages:
            self.wait(thread, timeout, queue.waiting, RESOURCE, TIMEOUT)
            return
        message = queue.messages.pop(0)
        self.let_in(queue)
        self.finish(thread, OK, message[0] * 10 + message[1])

    def reset(self, thread: Thread, queue: Queue) -> None:
        if thread.below(4) != 0:
            self.finish(thread, NOT_MADE)
            return
        if queue.messages:
            queue.messages.clear()
            self.let_in(queue)
        self.finish(thread, OK)

    def hold_block(self, thread: Thread) -> int:
        thread.held += 1
        return 1

    def allocate(self, thread: Thread) -> None:
        if thread.held == BLOCKS:
            thread.timeout()
            self.finish(thread, NOT_MADE)
            return
        has_one = self.pool.units > 0
        self.take(thread, self.pool, (1, 0, 0))
        thread.held += has_one

    def free(self, thread: Thread) -> None:
        if thread.held == 0:
            self.finish(thread, NOT_MADE)
            return
        thread.held -= 1
        self.give(thread, self.pool, self.hold_block)

    def set_flags(self, thread: Thread, flags: Flags) -> None:
        flags.value |= 1 + thread.below(7)
        for waiting in list(flags.waiting):
            wanted, all_of_them, clear = waiting.data
            if is_met(flags.value, wanted, all_of_them):
                found = flags.value
                flags.value &= ~clear
                self.wake(waiting, found)
        self.finish(thread, flags.value)

    def wait_for_flags(self, thread: Thread, flags: Flags) -> None:
        wanted = 1 + thread.below(7)
        all_of_them = thread.below(2)
        clear = 0 if thread.below(2) else wanted
        timeout = thread.timeout()
        if is_met(flags.value, wanted, all_of_them):
            found = flags.value
            flags.value &= ~clear
            self.finish(thread, found)
        else:
            data = (wanted, all_of_them, clear)
            self.wait(thread, timeout, flags.waiting, RESOURCE, TIMEOUT, data)

    def clear_flags(self, thread: Thread) -> None:
        before = self.events.value
        self.events.value &= ~(1 + thread.below(7))
        self.finish(thread, before)

    def another(self, thread: Thread) -> Thread:
        return self.threads[(thread.number + 1 + thread.below(THREADS - 1)) % THREADS]

    def suspend(self, thread: Thread) -> None:
        if thread.below(3) != 0:
            self.finish(thread, NOT_MADE)
            return
        other = self.another(thread)
        if other.waits is not None:
            other.result = other.waits.at_timeout
            self.leave(other.waits)
        other.suspended = True
        self.finish(thread, OK)

    def resume(self, thread: Thread) -> None:
        other = self.another(thread)
        if other.suspended:
            other.suspended = False
            if other.result is not None:
                self.finish(other, other.result)
            elif other.turn <= self.now:  # it slept, and its turn has passed
                other.turn = (self.now // 1000 + 1) * 1000 + (other.number + 1) * OFFSET
            other.result = None
        elif other.waits is not None:
            self.wake(other.waits, other.waits.at_timeout)
        self.finish(thread, OK)

    def count(self, thread: Thread) -> None:
        result = (
            self.semaphores[0].units + 10 * self.semaphores[1].units
            + 100 * len(self.queues[0].messages) + 1000 * (PLACES - len(self.queues[1].messages))
            + 10_000 * self.pool.units + 100_000 * self.events.value
        )  # fmt: skip
        self.finish(thread, result)

    def move(self, thread: Thread) -> None:
        """A thread that owns a mutex stays where it is, which is right if it wants to."""
        core = thread.below(CORES)
        stays = thread.mutex is not None and core != self.cores[thread.number]
        if not stays:
            self.cores[thread.number] = core
        self.finish(thread, RESOURCE if stays else OK)

    def make(self, thread: Thread) -> None:
        """The turn of a thread."""
        thread.call = thread.below(18)
        which = thread.below(2)
        calls: dict[int, Callable[[], None]] = {
            ACQUIRE: lambda: self.take(thread, self.semaphores[which], (OK, RESOURCE, TIMEOUT)),
            RELEASE: lambda: self.give(thread, self.semaphores[which], lambda _: OK),
            LOCK: lambda: self.lock(thread, self.mutexes[which]),
            UNLOCK: lambda: self.unlock(thread, self.mutexes[which]),
            PUT: lambda: self.put(thread, self.queues[which]),
            GET: lambda: self.get(thread, self.queues[which]),
            ALLOCATE: lambda: self.allocate(thread),
            FREE: lambda: self.free(thread),
            SET: lambda: self.set_flags(thread, self.events),
            WAIT: lambda: self.wait_for_flags(thread, self.events),
            CLEAR: lambda: self.clear_flags(thread),
            SET_THREAD: lambda: self.set_flags(thread, self.own[self.another(thread).number]),
            WAIT_THREAD: lambda: self.wait_for_flags(thread, self.own[thread.number]),
            SUSPEND: lambda: self.suspend(thread),
            RESUME: lambda: self.resume(thread),
            RESET: lambda: self.reset(thread, self.queues[which]),
            COUNT: lambda: self.count(thread),
            MOVE: lambda: self.move(thread),
        }
        calls[thread.call]()

    def instants(self) -> Iterator[tuple[int, Thread]]:
        """What comes next for each thread that neither waits for ever nor is suspended."""
        for thread in self.threads:
            if thread.waits is not None and thread.waits.deadline is not None:
                yield thread.waits.deadline, thread
            elif thread.waits is None and not thread.suspended:
                yield thread.turn, thread

    def run(self) -> list[Line]:
        """All lines, in the order of times and threads."""
        self.cores = [i // 2 for i in range(THREADS)]
        while True:
            instants = list(self.instants())
            if not instants:
                break
            self.now, thread = min(instants, key=lambda one: (one[0], one[1].number))
            if self.now >= END:
                break
            if thread.waits is not None:
                self.wake(thread.waits, thread.waits.at_timeout)
            else:
                self.make(thread)
        return sorted(self.lines)


def parse(text: str) -> list[Line]:
    """The lines of the program, in the order of times and threads."""
    lines: list[Line] = []
    for line in text.splitlines():
        time, thread, call, result, extra = map(int, line.split())
        lines.append((time, thread, call, result, extra))
    return sorted(lines)
