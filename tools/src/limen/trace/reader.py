# SPDX-License-Identifier: Apache-2.0
"""Read trace files. Nothing in a file is believed before it is checked.

Source:
    spec/trace-format.md, version 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from stat import S_ISREG
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from limen.errors import TraceError
from limen.trace.format import (
    API_MASK,
    API_SHIFT,
    HEADER_BYTES,
    KIND_OF_MIDDLEWARE,
    MAGIC,
    OBJECT_BYTES,
    RECORD_BYTES,
    RECORDING,
    VERSION,
    ByteOrder,
    Event,
    header_dtype,
    object_dtype,
    record_dtype,
)
from limen.trace.model import Trace, TraceObject
from limen.trace.values import about_middleware, join_values, objects_by_address

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["parse_trace", "read_trace"]

_TIME_HIGH_MAX = (1 << 31) - 1  # so that times are int64
_RECOPY = "copy the whole buffer again, with recording stopped"
_NOT_OURS = "give the memory image of the buffer that lm_trace_start was called with"


@dataclass(frozen=True, slots=True)
class _Header:
    """The header's fields, checked against each other."""

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

    @property
    def records_offset(self) -> int:
        return HEADER_BYTES + self.object_capacity * OBJECT_BYTES

    @property
    def total_bytes(self) -> int:
        return self.records_offset + self.record_capacity * RECORD_BYTES

    @property
    def written(self) -> int:
        """Records before next_offset."""
        return (self.next_offset - self.records_offset) // RECORD_BYTES


def read_trace(path: Path) -> Trace:
    """Read a trace file.

    Args:
        path: a memory image of the trace buffer; bytes after the ring are ignored.

    Raises:
        TraceError: it cannot be read, or is not a valid trace.
    """
    try:
        with path.open("rb") as file:
            status = path.stat()
            if not S_ISREG(status.st_mode):
                raise TraceError(str(path), "this is not a regular file", _NOT_OURS)
            start = file.read(HEADER_BYTES)
            header = _parse_header(start, str(path))
            _check_size(header, status.st_size, str(path))
            return _parse(start + file.read(header.total_bytes - HEADER_BYTES), header, str(path))
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise TraceError(str(path), reason, "name a trace file") from error


def parse_trace(image: bytes, place: str = "trace") -> Trace:
    """Read a trace from memory.

    Args:
        image: the bytes of the buffer; further bytes after them are ignored.
        place: its name in messages.

    Raises:
        TraceError: it is no valid trace.
    """
    header = _parse_header(image[:HEADER_BYTES], place)
    _check_size(header, len(image), place)
    return _parse(image, header, place)


def _parse_header(start: bytes, place: str) -> _Header:
    order = _byte_order(start, place)
    fields = np.frombuffer(start, header_dtype(order), count=1)[0]
    for offset, name, expected in (
        (4, "version", VERSION),
        (6, "header_bytes", HEADER_BYTES),
        (8, "object_bytes", OBJECT_BYTES),
        (10, "record_bytes", RECORD_BYTES),
    ):
        value = int(fields[name])
        if value != expected:
            problem = f"{name} is {value}, and this reader knows {expected} only"
            raise TraceError(f"{place}: byte {offset}", problem, "use the tools of that version")
    names = ["clock_hz", "object_capacity", "object_count", "record_capacity"]
    names += ["next_offset", "wraps", "time_high", "levels", "flags", "time_low"]
    header = _Header(order, *(int(fields[name]) for name in names))
    _check_header(header, place)
    return header


def _byte_order(start: bytes, place: str) -> ByteOrder:
    if len(start) < HEADER_BYTES:
        problem = f"the file has {len(start)} bytes, but the header alone has {HEADER_BYTES}"
        raise TraceError(place, problem, _NOT_OURS)
    if int.from_bytes(start[:4], "little") == MAGIC:
        return "<"
    if int.from_bytes(start[:4], "big") == MAGIC:
        return ">"
    raise TraceError(f"{place}: byte 0", "this is not a trace of Limen: LIMN is missing", _NOT_OURS)


def _check_header(header: _Header, place: str) -> None:
    for offset, name, value in (
        (12, "clock_hz", header.clock_hz),
        (24, "record_capacity", header.record_capacity),
        (40, "levels", header.levels),
    ):
        if value == 0:
            raise TraceError(f"{place}: byte {offset}", f"{name} is 0", _RECOPY)
    if header.time_high > _TIME_HIGH_MAX:
        problem = f"time_high is {header.time_high}: that many ticks are beyond any clock"
        raise TraceError(f"{place}: byte 36", problem, _RECOPY)
    beyond_first = header.next_offset - header.records_offset
    ring_bytes = header.record_capacity * RECORD_BYTES
    if not 0 <= beyond_first <= ring_bytes or beyond_first % RECORD_BYTES != 0:
        problem = (
            f"next_offset is {header.next_offset}, which is not the start of a record of the ring"
        )
        raise TraceError(f"{place}: byte 28", problem, _RECOPY)


def _check_size(header: _Header, size: int, place: str) -> None:
    if size < header.total_bytes:
        problem = f"the file ends here, but the header specifies {header.total_bytes} bytes"
        raise TraceError(f"{place}: byte {size}", problem, _RECOPY)


