# SPDX-License-Identifier: Apache-2.0
"""The reason of each switch, its cause, and how long the next thread had to wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.analysis.moves import NOBODY, Moves, Reason
from limen.trace.analysis.pairs import newest_before
from limen.trace.analysis.states import ReadyKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.analysis.held import HeldOff
    from limen.trace.analysis.states import States, Waits

__all__ = ["Switches", "WakeUps", "find_switches", "find_wake_ups"]


@dataclass(frozen=True, slots=True, eq=False)
class Switches:
    """Switches of the processor, in their order.

    Attributes:
        at: (s,) int64, the event from which on the other one runs, rising.
        core: (s,) int64.
        leaves, comes: (s,) int64, lanes.
        reason: (s,) int64, see Reason.
        cause: (s,) int64, event; NOBODY: it is not in the trace.
        wait: (s,) int64, index in Waits of the wait that begins; NOBODY.
        since: (s,) int64, event from which on the next thread was ready; NOBODY.
        kind: (s,) int64, how that began, see ReadyKind; NOBODY.
        held: (s,) int64, ticks in which it was held off since then.
        held_last: (s,) int64, index in HeldOff of the last such interval; NOBODY.
        held_first: (s,) int64, of the first one.
        priority: (s,) int64, of the next thread.
        level: (s,) int64, of the leaving thread, before the switch.
    """

    at: NDArray[np.int64]
    core: NDArray[np.int64]
    leaves: NDArray[np.int64]
    comes: NDArray[np.int64]
    reason: NDArray[np.int64]
    cause: NDArray[np.int64]
    wait: NDArray[np.int64]
    since: NDArray[np.int64]
    kind: NDArray[np.int64]
    held: NDArray[np.int64]
    held_last: NDArray[np.int64]
    held_first: NDArray[np.int64]
    priority: NDArray[np.int64]
    level: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.at)


@dataclass(frozen=True, slots=True, eq=False)
class WakeUps:
    """Time from the moment at which a thread becomes ready to the one at which it runs.

    Attributes:
        at: (w,) int64, events that make a thread ready, rising.
        by: (w,) int64, lane of that event; INTERRUPT; NOBODY.
        lane: (w,) int64, thread that becomes ready.
        runs: (w,) int64, event from which on it runs; NOBODY: never.
    """

    at: NDArray[np.int64]
    by: NDArray[np.int64]
    lane: NDArray[np.int64]
    runs: NDArray[np.int64]


def find_switches(moves: Moves, ready: States, waits: Waits, held: HeldOff) -> Switches:
    """All switches with their reasons.

    Cost:
        O(n log n) for n events.
    """
    switch = moves.switches
    since, kind = _since(moves, ready)
    cause = _cause(moves, since, kind)
    first, last, ticks = _held(moves, held, since)
    return Switches(
        at=switch.at,
        core=moves.core[switch.at],
        leaves=switch.leaves,
        comes=switch.comes,
        reason=switch.reason,
        cause=cause,
        wait=_waits(moves, waits, cause),
        since=since,
        kind=kind,
        held=ticks,
        held_first=first,
        held_last=last,
        priority=moves.priority.before(switch.at + 1, np.maximum(switch.comes, 0)),
        level=moves.level.before(switch.at + 1, np.maximum(switch.leaves, 0)),
    )


def find_wake_ups(moves: Moves, ready: States) -> WakeUps:
    """All wake-ups."""
    who = np.full(len(moves) + 1, NOBODY)
    who[moves.ready.at] = moves.ready.lane
    is_move = who[ready.begin] == ready.lane
    woken = np.flatnonzero(is_move & (ready.kind == ReadyKind.WOKEN))
    woken = woken[np.argsort(ready.begin[woken])]
    at, lane, end = ready.begin[woken], ready.lane[woken], ready.end[woken]
    # A suspension may end its readiness before it ever runs.
    who[moves.ready.at] = NOBODY
    who[moves.suspend.at] = moves.suspend.lane
    return WakeUps(at, moves.did[at], lane, np.where(who[end] == lane, NOBODY, end))


def _since(moves: Moves, ready: States) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Begin and kind of the ready interval that each switch ends."""
    switch, span = moves.switches, len(moves) + 1
    if len(ready.lane) == 0:
        none = np.full(len(switch.at), NOBODY)
        return none, none
    end = np.where(ready.end < 0, span - 1, ready.end)
    place = np.searchsorted(ready.lane * span + end, switch.comes * span + switch.at, "right") - 1
    is_there = (place >= 0) & (ready.lane[place] == switch.comes) & (end[place] == switch.at)
    is_there &= switch.comes > 0
    return (
        np.where(is_there, ready.begin[place], NOBODY),
        np.where(is_there, ready.kind[place], NOBODY),
    )


def _cause(moves: Moves, since: NDArray[np.int64], kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """(s,) int64: the event after the previous switch that caused each switch."""
    switch, span = moves.switches, len(moves)
    core = moves.core[switch.at]
    if moves.core.any():
        begin = newest_before(span, switch.at, core, switch.at - 1, core)
    else:
        begin = np.append(NOBODY, switch.at)[: len(core)]
    suspended = newest_before(span, moves.suspend.at, moves.suspend.lane, switch.at, switch.leaves)
    woken = np.where(kind == ReadyKind.WOKEN, since, NOBODY)
    changed = [
        newest_before(span, moves.urgency, moves.urgency_of, switch.at, who)
        for who in (switch.leaves, switch.comes)
    ]
    turned = np.maximum.reduce([woken, *changed])
    did = np.flatnonzero(moves.did > 0)
    own = newest_before(span, did, moves.did[did], switch.at - switch.is_event, switch.leaves)
    is_blocked = (switch.reason == Reason.BLOCKED) | (switch.reason == Reason.TERMINATED)
    is_own = (switch.reason == Reason.YIELDED) | (switch.reason == Reason.SLICE_ENDED)
    cause = np.where(turned > begin, turned, own)
    cause = np.select([is_blocked, is_own], [suspended, switch.own], cause)
    return np.where(cause > begin, cause, NOBODY)


def _waits(moves: Moves, waits: Waits, cause: NDArray[np.int64]) -> NDArray[np.int64]:
    """(s,) int64: the wait that begins with the cause of a switch; NOBODY."""
    switch = moves.switches
    if len(waits.begin) == 0:
        return np.full(len(switch.at), NOBODY)
    place = np.minimum(np.searchsorted(waits.begin, cause), len(waits.begin) - 1)
    is_there = (waits.begin[place] == cause) & (waits.lane[place] == switch.leaves)
    return np.where(is_there & (switch.reason == Reason.BLOCKED), place, NOBODY)


def _held(
    moves: Moves, held: HeldOff, since: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """First and last interval in which the next thread was held off, and ticks of all."""
    switch, span = moves.switches, len(moves) + 1
    key = held.lane * span + held.begin
    first = np.searchsorted(key, switch.comes * span + since, side="left")
    behind = np.searchsorted(key, switch.comes * span + switch.at, side="left")
    ticks = np.append(0, np.cumsum(moves.time[held.end] - moves.time[held.begin]))
    is_held = (since >= 0) & (first < behind)
    return (
        np.where(is_held, first, NOBODY),
        np.where(is_held, behind - 1, NOBODY),
        np.where(is_held, ticks[np.maximum(behind, first)] - ticks[first], 0),
    )
