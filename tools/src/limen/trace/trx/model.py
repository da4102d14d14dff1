# SPDX-License-Identifier: Apache-2.0
"""A trace of ThreadX in memory: columns of equal length, read-only, complete times."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.trx.layout import INTERRUPT, ObjectType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["IDLE", "UNKNOWN", "TrxHeader", "TrxObject", "TrxTrace", "lanes_of"]

IDLE = 0  # lane of no thread
UNKNOWN = -1  # no lane: initialisation, or an interrupt without information about the interrupted
# thread


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


@dataclass(frozen=True, slots=True, eq=False)
class TrxTrace:
    """Events of a ThreadX system, oldest first.

    A lane is the number of a thread: IDLE, or 1 + its place in ``threads``, or UNKNOWN.

    Attributes:
        header: header of the buffer.
        wrapped: the ring was full: older events were overwritten.
        counts_up: direction of the clock, by the majority of neighbouring stamps.
        is_modern: events contain interrupted threads and preemption thresholds.
        registry: all entries, in their order.
        objects: by address; of several entries with one address, the first.
        threads: (t,) uint64, addresses, rising: those registered, and those that ran.
        time: (n,) int64, ticks since the oldest event, never falling.
        stamp: (n,) uint64, as stored, masked.
        event: (n,) uint16, number of the event.
        core: (n,) uint8, processor; 0 if there is only one.
        context: (n,) uint64, address of the thread, or INTERRUPT or INITIALIZE.
        priority: (n,) uint64, word of the same name: its meaning depends on context and age.
        info: (n, 4) uint64, meaning depends on the event.
        lane: (n,) int32, of the context; UNKNOWN if that is no thread.
    """

    header: TrxHeader
    wrapped: bool
    counts_up: bool
    is_modern: bool
    registry: tuple[TrxObject, ...]
    objects: Mapping[int, TrxObject]
    threads: NDArray[np.uint64]
    time: NDArray[np.int64]
    stamp: NDArray[np.uint64]
    event: NDArray[np.uint16]
    core: NDArray[np.uint8]
    context: NDArray[np.uint64]
    priority: NDArray[np.uint64]
    info: NDArray[np.uint64]
    lane: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.time)

    @property
    def in_interrupt(self) -> NDArray[np.bool_]:
        """(n,) bool: the event happened in an interrupt."""
        inside: NDArray[np.bool_] = self.context == np.uint64(INTERRUPT)
        return inside

    def is_any(self, *numbers: int) -> NDArray[np.bool_]:
        """(n,) bool: the event has one of these numbers."""
        is_wanted = np.zeros(1 << 16, np.bool_)
        is_wanted[list(numbers)] = True
        matches: NDArray[np.bool_] = is_wanted[self.event]
        return matches

    def lanes_of(self, addresses: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Lanes of threads by their addresses; UNKNOWN for other addresses, including 0."""
        return lanes_of(self.threads, addresses)

    def address_of(self, lane: int) -> int:
        """Address of a thread, 0 of idle."""
        return int(self.threads[lane - 1]) if lane > 0 else 0

    def lane_name(self, lane: int) -> str:
        """Name of a thread."""
        if lane == IDLE:
            return "idle"
        if lane == UNKNOWN:
            return "initialisation"
        entry = self.objects.get(self.address_of(lane))
        is_known = entry is not None and entry.type == ObjectType.THREAD
        return entry.name if entry is not None and is_known else "Un-named Thread"

    def lane_names(self) -> tuple[str, ...]:
        """Names by lane, idle first; threads with equal names get their addresses appended."""
        names = [self.lane_name(lane) for lane in range(1, len(self.threads) + 1)]
        counts = Counter(names)
        shown = (
            name if counts[name] == 1 else f"{name} {self.address_of(lane):#x}"
            for lane, name in enumerate(names, 1)
        )
        return (self.lane_name(IDLE), *shown)

    def name_of(self, address: int) -> str:
        """Name of an object: that of the registry, otherwise its address."""
        entry = self.objects.get(address)
        return entry.name if entry is not None and entry.name else f"{address:#x}"

    def index_at(self, tick: int) -> int:
        """Number of the first event at or after an instant; ``len(trace)`` if there is none."""
        limits = np.iinfo(np.int64)
        return int(np.searchsorted(self.time, min(max(tick, limits.min), limits.max), side="left"))


def lanes_of(threads: NDArray[np.uint64], addresses: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Lanes by addresses: see TrxTrace.

    Args:
        threads: (t,) uint64, rising.
        addresses: (n,) uint64.

    Returns:
        (n,) int32: 1 + the place in threads, UNKNOWN if there is none.

    Cost:
        O(n log t) time.
    """
    if len(threads) == 0:
        return np.full(len(addresses), UNKNOWN, np.int32)
    place = np.searchsorted(threads, addresses).astype(np.int32)
    np.minimum(place, len(threads) - 1, out=place)
    return np.where(threads[place] == addresses, place + 1, UNKNOWN).astype(np.int32)
