# SPDX-License-Identifier: Apache-2.0
"""Predicts what a random program of tests/freertos/random prints, from the rules of FreeRTOS.

It is a simulation of FreeRTOS's scheduler in virtual time that shares no code with the layer: lists
of ready tasks, lists of waiting tasks by priority, a woken task that looks again. Calls take no
time. Where the page docs/from-freertos.md says that the layer differs, it does what the page says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.freertos_kernel import BLOCKED, SUSPENDED, Entry, Script, Task
from support.freertos_sets import Sets

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.freertos_kernel import Answer, Call


class Model(Sets):
    """All calls of a script."""

    def call(self, call: Call, value: int) -> Answer:
        method: Callable[[Call, int], Answer] = getattr(self, f"do_{call.name}")
        return (yield from method(call, value))

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

    # The end of a task, whose block another one has then.

    def do_restart(self, call: Call, _: int) -> Answer:
        task = self.tasks[call.object]
        if task.held and task.waits_for is not None:
            self.is_open = True  # an owner may inherit from it until its mutexes are given
        self.suspend(task)
        self.look_away(task)
        self.pass_mutexes_on(task)
        self.forget_in_streams(task)
        base = self.script.priorities[task.number]
        heir = Task(task.number, base, task.calls, next=task.next)
        self.tasks[task.number] = heir
        self.make_ready(heir)
        if self.has_more_urgent():
            self.switch_pending = True
        yield
        return 0, 0

    # Sections and interrupts.

    def do_suspend_all(self, _: Call, __: int) -> Answer:
        self.suspensions += 1
        yield
        return 0, 0

    def do_resume_all(self, _: Call, __: int) -> Answer:
        switches = yield from self.end_suspension()
        return int(switches), 0

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
            self.entries.append(Entry(self.tick, task.number, place, answer + 100 * woken, value))
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
        return self.handle_object(call, value)

    def handle_object(self, call: Call, value: int) -> tuple[int, int, bool]:
        if call.name.startswith("set_") and call.name != "set_bits":
            return self.handle_set(call, value)
        if call.name.startswith("stream"):
            return self.handle_stream(call, value)
        if call.name.startswith("timer"):
            return self.handle_timer(call)
        return self.handle_queue(call, value)

    def handle_queue(self, call: Call, value: int) -> tuple[int, int, bool]:
        queue = self.queues[call.object]
        answer = (0, -1, False)
        if call.name == "waiting":
            answer = (len(queue.messages), 0, False)
        elif call.name == "overwrite":
            answer = (1, 0, self.overwrite(queue, value))
        elif call.name in {"send", "send_front"}:
            sends = len(queue.messages) < queue.length
            woken = sends and self.put(queue, value, front=call.name == "send_front")
            answer = (int(sends), 0, woken)
        elif queue.messages and call.name == "peek":
            answer = (1, queue.messages[0], False)
        elif queue.messages:
            answer = (1, *self.get(queue))
        return answer

    def handle_semaphore(self, call: Call) -> tuple[int, int, bool]:
        semaphore = self.semaphores[call.object]
        if call.name == "give":
            gives = len(semaphore.messages) < semaphore.length
            return int(gives), 0, gives and self.put(semaphore, 0)
        if not semaphore.messages:
            return 0, 0, False
        _, woken = self.get(semaphore)
        return 1, 0, woken


def predict(script: Script, *, slices: bool) -> tuple[list[Entry], bool]:
    """Return what the calls of a script answer, and whether these are all."""
    model = Model(script, slices=slices)
    return model.run(), not model.is_open


def compare(script: Script, *, slices: bool) -> str:
    """Return the first difference between a run and the prediction; "" if there is none."""
    expected, is_whole = predict(script, slices=slices)
    actual = script.entries if is_whole else script.entries[: len(expected)]
    for place, (entry, wanted) in enumerate(zip(actual, expected, strict=False)):
        if entry != wanted:
            return describe(script, place, f"{entry}, but the model {wanted}")
    if len(actual) == len(expected):
        return ""
    place = min(len(actual), len(expected))
    further = [*actual[place:], *expected[place:]][0]
    return describe(script, place - 1, f"{len(actual)} calls, not {len(expected)}: {further}")


def describe(script: Script, end: int, problem: str) -> str:
    """Return the calls before a difference, as a person reads them."""
    lines = [f"seed {script.seed}, priorities {script.priorities}, lengths {script.lengths}"]
    for entry in script.entries[: end + 1]:
        call = script.call_of(entry)
        lines.append(
            f"{entry.tick:4} task {entry.task} {entry.place:2} {call.name} {call.object} "
            f"({call.first} {call.second} {call.third}) ticks {call.ticks}"
            f" = {entry.answer} {entry.value}"
        )
    return "\n".join([*lines, problem])
