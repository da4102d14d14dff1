# SPDX-License-Identifier: Apache-2.0
"""A trace of Limen: its columns are those of the engine, without copies and read-only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.trace.lanes import Lane, lanes_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from limen.trace.native import Native

_FACTS: Final = (
    "clock_hz",
    "levels",
    "byte_order",
    "is_recording",
    "api",
    "record_capacity",
    "lost",
    "object_count",
)

__all__ = ["Recording", "Trace", "TraceObject", "index_at"]


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


@dataclass(frozen=True, eq=False)
class Recording:
    """The contents of a file of Limen; TIME and VALUES records are evaluated and omitted.

    Attributes:
        clock_hz: ticks in a second.
        levels: number of priorities; 0 is the most urgent.
        byte_order: of the target: ``"little"`` or ``"big"``.
        is_recording: recording was on when the image was taken.
        api: an Interface, or an unknown number: the interface that the program was written for.
        record_capacity: records that the ring can hold.
        lost: records that were overwritten (some of them may not be events).
        object_count: objects created; more than ``len(objects)`` if the table was too small.
        objects: entries of the table, by number.
        time: (n,) int64, ticks since the board started, never falling.
        event: (n,) uint16, an Event or an unknown number.
        depth: (n,) uint8, interrupt nesting, 0 in a thread.
        thread: (n,) uint16, the running thread, 0 idle.
        object, a: (n,) uint16, meaning depends on the event.
        b: (n,) uint32, meaning depends on the event.
        values_at: (m,) int32, rising: the events that have VALUES.
        values: (m, 3) uint32, the first, third and fourth number of these events.
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
    event: NDArray[np.uint16]
    depth: NDArray[np.uint8]
    thread: NDArray[np.uint16]
    object: NDArray[np.uint16]
    a: NDArray[np.uint16]
    b: NDArray[np.uint32]
    values_at: NDArray[np.int32]
    values: NDArray[np.uint32]

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

    def thread_name(self, number: int) -> str:
        """Name of a thread; that of number 0 is idle."""
        return self.name_of(number) if number else "idle"

    def index_at(self, tick: int) -> int:
        """Number of the first event at or after an instant; ``len(trace)`` if there is none."""
        return index_at(self.time, tick)


@dataclass(frozen=True, eq=False, kw_only=True)
class Trace(Recording):
    """Events of a system, oldest first, as the engine has read them.

    Events of another kernel have the same numbers: the readers of the engine translate them.

    Attributes:
        core: (n,) uint8.
        kernel: its name: ``Limen``, ``FreeRTOS``, ``Zephyr``, ``Linux`` ...
        format: of the file; empty: Limen's.
        warnings: about the file.
        native: the trace in the engine.
    """

    core: NDArray[np.uint8]
    kernel: str
    format: str
    warnings: tuple[str, ...]
    native: Native

    @staticmethod
    def of(native: Native) -> Trace:
        """The view of a trace of Limen."""
        tables, header = native.events(), native.header()
        objects = (
            TraceObject(**{name: entry[name] for name in TraceObject.__slots__})
            for entry in native.objects()
        )
        columns: dict[str, Any] = {name: header[name] for name in _FACTS}
        columns["core"] = np.zeros(len(tables["events"]["time"]), np.uint8)
        columns |= tables["events"]
        return Trace(
            **columns,
            kernel=header["kernel"],
            format=header["format"],
            warnings=tuple(header["warnings"]),
            objects=MappingProxyType({entry.id: entry for entry in objects}),
            values_at=tables["values"]["at"],
            values=tables["values"]["numbers"].reshape(-1, 3),
            native=native,
        )

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """Idle, and the threads in the object table and those that ran or were named, by number."""
        return lanes_of(self.native)


def index_at(time: NDArray[np.int64], tick: int) -> int:
    """Number of the first event at or after an instant; their number if there is none."""
    limits = np.iinfo(np.int64)
    return int(np.searchsorted(time, min(max(tick, limits.min), limits.max), side="left"))
