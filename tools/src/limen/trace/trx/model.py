# SPDX-License-Identifier: Apache-2.0
"""A trace of ThreadX: its columns are those of the engine, without copies and read-only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from limen.trace.lanes import IDLE, NOBODY, Lane, lanes_of
from limen.trace.model import index_at
from limen.trace.numbers import ThreadxType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from limen.trace.native import Columns, Native

__all__ = ["TrxHeader", "TrxObject", "TrxRecording", "TrxTrace"]

_FACTS: Final = ("wrapped", "counts_up", "is_modern")
_WORDS: Final = ("info1", "info2", "info3", "info4")
Words: TypeAlias = "NDArray[np.uint32] | NDArray[np.uint64]"


@dataclass(frozen=True, slots=True)
class TrxHeader:
    """The header of the buffer.

    Attributes:
        container: ``binary``, ``ihex``, ``srec`` or ``asciihex``.
        bad_checksums: records of the file whose checksum is wrong.
        word_bytes: 4, or 8 for the 64-bit layout.
        byte_order: of the target: ``"little"`` or ``"big"``.
        timer_mask: valid bits of a stamp; the clock wraps after them.
        name_size: bytes of a name, the zero at its end included.
        base: address of the buffer.
        registry: addresses at which the object registry begins and ends.
        buffer: addresses at which the ring of events begins and ends.
        oldest: address that would be written next: in a ring that has wrapped, the oldest event.
        capacity: maximum number of events in the ring.
    """

    container: str
    bad_checksums: int
    word_bytes: int
    byte_order: str
    timer_mask: int
    name_size: int
    base: int
    registry: tuple[int, int]
    buffer: tuple[int, int]
    oldest: int
    capacity: int


@dataclass(frozen=True, slots=True)
class TrxObject:
    """An entry of the object registry.

    Attributes:
        address: of its control block.
        type: number of its type, never 0.
        is_deleted: its entry may be used again by another object; its name is still valid for old
            events.
        initial_priority: of a thread when it was registered; None if the kernel is too old.
        p1, p2: by type. An object that was there before the trace began has other ones.
        name: printable; may be empty.
    """

    address: int
    type: int
    is_deleted: bool
    initial_priority: int | None
    p1: int
    p2: int
    name: str

    @staticmethod
    def of(entry: Mapping[str, Any]) -> TrxObject:
        """An entry of the engine."""
        return TrxObject(
            address=entry["id"],
            type=entry["kind"],
            initial_priority=None if entry["priority"] == NOBODY else entry["priority"],
            **{name: entry[name] for name in ("is_deleted", "p1", "p2", "name")},
        )


@dataclass(frozen=True, eq=False)
class TrxRecording:
    """The contents of a file of ThreadX, oldest event first.

    Attributes:
        header: header of the buffer.
        wrapped: the ring was full: older events were overwritten.
        registry: all entries, in their order.
        time: (n,) int64, ticks since the oldest event, never falling.
        stamp: (n,), as stored, masked.
        event: (n,) uint16, number of the event.
        core: (n,) uint8, processor; 0 if there is only one.
        context: (n,), address of the thread, or a ThreadxContext.
        priority: (n,), word of the same name: its meaning depends on context and age.
        words: four times (n,): their meaning depends on the event.
    """

    header: TrxHeader
    wrapped: bool
    registry: tuple[TrxObject, ...]
    time: NDArray[np.int64]
    stamp: Words
    event: NDArray[np.uint16]
    core: NDArray[np.uint8]
    context: Words
    priority: Words
    words: tuple[Words, Words, Words, Words]

    def __len__(self) -> int:
        return len(self.time)

    @cached_property
    def info(self) -> NDArray[np.uint64]:
        """(n, 4) uint64, the words of each event."""
        info: NDArray[np.uint64] = np.stack(self.words, axis=1).astype(np.uint64, copy=False)
        info.setflags(write=False)
        return info


@dataclass(frozen=True, eq=False, kw_only=True)
class TrxTrace(TrxRecording):
    """Events of a ThreadX system, as the engine has read them.

    A lane is the number of a thread: IDLE, or 1 + its place by address, or NOBODY.

    Attributes:
        counts_up: direction of the clock, by the majority of neighbouring stamps.
        is_modern: events contain interrupted threads and preemption thresholds.
        lane: (n,) int16, of the context; NOBODY if that is not a thread.
        native: the trace in the engine.
    """

    counts_up: bool
    is_modern: bool
    lane: NDArray[np.int16]
    native: Native

    @staticmethod
    def of(native: Native) -> TrxTrace:
        """The view of a trace of ThreadX."""
        columns, header = native.events()["events"], native.header()
        one, two, three, four = (_joined(columns, name) for name in _WORDS)
        known: dict[str, Any] = {name: header[name] for name in _FACTS}
        known |= {name: columns[name] for name in ("time", "event", "core", "lane")}
        known |= {name: _joined(columns, name) for name in ("stamp", "context", "priority")}
        return TrxTrace(
            header=TrxHeader(**{name: header[name] for name in TrxHeader.__slots__}),
            registry=tuple(TrxObject.of(entry) for entry in native.objects()),
            **known,
            words=(one, two, three, four),
            native=native,
        )

    @cached_property
    def objects(self) -> Mapping[int, TrxObject]:
        """The objects by address; of several entries with one address, the first."""
        return MappingProxyType({entry.address: entry for entry in reversed(self.registry)})

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """Idle, and the threads that are registered or ran, by address."""
        return lanes_of(self.native)

    @property
    def threads(self) -> tuple[int, ...]:
        """Addresses of all threads, rising."""
        return tuple(lane.id for lane in self.lanes[1:])

    def lane_name(self, lane: int) -> str:
        """Name of a thread as it is registered; other threads may have the same one."""
        if lane <= IDLE:
            return "initialisation" if lane < IDLE else "idle"
        entry = self.objects.get(self.lanes[lane].id)
        is_known = entry is not None and entry.type == ThreadxType.THREAD
        return entry.name if entry is not None and is_known else "Un-named Thread"

    def name_of(self, address: int) -> str:
        """Name of an object: that of the registry, otherwise its address."""
        entry = self.objects.get(address)
        return entry.name if entry is not None and entry.name else f"{address:#x}"

    def index_at(self, tick: int) -> int:
        """Number of the first event at or after an instant; ``len(trace)`` if there is none."""
        return index_at(self.time, tick)


def _joined(columns: Columns, name: str) -> NDArray[Any]:
    """A column of words; the engine keeps the upper halves apart, and only where there are any."""
    low, high = columns[name], columns[f"{name}_high"]
    return low | high.astype(np.uint64) << np.uint64(32) if len(high) else low
