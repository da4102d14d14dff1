# SPDX-License-Identifier: Apache-2.0
"""The common part of traces of all origins: the running thread, and events with names and details.

The columns of the running thread are the same for Limen and ThreadX. Names of events, the meaning
of their fields and the reasons of switches use the terms of the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.analysis import Reason, analyse
from limen.trace.lanes import NOBODY
from limen.trace.model import Trace
from limen.trace.numbers import SwitchReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from limen.trace.analysis import SwitchMoves
    from limen.trace.lanes import Lane
    from limen.trace.tables import Bytes, Lanes, Places
    from limen.trace.trx.model import TrxTrace

__all__ = ["Stretches", "View", "nanoseconds", "stretches", "view_of"]

_GIGA: Final = 10**9
_HZ_MAX: Final = 1 << 32
_REASONS_OF_THREADX: Final = {
    Reason.BLOCKED: "blocked",
    Reason.TERMINATED: "blocked",
    Reason.PREEMPTED_BY_CALL: "preempted_by_own_call",
    Reason.PREEMPTED_BY_INTERRUPT: "preempted_by_isr",
    Reason.YIELDED: "relinquish",
    Reason.SLICE_ENDED: "time_slice",
    Reason.IDLE_ENDED: "from_idle",
}


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A trace of any origin.

    Attributes:
        origin: ``limen`` or ``threadx``.
        clock_hz: ticks per second; None: not in the trace.
        lanes: the first is idle.
        time: (n,) int64, ticks, never falling.
        core: (n,) uint8.
        lane: (n,) int16, place in lanes of the thread of the event; -1: none.
        event: (n,) uint16, number in the words of the origin.
        running: (n,) int16, place in lanes of the thread that runs after each event; -1 unknown.
        in_interrupt: (n,) bool, an interrupt's handler runs from each event on.
        fields: (n,) each, by name: the fields of the event.
        at: (s,) int32, the last event before each switch, rising.
        leaves, comes: (s,) int16, places in lanes.
        why: (s,) words.
        name: name of an event, by its place.
        details: details of an event, by its place.
    """

    origin: str
    clock_hz: int | None
    lanes: tuple[Lane, ...]
    time: NDArray[np.int64]
    core: Bytes
    lane: Lanes
    event: NDArray[np.uint16]
    running: Lanes
    in_interrupt: NDArray[np.bool_]
    fields: Mapping[str, NDArray[np.unsignedinteger]]
    at: Places
    leaves: Lanes
    comes: Lanes
    why: tuple[str, ...]
    name: Callable[[int], str]
    details: Callable[[int], str]

    def __len__(self) -> int:
        return len(self.time)

    def who(self, index: int) -> str:
        """The context of an event, as text."""
        lane = int(self.lane[index])
        return self.lanes[lane].name if lane >= 0 else ""


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """Intervals with one value on one core.

    Attributes:
        core: (s,) int64.
        lane: (s,) int16, the value.
        begin, end: (s,) int64, places of events: from the first one up to the second.
    """

    core: NDArray[np.int64]
    lane: Lanes
    begin: NDArray[np.int64]
    end: NDArray[np.int64]


def view_of(trace: Trace | TrxTrace) -> View:
    """The common view of a trace.

    Args:
        trace: of Limen or of ThreadX.
    """
    moves = analyse(trace).moves
    switches = moves.switches
    native = trace.native
    return View(
        origin="limen" if isinstance(trace, Trace) else "threadx",
        clock_hz=trace.clock_hz if isinstance(trace, Trace) else None,
        lanes=trace.lanes,
        time=trace.time,
        core=moves.core,
        lane=np.maximum(moves.did, NOBODY),
        event=trace.event,
        running=moves.running,
        in_interrupt=moves.in_interrupt,
        fields=_fields(trace),
        at=switches.at,
        leaves=switches.leaves,
        comes=switches.comes,
        why=tuple(_reasons(trace, switches)),
        name=native.event_name,
        details=native.describe,
    )


def _fields(trace: Trace | TrxTrace) -> Mapping[str, NDArray[np.unsignedinteger]]:
    if isinstance(trace, Trace):
        return {"object": trace.object, "a": trace.a, "b": trace.b}
    return {f"info{number}": word for number, word in enumerate(trace.words, 1)}


def _reasons(trace: Trace | TrxTrace, switches: SwitchMoves) -> Iterator[str]:
    """The reason of each switch, in the words of the origin."""
    if isinstance(trace, Trace):
        known = {reason.value: reason.name.lower() for reason in SwitchReason}
        for number in trace.b[switches.at].tolist():
            yield known.get(number, f"reason {number}")
    else:
        for reason in switches.reason.tolist():
            yield _REASONS_OF_THREADX[Reason(reason)]


def nanoseconds(time: NDArray[np.int64], clock_hz: int, place: str = "trace") -> NDArray[np.int64]:
    """Ticks in nanoseconds, rounded down.

    Args:
        time: (n,) int64, ticks, not negative, never falling.
        clock_hz: ticks in a second.
        place: name of the trace in messages.

    Raises:
        TraceError: the frequency of the clock is not valid, or the times are beyond 292 years.

    >>> nanoseconds(np.array([0, 3, 25_000_001]), 25_000_000).tolist()
    [0, 120, 1000000040]
    """
    if not 1 <= clock_hz <= _HZ_MAX:
        raise TraceError(place, f"a clock of {clock_hz} Hz does not tick", "give it in Hz")
    if len(time) and int(time[-1]) // clock_hz >= 1 << 33:
        problem = f"at {clock_hz} Hz, its {int(time[-1])} ticks take more than 270 years"
        raise TraceError(place, problem, "give the true frequency with --hz")
    seconds, rest = np.divmod(time, clock_hz)
    exact: NDArray[np.int64] = seconds * _GIGA + rest * _GIGA // clock_hz
    return exact


def stretches(view: View, *, interrupts: bool = False) -> Stretches:
    """The intervals in which threads ran, core by core; or those of interrupt handlers.

    Args:
        view: of any origin.
        interrupts: return the intervals in interrupts; their lane is that of the interrupted
            thread.
    """
    parts = []
    for core in np.unique(view.core).tolist():
        at = np.flatnonzero(view.core == core)
        held = np.where(view.in_interrupt[at], 1, -1) if interrupts else view.running[at]
        first = np.flatnonzero(np.append(True, held[1:] != held[:-1]))
        begin, end = at[first], np.append(at[first[1:]], at[-1])
        is_stretch = (held[first] >= 0) & (begin < end)
        parts.append((np.full(len(first), core)[is_stretch], begin[is_stretch], end[is_stretch]))
    if not parts:
        none = np.zeros(0, np.int64)
        return Stretches(none, none.astype(np.int16), none, none)
    core, begin, end = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Stretches(core.astype(np.int64), view.running[begin], begin, end)