def _parse(image: bytes, header: _Header, place: str) -> Trace:
    records, lost = _unroll(image, header)
    time = _full_time(records, header, place)
    is_event = ~np.isin(records["event"], (Event.TIME, Event.VALUES))
    events = records[is_event]
    columns = {
        name: _column(events[name]) for name in ("event", "depth", "thread", "object", "a", "b")
    }
    objects = _objects(image, header, place)
    values_at, values = join_values(records)
    at_address = objects_by_address(objects)
    columns["object"] = _column(about_middleware(columns["object"], values_at, values, at_address))
    return Trace(
        clock_hz=header.clock_hz,
        levels=header.levels,
        byte_order="little" if header.order == "<" else "big",
        is_recording=bool(header.flags & RECORDING),
        api=header.flags >> API_SHIFT & API_MASK,
        record_capacity=header.record_capacity,
        lost=lost,
        object_count=header.object_count,
        objects=objects,
        time=_column(time[is_event]),
        values_at=_column(values_at),
        values=_column(values),
        at_address=at_address,
        **columns,
    )


def _column(values: NDArray[Any]) -> NDArray[Any]:
    """Contiguous, in the byte order of this machine, read-only."""
    column = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("="))
    column.setflags(write=False)
    return column


def _unroll(image: bytes, header: _Header) -> tuple[NDArray[np.void], int]:
    """The ring's valid records, oldest first, and the number of those that it overwrote."""
    dtype = record_dtype(header.order)
    ring = np.frombuffer(image, dtype, header.record_capacity, header.records_offset)
    if header.wraps == 0:
        return ring[: header.written], 0
    lost = header.wraps * header.record_capacity + header.written - header.record_capacity
    return np.concatenate([ring[header.written :], ring[: header.written]]), lost


def _full_time(records: NDArray[np.void], header: _Header, place: str) -> NDArray[np.int64]:
    """(n,) int64: times of all records, found backwards from the moment that the header names."""
    lower = records["time"].astype(np.int64)
    upper, leaps, after = _upper_halves(records, lower, header)
    broken = leaps[after != upper[leaps]]
    if len(broken):
        problem = "the upper half of the time is not the one that follows from the later records"
        raise TraceError(f"{place}: record {broken[-1]}", problem, _RECOPY)
    beyond = np.flatnonzero((upper < 0) | (upper > _TIME_HIGH_MAX))
    if len(beyond):
        problem = "its time is before the clock's start, or beyond any clock"
        raise TraceError(f"{place}: record {beyond[-1]}", problem, _RECOPY)
    time: NDArray[np.int64] = upper << 32 | lower
    backwards = np.flatnonzero(time[1:] < time[:-1])
    if len(backwards):
        problem = "its time is before that of the previous record"
        raise TraceError(f"{place}: record {backwards[0] + 1}", problem, _RECOPY)
    return time


def _upper_halves(
    records: NDArray[np.void], lower: NDArray[np.int64], header: _Header
) -> tuple[NDArray[np.int64], NDArray[np.intp], NDArray[np.int64]]:
    """Upper halves of the times; which records are TIME, and the upper halves that they contain."""
    leaps = np.flatnonzero(records["event"] == Event.TIME)
    before = records["object"][leaps].astype(np.int64) | records["a"][leaps].astype(np.int64) << 16
    after = records["b"][leaps].astype(np.int64)
    step = np.zeros(len(records), np.int64)  # of the upper half, into each record
    step[1:] = lower[1:] < lower[:-1]
    step[leaps] = after - before
    newest = header.time_high + int(lower[-1:].sum() < header.time_low)
    upper: NDArray[np.int64] = newest - (np.sum(step) - np.cumsum(step))
    return upper, leaps, after


def _objects(image: bytes, header: _Header, place: str) -> Mapping[int, TraceObject]:
    count = min(header.object_count, header.object_capacity)
    table = np.frombuffer(image, object_dtype(header.order), count, HEADER_BYTES)
    numbers = table["id"].astype(np.int64)
    wrong = np.flatnonzero((numbers != 0) & (numbers != np.arange(1, count + 1)))
    if len(wrong):
        index = int(wrong[0])
        problem = f"object {index + 1}'s entry has the number {numbers[index]}"
        raise TraceError(f"{place}: byte {HEADER_BYTES + index * OBJECT_BYTES}", problem, _RECOPY)
    entries = (_object(table[index]) for index in np.flatnonzero(numbers))
    return MappingProxyType({entry.id: entry for entry in entries})


def _object(entry: np.void) -> TraceObject:
    kind, size = int(entry["kind"]), int(entry["size"])
    of_middleware = kind >= KIND_OF_MIDDLEWARE
    return TraceObject(
        id=int(entry["id"]),
        kind=kind,
        priority=int(entry["priority"]),
        threshold=int(entry["threshold"]),
        size=0 if of_middleware else size,
        name=_printable(entry["name"].tobytes()),
        address=size if of_middleware else 0,
    )


def _printable(padded: bytes) -> str:
    """A name that no terminal takes for a command."""
    text = padded.split(b"\0", 1)[0].decode("utf-8", "replace")
    unknown = "\N{REPLACEMENT CHARACTER}"
    return "".join(letter if letter.isprintable() else unknown for letter in text)
