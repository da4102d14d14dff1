# SPDX-License-Identifier: Apache-2.0
"""Why a switch happened, in a sentence of two or three parts. Its words are the specification's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.moves import HELD, INTERRUPT, NOBODY, Reason, What
from limen.trace.analysis.states import ReadyKind

if TYPE_CHECKING:
    from limen.trace.analysis.analysis import Analysis

__all__ = ["interrupt_at", "why"]

_PREEMPTED: Final = (Reason.PREEMPTED_BY_CALL, Reason.PREEMPTED_BY_INTERRUPT)


def why(analysis: Analysis, place: int) -> str:
    """The sentence for a switch.

    Args:
        analysis: of a trace.
        place: of the switch, 0 <= place < len(analysis.switches).
    """
    parts = (_first(analysis, place), _second(analysis, place), _third(analysis, place))
    return "; ".join(part for part in parts if part) + "."


def interrupt_at(analysis: Analysis, event: int) -> int:
    """Number of the interrupt in which an event happened; NOBODY if it is not known."""
    interrupts, moves = analysis.moves.interrupts, analysis.moves
    newest = int(np.searchsorted(interrupts.begin, event, side="right")) - 1
    while newest >= 0:
        end = int(interrupts.end[newest])
        is_open = end == NOBODY or end >= event
        if is_open and interrupts.core[newest] == moves.core[event]:
            return int(interrupts.number[newest])
        if interrupts.depth[newest] <= 1 and interrupts.core[newest] == moves.core[event]:
            break
        newest -= 1
    return NOBODY


def _name(analysis: Analysis, lane: int) -> str:
    return analysis.moves.lanes[lane].name if lane >= 0 else "an unknown thread"


def _ticks(number: int) -> str:
    return f"{number:,} tick{'' if number == 1 else 's'}"


def _interrupt(analysis: Analysis, event: int) -> str:
    number = interrupt_at(analysis, event)
    return "an interrupt" if number == NOBODY else f"interrupt {number}"


def _first(analysis: Analysis, place: int) -> str:
    """What made the one that leaves leave."""
    switches = analysis.switches
    leaves = _name(analysis, int(switches.leaves[place]))
    match int(switches.reason[place]):
        case Reason.BLOCKED:
            return f"{leaves} {_waits_for(analysis, int(switches.wait[place]))}"
        case Reason.TERMINATED:
            return f"{leaves} has ended"
        case Reason.YIELDED:
            return f"{leaves} yields"
        case Reason.SLICE_ENDED:
            return f"the time slice of {leaves} has ended"
        case Reason.IDLE_ENDED:
            return "the processor was idle"
        case _:
            return _preempts(analysis, place, leaves) + _made_ready(analysis, place)


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
    """Behind a preemption: who made the one that comes ready, if that was the cause."""
    switches = analysis.switches
    cause = int(switches.cause[place])
    is_woken = switches.kind[place] == ReadyKind.WOKEN
    if cause == NOBODY or not is_woken or cause != switches.since[place]:
        return ""
    by = int(analysis.moves.did[cause])
    if by == INTERRUPT:
        return f", and {_interrupt(analysis, cause)} made it ready"
    return f", and a call of {_name(analysis, by)} made it ready" if by > 0 else ""


def _waits_for(analysis: Analysis, wait: int) -> str:
    if wait == NOBODY:
        return "waits"
    waits, moves = analysis.waits, analysis.moves
    name = moves.object_name(int(waits.object[wait]))
    call = int(waits.call[wait])
    match int(waits.what[wait]):
        case What.RESUME:
            return "is suspended"
        case What.TIME:
            return "sleeps"
        case What.RELEASE:
            return "waits for its next release"
        case What.QUEUE:
            which = "" if call == NOBODY else ", which is full"
            if call != NOBODY and not moves.calls.is_send[call]:
                which = ", which is empty"
            return f"waits for queue {name}{which}"
        case What.SEMAPHORE:
            return f"waits for semaphore {name}, which is 0"
        case What.MUTEX:
            owner = int(waits.owner[wait])
            held = f", held by {_name(analysis, owner)}" if owner > 0 else ""
            return f"waits for mutex {name}{held}"
        case What.FLAGS:
            bits = "bits" if call == NOBODY else f"bits {int(moves.calls.bits[call]):#x}"
            return f"waits for {bits} of {name}"
        case What.BLOCK:
            return f"waits for a block of {name}"
        case What.BYTES:
            return f"waits for bytes of {name}"
        case other:
            return f"waits (state {other})"


def _second(analysis: Analysis, place: int) -> str:
    """Why it is the turn of the one that comes."""
    switches, time = analysis.switches, analysis.moves.time
    reason, comes = int(switches.reason[place]), int(switches.comes[place])
    if comes == 0:
        return "nobody is ready"
    if reason in _PREEMPTED:
        return ""
    name, since = _name(analysis, comes), int(switches.since[place])
    if since == NOBODY:
        return f"{name} goes on"
    ticks = int(time[switches.at[place]] - time[since])
    match int(switches.kind[place]):
        case ReadyKind.WOKEN:
            is_new = reason == Reason.IDLE_ENDED or ticks == 0
            ready = "has just become ready" if is_new else f"is ready for {_ticks(ticks)}"
            return f"{name} {ready}{_by(analysis, comes, since)}"
        case ReadyKind.PREEMPTED:
            return f"{name} goes on, {_ticks(ticks)} after it was preempted"
        case _:
            return f"it is {name}'s turn"


def _by(analysis: Analysis, lane: int, since: int) -> str:
    """In brackets, who made a thread ready; nothing if no thread and no interrupt did."""
    if not analysis.is_ready_move(since, lane):
        return ""
    by = int(analysis.moves.did[since])
    if by == INTERRUPT:
        return f" (by {_interrupt(analysis, since)})"
    return f" (by {_name(analysis, by)})" if by > 0 else ""


def _third(analysis: Analysis, place: int) -> str:
    """Who held the one that comes off."""
    switches, held = analysis.switches, analysis.held_off
    first, last = int(switches.held_first[place]), int(switches.held_last[place])
    if last == NOBODY:
        return ""
    which = slice(first, last + 1)
    several = any(len(np.unique(column[which])) > 1 for column in (held.by, held.level, held.how))
    name = _name(analysis, int(switches.comes[place]))
    by = f"level {int(held.level[last])} of {_name(analysis, int(held.by[last]))}"
    how = HELD[int(held.how[last])]
    ticks = _ticks(int(switches.held[place]))
    return f"{name} was held off for {ticks}{', last' * several} by {by} ({how})"
