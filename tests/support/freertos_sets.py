# SPDX-License-Identifier: Apache-2.0
"""A queue set of freertos_model.py, whose members are a queue and a semaphore.

The set is a queue of members. What comes to a member wakes a task that waits for the set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from support.freertos_kernel import Queue, Script
from support.freertos_timers import Timers

if TYPE_CHECKING:
    from support.freertos_kernel import Answer, Call

MEMBER_LENGTH: Final = 2
QUEUE, SEMAPHORE = 1, 2


class Sets(Timers):
    """The set and its calls."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        super().__init__(script, slices=slices)
        self.set = Queue(2 * MEMBER_LENGTH)
        # All tasks that wait for a member look when it changes.
        self.member_queue = Queue(MEMBER_LENGTH, lookers=1)
        self.member_units = Queue(MEMBER_LENGTH, lookers=1)

    def put(self, queue: Queue, message: int, *, front: bool = False) -> bool:
        if queue is self.member_queue or queue is self.member_units:
            if front:
                queue.messages.appendleft(message)
            else:
                queue.messages.append(message)
            return super().put(self.set, QUEUE if queue is self.member_queue else SEMAPHORE)
        return super().put(queue, message, front=front)

    def do_set_send(self, call: Call, value: int) -> Answer:
        return (yield from self.send(self.member_queue, value, call.ticks, front=False))

    def do_set_front(self, call: Call, value: int) -> Answer:
        return (yield from self.send(self.member_queue, value, call.ticks, front=True))

    def do_set_give(self, _: Call, __: int) -> Answer:
        if len(self.member_units.messages) >= MEMBER_LENGTH:
            return 0, 0
        self.put(self.member_units, 0)
        yield
        return 1, 0

    def do_set_select(self, call: Call, _: int) -> Answer:
        selected, member = yield from self.receive(self.set, call.ticks)
        if selected == 0:
            return 0, 0
        if member == SEMAPHORE:
            taken, _value = yield from self.receive(self.member_units, 0)
            return SEMAPHORE, taken
        received, value = yield from self.receive(self.member_queue, 0)
        return QUEUE, value if received != 0 else -2

    def handle_set(self, call: Call, value: int) -> tuple[int, int, bool]:
        member = self.member_units if call.name == "set_give" else self.member_queue
        if call.name != "set_select":
            sends = len(member.messages) < member.length
            front = call.name == "set_front"
            return int(sends), 0, sends and self.put(member, value, front=front)
        if not self.set.messages:
            return 0, 0, False
        selected, _woken = self.get(self.set)
        member = self.member_queue if selected == QUEUE else self.member_units
        if not member.messages:
            return selected, 0 if selected == SEMAPHORE else -2, False
        message, woken = self.get(member)
        return selected, message if selected == QUEUE else 1, woken
