# SPDX-License-Identifier: Apache-2.0
"""Goal: every statistic means what the kernel's counter of the same name means.

Method: random event lists against one plain loop that counts as a kernel would (support/oracle);
then examples for definitions that are easily misunderstood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.trace import Trace, parse_trace, statistics
from limen.trace.analysis import analyse
from limen.trace.counters import COUNTER_NAMES
from support import oracle
from support.effort import effort
from support.millions import million_events
from support.random_events import PRIORITIES, records, records_about_mutexes
from support.synthetic import Recorder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from support.oracle import Record

THREAD, MUTEX = 1, 3
LOW, MIDDLE, HIGH = 30, 20, 10


def trace_of(events: Sequence[Record], priorities: dict[int, int]) -> Trace:
    recorder = Recorder(records=2 * len(events) + 1, object_capacity=len(priorities))
    for number, priority in priorities.items():
        assert recorder.name(THREAD, f"T{number}", priority, priority) == number
    for event in events:
        recorder.put(*event)
    return parse_trace(recorder.image())


@given(events=records(), data=st.data())
def test_statistics_equal_a_plain_loop(events: list[Record], data: st.DataObject) -> None:
    last = data.draw(st.integers(0, len(events)))
    first = data.draw(st.integers(0, last))
    trace = trace_of(events, PRIORITIES)
    result = statistics(trace, first, last)
    expected = oracle.run(events, PRIORITIES, first, last)
    for name in COUNTER_NAMES:
        assert getattr(result.system, name) == expected.system[name], name
        for thread in result.threads:
            expected_count = expected.threads[thread.id][name]
            assert getattr(thread.counters, name) == expected_count, (thread.name, name)
    assert result.messages_sent == expected.system["messages_sent"]
    assert result.messages_received == expected.system["messages_received"]
    for thread in result.threads:
        counts = expected.threads[thread.id]
        assert thread.messages_sent == counts["messages_sent"]
        assert thread.messages_received == counts["messages_received"]
    assert result.idle_time == expected.idle_time
    assert result.interrupt_time == expected.interrupt_time
    assert result.ticks == result.idle_time + result.system.run_time


@given(seed=st.integers(0, 1 << 32), length=st.integers(0, 400))
def test_every_inversion_equals_a_plain_loop(seed: int, length: int) -> None:
    events = records_about_mutexes(seed, length)
    trace = trace_of(events, PRIORITIES)
    found = analyse(trace).inversions
    number = np.array([lane.id for lane in trace.lanes])
    expected = oracle.run(events, PRIORITIES, 0, length).inversions
    threads = (number[found.waiter], number[found.owner])
    columns = (found.at, *threads, found.object, found.unbounded_at)
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == [
        (one.at, one.waiter, one.owner, one.mutex, one.unbounded_at) for one in expected
    ]


@given(events=records(max_size=30), data=st.data())
def test_windows_add_up(events: list[Record], data: st.DataObject) -> None:
    middle = data.draw(st.integers(0, len(events)))
    trace = trace_of(events, PRIORITIES)
    whole = statistics(trace)
    parts = [statistics(trace, 0, middle), statistics(trace, middle)]
    for name in COUNTER_NAMES:
        total = sum(getattr(part.system, name) for part in parts)
        assert total == getattr(whole.system, name), name
    assert sum(part.ticks for part in parts) == whole.ticks


def test_a_window_must_lie_in_the_trace() -> None:
    trace = trace_of([(0, 64, 0, 0, 0, 0, 0)], {})
    for first, last in [(0, 2), (-1, 1), (1, 0)]:
        with pytest.raises(ValueError, match="not a range of the 1 events"):
            statistics(trace, first, last)


def inversion(events: list[Record]) -> tuple[int, int]:
    """Return the inversions, and the unbounded ones, of three threads: 1 high, 2 middle, 3 low."""
    system = statistics(trace_of(events, {1: HIGH, 2: MIDDLE, 3: LOW})).system
    return system.inversions, system.inversions_unbounded


SORTS_MAX = 10  # for a million events
WAIT = (10, 41, 1, 7, 1, 1 | 3 << 16, 0)  # high waits for low's mutex
TO_LOW, TO_MIDDLE, TO_HIGH = (
    [(11, 2, 1, 3, LOW, 1, 0)],
    [(12, 2, 3, 2, MIDDLE, 3, 0)],
    [(13, 3, 3, 1, HIGH, 0, 0), (13, 2, 3, 1, HIGH, 2, 0)],
)


def test_an_inversion_is_bounded_while_only_the_owner_runs() -> None:
    assert inversion([WAIT, *TO_LOW, *TO_HIGH]) == (1, 0)


def test_a_thread_between_makes_it_unbounded_once() -> None:
    back = [(12, 2, 2, 3, LOW, 1, 0)]
    assert inversion([WAIT, *TO_LOW, *TO_MIDDLE, *back, *TO_MIDDLE]) == (1, 1)


def test_a_thread_between_is_harmless_before_and_after_the_wait() -> None:
    before = [(9, 2, 0, 2, MIDDLE, 7, 0), (9, 2, 2, 1, HIGH, 1, 0)]
    after = [(14, 2, 1, 2, MIDDLE, 1, 0)]
    assert inversion([*before, WAIT, *TO_LOW, *TO_HIGH, *after]) == (1, 0)


def test_the_owner_with_an_inherited_priority_is_no_thread_between() -> None:
    inherit = [(10, 8, 1, 3, HIGH, HIGH | 3 << 16, 0)]
    assert inversion([*inherit, WAIT, *TO_LOW, *TO_HIGH]) == (1, 0)


def test_to_wait_for_a_more_urgent_owner_is_no_inversion() -> None:
    assert inversion([(10, 41, 3, 7, 1, 1 | 1 << 16, 0)]) == (0, 0)


def test_a_message_handed_over_counts_for_both_and_once() -> None:
    events: list[Record] = [
        (1, 50, 1, 9, 0, 1, 0),  # 1 waits for a message
        (2, 49, 2, 9, 0, 0 | 1 << 16, 0),  # 2 sends: handed to 1
        (3, 49, 2, 9, 1, 0, 0),  # 2 sends: the queue is full now
        (4, 49, 2, 9, 1, 1, 0),  # 2 waits to send
        (5, 50, 1, 9, 1, 0 | 2 << 16, 0),  # 1 receives, 2's message takes the place
        (6, 49, 1, 9, 1, 2, 0),  # unavailable
        (7, 50, 1, 9, 0, 0, 1),  # an interrupt receives: not 1's doing
    ]
    result = statistics(trace_of(events, {1: 1, 2: 2}))
    assert (result.messages_sent, result.messages_received) == (3, 3)
    assert [thread.messages_sent for thread in result.threads] == [0, 3]
    assert [thread.messages_received for thread in result.threads] == [2, 0]


def test_times_need_all_64_bits() -> None:
    step = 1 << 60
    events: list[Record] = [(k * step, 2, k % 2, 1 - k % 2, 0, 1, 0) for k in range(5)]
    result = statistics(trace_of(events, {1: 1}))
    assert result.ticks == 4 * step
    assert result.system.run_time == 2 * step
    assert result.idle_time == 2 * step


def test_a_million_events_take_little_time() -> None:
    trace = million_events()
    assert len(trace) == 1_000_000
    taken = effort(lambda: statistics(trace))
    result = statistics(trace)
    assert result.system.inversions > 10_000
    assert result.system.inversions_unbounded > 1_000
    print(f"{taken:.1f} sorts")
    assert taken < SORTS_MAX
