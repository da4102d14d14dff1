# SPDX-License-Identifier: Apache-2.0
"""Goal: a reader finds the events that records of calls imply, as the specification defines.

Method: random rings, read by the engine and by a few lines of Python that follow the section
"Implied events" of spec/trace-format.md. The other versions of the format imply nothing.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from limen.trace import Event, parse_trace
from support.synthetic import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

THREAD = 1
SENT = 3  # outcome: its own core makes the thread ready
CALLED = 256  # in a of CALLED: and now it does
SUSPEND, READY = int(Event.SUSPEND), int(Event.READY)
# The number of the reason of a wait, by its call: spec/trace-format.md, SUSPEND.
AWAITED = {
    Event.QUEUE_SEND: 5,
    Event.QUEUE_SEND_FRONT: 5,
    Event.QUEUE_RECEIVE: 5,
    Event.BLOCK_ALLOCATE: 8,
    Event.BYTE_ALLOCATE: 9,
}
OF_ITSELF = {Event.THREAD_SUSPEND: 3, Event.THREAD_SLEEP: 4}
GIVING = {
    Event.SEMAPHORE_POST,
    Event.SEMAPHORE_POST_BELOW,
    Event.QUEUE_SEND,
    Event.QUEUE_SEND_FRONT,
    Event.QUEUE_RECEIVE,
    Event.BLOCK_RELEASE,
}
OTHERS = [
    Event.CALLED,
    Event.SEMAPHORE_WAIT,
    Event.FLAGS_WAIT,
    Event.THREAD_RESUME,
    Event.READY,
    Event.SUSPEND,
    Event.SWITCH,
    Event.PRIORITY,
    Event.THREAD_CREATE,
    Event.MUTEX_LOCK,
    Event.MUTEX_UNLOCK,
    Event.USER,
]
NUMBERS = sorted({*AWAITED, *OF_ITSELF, *GIVING, *OTHERS})


@dataclass(frozen=True)
class Row:
    """An event without its time."""

    event: int
    thread: int
    about: int
    a: int
    b: int
    depth: int = 0


small = st.integers(0, 3)
halves = st.builds(lambda low, high: low | high << 16, small, small)
rows = st.builds(
    Row, st.sampled_from(NUMBERS), small, small, st.sampled_from([0, 1, 2, 12, 257]), halves, small
)


def without_implied(row: Row) -> Row:
    """Return the event without the fields for readers."""
    a, b = row.a, row.b
    if row.event in {*OF_ITSELF, Event.THREAD_RESUME}:
        a = 0
    elif row.event == Event.CALLED:
        a &= CALLED - 1
    elif row.event == Event.SEMAPHORE_WAIT:
        b &= 0xFFFF
    elif row.event in GIVING and b & 0xFFFF == SENT:
        b -= SENT
    return replace(row, a=a, b=b)


def given_to(row: Row) -> int:
    """Return the thread that is ready after the event."""
    low, high = row.b & 0xFFFF, row.b >> 16
    if row.event == Event.CALLED and row.a >= CALLED:
        return row.about
    if row.event == Event.THREAD_RESUME and row.a == 1:
        return row.about
    return high if row.event in GIVING and low != SENT else 0


def expected(records: Sequence[Row], priorities: dict[int, int]) -> Iterator[Row]:
    """Return the events by the rules of the specification."""
    for row, after in zip(records, [*records[1:], None], strict=False):
        low, high = row.b & 0xFFFF, row.b >> 16
        place = (row.thread, row.depth)
        if row.event in {Event.READY, Event.PRIORITY, Event.THREAD_CREATE}:
            priorities[row.about] = row.a
        yield without_implied(row)
        if row.event in OF_ITSELF and row.a == 1:
            yield Row(SUSPEND, place[0], 0, OF_ITSELF[Event(row.event)], row.thread, place[1])
        elif row.event == Event.SEMAPHORE_WAIT and low == 1:
            yield Row(SUSPEND, place[0], row.about, high, row.thread, place[1])
        elif row.event == Event.FLAGS_WAIT and row.a == 1:
            yield Row(SUSPEND, place[0], row.about, 7, row.thread, place[1])
        elif row.event in AWAITED and low == 1:
            awaited = AWAITED[Event(row.event)]
            yield Row(SUSPEND, place[0], row.about, awaited, row.thread, place[1])
        else:
            other = given_to(row)
            is_suspended = (
                after is not None and after.event == SUSPEND and after.b & 0xFFFF == other
            )
            if other and not is_suspended:
                yield Row(READY, place[0], other, priorities.get(other, 0), 0, place[1])


def image_of(
    records: Sequence[Row], version: int, order: str, room: int
) -> tuple[bytes, list[int]]:
    recorder = Recorder(order=order, records=room, leaps=False)
    numbers = [recorder.name(THREAD, name, priority) for name, priority in (("A", 7), ("B", 8))]
    for time, row in enumerate(records):
        recorder.put(time, row.event, row.thread, row.about, row.a, row.b, row.depth)
    image = bytearray(recorder.image())
    struct.pack_into(order + "H", image, 4, version)
    return bytes(image), numbers


@given(st.lists(rows, max_size=30), st.sampled_from("<>"), st.sampled_from([1, 7, 64]))
def test_the_engine_finds_what_the_specification_says(
    records: list[Row], order: str, room: int
) -> None:
    kept = records[-room:]
    image, numbers = image_of(records, 3, order, room)
    trace = parse_trace(image)
    columns = (trace.event, trace.thread, trace.object, trace.a, trace.b, trace.depth)
    found = [Row(*map(int, values)) for values in zip(*columns, strict=True)]
    assert found == list(expected(kept, {numbers[0]: 7, numbers[1]: 8}))
    assert sorted(trace.time) == list(trace.time)


@given(st.lists(rows, max_size=30))
def test_the_first_version_implies_nothing(records: list[Row]) -> None:
    trace = parse_trace(image_of(records, 1, "<", 64)[0])
    columns = (trace.event, trace.thread, trace.object, trace.a, trace.b, trace.depth)
    assert [Row(*map(int, values)) for values in zip(*columns, strict=True)] == records
