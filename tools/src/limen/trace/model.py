# SPDX-License-Identifier: Apache-2.0
"""A trace in memory: columns of equal length, read-only, complete times."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.format import Event, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["Trace", "TraceObject"]


@dataclass(frozen=True, slots=True)
class TraceObject:
    """An entry of the object table.

    Attributes:
        id: number of the object, from 1.
        kind: a Kind, or an unknown number.
        priority: of a thread at its creation; ceiling of a mutex; else 0.
        threshold: of a thread at its creation; protocol of a mutex; else 0.
        size: stack bytes, capacity in messages, count at creation; else 0.
        name: printable; may be empty.
        address: of an object of middleware, lower 32 bits; else 0.
    """

    id: int
    kind: int
    priority: int
    threshold: int
    size: int
    name: str
    address: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """Events of a system, oldest first; TIME and VALUES records are evaluated and omitted.

    Attributes:
        clock_hz: ticks in a second.
        levels: number of priorities; 0 is the most urgent.
        byte_order: of the target: ``"little"`` or ``"big"``.
        is_recording: recording was on when the image was taken.
        api: an Api, or an unknown number: the interface that the program was written for.
        record_capacity: records that the ring can hold.
        lost: records that were overwritten (among them may be some that are no events).
        object_count: objects created; more than ``len(objects)`` if the table was too small.
        objects: entries of the table, by number.
        time: (n,) int64, ticks since the board started, never falling.
        event: (n,) uint8, an Event or an unknown number.
        depth: (n,) uint8, interrupt nesting, 0 in a thread.
        thread: (n,) uint16, the running thread, 0 idle.
        object, a: (n,) uint16, meaning depends on the event.
        b: (n,) uint32, meaning depends on the event.
        values_at: (m,) int64, rising: the events that have VALUES.
        values: (m, 3) uint32, the first, third and fourth number of these events.
        at_address: objects of middleware that have names, by their addresses.
    """

    clock_hz: int
    levels: int
    byte_order: str
    is_recording: bool
    api: int
    record_capacity: int
    lost: int
    object_count: int
    objects: Mapping[int, TraceObject]
    time: NDArray[np.int64]
    event: NDArray[np.uint8]
    depth: NDArray[np.uint8]
    thread: NDArray[np.uint16]
    object: NDArray[np.uint16]
    a: NDArray[np.uint16]
    b: NDArray[np.uint32]
    values_at: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    values: NDArray[np.uint32] = field(default_factory=lambda: np.zeros((0, 3), np.uint32))
    at_address: Mapping[int, TraceObject] = field(default_factory=lambda: MappingProxyType({}))

    def __len__(self) -> int:
        return len(self.time)

    @property
    def low(self) -> NDArray[np.uint16]:
        """(n,) uint16: lower half of b, the outcome of many calls."""
        return self.b.astype(np.uint16)

    @property
    def high(self) -> NDArray[np.uint16]:
        """(n,) uint16: upper half of b, the other thread of many calls."""
        return (self.b >> np.uint32(16)).astype(np.uint16)

    def thread_ids(self) -> tuple[int, ...]:
        """Numbers of all threads: those in the object table and those that ran or were named."""
        listed = {entry.id for entry in self.objects.values() if entry.kind == Kind.THREAD}
        named = self.object[self.is_any(Event.SWITCH, Event.READY)]
        counts = np.bincount(self.thread, minlength=1 << 16) + np.bincount(named, minlength=1 << 16)
        return tuple(sorted((listed | set(np.flatnonzero(counts).tolist())) - {0}))

    def is_any(self, *numbers: int) -> NDArray[np.bool_]:
        """(n,) bool: the event has one of these numbers."""
        is_wanted = np.zeros(1 << 8, np.bool_)
        is_wanted[list(numbers)] = True
        matches: NDArray[np.bool_] = is_wanted[self.event]
        return matches

    def numbers_of(self, index: int) -> tuple[int, int, int, int] | None:
        """The four numbers of an event of middleware, or None: the trace has the second only."""
        place = int(np.searchsorted(self.values_at, index))
        if place == len(self.values_at) or int(self.values_at[place]) != index:
            return None
        first, third, fourth = (int(value) for value in self.values[place])
        return first, int(self.b[index]), third, fourth

    def name_of(self, number: int) -> str:
        """A name: the one that the program gave, otherwise the number."""
        entry = self.objects.get(number)
        return entry.name if entry is not None and entry.name else f"#{number}"

    def index_at(self, tick: int) -> int:
        """Number of the first event at or after an instant; ``len(trace)`` if there is none."""
        limits = np.iinfo(np.int64)
        return int(np.searchsorted(self.time, min(max(tick, limits.min), limits.max), side="left"))
