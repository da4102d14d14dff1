# SPDX-License-Identifier: Apache-2.0
"""The state of each thread at each moment (running, ready, waiting), and its waits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.moves import NOBODY, Moves, Reason, What
from limen.trace.analysis.pairs import stable_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "READY_KINDS",
    "ReadyKind",
    "Slices",
    "State",
    "States",
    "Waits",
    "find_slices",
    "find_states",
    "steps_of_cores",
]


class State(IntEnum):
    """The state of a thread at a moment."""

    RUNNING = 0
    READY = 1
    WAITING = 2
    DORMANT = 3


class ReadyKind(IntEnum):
    """How a ready interval began; an index in READY_KINDS."""

    WOKEN = 0
    PREEMPTED = 1
    YIELDED = 2
    SLICE_ENDED = 3


READY_KINDS: Final = tuple(kind.name.lower() for kind in ReadyKind)
_READY_KIND: Final = {
    Reason.BLOCKED: ReadyKind.WOKEN,  # it was woken before it had left
    Reason.YIELDED: ReadyKind.YIELDED,
    Reason.SLICE_ENDED: ReadyKind.SLICE_ENDED,
}
# The changes of a thread, in the order in which they occur at one event.
_WAKES, _STOPS, _LEAVES, _COMES = range(4)
_KINDS_OF_STEPS: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """Maximal intervals in which one thread, or idle, is dispatched on a core.

    Attributes:
        core, lane: (s,) int64.
        begin: (s,) int64, events, rising.
        end: (s,) int64, events: of an open one the newest event of its core.
        is_open: (s,) bool, its thread is still dispatched at the end of the trace.
    """

    core: NDArray[np.int64]
    lane: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    is_open: NDArray[np.bool_]

    def chosen(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Slices:
        """Some of them."""
        core, lane = self.core[which], self.lane[which]
        return Slices(core, lane, self.begin[which], self.end[which], self.is_open[which])


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """Intervals in which a thread is in one state.

    Attributes:
        lane: (m,) int64, rising.
        state: (m,) int64, see State.
        kind: (m,) int64, of a ready interval, see ReadyKind; else NOBODY.
        begin: (m,) int64, events, rising within a lane.
        end: (m,) int64, events; NOBODY: open at the end of the trace. A ready interval may end
            at the event at which it begins.
    """

    lane: NDArray[np.int64]
    state: NDArray[np.int64]
    kind: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]

    def of(self, state: State) -> States:
        """Those of a state."""
        which = self.state == state
        columns = (self.lane, self.state, self.kind, self.begin, self.end)
        return States(*(column[which] for column in columns))


@dataclass(frozen=True, slots=True, eq=False)
class Waits:
    """Waits, in the order of their beginnings.

    Attributes:
        lane: (w,) int64.
        what: (w,) int64, see What.
        object: (w,) int64, number or address; 0 none.
        owner: (w,) int64, lane that has the mutex; NOBODY.
        call: (w,) int64, index in Calls of the call that waits; NOBODY.
        begin: (w,) int64, events, rising.
        end: (w,) int64, events; NOBODY: open.
        outcome: (w,) int64, index in OUTCOMES; NOBODY: open.
        waker: (w,) int64, lane that ended it; INTERRUPT; NOBODY.
    """

    lane: NDArray[np.int64]
    what: NDArray[np.int64]
    object: NDArray[np.int64]
    owner: NDArray[np.int64]
    call: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    outcome: NDArray[np.int64]
    waker: NDArray[np.int64]


def steps_of_cores(moves: Moves) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """From each event to the next one of its core: places of both, the newest left out."""
    at = np.arange(len(moves))
    if not moves.core.any():
        return at[:-1], at[1:]
    at = stable_order(moves.core)
    same = moves.core[at[1:]] == moves.core[at[:-1]]
    return at[:-1][same], at[1:][same]


def find_slices(moves: Moves, *, apart: NDArray[np.bool_] | None = None) -> Slices:
    """Who is dispatched when, core by core; together they tile the time of a core.

    Args:
        moves: of a trace.
        apart: (n,) bool, split slices where it changes, and keep the parts for which it is true.
    """
    parts: list[Slices] = []
    if apart is not None and not apart.any():
        return _in_order(parts)
    cores = np.flatnonzero(np.bincount(moves.core, minlength=1))
    for core in cores.tolist():
        at = np.arange(len(moves)) if len(cores) == 1 else np.flatnonzero(moves.core == core)
        held = moves.running[at]
        changes = held[1:] != held[:-1]
        is_slice = held >= 0
        if apart is not None:
            changes = changes | (apart[at[1:]] != apart[at[:-1]])
            is_slice = is_slice & apart[at]
        first = np.append(0, np.flatnonzero(changes) + 1)
        end = np.append(at[first[1:]], at[-1])
        is_open = np.zeros(len(first), np.bool_)
        is_open[-1] = True
        which = is_slice[first]
        columns = (np.full(len(first), core), held[first], at[first], end, is_open)
        parts.append(Slices(*(column[which] for column in columns)))
    return _in_order(parts)


def _in_order(parts: list[Slices]) -> Slices:
    if not parts:
        none = np.zeros(0, np.int64)
        return Slices(none, none, none, none, np.zeros(0, np.bool_))
    if len(parts) == 1:
        return parts[0]
    names = ("core", "lane", "begin", "end", "is_open")
    whole = Slices(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    return whole.chosen(np.argsort(whole.begin, kind="stable"))


def _runs(slices: Slices) -> Slices:
    """Slices of threads by lane, so that no thread runs twice at a time or leaves itself."""
    runs = slices.chosen(slices.lane > 0)
    runs = runs.chosen(stable_order(runs.lane))
    if not slices.core.any():
        return runs
    same = runs.lane[1:] == runs.lane[:-1]
    goes_on = np.append(same & (runs.end[:-1] >= runs.begin[1:]), [False] * min(len(runs.lane), 1))
    # Its core has not noticed yet that the thread runs on another one.
    return Slices(runs.core, runs.lane, runs.begin, runs.end, runs.is_open | goes_on)


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """The changes of threads, by lane and then by time."""

    lane: NDArray[np.int64]
    at: NDArray[np.int64]
    what: NDArray[np.int64]  # _WAKES ...
    place: NDArray[np.int64]  # of a move: in Ready or Suspend


def _steps(moves: Moves, runs: Slices) -> _Steps:
    leaves = np.flatnonzero(~runs.is_open)
    continues = np.zeros(len(runs.lane), np.bool_)
    continues[1:] = runs.is_open[:-1] & (runs.lane[1:] == runs.lane[:-1])
    comes = np.flatnonzero(~continues)
    ready, suspend, gone = moves.ready, moves.suspend, _ran_before(moves)
    groups = (
        (_WAKES, ready.lane, ready.at),
        (_STOPS, suspend.lane, suspend.at),
        (_LEAVES, runs.lane[leaves], runs.end[leaves]),
        (_LEAVES, *gone),
        (_COMES, runs.lane[comes], runs.begin[comes]),
        (_COMES, *gone),
    )
    lane, at = (np.concatenate([group[column] for group in groups]) for column in (1, 2))
    sizes = [len(group[1]) for group in groups]
    what = np.repeat([group[0] for group in groups], sizes)
    place = np.concatenate([np.arange(size) for size in sizes])
    was = np.arange(len(what)) >= len(what) - sizes[-1]
    if moves.switches.is_event and not np.any(moves.switches.at == 0):
        was |= (what == _COMES) & (at == 0)
    key = (lane * (len(moves) + 1) + at - was) * _KINDS_OF_STEPS + what
    of_threads = np.flatnonzero(lane > 0)
    order = of_threads[np.argsort(key[of_threads])]
    return _Steps(lane[order], at[order], what[order], place[order])


def _ran_before(moves: Moves) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lanes that leave with the first event of their cores, and these events."""
    _, first = np.unique(moves.core, return_index=True)
    chosen = np.isin(moves.switches.at, first)
    return moves.switches.leaves[chosen], moves.switches.at[chosen]


