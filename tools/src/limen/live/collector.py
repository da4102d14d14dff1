# SPDX-License-Identifier: Apache-2.0
"""Collect the records of a ring while a target writes to it, without ever keeping a wrong one.

Each read of the ring reads the header twice, the new records, and the header again. The rules are:

1. The newest record is left for the next look, because the recorder may be in the middle of writing
   it. Its successor proves that it is complete. It is taken at once if the recorder is off. While
   nothing has changed for a while, it is shown but not kept, so that a target that hangs shows its
   last event.
2. The oldest records that the last header no longer covers are lost, and so is the one that may be
   overwritten at the moment. A LOST record replaces them as soon as the time of the next records is
   known; these are dropped if the next loss comes earlier.
3. The last record that was kept is read again. If it is different, the target has started a new
   trace in the same memory.
4. The time in a header counts if its upper half was the same some records before and is the same
   some records after; then it was not being changed. From the first such time on, the records
   themselves show how time advances.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.live.header import read_header, settled_header
from limen.live.image import Part, records_of, time_after, time_from_anchor, trace_start
from limen.live.seams import Seams, first_time, seam, without_leaps
from limen.live.spool import RECORDS_MAX, Spool
from limen.trace.format import HEADER_BYTES, OBJECT_BYTES, RECORD_BYTES
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from limen.live.header import Header
    from limen.live.probe import Probe

__all__ = ["Collector", "State"]

# Overwritten before next_offset shows it: the record being written, and one whose stores a compiler
# may have moved before it.
_MARGIN: Final = 2
_STILL_SECONDS: Final = 0.2
_HEADERS: Final = 6


@dataclass(frozen=True, slots=True)
class State:
    """Progress of a collection.

    Attributes:
        records: number written in the trace, as far as known.
        leaps: those of them that are not events but contain a jump in time; only those that were
            read.
        lost: of them, that were written over before they were read, or whose time stayed unknown.
        traces: number of traces that the target has started, 0 while none was found.
        capacity: of the ring, in records.
        is_recording: the recorder is on.
    """

    records: int = 0
    leaps: int = 0
    lost: int = 0
    traces: int = 0
    capacity: int = 0
    is_recording: bool = False

    @property
    def events(self) -> int:
        """Events that were recorded, as far as known."""
        return self.records - self.leaps


@dataclass(frozen=True, slots=True)
class _Look:
    """The result of one look at the ring: records begin .. end-1."""

    header: Header
    begin: int
    end: int
    content: bytes
    objects: bytes

    def part(self, begin: int, end: int) -> bytes:
        """The bytes of some of the records."""
        return self.content[(begin - self.begin) * RECORD_BYTES : (end - self.begin) * RECORD_BYTES]


class Collector:
    """All records of a trace; any thread may request an image."""

    def __init__(self, folder: Path | None = None, records_max: int = RECORDS_MAX) -> None:
        """Begin with nothing.

        Args:
            folder: for the file with the records; None: the system's for temporary files.
            records_max: number of records that are kept.
        """
        self._lock = Lock()
        self._spool = Spool(folder, records_max)
        self._state = State()
        self._header: Header | None = None
        self._headers: list[Header] = []
        self._objects = b""
        self._next = 0  # number of the next record to keep
        self._last = b""  # the last record that was kept
        self._newest: int | None = None  # its time
        self._pending = b""  # records that are kept, but not in the spool: their time is not known
        self._seams = Seams()  # the losses in the spool; and where it ends
        self._shown = b""  # the newest record, which is not kept yet
        self._moved = 0.0

    @property
    def state(self) -> State:
        """The progress."""
        with self._lock:
            return self._state

    def look(self, probe: Probe, address: int) -> int | None:
        """Read the new records.

        Returns:
            The number of records that were written since the last look; None if it is uncertain:
            the target is too fast, or just at the end of the ring.

        Raises:
            UnreadableError: the memory of the trace does not exist any more.
        """
        earlier = settled_header(probe, address)
        header = settled_header(probe, address)
        if earlier is None or header is None or not _is_one_trace(earlier, header):
            return None
        if self._header is None or not _is_one_trace(self._header, header):
            self._begin(header)
        begin = max(self._next - 1, header.total - header.record_capacity, 0)
        content = _ring(probe, address, header, begin)
        objects = probe.read(address + HEADER_BYTES, header.object_capacity * OBJECT_BYTES)
        later = settled_header(probe, address)
        if later is None or not _is_one_trace(header, later):
            return None
        look = _Look(header, begin, header.total, content, objects)
        self._learn(earlier, header, later)
        spared = _MARGIN if later.is_recording else 0
        return self._take(look, later.total - header.record_capacity + spared)

    def complete(self, probe: Probe, address: int) -> bool:
        """Read the end of the trace from the file that the target saved.

        Returns:
            False if that is another trace; then nothing is changed.

        Raises:
            UnreadableError: it cannot be read.
        """
        header = read_header(probe, address)
        if header is None or (self._header and not _is_one_trace(self._header, header)):
            return False
        header = replace(header, flags=header.flags & ~1)
        begin = max(self._next - 1, header.total - header.record_capacity, 0)
        content = _ring(probe, address, header, begin)
        objects = probe.read(address + HEADER_BYTES, header.object_capacity * OBJECT_BYTES)
        look = _Look(header, begin, header.total, content, objects)
        if self._is_other(look, begin):
            return False
        if self._header is None:
            self._begin(header)
        self._take(look, begin)
        return True

    def image(self, count: int | None = None) -> bytes | None:
        """A trace file of the records.

        Args:
            count: of the newest records, at most, and at least 1; None: all.

        Returns:
            None until a record has a known time.
        """
        with self._lock:
            part = self._part(count)
            if part is None:
                return None
            start, turned = trace_start(part)
            is_behind_loss = self._newest is None and len(self._spool) > 0
            shown = b"" if is_behind_loss else self._shown
            records = self._spool.newest(part.count - len(shown) // RECORD_BYTES) + shown
        split = len(records) - turned * RECORD_BYTES
        return start + records[split:] + records[:split]

    def write(self, file: BinaryIO) -> None:
        """Write all records as a trace file; nothing if there are none.

        Raises:
            OSError: it cannot be written.
        """
        with self._lock:
            self._shown = b""
            part = self._part(None)
            if part is None:
                return
            start, turned = trace_start(replace(part, is_recording=False))
            file.write(start)
            file.writelines(self._spool.pieces(part.count - turned, part.count))
            file.writelines(self._spool.pieces(0, part.count - turned))

    def close(self) -> None:
        """Release the file with the records."""
        with self._lock:
            self._spool.close()

    def _begin(self, header: Header) -> None:
        """A trace that was not known before."""
        with self._lock:
            self._spool.clear()
            self._header, self._headers = header, []
            self._next, self._last, self._newest, self._shown = 0, b"", None, b""
            self._pending, self._seams = b"", Seams()
            self._state = State(traces=self._state.traces + 1)

    def _is_other(self, look: _Look, safe: int) -> bool:
        """Return whether the last kept record has changed since then."""
        known = self._next - 1
        return bool(self._last) and known >= safe and look.part(known, known + 1) != self._last

    def _take(self, look: _Look, safe: int) -> int:
        """Keep the certain records: of those that were read, records from safe on are complete."""
        if self._is_other(look, safe):
            self._begin(look.header)
            return 0
        made = look.end - self._state.records
        now = time.monotonic()
        if made > 0 or not self._state.traces:
            self._moved = now
        end = look.end - 1 if look.header.is_recording else look.end
        start = min(max(self._next, safe, look.begin), end)
        with self._lock:
            lost = self._state.lost + self._lose(start - self._next)
            fresh = look.part(max(start, self._next), end)
            leaps = int(np.count_nonzero(records_of(look.header, fresh)["event"] == Event.TIME))
            self._keep(fresh, look, max(end, self._next))
            is_still = end < look.end and now - self._moved > _STILL_SECONDS
            self._shown = look.part(end, look.end) if is_still else b""
            header = look.header
            self._header = header
            if is_still and self._newest is None:
                self._date_by_shown(header)
            self._objects = look.objects
            self._state = replace(
                self._state,
                records=look.end,
                leaps=self._state.leaps + leaps,
                lost=lost,
                capacity=header.record_capacity,
                is_recording=header.is_recording,
            )
        return made

    def _lose(self, count: int) -> int:
        """Note that records before the next one are lost.

        Return their number, including those without a time.
        """
        if count <= 0:
            return 0
        if self._newest is not None:
            self._seams.begin(self._newest)
        count += len(self._pending) // RECORD_BYTES
        self._seams.missed += count
        self._pending, self._newest, self._last = b"", None, b""
        return count

    def _keep(self, fresh: bytes, look: _Look, end: int) -> None:
        """Add records to the stored ones, and determine the time of the last one."""
        self._next = end
        self._last = fresh[-RECORD_BYTES:] or self._last
        if self._newest is None:
            self._pending += fresh
            self._settle(look.header, self._date(look.header, end))
        elif fresh:
            self._spool.append(fresh)
            self._seams.end = end
            self._newest = time_after(self._newest, records_of(look.header, fresh))

    def _settle(self, header: Header, newest: int | None) -> None:
        """The time of the last record is known: the spool gets those that wait for it."""
        if newest is None:
            return
        content, leaps = self._pending, 0
        if len(self._spool):
            content, leaps = without_leaps(header, content)
        if not content:
            return
        before, missed = self._seams.time, self._seams.missed + leaps
        begin = first_time(records_of(header, content), newest)
        if len(self._spool) and begin >= before:
            self._seams.add(self._spool.made, missed)
            self._spool.append(seam(header, before, begin, missed))
        elif len(self._spool):  # impossible: the program has written over the header
            self._spool.clear()
            self._seams = Seams()
        self._spool.append(content)
        self._seams.missed, self._seams.end = 0, self._next
        self._pending, self._newest = b"", newest

    def _date_by_shown(self, header: Header) -> None:
        """If nothing has changed for a while, the header has the time of the last record."""
        shown = records_of(header, self._shown)
        time = time_from_anchor(header, header, shown, self._next + 1)
        if time is not None and self._pending:
            last = int(records_of(header, self._last)["time"][0])
            self._settle(header, time - (time_after(last, shown) - last))

    def _date(self, header: Header, end: int) -> int | None:
        """The time of the last record that is here, by rule 4."""
        if not header.is_recording:
            newest = records_of(header, self._pending[-RECORD_BYTES:])
            return time_from_anchor(header, header, newest, end)
        headers = self._headers
        for before, at, after in zip(
            headers[-3::-1], headers[-2::-1], headers[:0:-1], strict=False
        ):
            if before.time_high == at.time_high == after.time_high:
                first = before if before.time_low == at.time_low else at
                reach = max(end - first.total + 1, 1)
                records = records_of(header, self._pending[-reach * RECORD_BYTES :])
                newest_time = time_from_anchor(first, at, records, end)
                if newest_time is not None:
                    return newest_time
        return None

    def _learn(self, *headers: Header) -> None:
        """Keep some headers with records in between."""
        for header in headers:
            if not self._headers or header.total - self._headers[-1].total >= _MARGIN:
                self._headers = [*self._headers, header][-_HEADERS:]

    def _part(self, count: int | None) -> Part | None:
        """The fields of an image besides the records."""
        header, newest = self._header, self._newest
        if header is None:
            return None
        shown = records_of(header, self._shown)
        if newest is not None:
            newest = time_after(newest, shown) if len(shown) else newest
        elif len(self._spool):  # the records behind the loss have no time yet
            newest, shown = self._seams.time, shown[:0]
        elif len(shown) and not self._pending:
            newest = time_from_anchor(header, header, shown, self._next + 1)
        if newest is None:
            return None
        here = len(self._spool) + len(shown)
        count = here if count is None else min(count, here)
        end = self._seams.end if len(self._spool) else self._next
        kept = here - len(shown)  # records outside of the image are not lost
        own = kept - self._seams.records_from(self._spool.made - kept)
        before = end - own - self._seams.lost_from(self._spool.made - kept)
        return Part(header, self._objects, before, count, newest, header.is_recording)


def _is_one_trace(before: Header, after: Header) -> bool:
    """Return whether two headers can belong to the same trace."""
    return before.layout == after.layout and before.total <= after.total


def _ring(probe: Probe, address: int, header: Header, begin: int) -> bytes:
    """The bytes of records begin .. total-1, out of the ring."""
    pieces = []
    base = address + header.records_offset
    while begin < header.total:
        place = begin % header.record_capacity
        count = min(header.total - begin, header.record_capacity - place)
        pieces.append(probe.read(base + place * RECORD_BYTES, count * RECORD_BYTES))
        begin += count
    return b"".join(pieces)
