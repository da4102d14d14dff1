# SPDX-License-Identifier: Apache-2.0
"""Statistics by one plain loop over the events, as a kernel counts: the oracle of the tests.

It takes the events as tuples and shares no code with limen.trace.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

Record = tuple[int, int, int, int, int, int, int]  # time, event, thread, object, a, b, depth
SWITCH, READY, SUSPEND, YIELD, SLICE, PRIORITY, IRQ_ENTER, IRQ_EXIT = 2, 3, 4, 5, 6, 8, 9, 10
THREAD_CREATE, THREAD_PRIORITY, DEADLINE_MISS, OVERRUN = 16, 24, 28, 29
THREAD_TERMINATE, THREAD_ABORT_WAIT, TIMEOUT = 20, 30, 1
MUTEX_LOCK, MUTEX_UNLOCK, MUTEX_DELETE = 41, 42, 43
QUEUE_SEND, QUEUE_RECEIVE, QUEUE_SEND_FRONT = 49, 50, 52


@dataclass(eq=False)
class Inversion:
    waiter: int
    owner: int
    mutex: int
    at: int
    unbounded_at: int = -1


@dataclass
class Oracle:
    """The state and the counts during the loop over the events."""

    base: dict[int, int]
    effective: dict[int, int]
    system: Counter[str] = field(default_factory=Counter)
    threads: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    inversions: list[Inversion] = field(default_factory=list)
    open_inversions: list[Inversion] = field(default_factory=list)
    now: int = -1  # number of the event
    idle_time: int = 0
    interrupt_time: int = 0
    in_window: bool = False

    def count(self, name: str, thread: int, amount: int = 1) -> None:
        if not self.in_window:
            return
        self.system[name] += amount
        if thread:
            self.threads[thread][name] += amount

    def event(self, record: Record) -> None:
        """Process one event."""
        self.now += 1
        _, event, thread, about, a, b, depth = record
        low, high = b & 0xFFFF, b >> 16
        if event == SWITCH:
            self._switch(thread, about, b)
        elif event in SIMPLE:
            name, which = SIMPLE[event]
            self.count(name, {"thread": thread, "object": about, "low": low}[which])
        elif event in {QUEUE_SEND, QUEUE_SEND_FRONT, QUEUE_RECEIVE}:
            self._queue(event, thread if depth == 0 else 0, low, high)
        elif event == MUTEX_LOCK and low == 1:
            self._wait(thread, high, about)
        elif event == THREAD_CREATE:
            self.base[about] = self.effective[about] = a
        elif event == THREAD_PRIORITY:
            self.base[about] = a
        elif event == PRIORITY:
            self.effective[about] = a
        if event == READY and low == TIMEOUT:
            self.count("timeouts", about)
        if event == SUSPEND and high == TIMEOUT:
            self.count("timeouts", low)
        self._end_inversions(event, about, a, low)

    def time_passes(self, record: Record, ticks: int) -> None:
        """Count the ticks between this event and the next."""
        _, event, thread, about, _, _, depth = record
        running = about if event == SWITCH else thread
        if running:
            self.count("run_time", running, ticks)
        else:
            self.idle_time += ticks
        if depth > (event == IRQ_EXIT):
            self.interrupt_time += ticks

    def _switch(self, leaves: int, comes: int, why: int) -> None:
        if comes:
            self.count("runs", comes)
        if leaves and comes:
            self.count("switches", leaves)
        elif leaves:
            self.count("to_idle", leaves)
        elif comes:
            self.count("from_idle", 0)
        if why in {2, 3}:
            names = {2: "preemptions_by_call", 3: "preemptions_by_interrupt"}
            self.count(names[why], leaves)
        for inversion in self.open_inversions:
            is_between = (
                self.base.get(inversion.waiter, 0)
                < self.effective.get(comes, 0)
                < self.base.get(inversion.owner, 0)
            )
            if comes not in {0, inversion.owner} and is_between and inversion.unbounded_at < 0:
                inversion.unbounded_at = self.now
                self.count("inversions_unbounded", inversion.waiter)

    def _queue(self, event: int, caller: int, low: int, high: int) -> None:
        mine, other = "messages_sent", "messages_received"
        if event == QUEUE_RECEIVE:
            mine, other = other, mine
        if low == 0:
            self.count(mine, caller)
            if high:
                self.count(other, high)

    def _end_inversions(self, event: int, about: int, a: int, low: int) -> None:
        is_free = event == MUTEX_DELETE or (event == MUTEX_UNLOCK and a == 0 and low == 0)
        for inversion in list(self.open_inversions):
            if (
                (event in {READY, THREAD_TERMINATE} and about == inversion.waiter)
                or (event == THREAD_TERMINATE and about == inversion.owner)
                or (is_free and about == inversion.mutex)
            ):
                self.open_inversions.remove(inversion)

    def _wait(self, waiter: int, owner: int, mutex: int) -> None:
        # A thread that calls again does not wait any more.
        self.open_inversions = [one for one in self.open_inversions if one.waiter != waiter]
        if self.base.get(waiter, 0) < self.base.get(owner, 0):
            self.count("inversions", waiter)
            self.inversions.append(Inversion(waiter, owner, mutex, self.now))
            self.open_inversions.append(self.inversions[-1])


SIMPLE = {
    READY: ("resumptions", "object"),
    SUSPEND: ("suspensions", "low"),
    YIELD: ("yields", "thread"),
    SLICE: ("slices", "object"),
    IRQ_ENTER: ("interrupts", "thread"),
    DEADLINE_MISS: ("deadline_misses", "object"),
    OVERRUN: ("overruns", "object"),
    THREAD_ABORT_WAIT: ("aborts", "object"),
}


def run(records: list[Record], priorities: dict[int, int], first: int, last: int) -> Oracle:
    """Process all events, and count those of the window."""
    oracle = Oracle(dict(priorities), dict(priorities))
    for index, record in enumerate(records):
        oracle.in_window = first <= index < last
        oracle.event(record)
        if oracle.in_window and index + 1 < len(records):
            oracle.time_passes(record, records[index + 1][0] - record[0])
    return oracle
