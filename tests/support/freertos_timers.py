# SPDX-License-Identifier: Apache-2.0
"""Timers and the timer task of freertos_model.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from support.freertos_kernel import (
    BLOCKED,
    CALLBACKS,
    FOREVER,
    NEVER,
    Entry,
    Queue,
    Script,
    Task,
)
from support.freertos_streams import Streams

if TYPE_CHECKING:
    from collections.abc import Generator

    from support.freertos_kernel import Answer, Call

COMMANDS: Final = 5  # for which the queue has room


@dataclass(eq=False)
class Timer:
    """A timer."""

    number: int
    period: int
    reloads: bool
    is_active: bool = False
    expiry: int = 0


class Timers(Streams):
    """The timer task, which executes commands and callbacks, and the calls that send commands."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        super().__init__(script, slices=slices)
        self.timers = [Timer(i, *timer) for i, timer in enumerate(script.timers)]
        self.active: list[Timer] = []
        self.commands = Queue(COMMANDS)
        self.sent: list[tuple[Call, int]] = []  # with the tick
        self.server = Task(CALLBACKS, 3 if slices else 7, [], state=BLOCKED, wake=NEVER)
        self.server.code = self.serve()
        self.delayed.append(self.server)
        self.commands.receivers.add(self.server)

    # The timer task.

    def serve(self) -> Generator[None, None, None]:
        while True:
            first = self.active[0] if self.active else None
            if first is not None and first.expiry <= self.tick:
                yield from self.expire(first)
            elif not self.commands.messages:
                self.wait(
                    first.expiry - self.tick if first is not None else FOREVER,
                    self.commands.receivers,
                )
                yield
            while self.commands.messages:
                message, _ = self.get(self.commands)
                yield
                yield from self.execute_command(*self.sent[message])

    def insert(self, timer: Timer, expiry: int) -> None:
        timer.expiry = expiry
        timer.is_active = True
        place = len(self.active)
        while place > 0 and self.active[place - 1].expiry > expiry:
            place -= 1
        self.active.insert(place, timer)

    def remove(self, timer: Timer) -> None:
        timer.is_active = False
        if timer in self.active:
            self.active.remove(timer)

    def expire(self, timer: Timer) -> Generator[None, None, None]:
        """Call the callback for each expiry that has passed."""
        now = self.tick
        while True:
            self.remove(timer)
            if timer.reloads:
                self.insert(timer, timer.expiry + timer.period)
            yield from self.call_back(timer.number)
            if not timer.is_active or timer.expiry > now:
                return

    def call_back(self, number: int) -> Generator[None, None, None]:
        answer, value = yield from self.call(
            self.script.callbacks[number], CALLBACKS * 100 + number
        )
        self.entries.append(Entry(self.tick, CALLBACKS, number, answer, value))

    def execute_command(self, call: Call, tick: int) -> Generator[None, None, None]:
        if call.name == "timer_pend":
            yield from self.call_back(len(self.timers))
            return
        timer = self.timers[call.object]
        self.remove(timer)
        if call.name == "timer_period":
            timer.period = call.first
            self.insert(timer, self.tick + timer.period)
        elif call.name != "timer_stop":
            self.insert(timer, tick + timer.period)
            if timer.expiry <= self.tick:
                yield from self.expire(timer)

    # Calls.

    def note(self, call: Call) -> int:
        self.sent.append((call, self.tick))
        return len(self.sent) - 1

    def command(self, call: Call, _: int) -> Answer:
        return (yield from self.send(self.commands, self.note(call), call.ticks, front=False))

    do_timer_start = do_timer_reset = do_timer_stop = do_timer_period = do_timer_pend = command

    def do_timer_reloads(self, call: Call, _: int) -> Answer:
        self.timers[call.object].reloads = call.first == 1
        yield
        return 0, 0

    def do_timer_active(self, call: Call, _: int) -> Answer:
        yield
        return int(self.timers[call.object].is_active), 0

    def handle_timer(self, call: Call) -> tuple[int, int, bool]:
        sends = len(self.commands.messages) < self.commands.length
        return int(sends), 0, sends and self.put(self.commands, self.note(call))
