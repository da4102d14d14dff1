# SPDX-License-Identifier: Apache-2.0
"""The input of an analysis: the few kinds of moves that every origin records in its own way.

Everything behind this file is the same for Limen and ThreadX. Threads are lanes: places in the
list of threads, 0 being idle.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.pairs import newest_before

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from limen.trace.timeline import Steps

__all__ = [
    "HELD",
    "INTERRUPT",
    "NOBODY",
    "OUTCOMES",
    "REASONS",
    "WAITS",
    "Calls",
    "Fill",
    "Interrupts",
    "Lane",
    "Moves",
    "Ready",
    "Reason",
    "Releases",
    "Suspend",
    "SwitchMoves",
    "What",
    "wait_name",
]

_WHATS: Final = 1 << 17  # more than there are numbers for what is waited for
NOBODY: Final = -1  # a lane, event or object that is none, or not known
INTERRUPT: Final = -2  # for a lane: an interrupt did it


class Reason(IntEnum):
    """Why a thread left the processor; a place in REASONS."""

    BLOCKED = 0
    PREEMPTED_BY_CALL = 1
    PREEMPTED_BY_INTERRUPT = 2
    YIELDED = 3
    SLICE_ENDED = 4
    TERMINATED = 5
    IDLE_ENDED = 6


class What(IntEnum):
    """What a thread waits for: numbers of Limen, which are the states of ThreadX."""

    END = 0
    RESUME = 3
    TIME = 4
    QUEUE = 5
    SEMAPHORE = 6
    FLAGS = 7
    BLOCK = 8
    BYTES = 9
    MIDDLEWARE = 12
    MUTEX = 13
    RELEASE = 14


REASONS: Final = tuple(reason.name.lower() for reason in Reason)
WAITS: Final = {what.value: what.name.lower() for what in What if what is not What.END}
HELD: Final = (
    "threshold",
    "priority",
    "inheritance",
    "ceiling",
    "preemption disabled",
    "section",
)
OUTCOMES: Final = ("ok", "timeout", "deleted", "unavailable", "overrun", "aborted")


def wait_name(number: int) -> str:
    """What a thread waits for, as text.

    >>> wait_name(5), wait_name(11)
    ('queue', 'state 11')
    """
    return WAITS.get(number, f"state {number}")


@dataclass(frozen=True, slots=True)
class Lane:
    """A thread, or idle.

    Attributes:
        id: Limen's number or ThreadX's address; 0 idle.
        name: unique among the threads.
        stack_size: bytes; 0: not known.
    """

    id: int
    name: str
    stack_size: int


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """Threads become ready.

    Attributes:
        at: (m,) int64, events, rising.
        lane: (m,) int64, thread that becomes ready.
        outcome: (m,) int64, outcome of its wait, index in OUTCOMES.
    """

    at: NDArray[np.int64]
    lane: NDArray[np.int64]
    outcome: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Suspend:
    """Threads stop being ready.

    Attributes:
        at: (m,) int64, events, rising.
        lane: (m,) int64, thread that stops.
        what: (m,) int64, what it waits for, see What; END: it has ended.
        object: (m,) int64, number or address of the object, 0 if the event does not contain it.
        outcome: (m,) int64, of one that waited already, how that wait ended.
        call: (m,) int64, index in Calls of the call in which it waits; NOBODY.
    """

    at: NDArray[np.int64]
    lane: NDArray[np.int64]
    what: NDArray[np.int64]
    object: NDArray[np.int64]
    outcome: NDArray[np.int64]
    call: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SwitchMoves:
    """Switches of the processor between threads.

    Attributes:
        at: (s,) int64, the event from which on the other one runs, rising.
        leaves, comes: (s,) int64, lanes.
        reason: (s,) int64, see Reason.
        own: (s,) int64, for a thread that yields or whose time slice ends, the event that shows it.
        is_event: the events at are the switches; otherwise they are the last ones before them.
    """

    at: NDArray[np.int64]
    leaves: NDArray[np.int64]
    comes: NDArray[np.int64]
    reason: NDArray[np.int64]
    own: NDArray[np.int64]
    is_event: bool


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """Calls that may wait for an object.

    Attributes:
        at: (c,) int64, events, rising.
        lane: (c,) int64, calling thread.
        what: (c,) int64, what it may wait for.
        object: (c,) int64, number or address.
        owner: (c,) int64, lane that has the mutex; NOBODY.
        is_send: (c,) bool, to a queue.
        bits: (c,) int64, requested event flags.
    """

    at: NDArray[np.int64]
    lane: NDArray[np.int64]
    what: NDArray[np.int64]
    object: NDArray[np.int64]
    owner: NDArray[np.int64]
    is_send: NDArray[np.bool_]
    bits: NDArray[np.int64]

    def newest(
        self, events: int, at: NDArray[np.int64], lane: NDArray[np.int64], what: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The newest calls of threads before events, by what they may wait for.

        Args:
            events: number of all events.
            at: (m,) int64, places of events.
            lane: (m,) int64.
            what: (m,) int64.

        Returns:
            (m,) int64: indexes of calls; NOBODY if there is none.
        """
        newest = newest_before(
            events, self.at, self.lane * _WHATS + self.what, at, lane * _WHATS + what
        )
        return np.where(newest == NOBODY, NOBODY, np.searchsorted(self.at, newest))


