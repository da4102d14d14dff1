# SPDX-License-Identifier: Apache-2.0
"""Why a switch happened, in a sentence of two or three parts. Its words are the specification's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.moves import HELD, INTERRUPT, NOBODY, Reason, What
from limen.trace.analysis.states import ReadyKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.trace.analysis.analysis import Analysis

__all__ = ["why"]

_LEAVES: Final = {
    Reason.TERMINATED: "{} has ended",
    Reason.YIELDED: "{} yields",
    Reason.SLICE_ENDED: "the time slice of {} has ended",
    Reason.IDLE_ENDED: "the processor was idle",
}
_WOKEN: Final = int(ReadyKind.WOKEN)  # a plain number, because it is used for each switch
_PREEMPTED: Final = (Reason.PREEMPTED_BY_CALL, Reason.PREEMPTED_BY_INTERRUPT)


def why(analysis: Analysis, place: int) -> str:
    """The sentence for a switch.

    Args:
        analysis: of a trace.
        place: of the switch, 0 <= place < len(analysis.switches).
    """
    parts = (_first(analysis, place), _second(analysis, place), _third(analysis, place))
    return "; ".join(part for part in parts if part) + "."


def _name(analysis: Analysis, lane: int) -> str:
    return analysis.moves.lanes[lane].name if lane >= 0 else "an unknown thread"


def _ticks(number: int) -> str:
    return f"{number:,} tick{'' if number == 1 else 's'}"


def _interrupt(analysis: Analysis, event: int) -> str:
    number = analysis.interrupt_of(event)
    return "an interrupt" if number == NOBODY else f"interrupt {number}"


def _first(analysis: Analysis, place: int) -> str:
    """Why the previous thread leaves."""
    switches = analysis.switches
    leaves, reason = _name(analysis, int(switches.leaves[place])), int(switches.reason[place])
    if reason in _PREEMPTED:
        return _preempts(analysis, place, leaves) + _made_ready(analysis, place)
    if reason == Reason.BLOCKED:
        return f"{leaves} {_waits_for(analysis, int(switches.wait[place]))}"
    return _LEAVES[Reason(reason)].format(leaves)


def _preempts(analysis: Analysis, place: int, leaves: str) -> str:
    switches = analysis.switches
    priority, level = int(switches.priority[place]), int(switches.level[place])
    comes = f"{_name(analysis, int(switches.comes[place]))} (priority {priority})"
    if int(switches.cause[place]) in analysis.moves.points:
        return f"{comes} preempts {leaves} at a preempt point"
    if priority < level:
        return f"{comes} is more urgent than {leaves}'s level {level}"
    return f"{comes} preempts {leaves}"


def _made_ready(analysis: Analysis, place: int) -> str:
    """After a preemption: what made the next thread ready, if that was the cause."""
    switches = analysis.switches
    cause = int(switches.cause[place])
    is_woken = switches.kind[place] == _WOKEN
    if cause == NOBODY or not is_woken or cause != switches.since[place]:
        return ""
    by = int(analysis.moves.did[cause])
    if by == INTERRUPT:
        return f", and {_interrupt(analysis, cause)} made it ready"
    return f", and a call of {_name(analysis, by)} made it ready" if by > 0 else ""


def _waits_for(analysis: Analysis, wait: int) -> str:
    """What the leaving thread waits for; wait: index in Waits, NOBODY: not known."""
    if wait == NOBODY:
        return "waits"
    what = int(analysis.waits.what[wait])
    if what in _ALONE:
        return _ALONE[what]
    about = analysis.moves.object_name(int(analysis.waits.object[wait]))
    if what in _ABOUT:
        return f"waits for {_ABOUT[what](analysis, wait, about)}"
    return f"waits (state {what})"


def _called(kind: str, name: str) -> str:
    """An object by its kind and name; if the name begins with the kind, only the name.

    >>> _called("queue", "in"), _called("queue", "Queue A")
    ('queue in', 'Queue A')
    """
    return name if name.lower().startswith(kind) else f"{kind} {name}"


def _queue(analysis: Analysis, wait: int, name: str) -> str:
    call = int(analysis.waits.call[wait])
    if call == NOBODY:
        return _called("queue", name)
    state = "full" if analysis.moves.calls.is_send[call] else "empty"
    return f"{_called('queue', name)}, which is {state}"


def _mutex(analysis: Analysis, wait: int, name: str) -> str:
    owner = int(analysis.waits.owner[wait])
    return _called("mutex", name) + (f", held by {_name(analysis, owner)}" if owner > 0 else "")


def _flags(analysis: Analysis, wait: int, name: str) -> str:
    call = int(analysis.waits.call[wait])
    bits = "" if call == NOBODY else f" {int(analysis.moves.calls.bits[call]):#x}"
    return f"bits{bits} of {name}"


_ALONE: Final[dict[int, str]] = {
    What.RESUME: "is suspended",
    What.TIME: "sleeps",
    What.RELEASE: "waits for its next release",
}
_ABOUT: Final[dict[int, Callable[[Analysis, int, str], str]]] = {
    What.QUEUE: _queue,
    What.SEMAPHORE: lambda _analysis, _wait, name: f"{_called('semaphore', name)}, which is 0",
    What.MUTEX: _mutex,
    What.FLAGS: _flags,
    What.BLOCK: lambda _analysis, _wait, name: f"a block of {name}",
    What.MIDDLEWARE: lambda _analysis, _wait, name: _called("middleware", name),
    What.BYTES: lambda _analysis, _wait, name: f"bytes of {name}",
}


def _second(analysis: Analysis, place: int) -> str:
    """Why the next thread runs."""
    switches, time = analysis.switches, analysis.moves.time
    reason, comes = int(switches.reason[place]), int(switches.comes[place])
    if comes == 0:
        return "no thread is ready"
    if reason in _PREEMPTED:
        return ""
    name, since = _name(analysis, comes), int(switches.since[place])
    if since == NOBODY:
        return f"{name} continues"
    ticks = int(time[switches.at[place]] - time[since])
    match int(switches.kind[place]):
        case ReadyKind.WOKEN:
            is_new = reason == Reason.IDLE_ENDED or ticks == 0
            ready = "has just become ready" if is_new else f"has been ready for {_ticks(ticks)}"
            return f"{name} {ready}{_by(analysis, comes, since)}"
        case ReadyKind.PREEMPTED:
            return f"{name} continues, {_ticks(ticks)} after it was preempted"
        case _:
            return f"it is {name}'s turn"


def _by(analysis: Analysis, lane: int, since: int) -> str:
    """In brackets, what made a thread ready; empty if no thread and no interrupt did."""
    if not analysis.is_ready_move(since, lane):
        return ""
    by = int(analysis.moves.did[since])
    if by == INTERRUPT:
        return f" (made ready by {_interrupt(analysis, since)})"
    return f" (made ready by {_name(analysis, by)})" if by > 0 else ""


def _third(analysis: Analysis, place: int) -> str:
    """What held off the next thread."""
    switches, held = analysis.switches, analysis.held_off
    first, last = int(switches.held_first[place]), int(switches.held_last[place])
    if last == NOBODY:
        return ""
    which = slice(first, last + 1)
    several = any(len(np.unique(column[which])) > 1 for column in (held.by, held.level, held.how))
    name = _name(analysis, int(switches.comes[place]))
    by = f"level {int(held.level[last])} of {_name(analysis, int(held.by[last]))}"
    how = HELD[int(held.how[last])]
    ticks = int(switches.held[place])
    long = f" for {_ticks(ticks)}" if ticks else ""
    return f"{name} was held off{long}{', last' * several} by {by} ({how})"
