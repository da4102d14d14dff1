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
from limen.trace.describe import describe_event, name_of_event, thread_name
from limen.trace.format import Event, SwitchReason
from limen.trace.model import Trace
from limen.trace.timeline import in_interrupt_after, running_after
from limen.trace.trx.describe import describe_trx
from limen.trace.trx.inversion import event_priority
from limen.trace.trx.model import UNKNOWN, TrxTrace
from limen.trace.trx.names import event_labels
from limen.trace.trx.running import Why, find_running

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from limen.trace.trx.names import EventLabels

__all__ = ["Lane", "Stretches", "View", "nanoseconds", "stretches", "view_of"]

_GIGA: Final = 10**9
_HZ_MAX: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Lane:
    """A thread, or idle.

    Attributes:
        id: Limen's number or ThreadX's address; 0 idle.
        name: for people.
        priority: at its first event or when it was created; None if unknown.
    """

    id: int
    name: str
    priority: int | None


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A trace, whatever its origin.

    Attributes:
        origin: ``limen`` or ``threadx``.
        clock_hz: ticks per second; None: not in the trace.
        lanes: the first is idle.
        time: (n,) int64, ticks, never falling.
        core: (n,) uint8.
        lane: (n,) int32, place in lanes of the thread of the event; -1: none.
        event: (n,) int64, number in the words of the origin.
        running: (n,) int32, place in lanes of the thread that runs after each event; -1 unknown.
        in_interrupt: (n,) bool, an interrupt's handler runs from each event on.
        fields: (n,) each, by name: the fields of the event.
        at: (s,) int64, the last event before each switch, rising.
        leaves, comes: (s,) int32, places in lanes.
        why: (s,) words.
        name: name of an event, by its place.
        details: details of an event, by its place.
    """

    origin: str
    clock_hz: int | None
    lanes: tuple[Lane, ...]
    time: NDArray[np.int64]
    core: NDArray[np.uint8]
    lane: NDArray[np.int32]
    event: NDArray[np.int64]
    running: NDArray[np.int32]
    in_interrupt: NDArray[np.bool_]
    fields: Mapping[str, NDArray[np.int64] | NDArray[np.uint64]]
    at: NDArray[np.int64]
    leaves: NDArray[np.int32]
    comes: NDArray[np.int32]
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
        lane: (s,) int32, the value.
        begin, end: (s,) int64, places of events: from the first one up to the second.
    """

    core: NDArray[np.int64]
    lane: NDArray[np.int32]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]


def view_of(trace: Trace | TrxTrace, definitions: Mapping[int, EventLabels] | None = None) -> View:
    """The common view of a trace.

    Args:
        trace: of Limen or of ThreadX.
        definitions: names of the events of a ThreadX program.
    """
    if isinstance(trace, Trace):
        return _of_limen(trace)
    return _of_threadx(trace, definitions)


def _of_limen(trace: Trace) -> View:
    ids = (0, *trace.thread_ids())
    place = np.full(1 << 16, UNKNOWN, np.int32)
    place[list(ids)] = np.arange(len(ids))
    at = np.flatnonzero(trace.event == Event.SWITCH)
    known = {reason.value: reason.name.lower() for reason in SwitchReason}
    return View(
        origin="limen",
        clock_hz=trace.clock_hz,
        lanes=tuple(_limen_lane(trace, number) for number in ids),
        time=trace.time,
        core=np.zeros(len(trace), np.uint8),
        lane=np.where(trace.depth > 0, UNKNOWN, place[trace.thread]).astype(np.int32),
        event=trace.event.astype(np.int64),
        running=place[running_after(trace)],
        in_interrupt=in_interrupt_after(trace),
        fields={name: getattr(trace, name).astype(np.int64) for name in ("object", "a", "b")},
        at=at.astype(np.int64),
        leaves=place[trace.thread[at]],
        comes=place[trace.object[at]],
        why=tuple(known.get(number, f"reason {number}") for number in trace.b[at].tolist()),
        name=lambda index: name_of_event(trace, index),
        details=lambda index: describe_event(trace, index),
    )


def _limen_lane(trace: Trace, number: int) -> Lane:
    entry = trace.objects.get(number)
    return Lane(number, thread_name(trace, number), None if entry is None else entry.priority)


def _of_threadx(trace: TrxTrace, definitions: Mapping[int, EventLabels] | None) -> View:
    running = find_running(trace)
    labels = {
        number: event_labels(number, definitions, is_modern=trace.is_modern).name
        for number in np.unique(trace.event).tolist()
    }
    why = {reason.value: reason.name.lower() for reason in Why}
    return View(
        origin="threadx",
        clock_hz=None,
        lanes=_threadx_lanes(trace),
        time=trace.time,
        core=trace.core,
        lane=trace.lane,
        event=trace.event.astype(np.int64),
        running=running.after,
        in_interrupt=running.depth > 0,
        fields={f"info{number + 1}": trace.info[:, number] for number in range(4)},
        at=running.at,
        leaves=running.leaves,
        comes=running.comes,
        why=tuple(why[number] for number in running.why.tolist()),
        name=lambda index: labels[int(trace.event[index])],
        details=lambda index: describe_trx(trace, index, definitions),
    )


def _threadx_lanes(trace: TrxTrace) -> tuple[Lane, ...]:
    """Idle and all threads; those with equal names get their addresses appended."""
    priority = event_priority(trace)
    did = np.flatnonzero(trace.lane > 0)
    lanes, first = np.unique(trace.lane[did], return_index=True)
    urgency = dict(zip(lanes.tolist(), priority[did[first]].tolist(), strict=True))
    return tuple(
        Lane(trace.address_of(lane), name, urgency.get(lane))
        for lane, name in enumerate(trace.lane_names())
    )


def nanoseconds(time: NDArray[np.int64], clock_hz: int, place: str = "trace") -> NDArray[np.int64]:
    """Ticks in nanoseconds, rounded down.

    Args:
        time: (n,) int64, ticks, not negative, never falling.
        clock_hz: ticks in a second.
        place: name of the trace in messages.

    Raises:
        TraceError: the clock's frequency is none, or the times are beyond 292 years.

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
    """Who ran from when to when, core by core; or when interrupt handlers did.

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
        return Stretches(none, none.astype(np.int32), none, none)
    core, begin, end = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Stretches(core.astype(np.int64), view.running[begin], begin, end)