@dataclass(frozen=True, slots=True, eq=False)
class Interrupts:
    """Interrupts; nested ones are separate.

    Attributes:
        core: (i,) int64.
        begin: (i,) int64, events, rising.
        end: (i,) int64, events; NOBODY: open at the end of the trace.
        number: (i,) int64; NOBODY: not known.
        depth: (i,) int64, 1 for one that interrupts a thread.
    """

    core: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    number: NDArray[np.int64]
    depth: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Releases:
    """Events about jobs of periodic threads.

    Attributes:
        released: (r,) int64, lanes with a release in the trace, each once, rising.
        at: (j,) int64, events that complete a job, rising.
        lane: (j,) int64.
        response: (j,) int64, ticks.
        missed_at: (d,) int64, events of missed deadlines, rising.
        missed_lane: (d,) int64.
    """

    released: NDArray[np.int64]
    at: NDArray[np.int64]
    lane: NDArray[np.int64]
    response: NDArray[np.int64]
    missed_at: NDArray[np.int64]
    missed_lane: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """Events that show the fill of an object.

    Attributes:
        object: number or address.
        kind, name: of the object.
        at: (f,) int64, events, rising.
        value: (f,) int64, from each on.
    """

    object: int
    kind: str
    name: str
    at: NDArray[np.int64]
    value: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """A trace, reduced to the input of an analysis.

    Attributes:
        lanes: the first is idle.
        time: (n,) int64, ticks, never falling.
        core: (n,) int64.
        did: (n,) int64, lane in which the event happened; INTERRUPT; NOBODY: initialisation.
        running: (n,) int64, lane that runs from each event on; NOBODY: not known.
        in_interrupt: (n,) bool, an interrupt's handler runs from each event on.
        depth: (n,) int64, nesting at the event.
        ready, suspend, switches, calls, interrupts, releases: see there.
        urgency: (u,) int64, rising: events that may change which thread runs without making a
            thread ready, and urgency_of: (u,) int64, the lanes that they are about.
        points: events at which the running thread lets more urgent ones in, whatever its level.
        fills: of objects, in the order of their numbers.
        priority: by lane, the effective one.
        base: by lane, the priority that the program set.
        level: by lane, while it is dispatched.
        how: by lane, an index in HELD: the reason of the raised level.
        objects: names of objects, by number or address.
        nameless: a format for objects without a name.
    """

    lanes: tuple[Lane, ...]
    time: NDArray[np.int64]
    core: NDArray[np.int64]
    did: NDArray[np.int64]
    running: NDArray[np.int64]
    in_interrupt: NDArray[np.bool_]
    depth: NDArray[np.int64]
    ready: Ready
    suspend: Suspend
    switches: SwitchMoves
    calls: Calls
    interrupts: Interrupts
    releases: Releases
    urgency: NDArray[np.int64]
    urgency_of: NDArray[np.int64]
    points: frozenset[int]
    fills: tuple[Fill, ...]
    priority: Steps
    base: Steps
    level: Steps
    how: Steps
    objects: Mapping[int, str]
    nameless: str

    def __len__(self) -> int:
        return len(self.time)

    def object_name(self, number: int) -> str:
        """Name of an object; its number if the trace has none."""
        return self.objects.get(number) or self.nameless.format(number)