def _newest(which: NDArray[np.bool_], lane: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m,) int64: at each step the newest of some steps of its lane; NOBODY."""
    place = np.maximum.accumulate(np.where(which, np.arange(len(which)), NOBODY))
    return np.where((place >= 0) & (lane[place] == lane), place, NOBODY)


def _state_after(steps: _Steps, ended: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(m,) int64: the state of a lane after each step."""
    becomes = np.array([State.READY, State.WAITING, NOBODY, State.READY])[steps.what]
    becomes[(steps.what == _STOPS) & ended] = State.DORMANT
    readiness = becomes[_newest(steps.what != _LEAVES, steps.lane)]
    moved = _newest(steps.what >= _LEAVES, steps.lane)
    is_dispatched = (moved != NOBODY) & (steps.what[moved] == _COMES)
    return np.where(is_dispatched, State.RUNNING, readiness)


def find_states(moves: Moves, slices: Slices) -> tuple[States, Waits]:
    """The states of all threads, and their waits.

    Cost:
        O(n log n) for n events.
    """
    steps = _steps(moves, _runs(slices))
    is_stop = steps.what == _STOPS
    what = np.append(moves.suspend.what, NOBODY)[np.where(is_stop, steps.place, -1)]
    ended = is_stop & (what == What.END)
    state = _state_after(steps, ended)
    changes = np.ones(len(state), np.bool_)
    changes[1:] = (state[1:] != state[:-1]) | (steps.lane[1:] != steps.lane[:-1])
    first = np.flatnonzero(changes)
    lane, begin = steps.lane[first], steps.at[first]
    end = np.full(len(first), NOBODY)
    goes_on = lane[1:] == lane[:-1]
    end[:-1][goes_on] = begin[1:][goes_on]
    kind = _kinds(moves, steps, first, state[first])
    return States(lane, state[first], kind, begin, end), _find_waits(moves, steps, ended)


