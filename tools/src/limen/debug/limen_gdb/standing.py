# SPDX-License-Identifier: Apache-2.0
"""The state of a thread as gdb reads it, and the scheduling rule in words."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Standing", "reason"]

# The numbers of enum lm_sched_state have these names in the debugging information.
READY, DISPATCHED = "READY", "DISPATCHED"


@dataclass(frozen=True)
class Standing:
    """A thread.

    Attributes:
        name: of the thread.
        state: READY, DISPATCHED (runs, or was preempted), BLOCKED, TERMINATED.
        priority, threshold, level: in force.
        base_priority: as the program has set it.
        waits_for: what ends the state BLOCKED, in words; how it has ended, if it is TERMINATED.
        since: when it began to wait or to be ready, or was dispatched; None: no trace tells.
        until: when its wait ends at the latest; None: it has no timeout.
        stack_used, stack_bytes: of its stack.
        is_running: the processor executes it.
        preempt_disabled: how often it has disabled preemption.
    """

    name: str
    state: str
    priority: int
    threshold: int
    level: int
    base_priority: int
    waits_for: str
    since: int | None
    until: int | None
    stack_used: int
    stack_bytes: int
    is_running: bool
    preempt_disabled: int

    @property
    def state_shown(self) -> str:
        """The state in the words of the documentation."""
        if self.is_running:
            return "running"
        words = {READY: "ready", DISPATCHED: "preempted"}
        return words.get(self.state, self.state.lower())


def reason(thread: Standing, running: Standing | None) -> str:
    """Say why a thread runs, or why it does not.

    Args:
        thread: that the sentence is about.
        running: the one that the processor executes; None: the idle thread.
    """
    if thread.is_running:
        return _why_it_runs(thread)
    if thread.state not in (READY, DISPATCHED):
        return _why_it_is_not_ready(thread)
    return _why_it_waits_for_the_processor(thread, running)


def _why_it_waits_for_the_processor(thread: Standing, running: Standing | None) -> str:
    if running is None:
        return "it has become ready, and the switch to it follows"
    if thread.level < running.level:
        return f"its level {thread.level} is more urgent than {running.level}: the switch follows"
    if thread.priority < running.priority:
        return _held_off(thread, running)
    if thread.level == running.level:
        return f"it is behind {running.name} at level {thread.level}"
    less = f"its level {thread.level} is less urgent than the level {running.level}"
    return f"{less} of {running.name}"


def _why_it_runs(thread: Standing) -> str:
    head = f"it is at the head of level {thread.level}, the most urgent that is not empty"
    if thread.preempt_disabled:
        return f"{head}; it has disabled preemption"
    if thread.priority < thread.base_priority:
        return f"{head}; a mutex has raised its priority from {thread.base_priority}"
    if thread.level < thread.priority:
        return f"{head}; its threshold has raised it from priority {thread.priority}"
    return head


def _why_it_is_not_ready(thread: Standing) -> str:
    if thread.state == "TERMINATED":
        return f"it has ended: {thread.waits_for}"
    end = "" if thread.until is None else f", at the latest until {thread.until:,}"
    return f"it waits for {thread.waits_for}{end}"


def _held_off(thread: Standing, running: Standing) -> str:
    return (
        f"it is held off: its priority {thread.priority} is more urgent than the priority "
        f"{running.priority} of {running.name}, but not than its level {running.level}"
    )
