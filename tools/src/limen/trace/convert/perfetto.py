# SPDX-License-Identifier: Apache-2.0
"""Write a trace for Perfetto: tracks with slices and events, counters, arrows, ``sched_switch``.

The track of a thread has a slice for each time in which it runs, is ready or waits, with the
held-off intervals inside. Cores have tracks of interrupts, periodic threads tracks of jobs. Levels
and fills of objects are counters. An arrow goes from the event that wakes a thread to the point at
which it runs.

Source:
    Perfetto's ``trace_packet.proto``, ``track_event.proto``, ``track_descriptor.proto`` and
    ``sched.proto``; protobuf's wire format.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from limen.trace.analysis import Reason
from limen.trace.convert.story import Tracks, arrows, counters, spans
from limen.trace.view import nanoseconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.analysis import Analysis
    from limen.trace.convert.story import Counter, Span
    from limen.trace.view import View

__all__ = ["perfetto_parts"]

_PID: Final = 1
_SEQUENCE: Final = 1
_PACKET: Final = 1  # of a Trace
_TIMESTAMP, _TRACK_EVENT, _SEQUENCE_ID, _DESCRIPTOR, _FTRACE = 8, 11, 10, 60, 1  # of a packet
_BEGIN, _END, _INSTANT, _COUNTER = 1, 2, 3, 4  # types of a track event
_FLOW, _FLOW_ENDS = 47, 48  # of a track event: numbers of arrows, of eight bytes
_RUNNABLE, _SLEEPS = 0, 1  # states of the thread that leaves
_BLOCKED: Final = frozenset({Reason.BLOCKED, Reason.TERMINATED})
_MASK_64: Final = (1 << 64) - 1
_SHORT_MAX: Final = 1 << 14
_TEXTS: Final = 4096  # cached, because names are used repeatedly


def perfetto_parts(view: View, analysis: Analysis, clock_hz: int) -> Iterator[bytes]:
    """The file, in parts: packets in the order of time after the descriptions of tracks.

    Args:
        view: of any origin.
        analysis: of the same trace.
        clock_hz: ticks in a second.

    Raises:
        TraceError: see nanoseconds.
    """
    time = nanoseconds(view.time, clock_hz).tolist()
    shown, numbers = list(spans(analysis)), list(counters(analysis))
    tracks = _Tracks(len(view.lanes))
    yield b"".join(_described(view, tracks, shown, numbers))
    moments = [*_of_spans(shown, tracks, clock_hz), *_of_counters(numbers, tracks, clock_hz)]
    moments += _of_events(view, analysis, tracks, time)
    moments += _of_arrows(analysis, tracks, clock_hz)
    moments.sort()
    for moment in moments:
        track = _number(9, moment.kind) + _number(11, moment.track)
        yield _packet(_number(_TIMESTAMP, moment.time) + _block(_TRACK_EVENT, track + moment.said))
    yield from _switches(view, analysis, time)


class _Moment(NamedTuple):
    """A track event; at one instant, ends come first, then begins, then instants."""

    time: int
    order: int
    depth: int
    place: int
    kind: int
    track: int
    said: bytes


class _Tracks:
    """Numbers of tracks: 1 is the process, then the lanes, then the others in their order."""

    def __init__(self, lanes: int) -> None:
        self._lanes = lanes
        self._others: dict[str, int] = {}

    def of_lane(self, lane: int) -> int:
        return 2 + lane

    def of_name(self, name: str) -> int:
        return self._others.setdefault(name, 2 + self._lanes + len(self._others))

    def of_core(self, core: int) -> int:
        return self.of_name(f"interrupts of core {core}")

    def of_span(self, span: Span) -> int:
        if span.tracks is Tracks.THREAD:
            return self.of_lane(span.number)
        if span.tracks is Tracks.INTERRUPTS:
            return self.of_core(span.number)
        return self.of_name(f"jobs {span.number}")


def _varint(value: int) -> bytes:
    """A number, seven bits to a byte, the lowest first.

    >>> _varint(300).hex()
    'ac02'
    """
    return _short(value) if 0 <= value < _SHORT_MAX else _encoded(value & _MASK_64)


@cache
def _short(value: int) -> bytes:
    """One of the few numbers that nearly all are: fields, lengths, tracks."""
    return _encoded(value)


def _encoded(value: int) -> bytes:
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


@lru_cache(_TEXTS)
def _text(field: int, text: str) -> bytes:
    return _block(field, text.encode("utf-8", "replace"))


def _eight_bytes(field: int, value: int) -> bytes:
    return _varint(field << 3 | 1) + value.to_bytes(8, "little")


def _packet(content: bytes) -> bytes:
    return _block(_PACKET, content + _number(_SEQUENCE_ID, _SEQUENCE))


def _described(
    view: View, tracks: _Tracks, shown: list[Span], numbers: list[Counter]
) -> Iterator[bytes]:
    process = _number(1, _PID) + _text(6, view.origin)
    yield _packet(_block(_DESCRIPTOR, _number(1, 1) + _block(3, process)))
    for number, thread in enumerate(view.lanes):
        track = _number(1, tracks.of_lane(number))
        if number == 0:  # thread 0 is the idle thread of Perfetto
            yield _packet(_block(_DESCRIPTOR, track + _text(2, thread.name) + _number(5, 1)))
            continue
        named = _number(1, _PID) + _number(2, _PID + number) + _text(5, thread.name)
        yield _packet(_block(_DESCRIPTOR, track + _block(4, named)))
    for core in np.unique(view.core).tolist():
        yield _named(tracks.of_core(core), f"interrupts of core {core}", 1)
    for lane in sorted({span.number for span in shown if span.tracks is Tracks.JOBS}):
        name = f"jobs of {view.lanes[lane].name}"
        yield _named(tracks.of_name(f"jobs {lane}"), name, tracks.of_lane(lane))
    for place, counter in enumerate(numbers):
        number_of = tracks.of_name(f"counter {place}")
        yield _named(number_of, counter.name, 1, _block(8, b""))


def _named(track: int, name: str, parent: int, more: bytes = b"") -> bytes:
    said = _number(1, track) + _text(2, name) + _number(5, parent)
    return _packet(_block(_DESCRIPTOR, said + more))


def _of_spans(shown: list[Span], tracks: _Tracks, clock_hz: int) -> Iterator[_Moment]:
    begin, end = (
        nanoseconds(np.array([getattr(span, name) for span in shown], np.int64), clock_hz).tolist()
        for name in ("begin", "end")
    )
    for index, span in enumerate(shown):
        if begin[index] == end[index]:
            continue
        track = tracks.of_span(span)
        said = _text(22, span.kind) + _text(23, span.name)
        said += b"".join(_annotation(name, value) for name, value in span.said.items())
        yield _Moment(begin[index], 1, span.depth, index, _BEGIN, track, said)
        yield _Moment(end[index], 0, -span.depth, index, _END, track, b"")


def _of_counters(numbers: list[Counter], tracks: _Tracks, clock_hz: int) -> Iterator[_Moment]:
    for place, counter in enumerate(numbers):
        track = tracks.of_name(f"counter {place}")
        times = nanoseconds(np.array(counter.time, np.int64), clock_hz).tolist()
        for index, (time, value) in enumerate(zip(times, counter.value, strict=True)):
            yield _Moment(time, 2, 0, index, _COUNTER, track, _number(30, value))


def _of_events(
    view: View, analysis: Analysis, tracks: _Tracks, time: list[int]
) -> Iterator[_Moment]:
    wakes: dict[int, list[int]] = {}
    for number, arrow in enumerate(arrows(analysis), 1):
        wakes.setdefault(arrow.at, []).append(number)
    cores = view.core.tolist()
    for index, lane in enumerate(view.lane.tolist()):
        track = tracks.of_lane(lane) if lane >= 0 else tracks.of_core(cores[index])
        said = _text(22, "event") + _text(23, view.name(index)) + _said(view, index)
        said += b"".join(_eight_bytes(_FLOW, number) for number in wakes.get(index, ()))
        yield _Moment(time[index], 3, 0, index, _INSTANT, track, said)


def _of_arrows(analysis: Analysis, tracks: _Tracks, clock_hz: int) -> Iterator[_Moment]:
    """The ends of arrows: an instant on the track of the running thread."""
    all_arrows = list(arrows(analysis))
    runs = nanoseconds(np.array([arrow.runs for arrow in all_arrows], np.int64), clock_hz).tolist()
    for number, (arrow, time) in enumerate(zip(all_arrows, runs, strict=True), 1):
        said = _text(22, "wake-up") + _text(23, "runs") + _eight_bytes(_FLOW_ENDS, number)
        yield _Moment(time, 4, 0, number, _INSTANT, tracks.of_lane(arrow.lane), said)


def _said(view: View, index: int) -> bytes:
    """Number and details of an event, as annotations."""
    return _annotation("number", index) + _annotation("details", view.details(index))


def _annotation(name: str, value: str | int) -> bytes:
    shown = _number(4, value) if isinstance(value, int) else _text(6, value)
    return _block(4, _text(10, name) + shown)


def _switches(view: View, analysis: Analysis, time: list[int]) -> Iterator[bytes]:
    """A bundle for each core, with the priorities in force."""
    switches = analysis.switches
    bundles: dict[int, list[bytes]] = {}
    of_leaving = analysis.moves.priority.before(switches.at, switches.leaves)
    columns = (switches.at, switches.core, switches.leaves, switches.comes, switches.reason)
    urgency = (of_leaving, switches.priority)
    for at, core, leaves, comes, reason, was, comes_with in zip(
        *(column.tolist() for column in (*columns, *urgency)), strict=True
    ):
        switch = _thread(view, leaves, was, 1) + _thread(view, comes, comes_with, 5)
        switch += _number(4, _SLEEPS if reason in _BLOCKED else _RUNNABLE)
        event = _number(1, time[at]) + _number(2, _tid(leaves)) + _block(4, switch)
        bundles.setdefault(core, []).append(_block(2, event))
    for core, events in bundles.items():
        yield _packet(_block(_FTRACE, _number(1, core) + b"".join(events)))


def _tid(lane: int) -> int:
    """Thread numbers begin after that of the process; idle has 0."""
    return _PID + lane if lane > 0 else 0


def _thread(view: View, lane: int, priority: int, field: int) -> bytes:
    """Name, number and priority of a thread, in three fields from this one on."""
    after_state = 3 if field == 1 else 7
    name = _text(field, view.lanes[lane].name)
    return name + _number(field + 1, _tid(lane)) + _number(after_state, max(priority, 0))
