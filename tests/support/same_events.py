# SPDX-License-Identifier: Apache-2.0
"""The events of a trace as text, without the numbers that differ between targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.trace import Event

if TYPE_CHECKING:
    from limen.trace import Trace

# Events whose number b is a time, the size of a stack, or computed from them.
_PORTS_OWN_B: Final = (
    Event.COMPLETE,
    Event.DEADLINE_MISS,
    Event.OVERRUN,
    Event.STACK,
    Event.THREAD_SLEEP,
    Event.TIME_GET,
    Event.TIMER_START,
)


def events(trace: Trace) -> list[str]:
    """Return the events as text, without times and sizes of stacks, which depend on the port."""
    return [
        f"{trace.native.number_name(event)} of {trace.thread_name(thread)}, depth {depth}: "
        f"{trace.name_of(number) if number else '-'} a={a} b={'-' if event in _PORTS_OWN_B else b}"
        for event, thread, depth, number, a, b in zip(
            trace.event.tolist(),
            trace.thread.tolist(),
            trace.depth.tolist(),
            trace.object.tolist(),
            trace.a.tolist(),
            trace.b.tolist(),
            strict=True,
        )
    ]
