# SPDX-License-Identifier: Apache-2.0
"""The analysis of a trace: spec/trace-analysis.md defines each table and column.

The engine (engine/src/trace/analysis.hpp) computes it; limen.trace.tables has its columns. Threads
are lanes, see limen.trace.lanes. Places are numbers of events; NOBODY is not a lane.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from limen.engine import engine
from limen.trace.lanes import INTERRUPT, NOBODY, Lane
from limen.trace.native import trace_error
from limen.trace.numbers import HELD, Wait
from limen.trace.tables import (
    FLAGS,
    MEASURES,
    Blocking,
    HeldOff,
    Interrupts,
    Inversions,
    Jobs,
    Pieces,
    Rows,
    Slices,
    States,
    Switches,
    Waits,
    WakeUps,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from limen.trace.model import Trace
    from limen.trace.native import Columns
    from limen.trace.tables import Bytes, Ids, Lanes, Numbers, Places, Ticks
    from limen.trace.trx.model import TrxTrace

__all__ = [
    "HELD",
    "INTERRUPT",
    "MEASURES",
    "NOBODY",
    "READY_KINDS",
    "REASONS",
    "Analysis",
    "Blocking",
    "Fill",
    "HeldOff",
    "Interrupts",
    "Inversions",
    "Jobs",
    "Pieces",
    "ReadyKind",
    "Reason",
    "Slices",
    "State",
    "States",
    "Steps",
    "Suspend",
    "SwitchMoves",
    "Switches",
    "Wait",
    "Waits",
    "WakeUps",
    "analyse",
    "outcome_name",
    "wait_name",
    "why",
]


class Reason(IntEnum):
    """The reason why a thread left the processor; a place in REASONS."""

    BLOCKED = 0
    PREEMPTED_BY_CALL = 1
    PREEMPTED_BY_INTERRUPT = 2
    YIELDED = 3
    SLICE_ENDED = 4
    TERMINATED = 5
    IDLE_ENDED = 6


class State(IntEnum):
    """The state of a thread at a moment."""

    RUNNING = 0
    READY = 1
    WAITING = 2
    DORMANT = 3


class ReadyKind(IntEnum):
    """The cause of a ready interval; a place in READY_KINDS."""

    WOKEN = 0
    PREEMPTED = 1
    YIELDED = 2
    SLICE_ENDED = 3
    NONE = 255


REASONS: Final = tuple(reason.name.lower() for reason in Reason)
READY_KINDS: Final = tuple(kind.name.lower() for kind in ReadyKind if kind is not ReadyKind.NONE)


def wait_name(number: int) -> str:
    """Return the name of the cause of a wait.

    >>> wait_name(5), wait_name(99)
    ('queue', 'state 99')
    """
    return str(engine().wait_name(number))


def outcome_name(number: int) -> str:
    """Return the name of the outcome of a wait.

    >>> outcome_name(1), outcome_name(9)
    ('timeout', 'status 9')
    """
    return str(engine().outcome_name(number))


@dataclass(frozen=True, slots=True, eq=False)
class Suspend(Rows):
    """Threads stop being ready; at rises. what: see Wait. outcome: of an earlier wait."""

    at: Places
    lane: Lanes
    what: NDArray[np.uint16]
    object: Ids
    outcome: NDArray[np.uint16]
    call: Places


@dataclass(frozen=True, slots=True, eq=False)
class SwitchMoves(Rows):
    """Switches as they are recorded; at rises. own: the event with which a thread yields."""

    at: Places
    leaves: Lanes
    comes: Lanes
    reason: Bytes
    own: Places


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """Events that show the fill of an object.

    Attributes:
        object: number or address.
        kind, name: of the object.
        at: (f,) int32, events, rising.
        value: (f,) int64, from each on.
    """

    object: int
    kind: str
    name: str
    at: Places
    value: Ticks


@dataclass(frozen=True, eq=False)
class Steps:
    """A number of each lane that changes at events.

    Attributes:
        initial: (l,) int32, by lane: before the first change.
        first: (l + 1,) int32, by lane: where its changes begin.
        at: (c,) int32, events that change it, rising within a lane.
        value: (c,) int32, the new number.
    """

    initial: Numbers
    first: Places
    at: Places
    value: Numbers

    @staticmethod
    def of(initial: Numbers, at: Places, lane: Lanes, value: Numbers) -> Steps:
        """Changes at rising events, of lanes in any order."""
        order = np.argsort(lane, kind="stable")
        first = np.searchsorted(lane[order], np.arange(len(initial) + 1)).astype(np.int32)
        return Steps(initial, first, at[order], value[order])

    @cached_property
    def _key(self) -> NDArray[np.int64]:
        """Return a key that sorts by lane, then by event."""
        lane = np.repeat(np.arange(len(self.initial)), np.diff(self.first))
        return lane << 32 | self.at

    def before(self, at: NDArray[Any], lane: NDArray[Any]) -> NDArray[np.int64]:
        """(m,) int64: the values of lanes before events."""
        key = lane.astype(np.int64) << 32 | at
        place = np.searchsorted(self._key, key) - 1
        is_change = place >= self.first[lane]
        value = np.append(self.value, 0)[place]
        number: NDArray[np.int64] = np.where(is_change, value, self.initial[lane])
        return number.astype(np.int64)


_Table = TypeVar("_Table", bound=Rows)


def _table(columns: Columns, kind: type[_Table]) -> _Table:
    """The columns that a table has here; flags are bytes in the engine."""
    names: Iterable[str] = kind.__slots__
    known = {name: columns[name] for name in names}
    return kind(**known | {flag: known[flag].view(np.bool_) for flag in FLAGS & known.keys()})


class Moves:
    """The input of the analysis: the few kinds of moves that every origin records in its own way.

    Attributes:
        lanes: threads; the first is idle.
        time: (n,) int64, ticks, never falling.
        core: (n,) uint8.
        did: (n,) int16, lane in which the event happened; INTERRUPT; NOBODY: initialisation.
        running: (n,) int16, lane that runs from each event on; NOBODY: not known.
        in_interrupt: (n,) bool, an interrupt's handler runs from each event on.
        suspend, switches, interrupts: see there.
        fills: of objects, in the order of their numbers.
        priority, base, level: of lanes: effective, as the program set it, while dispatched.
    """

    def __init__(self, trace: Trace | TrxTrace, tables: Mapping[str, Columns]) -> None:
        moves = tables["moves"]
        self.lanes: Final[tuple[Lane, ...]] = trace.lanes
        self.time: Final = trace.time
        self.core: Final[Bytes] = trace.core
        self.did: Final[Lanes] = moves["did"]
        self.running: Final[Lanes] = moves["running"]
        self.in_interrupt: Final[NDArray[np.bool_]] = moves["in_interrupt"].view(np.bool_)
        self.suspend: Final = _table(tables["suspend_moves"], Suspend)
        self.switches: Final = _table(tables["switch_moves"], SwitchMoves)
        self.interrupts: Final = _table(tables["interrupts"], Interrupts)
        self.fills: Final = tuple(Fill(*fill) for fill in trace.native.fills())
        self.priority: Final = Steps(**tables["priority"])
        self.base: Final = Steps(**tables["base"])
        self.level: Final = Steps(**tables["level"])

    def __len__(self) -> int:
        return len(self.time)


class Analysis:
    """The analysis of a trace.

    Attributes:
        trace: of any origin.
        moves: the moves in it.
        slices, states, waits, pieces, held_off, switches, wake_ups, jobs, inversions: see there.
    """

    def __init__(self, trace: Trace | TrxTrace) -> None:
        tables = trace.native.tables()
        self.trace: Final = trace
        self.moves: Final = Moves(trace, tables)
        self.slices: Final = _table(tables["slices"], Slices)
        self.states: Final = _table(tables["states"], States)
        self.waits: Final = _table(tables["waits"], Waits)
        self.pieces: Final = _table(tables["pieces"], Pieces)
        self.held_off: Final = _table(tables["held_off"], HeldOff)
        self.switches: Final = _table(tables["switches"], Switches)
        self.wake_ups: Final = _table(tables["wake_ups"], WakeUps)
        self.jobs: Final = _table(tables["jobs"], Jobs)
        self.inversions: Final = _table(tables["inversions"], Inversions)

    @cached_property
    def ready(self) -> States:
        """The ready intervals among the states."""
        is_ready = self.states.state == State.READY
        return States(*(getattr(self.states, one.name)[is_ready] for one in fields(States)))

    def blocking(self, first: int, last: int) -> Blocking:
        """Compute which threads blocked which in the events first <= i < last."""
        return _table(self.trace.native.blocking(first, last)["blocking"], Blocking)


def analyse(trace: Trace | TrxTrace) -> Analysis:
    """Analyse a trace.

    Args:
        trace: of Limen or of ThreadX.

    Raises:
        TraceError: there are more threads than any system has: it is not a trace.

    Cost:
        O(n log n) for n events, once for a trace.
    """
    try:
        return Analysis(trace)
    except ValueError as error:
        raise trace_error(error, "trace") from None


def why(analysis: Analysis, place: int) -> str:
    """Return the sentence for a switch: why the thread leaves, and why the next one runs.

    Args:
        analysis: of a trace.
        place: of the switch, 0 <= place < len(analysis.switches).
    """
    return analysis.trace.native.why(place)
