# SPDX-License-Identifier: Apache-2.0
"""Find a trace in the memory of a target, and read a header while the target writes to it.

The recorder writes a record, then ``next_offset``. At the end of the ring it sets ``next_offset``
back and then increments ``wraps``. It does not know about the reader, so the fields that are read
may be from several moments. A header is settled if its ``next_offset`` and ``wraps`` were valid
together at one moment:

1. ``wraps`` only grows. If it is the same before and after ``next_offset`` was read, it was the
   same at that moment, too.
2. Between the two steps at the end of the ring, ``wraps`` is one behind, or one ahead if the
   compiler has exchanged the steps. Both are possible only while ``next_offset`` is one of the ends
   of the ring. Such a header is not settled; the next record settles it.

Source:
    spec/trace-format.md; kernel/observe/recorder.c and kernel/observe/ring.h, for the order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.live.probe import GoneError, UnreadableError
from limen.trace.format import (
    CORE_SHIFT,
    CORES,
    HEADER_BYTES,
    MAGIC,
    OBJECT_BYTES,
    RECORD_BYTES,
    RECORDING,
    VERSION,
    VERSION_OF_KERNEL,
    ByteOrder,
    header_dtype,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.live.probe import Probe, Region

__all__ = ["Header", "find_traces", "read_header", "settled_header"]

_CHUNK_BYTES: Final = 1 << 20
_RECORDS_MAX: Final = 1 << 27
_OBJECTS_MAX: Final = 1 << 16
_HERTZ_MAX: Final = 1 << 32
_LEVELS_MAX: Final = 1 << 12
_TIME_HIGH_MAX: Final = (1 << 31) - 1
_ATTEMPTS: Final = 8


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a header that make sense together; see spec/trace-format.md."""

    order: ByteOrder
    clock_hz: int
    object_capacity: int
    object_count: int
    record_capacity: int
    next_offset: int
    wraps: int
    time_high: int
    levels: int
    flags: int
    time_low: int
    version: int = VERSION_OF_KERNEL

    @property
    def records_offset(self) -> int:
        """The offset of the ring from the header, in bytes."""
        return HEADER_BYTES + self.object_capacity * OBJECT_BYTES

    @property
    def total_bytes(self) -> int:
        """The size of the whole trace."""
        return self.records_offset + self.record_capacity * RECORD_BYTES

    @property
    def is_recording(self) -> bool:
        """Return whether the recorder is on."""
        return bool(self.flags & RECORDING)

    @property
    def is_at_end(self) -> bool:
        """Return whether ``next_offset`` is one of the ring's ends."""
        return self.next_offset in (self.records_offset, self.total_bytes)

    @property
    def total(self) -> int:
        """Records written so far; correct if the header is settled."""
        written = (self.next_offset - self.records_offset) // RECORD_BYTES
        return self.wraps * self.record_capacity + written

    @property
    def core(self) -> int:
        """The number of the core that records."""
        return self.flags >> CORE_SHIFT & CORES - 1

    @property
    def system(self) -> tuple[object, ...]:
        """The fields that the traces of all cores of a run share."""
        return self.order, self.version, self.clock_hz, self.levels

    @property
    def layout(self) -> tuple[object, ...]:
        """The fields that do not change during a trace."""
        return (
            self.order,
            self.version,
            self.clock_hz,
            self.object_capacity,
            self.record_capacity,
            self.levels,
            self.flags & ~RECORDING,
        )


def parse_header(start: bytes) -> Header | None:
    """A header, if the bytes are a plausible one."""
    for order in ("<", ">"):
        fields = np.frombuffer(start, header_dtype(order), count=1)[0]
        fixed = tuple(int(fields[name]) for name in ("magic", "header_bytes"))
        sizes = tuple(int(fields[name]) for name in ("object_bytes", "record_bytes"))
        is_known = int(fields["version"]) in {VERSION, VERSION_OF_KERNEL}
        if is_known and (*fixed, *sizes) == (MAGIC, HEADER_BYTES, OBJECT_BYTES, RECORD_BYTES):
            names = ["clock_hz", "object_capacity", "object_count", "record_capacity"]
            names += ["next_offset", "wraps", "time_high", "levels", "flags", "time_low", "version"]
            header = Header(order, *(int(fields[name]) for name in names))
            return header if _is_plausible(header) else None
    return None


def _is_plausible(header: Header) -> bool:
    return (
        0 < header.clock_hz < _HERTZ_MAX
        and 0 < header.record_capacity <= _RECORDS_MAX
        and header.object_capacity <= _OBJECTS_MAX
        and 0 < header.levels <= _LEVELS_MAX
        and header.time_high <= _TIME_HIGH_MAX
        and header.records_offset <= header.next_offset <= header.total_bytes
        and (header.next_offset - header.records_offset) % RECORD_BYTES == 0
    )


def read_header(probe: Probe, address: int) -> Header | None:
    """The header as it was read; None if it is not plausible.

    Raises:
        UnreadableError: it cannot be read.
    """
    return parse_header(probe.read(address, HEADER_BYTES))


def settled_header(probe: Probe, address: int) -> Header | None:
    """A header of one moment; None if there is none at present and the caller should try again.

    Raises:
        UnreadableError: it cannot be read.
    """
    before = read_header(probe, address)
    for _ in range(_ATTEMPTS):
        header, after = read_header(probe, address), read_header(probe, address)
        if before is None or header is None or after is None:
            return None
        is_same = before.wraps == header.wraps == after.wraps
        is_anchored = before.time_high == after.time_high and before.time_low == after.time_low
        if is_same and is_anchored and not header.is_at_end:
            return header
        before = after
    return None


def find_traces(probe: Probe) -> dict[int, Header]:
    """All possible traces in the memory of the target; the most probable one first.

    The most probable trace records, and has the larger ring. A copy of a trace that a program has
    made does not record any more, or does not change.

    Raises:
        GoneError: the target has ended.
    """
    traces: list[tuple[int, Header]] = []
    for region in probe.regions():
        try:
            traces += _traces_in(probe, region)
        except GoneError:
            raise
        except UnreadableError:  # the target has released it in the meantime
            continue
    traces.sort(key=lambda item: (not item[1].is_recording, -item[1].record_capacity))
    return dict(traces)


def _traces_in(probe: Probe, region: Region) -> Iterator[tuple[int, Header]]:
    for address in _magic_numbers(probe, region):
        header = read_header(probe, address)
        end = region.address + region.size
        if header is not None and address + header.total_bytes <= end:
            yield address, header


def _magic_numbers(probe: Probe, region: Region) -> Iterator[int]:
    """Addresses of the magic number that are followed by enough memory for a header."""
    magics = (MAGIC.to_bytes(4, "little"), MAGIC.to_bytes(4, "big"))
    for begin in range(0, region.size, _CHUNK_BYTES):
        # The number is aligned, so that no two chunks share one.
        content = probe.read(region.address + begin, min(_CHUNK_BYTES, region.size - begin))
        for magic in magics:
            at = content.find(magic)
            while at >= 0:
                address = region.address + begin + at
                is_inside = address + HEADER_BYTES <= region.address + region.size
                if address % 4 == 0 and is_inside:
                    yield address
                at = content.find(magic, at + 1)
