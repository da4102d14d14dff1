# SPDX-License-Identifier: Apache-2.0
"""Write a trace for Perfetto: a track per thread with slices and events, and ``sched_switch``.

Source:
    Perfetto's ``trace_packet.proto``, ``track_event.proto``, ``track_descriptor.proto`` and
    ``sched.proto``; protobuf's wire format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.view import nanoseconds, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.view import View

__all__ = ["perfetto_parts"]

_PID: Final = 1
_SEQUENCE: Final = 1
_PACKET: Final = 1  # of a Trace
_TIMESTAMP, _TRACK_EVENT, _SEQUENCE_ID, _DESCRIPTOR, _FTRACE = 8, 11, 10, 60, 1  # of a packet
_END, _BEGIN, _INSTANT = 2, 1, 3  # types of a track event
_RUNNABLE, _SLEEPS = 0, 1  # states of the thread that leaves
_BLOCKED: Final = frozenset({"blocked", "terminated"})
_PRIORITY_UNKNOWN: Final = 0
_MASK_64: Final = (1 << 64) - 1


def perfetto_parts(view: View, clock_hz: int) -> Iterator[bytes]:
    """The file, in parts: packets in the order of time behind the descriptions of tracks.

    Args:
        view: of any origin.
        clock_hz: ticks in a second.

    Raises:
        TraceError: see nanoseconds.
    """
    time = nanoseconds(view.time, clock_hz).tolist()
    yield b"".join(_tracks(view))
    yield from _track_events(view, time)
    yield from _switches(view, time)


def _varint(value: int) -> bytes:
    """A number, seven bits to a byte, the lowest first.

    >>> _varint(300).hex()
    'ac02'
    """
    value &= _MASK_64
    octets = bytearray()
    while value > 0x7F:  # noqa: PLR2004
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    octets.append(value)
    return bytes(octets)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _block(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _text(field: int, text: str) -> bytes:
    return _block(field, text.encode("utf-8", "replace"))


def _packet(content: bytes) -> bytes:
    return _block(_PACKET, content + _number(_SEQUENCE_ID, _SEQUENCE))


def _track_of(view: View, core: int, lane: int) -> int:
    """Number of a track: 1 is the process, then the lanes, then each core's interrupts."""
    return 2 + lane if lane >= 0 else 2 + len(view.lanes) + core


def _tracks(view: View) -> Iterator[bytes]:
    process = _number(1, _PID) + _text(6, view.origin)
    yield _packet(_block(_DESCRIPTOR, _number(1, 1) + _block(3, process)))
    for number, lane in enumerate(view.lanes):
        track = _number(1, _track_of(view, 0, number))
        if number == 0:  # thread 0 is Perfetto's own idle
            yield _packet(_block(_DESCRIPTOR, track + _text(2, lane.name) + _number(5, 1)))
            continue
        thread = _number(1, _PID) + _number(2, _PID + number) + _text(5, lane.name)
        yield _packet(_block(_DESCRIPTOR, track + _block(4, thread)))
    for core in np.unique(view.core).tolist():
        track = _number(1, _track_of(view, core, -1)) + _number(5, 1)
        yield _packet(_block(_DESCRIPTOR, track + _text(2, f"interrupts of core {core}")))


def _track_events(view: View, time: list[int]) -> Iterator[bytes]:
    """Slices and events; at one instant, what ends, then what begins, then what happens."""
    moments: list[tuple[int, int, int, int, str]] = []
    for is_interrupt in (False, True):
        found = stretches(view, interrupts=is_interrupt)
        columns = (found.core, found.lane, found.begin, found.end)
        for core, lane, begin, end in zip(*(column.tolist() for column in columns), strict=True):
            track = _track_of(view, core, -1 if is_interrupt else lane)
            name = "interrupt" if is_interrupt else "running"
            if time[begin] < time[end]:
                moments.append((time[begin], 1, begin, track, name))
                moments.append((time[end], 0, end, track, ""))
    cores = view.core.tolist()
    for index, lane in enumerate(view.lane.tolist()):
        moments.append((time[index], 2, index, _track_of(view, cores[index], lane), ""))
    moments.sort()
    kinds = (_END, _BEGIN, _INSTANT)
    for instant, order, index, track, name in moments:
        content = _number(9, kinds[order]) + _number(11, track)
        if order == 1:
            content += _text(23, name)
        elif kinds[order] == _INSTANT:
            content += _text(22, "event") + _text(23, view.name(index)) + _said(view, index)
        yield _packet(_number(_TIMESTAMP, instant) + _block(_TRACK_EVENT, content))


def _said(view: View, index: int) -> bytes:
    """Number and details of an event, as annotations."""
    number = _text(10, "number") + _number(3, index)
    details = _text(10, "details") + _text(6, view.details(index))
    return _block(4, number) + _block(4, details)


def _switches(view: View, time: list[int]) -> Iterator[bytes]:
    """A bundle for each core."""
    at, cores = view.at.tolist(), view.core[view.at].tolist()
    bundles: dict[int, list[bytes]] = {}
    columns = zip(at, cores, view.leaves.tolist(), view.comes.tolist(), view.why, strict=True)
    for index, core, leaves, comes, why in columns:
        switch = _thread(view, leaves, 1) + _thread(view, comes, 5)
        switch += _number(4, _SLEEPS if why in _BLOCKED else _RUNNABLE)
        event = _number(1, time[index]) + _number(2, _tid(leaves)) + _block(4, switch)
        bundles.setdefault(core, []).append(_block(2, event))
    for core, events in bundles.items():
        yield _packet(_block(_FTRACE, _number(1, core) + b"".join(events)))


def _tid(lane: int) -> int:
    """Thread numbers begin behind that of the process; idle has 0."""
    return _PID + lane if lane > 0 else 0


def _thread(view: View, lane: int, field: int) -> bytes:
    """Name, number and priority of a thread, in three fields from this one on, as they stand."""
    entry = view.lanes[lane]
    priority = _PRIORITY_UNKNOWN if entry.priority is None else entry.priority
    after_state = 3 if field == 1 else 7
    return (
        _text(field, entry.name) + _number(field + 1, _tid(lane)) + _number(after_state, priority)
    )