def _kinds(
    moves: Moves, steps: _Steps, first: NDArray[np.int64], state: NDArray[np.int64]
) -> NDArray[np.int64]:
    """(m,) int64: how each ready interval began."""
    of_reason = np.full(len(Reason), ReadyKind.PREEMPTED, np.int64)
    for reason, kind in _READY_KIND.items():
        of_reason[reason] = kind
    reason_at = np.full(len(moves), Reason.PREEMPTED_BY_CALL, np.int64)
    reason_at[moves.switches.at] = moves.switches.reason
    began = np.where(
        steps.what[first] == _WAKES, ReadyKind.WOKEN, of_reason[reason_at[steps.at[first]]]
    )
    return np.where(state == State.READY, began, NOBODY)


def _find_waits(moves: Moves, steps: _Steps, ended: NDArray[np.bool_]) -> Waits:
    """The waits: from a suspension to the event that ends it."""
    counts = np.flatnonzero(steps.what != _LEAVES)
    lane, what, place = steps.lane[counts], steps.what[counts], steps.place[counts]
    begins = np.flatnonzero((what == _STOPS) & ~ended[counts])
    follows = np.minimum(begins + 1, len(counts) - 1)
    is_over = (begins + 1 < len(counts)) & (lane[follows] == lane[begins])
    by_ready = is_over & (what[follows] == _WAKES)
    by_stop = is_over & (what[follows] == _STOPS)
    ready, suspend = moves.ready, moves.suspend
    outcome = np.where(is_over, 0, NOBODY)
    outcome[by_ready] = ready.outcome[place[follows[by_ready]]]
    outcome[by_stop] = suspend.outcome[place[follows[by_stop]]]
    end = np.where(is_over, steps.at[counts][follows], NOBODY)
    own = place[begins]
    call = suspend.call[own]
    waker = np.where(by_ready, moves.did[np.where(by_ready, end, 0)], NOBODY)
    owner = np.where(
        suspend.what[own] == What.MUTEX, np.append(moves.calls.owner, NOBODY)[call], NOBODY
    )
    order = np.argsort(suspend.at[own], kind="stable")
    columns = (lane[begins], suspend.what[own], suspend.object[own], owner, call)
    ends = (suspend.at[own], end, outcome, waker)
    return Waits(*(column[order] for column in (*columns, *ends)))
