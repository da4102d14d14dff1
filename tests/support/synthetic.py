# SPDX-License-Identifier: Apache-2.0
"""A recorder of artificial traces: the ring of spec/trace-format.md, written by struct.

It shares only the specification with the reader.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

TIME = 1


@dataclass
class Recorder:
    """lm_trace_start and the kernel's recorder in Python."""

    order: str = "<"
    records: int = 64
    object_capacity: int = 8
    clock_hz: int = 25_000_000
    levels: int = 32
    flags: int = 0
    time_high: int = 0
    time_low: int = 0
    leaps: bool = True  # else the lower half has to show the reader that the upper one grew
    wraps: int = 0
    object_count: int = 0
    core: int = 0  # the numbers of its objects begin after 8192 times this number
    table: bytearray = field(init=False)
    ring: bytearray = field(init=False)
    position: int = 0

    def __post_init__(self) -> None:
        self.table = bytearray(32 * self.object_capacity)
        self.ring = bytearray(16 * self.records)

    def name(
        self, kind: int, name: str, priority: int = 0, threshold: int = 0, size: int = 0
    ) -> int:
        """Enter an object. Returns: its number."""
        self.object_count += 1
        place = self.object_count
        number = (self.core << 13) + place
        if place <= self.object_capacity:
            entry = struct.pack(
                self.order + "HHHHI20s", number, kind, priority, threshold, size, name.encode()
            )
            self.table[32 * (place - 1) : 32 * place] = entry
        return number

    def put(
        self,
        time: int,
        event: int,
        thread: int = 0,
        about: int = 0,
        a: int = 0,
        b: int = 0,
        depth: int = 0,
    ) -> None:
        """Record an event, preceded by a TIME record if its upper half is new."""
        high = time >> 32
        if high != self.time_high and self.leaps:
            old = self.time_high
            self._write(time, TIME, depth, thread, old & 0xFFFF, old >> 16, high)
            self.mark(time)
        self._write(time, event, depth, thread, about, a, b)

    def mark(self, time: int) -> None:
        """Anchor the times of the records around this one."""
        self.time_high, self.time_low = time >> 32, time & 0xFFFF_FFFF

    def _write(
        self, time: int, event: int, depth: int, thread: int, about: int, a: int, b: int
    ) -> None:
        record = struct.pack(
            self.order + "IBBHHHI", time & 0xFFFF_FFFF, event, depth, thread, about, a, b
        )
        self.ring[16 * self.position : 16 * (self.position + 1)] = record
        self.position += 1
        if self.position == self.records:
            self.position = 0
            self.wraps += 1

    def image(self) -> bytes:
        """Return a copy of the buffer."""
        records_offset = 64 + len(self.table)
        header = struct.pack(
            self.order + "IHHHHIIIIIIIHHI16x",
            0x4E4D494C,
            1,
            64,
            32,
            16,
            self.clock_hz,
            self.object_capacity,
            self.object_count,
            self.records,
            records_offset + 16 * self.position,
            self.wraps,
            self.time_high,
            self.levels,
            self.flags | self.core << 4,
            self.time_low,
        )
        return header + bytes(self.table) + bytes(self.ring)
