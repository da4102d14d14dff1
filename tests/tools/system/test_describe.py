# SPDX-License-Identifier: Apache-2.0
"""Goal: every event has a description, and every known number in it has a name.

Method: one line for each event with a description; then all events with extreme values.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import TraceError
from limen.trace import Event, cycle_window, parse_trace
from support.synthetic import Recorder

THREAD, OTHER, OBJECT = 1, 2, 3


def words(event: int, about: int, a: int, b: int) -> str:
    recorder = Recorder()
    recorder.name(1, "T", 5, 5)
    recorder.name(1, "U", 6, 6)
    recorder.name(4, "q", 0, 0)
    recorder.put(0, event, thread=THREAD, about=about, a=a, b=b)
    return parse_trace(recorder.image()).native.describe(0)


@pytest.mark.parametrize(
    ("event", "fields", "expected"),
    [
        (Event.SWITCH, (OTHER, 3, 2), "to U at level 3, preempted by call"),
        (Event.SWITCH, (0, 32, 1), "to idle, blocked"),
        (Event.SWITCH, (0, 32, 77), "to idle, reason 77"),
        (Event.READY, (OTHER, 6, 0), "U at priority 6"),
        (Event.READY, (OTHER, 6, 1), "U at priority 6, timeout"),
        (Event.READY, (OTHER, 6, 50), "U at priority 6, number 50"),
        (Event.SUSPEND, (OBJECT, 5, THREAD), "T waits for queue q"),
        (Event.SUSPEND, (OBJECT, 8, THREAD), "T waits for a block of q"),
        (Event.SUSPEND, (0, 4, THREAD), "T waits for a time"),
        (Event.SUSPEND, (0, 0, THREAD), "T has ended"),
        (Event.YIELD, (0, 0, 0), ""),
        (Event.SLICE, (THREAD, 1, 0), "T, behind its peers"),
        (Event.LEVEL, (THREAD, 2, 5 | 4 << 16), "T from 5 to 2, ceiling"),
        (Event.PRIORITY, (THREAD, 2, 1 | 3 << 16), "T to 2, threshold 1, inheritance"),
        (Event.IRQ_ENTER, (0, 15, 0), "15"),
        (Event.THREAD_CREATE, (THREAD, 5, 4), "T priority 5, threshold 4"),
        (Event.THREAD_START, (THREAD, 0, 0), "T"),
        (Event.THREAD_SLEEP, (THREAD, 0, 70), "T for 2.8 µs"),
        (Event.RELEASE, (THREAD, 0, 3), "T job 3"),
        (Event.DEADLINE_MISS, (THREAD, 0, 9), "T by 360 ns"),
        (Event.SEMAPHORE_CREATE, (OBJECT, 2, 0), "q count 2"),
        (Event.SEMAPHORE_POST, (OBJECT, 0, OTHER << 16), "q: 0 after, done, to U"),
        (Event.MUTEX_CREATE, (OBJECT, 2, 4), "q ceiling, ceiling 4"),
        (Event.MUTEX_LOCK, (OBJECT, 1, 1 | OTHER << 16), "q: 1 after, waits, owner U"),
        (Event.QUEUE_CREATE, (OBJECT, 8, 4), "q 8 messages of 4 bytes"),
        (Event.QUEUE_RECEIVE, (OBJECT, 2, OTHER << 16), "q: 2 after, done, refilled by U"),
        (Event.QUEUE_SEND, (OBJECT, 2, 2), "q: 2 after, unavailable"),
        (Event.QUEUE_FLUSH, (OBJECT, 3, 0), "q 3 messages discarded"),
        (Event.PRIORITIZE, (OBJECT, 0, THREAD), "q: T first"),
        (Event.PRIORITIZE, (OBJECT, 0, 0), "q: nobody first"),
        (Event.NOTIFY, (OBJECT, 1, 0), "q: on"),
        (Event.TIME_SET, (0, 0, 12), "12"),
        (Event.TIMER_START, (OBJECT, 0, 5), "q in 200 ns"),
        (Event.USER, (0, 1, 7), "number 1, value 7"),
        (200, (9, 8, 7), "object 9, a 8, b 7"),
    ],
)
def test_words(event: int, fields: tuple[int, int, int], expected: str) -> None:
    assert words(event, *fields) == expected


@given(
    event=st.integers(2, 255).filter(lambda event: event != Event.VALUES),
    about=st.integers(0, 0xFFFF),
    a=st.integers(0, 0xFFFF),
    b=st.integers(0, 0xFFFF_FFFF),
)
def test_no_record_is_without_words(event: int, about: int, a: int, b: int) -> None:
    assert "\n" not in words(event, about, a, b)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0], "cycle 1 is marked 0 times"),
        ([0, 0, 1], "cycle 0 is marked 2 times"),
        ([1, 0], "cycle 1 begins before cycle 0; mark in order"),
    ],
)
def test_cycles_that_are_not_marked_as_they_should(values: list[int], message: str) -> None:
    recorder = Recorder()
    for value in values:
        recorder.put(0, Event.USER, a=1, b=value)
        recorder.put(0, Event.USER, a=2, b=value)  # another number is not a mark
    with pytest.raises(TraceError, match=message):
        cycle_window(parse_trace(recorder.image()), 0)
