# SPDX-License-Identifier: Apache-2.0
"""Goal: the analysis has the results that spec/trace-analysis.md defines.

Method: random events against one plain loop over the gaps between events (support/plain_analysis);
properties that hold for all events; times on a million events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.trace import Trace, parse_trace, parse_trx, statistics
from limen.trace.analysis import (
    HELD,
    INTERRUPT,
    NOBODY,
    READY_KINDS,
    Analysis,
    ReadyKind,
    State,
    analyse,
)
from limen.trace.statistics import statistics_json
from support.effort import effort
from support.millions import million_events, million_events_of_threadx
from support.plain_analysis import Loop
from support.random_moves import PRIORITIES, random_moves
from support.synthetic import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.trace import TrxTrace
    from limen.trace.analysis import Analysis

from support.plain_analysis import Record

seeds = st.integers(0, 1 << 32)
lengths = st.integers(0, 150)
SORTS_MAX = 150  # for a million events


def trace_of(events: list[Record]) -> Trace:
    recorder = Recorder(records=2 * len(events) + 1, object_capacity=len(PRIORITIES))
    for number, priority in PRIORITIES.items():
        assert recorder.name(1, f"T{number}", priority, priority) == number
    for event in events:
        recorder.put(*event)
    return parse_trace(recorder.image())


def both(seed: int, length: int, *, periodic: bool = True) -> tuple[Analysis, Loop, list[Record]]:
    events = random_moves(seed, length, periodic=periodic)
    loop = Loop(events, PRIORITIES)
    loop.run()
    return analyse(trace_of(events)), loop, events


def known(number: int) -> int | None:
    return None if number == NOBODY else number


@given(seed=seeds, length=lengths)
def test_states_equal_a_plain_loop(seed: int, length: int) -> None:
    analysis, loop, events = both(seed, length)
    found = [dict.fromkeys(PRIORITIES, "dormant") for _ in events]
    states = analysis.states
    ends = np.where(states.end == NOBODY, len(events), states.end)
    for lane, state, begin, end in zip(
        states.lane.tolist(),
        states.state.tolist(),
        states.begin.tolist(),
        ends.tolist(),
        strict=True,
    ):
        for index in range(begin, end):
            found[index][lane] = State(state).name.lower()
    for index, (running, _, expected) in enumerate(loop.found.gaps):
        assert found[index] == {number: expected.get(number, "dormant") for number in PRIORITIES}
        assert analysis.moves.running[index] == running


@given(seed=seeds, length=lengths)
def test_waits_equal_a_plain_loop(seed: int, length: int) -> None:
    analysis, loop, _ = both(seed, length)
    waits = analysis.waits
    names = ("lane", "what", "object", "owner", "begin", "end", "outcome", "waker")
    found = [list(row) for row in zip(*(getattr(waits, n).tolist() for n in names), strict=True)]
    for row in found:
        row[3] = max(row[3], 0)
        row[7] = "interrupt" if row[7] == INTERRUPT else known(row[7])
        row[5], row[6] = known(row[5]), known(row[6])
    assert found == loop.found.waits


@given(seed=seeds, length=lengths)
def test_held_off_and_blocking_equal_a_plain_loop(seed: int, length: int) -> None:
    analysis, loop, events = both(seed, length)
    held = analysis.held_off
    names = ("begin", "end", "by", "level", "how")
    for number in PRIORITIES:
        own = held.lane == number
        columns = (getattr(held, name)[own].tolist() for name in names)
        assert [list(row) for row in zip(*columns, strict=True)] == loop.found.held[number]
    found = analysis.blocking(0, len(events))
    pairs = zip(found.lane.tolist(), found.by.tolist(), strict=True)
    ticks = zip(found.level.tolist(), found.mutex.tolist(), strict=True)
    assert dict(zip(pairs, map(list, ticks), strict=True)) == loop.found.blocking


@given(seed=seeds, length=lengths)
def test_causes_equal_a_plain_loop(seed: int, length: int) -> None:
    analysis, loop, _ = both(seed, length)
    switches = analysis.switches
    for place, expected in enumerate(loop.found.switches):
        kind = int(switches.kind[place])
        assert expected == {
            "at": switches.at[place],
            "cause": known(int(switches.cause[place])),
            "since": known(int(switches.since[place])),
            "ready_as": None if kind == ReadyKind.NONE else READY_KINDS[kind],
            "priority": switches.priority[place],
            "level": switches.level[place],
        }


@given(seed=seeds, length=lengths, periodic=st.booleans())
def test_jobs_equal_a_plain_loop(seed: int, length: int, periodic: bool) -> None:
    analysis, loop, events = both(seed, length, periodic=periodic)
    jobs = analysis.jobs
    names = ("start_latency", "execution", "ready", "waiting", "interrupted")
    found: list[Any] = [
        (
            int(jobs.lane[place]),
            int(jobs.release[place]),
            int(jobs.end_at[place]),
            [int(getattr(jobs, name)[place]) for name in names],
            bool(jobs.missed[place]),
        )
        for place in range(len(jobs))
    ]
    assert found == [
        (*end, loop.job(*end), (end[0], end[2]) in loop.found.missed)
        for end in sorted(loop.found.ends, key=lambda end: (end[0], end[2]))
    ]
    assert not events or np.all(jobs.release >= events[0][0])


@given(seed=seeds, length=lengths)
def test_activations_add_up(seed: int, length: int) -> None:
    analysis, _, _ = both(seed, length, periodic=False)
    jobs = analysis.jobs
    parts = jobs.execution + jobs.ready + jobs.waiting + jobs.interrupted
    assert parts.tolist() == jobs.response.tolist()
    assert np.all(jobs.start_latency <= jobs.response)


@given(seed=seeds, length=lengths)
def test_slices_tile_the_time(seed: int, length: int) -> None:
    analysis, _, events = both(seed, length)
    slices, times = analysis.slices, analysis.moves.time
    assert slices.begin[1:].tolist() == slices.end[:-1].tolist()
    assert slices.begin[:1].tolist() == [0] * min(len(events), 1)
    result = statistics(trace_of(events))
    ticks = np.zeros(len(PRIORITIES) + 1, np.int64)
    np.add.at(ticks, slices.lane, times[slices.end] - times[slices.begin])
    assert ticks[1:].tolist() == [thread.counters.run_time for thread in result.threads]
    assert ticks[0] == result.idle_time


@given(seed=seeds, length=lengths)
def test_held_off_lies_within_ready(seed: int, length: int) -> None:
    analysis, _, events = both(seed, length)
    ready = np.zeros((len(PRIORITIES) + 1, len(events) + 1), np.bool_)
    for lane, begin, end in zip(
        analysis.ready.lane, analysis.ready.begin, analysis.ready.end, strict=True
    ):
        ready[lane, begin : end if end != NOBODY else len(events)] = True
    held = analysis.held_off
    for lane, begin, end in zip(held.lane, held.begin, held.end, strict=True):
        assert begin < end
        assert ready[lane, begin:end].all()


@given(seed=seeds, length=lengths, data=st.data())
def test_windows_of_figures_add_up(seed: int, length: int, data: st.DataObject) -> None:
    analysis, _, events = both(seed, length)
    middle = data.draw(st.integers(0, len(events)))

    def of(first: int, last: int) -> dict[str, Any]:
        return statistics_json(analysis.trace, first, last)

    whole, parts = of(0, len(events)), (of(0, middle), of(middle, len(events)))
    for key, figure in (("profile", "ticks"), ("held_off", "ticks"), ("blocking", "level")):
        total = sum(row[figure] for part in parts for row in part[key])
        assert total == sum(row[figure] for row in whole[key]), key
    jobs = sum(row["count"] for part in parts for row in part["jobs"])
    assert jobs == sum(row["count"] for row in whole["jobs"])
    assert all(how < len(HELD) for how in analysis.held_off.how)


@pytest.mark.parametrize("events", [[], [(0, 64, 0, 0, 0, 0, 0)], [(0, 2, 0, 1, 0, 7, 0)]])
def test_a_trace_of_next_to_nothing(events: list[Record]) -> None:
    analysis = analyse(trace_of(events))
    assert len(analysis.switches) == sum(event[1] == 2 for event in events)
    assert len(analysis.jobs) == 0


@pytest.mark.parametrize("make", [million_events, lambda: parse_trx(million_events_of_threadx())])
def test_a_million_events_do_not_keep_anybody_waiting(
    make: Callable[[], Trace | TrxTrace],
) -> None:
    trace = make()
    found: list[Analysis] = []
    analysing = effort(lambda: found.append(analyse(trace)))
    counting = effort(lambda: statistics_json(trace))
    print(f"analysis {analysing:.1f} sorts, statistics {counting:.1f}")
    assert len(found[0].switches) > 100_000
    assert analysing + counting < SORTS_MAX
