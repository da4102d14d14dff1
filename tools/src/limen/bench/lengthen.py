# SPDX-License-Identifier: Apache-2.0
"""Make traces of any length: the cycles of a recorded one are repeated at changing speeds.

The result is a trace that a longer run could have recorded: every event was recorded, and the
states at the end of a cycle are those at its start.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.format import HEADER_BYTES, OBJECT_BYTES, header_dtype, record_dtype
from limen.trace.numbers import Event
from limen.trace.trx.layout import event_dtype
from limen.trace.trx.layout import header_dtype as trx_header_dtype
from limen.trace.windows import CYCLE_MARK

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["lengthen", "lengthen_ftrace", "lengthen_systemview", "lengthen_trx"]

_TRX_MARK: Final = 4096 + CYCLE_MARK
_SYNC: Final = bytes(10)  # between the comment of a SystemView recording and its packets
_STAMP: Final = re.compile(r"(?<= )(\d+)\.(\d{6})(?=: )")
_SPEEDS: Final = 13  # a cycle takes 1, 2 ... as many times as long as the recorded one


def lengthen(image: bytes, events: int, place: str = "trace") -> bytes:
    """A Limen trace of a little-endian target, with as many events.

    Args:
        image: a trace whose ring has not wrapped, of a program that marks its cycles.
        events: the number of events of the result, including TIME records.
        place: name of the trace in messages.

    Raises:
        TraceError: it marks fewer than two cycles.
    """
    header = np.frombuffer(image, header_dtype("<"), 1).copy()
    start = HEADER_BYTES + OBJECT_BYTES * int(header["object_capacity"][0])
    written = (int(header["next_offset"][0]) - start) // record_dtype("<").itemsize
    records = np.frombuffer(image, record_dtype("<"), written, start)
    marks = np.flatnonzero((records["event"] == Event.USER) & (records["a"] == CYCLE_MARK))
    longer, newest = _repeated(records, "time", marks, events, place)
    header["record_capacity"] = events
    header["next_offset"] = start + longer.nbytes
    header["time_high"], header["time_low"] = newest >> 32, newest & 0xFFFF_FFFF
    return header.tobytes() + image[HEADER_BYTES:start] + longer.tobytes()


def lengthen_trx(image: bytes, events: int, place: str = "trace") -> bytes:
    """A ThreadX trace of a little-endian 32-bit target, with as many events.

    Args, Raises: as lengthen.
    """
    head = np.frombuffer(image, trx_header_dtype("<", 4), 1).copy()
    base = int(head["base"][0])
    first_slot = int(head["buffer_start"][0]) - base
    written = (int(head["oldest"][0]) - base - first_slot) // event_dtype("<", 4).itemsize
    slots = np.frombuffer(image, event_dtype("<", 4), written, first_slot)
    marks = np.flatnonzero(slots["event"] == _TRX_MARK)
    longer, _ = _repeated(slots, "stamp", marks, events, place)
    # One slot stays empty: the ring has not wrapped.
    head["buffer_end"] = base + first_slot + longer.nbytes + slots.itemsize
    head["oldest"] = base + first_slot + longer.nbytes
    before = image[trx_header_dtype("<", 4).itemsize : first_slot]
    return head.tobytes() + before + longer.tobytes() + bytes(slots.itemsize)


def lengthen_systemview(recording: bytes, times: int) -> bytes:
    """A SystemView recording as often behind itself: its packets say how much later they are."""
    comment, sync, packets = recording.partition(_SYNC)
    return comment + sync + packets * times


def lengthen_ftrace(text: str, times: int) -> str:
    r"""A text of ftrace as often behind itself, at later times.

    >>> lengthen_ftrace("# CPU\n a-1 5.000000: x: y\n a-1 5.000004: x: y\n", 2).splitlines()[3:]
    [' a-1 5.000005: x: y', ' a-1 5.000009: x: y']
    """
    lines = text.splitlines(keepends=True)
    heads = "".join(line for line in lines if line.startswith("#"))
    pieces = _STAMP.split("".join(line for line in lines if not line.startswith("#")))
    seconds, micros = (np.array(pieces[n::3], np.int64) for n in (1, 2))
    first = seconds * 1_000_000 + micros
    length = int(first[-1] - first[0]) + 1
    longer = [heads]
    for begin in range(0, times * length, length):
        stamps = (f"{at // 1_000_000}.{at % 1_000_000:06}" for at in (first + begin).tolist())
        longer.append(pieces[0])
        longer += (part for pair in zip(stamps, pieces[3::3], strict=True) for part in pair)
    return "".join(longer)


def _repeated(
    records: NDArray[np.void], clock: str, marks: NDArray[np.intp], events: int, place: str
) -> tuple[NDArray[np.void], int]:
    """Repeat the records up to a number of events; also return the time of the last one."""
    if len(marks) < 2:  # noqa: PLR2004
        raise TraceError(place, "it marks fewer than two cycles", "take a trace of a lab")
    first, last = int(marks[0]), int(marks[-1])
    body = records[first:last]
    cycles = max(-(-(events - first) // len(body)), 0)
    speed = 1 + np.arange(cycles, dtype=np.int64) * 7 % _SPEEDS
    since = body[clock].astype(np.int64) - int(body[clock][0])
    length = int(records[clock][last]) - int(body[clock][0])
    begins = int(body[clock][0]) + np.concatenate([[0], np.cumsum(speed * length)[:-1]])
    times = (begins[:, None] + speed[:, None] * since).ravel()
    repeated = np.tile(body, cycles)
    repeated[clock] = times & 0xFFFF_FFFF
    longer = np.concatenate([records[:first], repeated])[:events]
    return longer, int(times[events - first - 1])
