# SPDX-License-Identifier: Apache-2.0
"""Queues, semaphores and notifications of freertos_model.py."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from support.freertos_kernel import BLOCKED, Kernel, Notice, Queue, Script, Task, Waiters

if TYPE_CHECKING:
    from collections.abc import Generator

    from support.freertos_kernel import Answer, Call

NO_ACTION, SET_BITS, INCREMENT, OVERWRITE, OFFER = range(5)


class Queues(Kernel):
    """Queues, semaphores and notifications, and their calls."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        super().__init__(script, slices=slices)
        self.queues = [Queue(length) for length in script.lengths]
        self.semaphores = [
            Queue(ceiling, deque([0] * count))
            for ceiling, count in zip(script.ceilings, script.counts, strict=True)
        ]

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

    def look_at(self, task: Task, queue: Queue) -> None:
        queue.lookers += 1
        task.looks_at = queue

    def look_away(self, task: Task) -> None:
        if task.looks_at is not None:
            task.looks_at.lookers -= 1
            task.looks_at = None

    def send(self, queue: Queue, message: int, ticks: int, *, front: bool) -> Answer:
        task = self.running
        deadline = self.deadline(ticks)
        while len(queue.messages) >= queue.length:
            left = self.left(task, deadline) if ticks != 0 else None
            if left is None:
                return 0, 0
            task.sends = message
            if front:
                self.look_at(task, queue)
            self.wait(left, queue.senders)
            yield
            self.look_away(task)
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
            if peeks:
                self.look_at(task, queue)
            self.wait(left, queue.receivers)
            yield
            self.look_away(task)
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
