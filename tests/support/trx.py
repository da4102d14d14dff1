# SPDX-License-Identifier: Apache-2.0
"""Images of ThreadX trace buffers, recorded or made by hand, in every form of a file."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = [
    "DATA",
    "INITIALIZE",
    "INTERRUPT",
    "SAMPLE",
    "TrxRecorder",
    "expected",
    "forms",
    "ihex",
    "srec",
]

DATA = Path(__file__).parent / "data" / "trx"
INTERRUPT = 0xFFFF_FFFF
INITIALIZE = 0xF0F0_F0F0
SAMPLE = "demo_threadx.trx"
SAMPLE_BASE = 0x2000_0000
BASE = 0x3000_0000


def expected() -> dict[str, Any]:
    """Return the entries of expected.json by file name."""
    files: dict[str, Any] = json.loads((DATA / "expected.json").read_text())["files"]
    return files


def forms() -> dict[str, bytes]:
    """Return the sample of TraceX as files of records, by the names in expected.json."""
    sample = (DATA / SAMPLE).read_bytes()
    return {
        "ihex.trx": ihex(sample),
        "srec.trx": srec(sample, address_bytes=4, width=16, base=SAMPLE_BASE),
    }


@dataclass
class TrxRecorder:
    """Builds an image: a registry, then events in the slots of a ring.

    Attributes:
        capacity: of the ring; events beyond it overwrite the oldest.
        order: ``"<"`` or ``">"``.
        word: bytes of a ULONG: 4 or 8.
        mask: of the timer.
        name_size: bytes of a name.
    """

    capacity: int = 8
    order: str = "<"
    word: int = 4
    mask: int = 0xFFFF_FFFF
    name_size: int = 32
    registry: list[bytes] = field(default_factory=list)
    slots: list[bytes] = field(default_factory=list)

    def words(self, *values: int) -> bytes:
        return struct.pack(f"{self.order}{len(values)}{'I' if self.word == 4 else 'Q'}", *values)

    def name(self, kind: int, address: int, name: str, *, p1: int = 0, p2: int = 0) -> int:
        head = struct.pack("<BBBB", 0, kind, 0x80, 5) + bytes(self.word - 4)
        text = name.encode()[: self.name_size].ljust(self.name_size, b"\0")
        self.registry.append(head + self.words(address, p1, p2) + text)
        return address

    def put(self, stamp: int, context: int, event: int, *info: int, priority: int = 0) -> None:
        padded = (*info, 0, 0, 0, 0)[:4]
        self.slots.append(self.words(context, priority, event, stamp & self.mask, *padded))

    def image(self) -> bytes:
        registry = b"".join(self.registry)
        start = BASE + 12 * self.word
        ring = start + len(registry)
        size = 8 * self.word
        slots = [self.words(0, 9, 9, 9, 9, 9, 9, 9)] * self.capacity
        for number, slot in enumerate(self.slots):
            slots[number % self.capacity] = slot
        current = ring + len(self.slots) % self.capacity * size
        names = struct.pack(f"{self.order}HH", 0, self.name_size) + bytes(self.word - 4)
        head = self.words(0x54585442, self.mask, BASE, start) + names
        head += self.words(ring, ring, ring + self.capacity * size, current, 1, 2, 3)
        return head + registry + b"".join(slots)


def ihex(image: bytes, width: int = 16) -> bytes:
    """Return the image as Intel HEX, with an address record that readers skip."""
    lines = [":020000042000DA"]
    for start in range(0, len(image), width):
        data = image[start : start + width]
        octets = bytes([len(data), start >> 8 & 0xFF, start & 0xFF, 0]) + data
        lines.append(f":{octets.hex().upper()}{-sum(octets) & 0xFF:02X}")
    return "\r\n".join([*lines, ":00000001FF", ""]).encode()


def srec(image: bytes, address_bytes: int = 3, width: int = 20, base: int = 0) -> bytes:
    """Return the image as S-records with addresses of 2, 3 or 4 bytes, beginning at base."""
    lines = [s_record(0, bytes(2))]
    for start in range(0, len(image), width):
        address = (base + start).to_bytes(address_bytes)
        lines.append(s_record(address_bytes - 1, address + image[start : start + width]))
    lines.append(s_record(11 - address_bytes, base.to_bytes(address_bytes)))
    return "\n".join([*lines, ""]).encode()


def s_record(kind: int, content: bytes) -> str:
    octets = bytes([len(content) + 1]) + content
    return f"S{kind}{octets.hex().upper()}{~sum(octets) & 0xFF:02X}"
