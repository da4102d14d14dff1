# SPDX-License-Identifier: Apache-2.0
"""A recorder that stops after each store, and a probe that reads in between.

It makes the stores of the kernel (kernel/observe/ring.h), or stores in another order that a
compiler might choose: next_offset before the record, wraps before next_offset.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from limen.live.probe import Region
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["BASE", "Order", "Recorder", "StepProbe"]

BASE = 0x2000_0100
OBJECTS = 1
RECORDS_OFFSET = 64 + 32 * OBJECTS
NEXT, WRAPS, HIGH, LOW = 28, 32, 36, 44


class Order(Enum):
    """The order of the stores."""

    KERNEL = auto()
    OFFSET_FIRST = auto()
    WRAPS_FIRST = auto()


class Recorder:
    """Records events with a number. Times may increase by any distance."""

    def __init__(self, capacity: int, order: Order = Order.KERNEL) -> None:
        self.memory = bytearray(RECORDS_OFFSET + 16 * capacity + 64)
        self.capacity = capacity
        self.order = order
        self.time = 0
        self.times: dict[int, int] = {}  # by number of the event
        self.records = 0
        self.start()

    def start(self, first: int = 0) -> None:
        """Begin a trace like lm_trace_start. The numbers of its events continue from first."""
        self.memory[:RECORDS_OFFSET] = bytes(RECORDS_OFFSET)
        self.number, self.records = first, 0
        words = [0x4E4D494C, 1 | 64 << 16, 32 | 16 << 16, 1_000_000, OBJECTS, OBJECTS]
        words += [self.capacity, RECORDS_OFFSET, 0, self.time >> 32, 32 | 1 << 16]
        for place, word in enumerate([*words, self.time & 0xFFFF_FFFF]):
            self.store(4 * place, word)
        self.memory[64:72] = bytes([1, 0, 1, 0, 5, 0, 5, 0])
        self.memory[76:79] = b"one"

    def store(self, offset: int, word: int) -> None:
        self.memory[offset : offset + 4] = (word & 0xFFFF_FFFF).to_bytes(4, "little")

    def word(self, offset: int) -> int:
        return int.from_bytes(self.memory[offset : offset + 4], "little")

    def stop(self) -> None:
        """Stop like lm_trace_stop."""
        self.memory[42] &= 0xFE

    def event(self, leap: int) -> Iterator[None]:
        """Record an event; yields after each store."""
        self.time += leap
        if self.time >> 32 != self.word(HIGH):
            old = self.word(HIGH)
            yield from self.put(Event.TIME, old, self.time >> 32)
            self.store(HIGH, self.time >> 32)
            yield
            self.store(LOW, self.time)
            yield
        self.times[self.number] = self.time
        yield from self.put(Event.USER, (self.number * 40503 & 0xFFFF) << 16, self.number)
        self.number += 1

    def put(self, event: int, object_and_a: int, b: int) -> Iterator[None]:
        at = self.word(NEXT)
        stores = [(at, self.time), (at + 4, event), (at + 8, object_and_a), (at + 12, b)]
        stores.insert(0 if self.order is Order.OFFSET_FIRST else 4, (NEXT, at + 16))
        for offset, word in stores:
            self.store(offset, word)
            yield
        self.records += 1
        if at + 16 == RECORDS_OFFSET + 16 * self.capacity:
            wraps = [(NEXT, RECORDS_OFFSET), (WRAPS, self.word(WRAPS) + 1)]
            for offset, word in wraps[:: -1 if self.order is Order.WRAPS_FIRST else 1]:
                self.store(offset, word)
                yield


class StepProbe:
    """Reads the recorder's memory, which makes some stores before each word."""

    def __init__(self, recorder: Recorder, leaps: Sequence[int], steps: Sequence[int]) -> None:
        self.recorder = recorder
        self.steps = steps
        self.reads = 0
        self.stores = self.run(leaps)

    def run(self, leaps: Sequence[int]) -> Iterator[None]:
        turn = 0
        while True:
            yield from self.recorder.event(leaps[turn % len(leaps)])
            turn += 1

    def advance(self, stores: int) -> None:
        for _ in range(stores):
            next(self.stores)

    def regions(self) -> list[Region]:
        return [Region(BASE, len(self.recorder.memory))]

    def read(self, address: int, size: int) -> bytes:
        """Read words at different moments."""
        content = b""
        begin = address - BASE
        for at in range(begin, begin + size, 4):
            if self.steps:
                self.advance(self.steps[self.reads % len(self.steps)])
            self.reads += 1
            content += self.recorder.memory[at : min(at + 4, begin + size)]
        return content

    def close(self) -> None:
        pass
