# SPDX-License-Identifier: Apache-2.0
"""Mutexes and an event group of freertos_model.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.freertos_kernel import READY, RUNNING, Mutex, Script, Task, Waiters
from support.freertos_queues import Queues

if TYPE_CHECKING:
    from support.freertos_kernel import Answer, Call


class Objects(Queues):
    """Objects whose tasks wait for more than a message, and their calls."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        super().__init__(script, slices=slices)
        self.mutexes = [Mutex(), Mutex()]
        self.bits = 0
        self.group = Waiters(by_priority=False)

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
            task.waits_for.kept = 0
            self.inherit(task.waits_for)

    def inherit(self, mutex: Mutex) -> None:
        """The owner has the priority of its most urgent waiting task, and what it keeps."""
        if mutex.owner is not None:
            self.follow(mutex.owner)

    def follow(self, owner: Task) -> None:
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
                mutex.kept = 0
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
        if first is not None and self.runs_at_once(first):
            owner = first  # before its equals that were ready earlier
        if first is not None:
            first.waits_for = None
            self.wake(first)
        if owner is not None:
            owner.handed = 0
            self.own(owner, mutex)

    def pass_mutexes_on(self, task: Task) -> None:
        """A task ends, and those that wait for its mutexes own them."""
        urgent = [each.waiters.tasks[0].priority for each in task.held if each.waiters.tasks]
        if len(urgent) != len(set(urgent)):
            self.is_open = True  # which of these equal tasks is ready first
        for mutex in task.held:
            mutex.owner = None
            mutex.depth = 0
            mutex.kept = 0
            if mutex.waiters.tasks:
                first = mutex.waiters.tasks[0]
                first.waits_for = None
                self.wake(first)
                first.handed = 0
                self.own(first, mutex)

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
            task.base = call.first
            self.follow(task)
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
        for task in list(self.group.tasks):
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
        task.wanted = call.second, True, True
        task.found = None
        self.wait(call.ticks, self.group)
        yield from self.end_suspension()
        if task.found is not None:
            return task.found, 0
        found = self.bits
        if found & call.second == call.second:
            self.bits &= ~call.second
        return found, 0
