# SPDX-License-Identifier: Apache-2.0
"""The analysis of a trace of Limen by one plain loop over the events: the oracle of the tests.

It takes the events as tuples, examines each gap between two events, and shares no code with
limen.trace. Threads are numbers; 0 is idle.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

Record = tuple[int, int, int, int, int, int, int]  # time, event, thread, object, a, b, depth
SWITCH, READY, SUSPEND, YIELD, SLICE, LEVEL, PRIORITY, IRQ_EXIT = 2, 3, 4, 5, 6, 7, 8, 10
THREAD_CREATE, THREAD_PRIORITY, RELEASE, COMPLETE, DEADLINE_MISS = 16, 24, 26, 27, 28
PREEMPT_POINT, MUTEX_LOCK = 115, 41
CALLS = {49: 5, 50: 5, 52: 5, 34: 6, 75: 7, 81: 8, 89: 9, 41: 13}
# The reasons of raised levels.
THRESHOLD, SET, INHERITANCE, CEILING, DISABLED, SECTION, KERNEL_CODE = range(7)
HELD_BY_REASON = {5: DISABLED, 7: SECTION, 9: KERNEL_CODE}
READY_KIND = {1: "woken", 4: "yielded", 5: "slice_ended"}


@dataclass
class Thread:
    """The state of a thread during the loop."""

    priority: int = 0
    base: int = 0
    level: int = 0
    level_reason: int = 0
    priority_reason: int = 0
    how: int = 0
    is_ready: bool = False
    has_ended: bool = True
    since: int | None = None  # of its ready interval
    ready_as: str = ""
    wait: list[Any] | None = None
    calls: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    suspended_at: int = -1
    own_at: int = -1
    yielded_at: int = -1
    sliced_at: int = -1
    urgency_at: int = -1
    active_since: int | None = None
    is_late: bool = False

    def raised_by(self) -> int:
        """Return the current reason why its level is raised."""
        if self.level_reason in HELD_BY_REASON:
            return HELD_BY_REASON[self.level_reason]
        if self.priority < self.base:
            return CEILING if self.priority_reason == 4 else INHERITANCE
        return SET if self.level_reason == 2 else THRESHOLD


@dataclass
class Found:
    """The results of the loop. Intervals are (begin, end) by events; an open end is None."""

    gaps: list[tuple[int, bool, dict[int, str]]] = field(default_factory=list)
    waits: list[list[Any]] = field(default_factory=list)
    held: dict[int, list[list[Any]]] = field(default_factory=lambda: defaultdict(list))
    blocking: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    switches: list[dict[str, Any]] = field(default_factory=list)
    ends: list[tuple[int, int, int]] = field(default_factory=list)  # thread, release, end event
    missed: set[tuple[int, int]] = field(default_factory=set)  # thread, end event


class Loop:
    """One pass."""

    def __init__(self, records: list[Record], priorities: dict[int, int]) -> None:
        self.records = records
        self.threads: defaultdict[int, Thread] = defaultdict(Thread)
        for number, priority in priorities.items():
            self.threads[number] = Thread(priority, priority, priority)
        self.found = Found()
        self.running = 0
        self.periodic = {record[3] for record in records if record[1] == RELEASE}
        self.last_end: dict[int, int] = {}
        self.initialises = bool(records) and records[0][2] == records[0][6] == 0

    def run(self) -> Found:
        if self.records and self.records[0][2]:
            self._dispatch(self.records[0][2], 0)
        for index, record in enumerate(self.records):
            self._event(index, record)
            if self.initialises and self.running:
                self._start(index)
            self._gap(index, record)
        return self.found

    def _dispatch(self, number: int, index: int) -> None:
        thread = self.threads[number]
        self.running = number
        self._end_wait(thread, index, 0, None)
        thread.is_ready, thread.has_ended, thread.since = True, False, None

    def _event(self, index: int, record: Record) -> None:
        event, who, depth = record[1], record[2], record[6]
        handlers = {SWITCH: self._switch, READY: self._ready, SUSPEND: self._suspend}
        if event in handlers:
            handlers[event](index, record)
        self._urgency(index, record)
        if event == PREEMPT_POINT:
            self.threads[who].urgency_at = index
        if event == YIELD:
            self.threads[who].yielded_at = index
        if depth == 0 and who:
            self._own(index, record)
        self._jobs(index, record)

    def _urgency(self, index: int, record: Record) -> None:
        _, event, _, about, a, b, _ = record
        thread = self.threads[about]
        if event == SLICE:
            thread.sliced_at = index
        elif event == LEVEL:
            thread.level, thread.level_reason = a, b >> 16
            thread.how = thread.raised_by()
        elif event == PRIORITY:
            thread.priority, thread.priority_reason = a, b >> 16
        elif event == THREAD_CREATE:
            thread.priority = thread.base = a
        elif event == THREAD_PRIORITY:
            thread.base = a
        if event in {LEVEL, PRIORITY}:
            thread.urgency_at = index

    def _own(self, index: int, record: Record) -> None:
        _, event, who, about, _, b, _ = record
        thread = self.threads[who]
        if event != SWITCH:
            thread.own_at = index
        if event in CALLS:
            owner = b >> 16 if event == MUTEX_LOCK and b & 0xFFFF == 1 else 0
            thread.calls[CALLS[event]] = (index, about, owner)

    def _end_wait(self, thread: Thread, index: int, outcome: int, waker: object) -> None:
        if thread.wait is not None:
            thread.wait[5:] = [index, outcome, waker]
            thread.wait = None

    def _ready(self, index: int, record: Record) -> None:
        _, _, who, about, _, b, depth = record
        if about == 0:
            return
        thread = self.threads[about]
        waker = "interrupt" if depth else who
        self._end_wait(thread, index, b & 0xFFFF, waker)
        if not thread.is_ready and self.running != about:
            thread.since, thread.ready_as = index, "woken"
        thread.is_ready, thread.has_ended = True, False

    def _suspend(self, index: int, record: Record) -> None:
        _, _, _, about, a, b, _ = record
        number = b & 0xFFFF
        if number == 0:
            return
        thread = self.threads[number]
        self._end_wait(thread, index, b >> 16, None)
        if a == 0:
            thread.has_ended = True
        else:
            thread.has_ended = False
            call = thread.calls.get(a)
            owner = call[2] if call is not None and call[1] == about and a == 13 else 0
            thread.wait = [number, a, about, owner, index, None, None, None]
            self.found.waits.append(thread.wait)
        thread.is_ready, thread.since = False, None
        thread.suspended_at = index

    def _switch(self, index: int, record: Record) -> None:
        _, _, leaves, comes, a, why, _ = record
        leaver, comer = self.threads[leaves], self.threads[comes]
        self.found.switches.append(
            {
                "at": index,
                "cause": self._cause(leaver, comer, why, comes),
                "since": comer.since if comes else None,
                "ready_as": comer.ready_as if comes and comer.since is not None else None,
                "priority": comer.priority,
                "level": leaver.level if leaves != comes else a,
            }
        )
        if comes:
            comer.level, comer.how = a, comer.raised_by()
        if comes == self.running:
            return
        if leaves and leaver.is_ready:
            leaver.since, leaver.ready_as = index, READY_KIND.get(why, "preempted")
        self.running = comes
        if comes:
            self._dispatch(comes, index)

    def _cause(self, leaver: Thread, comer: Thread, why: int, comes: int) -> int | None:
        before = self.switch_before()
        if why in {1, 6}:
            cause = leaver.suspended_at
        elif why == 4:
            cause = leaver.yielded_at
        elif why == 5:
            cause = leaver.sliced_at
        else:
            is_woken = comes and comer.since is not None and comer.ready_as == "woken"
            woken = comer.since if is_woken and comer.since is not None else -1
            cause = max(woken, leaver.urgency_at, comer.urgency_at)
            if cause <= before:
                cause = leaver.own_at
        return cause if cause > before else None

    def switch_before(self) -> int:
        """Return the newest SWITCH so far."""
        return self.found.switches[-1]["at"] if self.found.switches else -1

    def _jobs(self, index: int, record: Record) -> None:
        time, event, _, about, _, b, _ = record
        thread = self.threads[about]
        if event == COMPLETE and about in self.periodic and about:
            self.last_end[about] = index
            if time - b >= self.records[0][0]:
                self.found.ends.append((about, time - b, index))
        if event == DEADLINE_MISS:
            thread.is_late = True
            if about in self.last_end:
                self.found.missed.add((about, self.last_end[about]))
        if event == READY and about and about not in self.periodic and thread.active_since is None:
            thread.active_since, thread.is_late = index, False
        number = b & 0xFFFF
        if event == SUSPEND and number and number not in self.periodic:
            self._stop(number, index)

    def _start(self, index: int) -> None:
        self.initialises = False
        for thread in self.threads.values():
            if thread.active_since is not None:
                thread.active_since = index

    def _stop(self, number: int, index: int) -> None:
        thread = self.threads[number]
        if thread.active_since is not None:
            if self.initialises:
                thread.active_since = index
            self.found.ends.append((number, self.records[thread.active_since][0], index))
            if thread.is_late:
                self.found.missed.add((number, index))
        thread.active_since = None

    def job(self, number: int, release: int, end_at: int) -> list[int]:
        """Return start latency, execution, ready, waiting, interrupted, added up gap by gap."""
        end = self.records[end_at][0]
        starts, sums = end, dict.fromkeys(("running", "interrupt", "ready", "waiting"), 0)
        for index, (running, in_interrupt, states) in enumerate(self.found.gaps[:-1]):
            begins, ends = self.records[index][0], self.records[index + 1][0]
            state = states.get(number, "dormant")
            if running == number and ends > release:
                starts = min(starts, max(begins, release))
            ticks = max(min(ends, end) - max(begins, release), 0)
            if state == "running" and in_interrupt:
                state = "interrupt"
            sums[state] = sums.get(state, 0) + ticks
        sums["waiting"] += sums.get("dormant", 0)
        names = ("running", "ready", "waiting", "interrupt")
        return [starts - release, *(sums[name] for name in names)]

    def _gap(self, index: int, record: Record) -> None:
        """Record the state between this event and the next one."""
        in_interrupt = record[6] > (record[1] == IRQ_EXIT)
        states = {number: self._state(number) for number in self.threads if number}
        self.found.gaps.append((self.running, in_interrupt, states))
        if index + 1 == len(self.records):
            return
        ticks = self.records[index + 1][0] - record[0]
        runner = self.threads[self.running]
        for number, state in states.items():
            thread = self.threads[number]
            if number == self.running or not self.running:
                continue
            if state == "ready" and runner.level <= thread.priority < runner.base:
                self._hold(number, index, runner)
            if runner.base > thread.base and ticks:
                waits = thread.wait is not None and thread.wait[1] == 13
                if state == "ready" or waits:
                    pair = self.found.blocking.setdefault((number, self.running), [0, 0])
                    pair[state != "ready"] += ticks

    def _state(self, number: int) -> str:
        thread = self.threads[number]
        if number == self.running:
            return "running"
        if thread.is_ready:
            return "ready"
        return "dormant" if thread.has_ended else "waiting"

    def _hold(self, number: int, index: int, runner: Thread) -> None:
        key = [self.running, runner.level, runner.how]
        intervals = self.found.held[number]
        if intervals and intervals[-1][1] == index and intervals[-1][2:] == key:
            intervals[-1][1] = index + 1
        else:
            intervals.append([index, index + 1, *key])
