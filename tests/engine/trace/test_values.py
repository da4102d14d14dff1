# SPDX-License-Identifier: Apache-2.0
"""Goal: an event of middleware keeps its four numbers in every form; damage loses at most these.

Method: artificial traces, compared in a dump, after a cut, and as a trace of ThreadX; then random
records in any order, against a literal implementation of the definition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.trace import Event, parse_trace, parse_trx
from limen.trace.convert.cut import cut_image
from limen.trace.convert.limen import limen_image
from limen.trace.convert.trx import trx_of_limen
from limen.trace.trx.writer import trx_image
from support.synthetic import Recorder

if TYPE_CHECKING:
    from limen.trace import Trace

TCP_SOCKET, THREADX = 64 + 13, 1 << 1
SOCKET, PACKET, LENGTH, SEQUENCE = 0x2000_1A30, 0x46_A328, 1024, 0x778E_ABC7
SEND = 421
SAID = "socket ptr=client tcp, packet ptr=0x46a328, length=1024, tx sequence=0x778eabc7"


def recorder_with_objects(records: int = 64, order: str = "<") -> Recorder:
    recorder = Recorder(records=records, order=order, flags=THREADX)
    recorder.name(1, "client", 10, 10)
    recorder.name(TCP_SOCKET, "client tcp", size=SOCKET)
    return recorder


def put_values(recorder: Recorder, time: int, pair: int, b: int) -> None:
    recorder.put(time, Event.VALUES, thread=1, about=pair & 0xFFFF, a=pair >> 16, b=b)


def put_send(recorder: Recorder, time: int = 0, fourth: int = SEQUENCE) -> None:
    recorder.put(time, Event.SERVICE, thread=1, a=SEND, b=PACKET)
    put_values(recorder, time, LENGTH, SOCKET)
    if fourth:
        put_values(recorder, time, 0, fourth)


def trace_of(recorder: Recorder) -> Trace:
    return parse_trace(recorder.image())


@pytest.mark.parametrize("order", ["<", ">"])
def test_all_four_numbers_are_kept_and_objects_have_names(order: str) -> None:
    recorder = recorder_with_objects(order=order)
    recorder.put(0, Event.YIELD, thread=1)
    put_send(recorder, 5)
    put_send(recorder, 6, fourth=0)
    trace = trace_of(recorder)
    assert trace.event.tolist() == [Event.YIELD, Event.SERVICE, Event.SERVICE]
    assert trace.object.tolist() == [0, 2, 2]
    assert [trace.numbers_of(index) for index in range(3)] == [
        None,
        (SOCKET, PACKET, LENGTH, SEQUENCE),
        (SOCKET, PACKET, LENGTH, 0),
    ]
    assert trace.native.describe(1) == SAID
    assert trace.native.kind_name(trace.objects[2].kind) == "NetX TCP socket"


def test_without_values_the_second_number_is_shown() -> None:
    recorder = recorder_with_objects()
    recorder.put(0, Event.SERVICE, thread=1, a=SEND, b=PACKET)
    assert trace_of(recorder).native.describe(0) == "packet ptr=0x46a328"


def test_the_time_may_leap_between_an_event_and_its_numbers() -> None:
    recorder = recorder_with_objects()
    recorder.put(0, Event.SERVICE, thread=1, a=SEND, b=PACKET)
    put_values(recorder, 1 << 33, LENGTH, SOCKET)
    assert trace_of(recorder).numbers_of(0) == (SOCKET, PACKET, LENGTH, 0)


def test_numbers_of_a_lost_event_are_skipped() -> None:
    recorder = recorder_with_objects(records=6)
    put_send(recorder, 1)
    for time in range(2, 6):
        recorder.put(time, Event.YIELD, thread=1)
    trace = trace_of(recorder)  # the SERVICE is overwritten, its VALUES are not
    assert trace.event.tolist() == [Event.YIELD] * 4
    assert len(trace.values_at) == 0
    assert int(trace.time[0]) == 2


def test_numbers_behind_another_event_or_too_many_are_skipped() -> None:
    recorder = recorder_with_objects()
    recorder.put(0, Event.YIELD, thread=1)
    put_values(recorder, 0, 7, 7)
    put_send(recorder)
    put_values(recorder, 0, 8, 8)
    put_values(recorder, 0, 9, 9)
    trace = trace_of(recorder)
    assert len(trace) == 2
    assert trace.numbers_of(0) is None
    assert trace.numbers_of(1) == (SOCKET, PACKET, LENGTH, SEQUENCE)


def test_numbers_stay_in_a_part_of_a_trace() -> None:
    recorder = recorder_with_objects()
    for time in (1, (1 << 32) + 1, (1 << 32) + 2):
        put_send(recorder, time, fourth=time & 0xF)
        recorder.put(time, Event.YIELD, thread=1)
    trace = trace_of(recorder)
    again = parse_trace(limen_image(trace))
    part = parse_trace(cut_image(trace, 2, 5))
    for index in range(len(trace)):
        assert again.numbers_of(index) == trace.numbers_of(index)
        assert int(again.time[index]) == int(trace.time[index])
    assert [part.numbers_of(index) for index in range(3)] == [
        trace.numbers_of(index) for index in range(2, 5)
    ]


def test_a_trace_of_threadx_has_the_four_numbers() -> None:
    recorder = recorder_with_objects()
    recorder.put(0, Event.SWITCH, about=1, a=10, b=7)
    put_send(recorder, 1)
    converted = parse_trx(trx_image(trx_of_limen(trace_of(recorder))), "converted")
    (index,) = [i for i, number in enumerate(converted.event.tolist()) if number == SEND]
    assert converted.info[index].tolist() == [SOCKET, PACKET, LENGTH, SEQUENCE]
    assert converted.native.describe(index) == SAID.replace("=", " ")
    (socket,) = [entry for entry in converted.registry if entry.name == "client tcp"]
    assert (socket.address, socket.type) == (SOCKET, 13)


RECORD = st.tuples(
    st.sampled_from([Event.TIME, Event.SERVICE, Event.VALUES, Event.VALUES, Event.YIELD]),
    st.integers(0, 0xFFFF_FFFF),
    st.sampled_from([SOCKET, 0, 1, 0xFFFF_FFFF]),
)


@given(records=st.lists(RECORD, max_size=40), capacity=st.integers(1, 40))
def test_any_records_are_read_as_the_definition_says(
    records: list[tuple[Event, int, int]], capacity: int
) -> None:
    recorder = recorder_with_objects(records=capacity)
    for event, pair, b in records:
        if event is Event.TIME:
            recorder.put(0, Event.TIME)  # from 0 to 0
        else:
            recorder.put(0, event, about=pair & 0xFFFF, a=pair >> 16, b=b)
    expected: list[list[int]] = []  # of each event: b, then the numbers of its VALUES
    before = None
    for event, pair, b in records[-capacity:]:
        if event is Event.TIME:
            continue
        if event is not Event.VALUES:
            expected.append([b])
            before = expected[-1] if event is Event.SERVICE else None
        elif before is not None and len(before) < 4:
            before += [b, pair] if len(before) == 1 else [b]
    trace = trace_of(recorder)
    numbers = [trace.numbers_of(index) for index in range(len(trace))]
    assert numbers == [
        (one[1], one[0], one[2], (*one, 0)[3]) if len(one) > 1 else None for one in expected
    ]
    for index in range(len(trace)):
        assert "\n" not in trace.native.describe(index)
