# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine has the results that spec/trace-analysis.md defines.

Method: random events against plain loops over the gaps between events: one over the records of
Limen (support/plain_analysis, support/oracle), and one over the moves, for ThreadX and for several
cores (support/plain_moves).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.engine import engine
from support.further import IS_LONG
from support.plain_analysis import Loop
from support.plain_moves import Plain
from support.random_moves import PRIORITIES, random_moves
from support.random_trx import random_trx
from support.synthetic import Recorder
from support.trx import TrxRecorder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.plain_analysis import Record

Rows = dict[str, Any]
Tables = dict[str, Rows]
NONE, INTERRUPT = -1, -2
LANES_MAX = 2048  # with idle
ROUNDS = 3000 if IS_LONG else 30
STATES = ("running", "ready", "waiting", "dormant")
READY_KINDS = {0: "woken", 1: "preempted", 2: "yielded", 3: "slice_ended", 255: None}
seeds = st.integers(0, 1 << 32)
lengths = st.integers(0, 150)


def rows_of(table: Rows, names: str) -> list[list[int]]:
    columns = (table[name].tolist() for name in names.split())
    return [list(row) for row in zip(*columns, strict=True)]


def blocking_of(trace: Any, first: int, last: int) -> list[tuple[int, ...]]:  # noqa: ANN401
    rows = rows_of(trace.blocking(first, last)["blocking"], "lane by level mutex")
    return [tuple(row) for row in rows]


def windows(count: int) -> Iterator[tuple[int, int]]:
    yield from {(0, count), (count // 3, 2 * count // 3), (0, count // 2), (count // 2, count)}


def states_by_event(tables: Tables, count: int) -> list[dict[int, int]]:
    found: list[dict[int, int]] = [{} for _ in range(count)]
    for lane, state, begin, end in rows_of(tables["states"], "lane state begin end"):
        for place in range(begin, count if end == NONE else end):
            found[place][lane] = state
    return found


def recorded(events: list[Record], priorities: dict[int, int]) -> bytes:
    made = Recorder(records=2 * len(events) + 1, object_capacity=len(priorities))
    for number, priority in priorities.items():
        made.name(1, f"T{number}", priority, priority)
    for event in events:
        made.put(*event)
    return made.image()


def both(seed: int, length: int, *, periodic: bool = True) -> tuple[Any, Loop, list[Record]]:
    events = random_moves(seed, length, periodic=periodic)
    loop = Loop(events, PRIORITIES)
    loop.run()
    return engine().Trace(recorded(events, PRIORITIES), "x.limen"), loop, events


@given(seed=seeds, length=lengths)
def test_what_switches_refer_to(seed: int, length: int) -> None:
    trace, _, events = both(seed, length)
    tables = trace.tables()
    held = rows_of(tables["held_off"], "lane begin end")
    waits = rows_of(tables["waits"], "lane begin")
    names = "at leaves comes reason cause wait since held held_first held_last"
    for row in rows_of(tables["switches"], names):
        at, leaves, comes, reason, cause, wait, since, ticks, first, last = row
        own = [i for i, one in enumerate(held) if one[0] == comes and since <= one[1] < at]
        own = own if since != NONE else []
        assert [first, last] == ([own[0], own[-1]] if own else [NONE, NONE])
        assert ticks == sum(events[held[i][2]][0] - events[held[i][1]][0] for i in own)
        begins = [i for i, one in enumerate(waits) if one == [leaves, cause]]
        assert wait == (begins[0] if begins and reason == 0 else NONE)


@given(seed=seeds, length=lengths)
def test_wake_ups_are_the_woken(seed: int, length: int) -> None:
    trace, _, events = both(seed, length)
    tables, count = trace.tables(), len(events)
    found = states_by_event(tables, count)
    moves = tables["moves"]
    wanted = []
    for at, lane in rows_of(tables["ready_moves"], "at lane"):
        for *begin, end in rows_of(tables["states"], "lane state begin kind end"):
            if begin == [lane, 1, at, 0]:
                runs = end if end != NONE and found[end][lane] == 0 else NONE
                wanted.append([at, int(moves["did"][at]), lane, runs])
    assert rows_of(tables["wake_ups"], "at by lane runs") == wanted


@given(seed=seeds, length=lengths, data=st.data())
def test_windows_of_blocking_add_up(seed: int, length: int, data: st.DataObject) -> None:
    trace, _, events = both(seed, length)
    middle = data.draw(st.integers(0, len(events)))
    sums: dict[tuple[int, ...], np.ndarray[Any, Any]] = {}
    for window in ((0, middle), (middle, len(events))):
        for lane, by, *ticks in blocking_of(trace, *window):
            sums[lane, by] = sums.get((lane, by), np.zeros(2, np.int64)) + ticks
    whole = {(lane, by): ticks for lane, by, *ticks in blocking_of(trace, 0, len(events))}
    assert {pair: ticks.tolist() for pair, ticks in sums.items()} == whole


# Tables and their columns: first the columns of places, which shift after a loss, then the others.
BEGUN_AGAIN = {
    "slices": ("begin end", "lane is_open level"),
    "states": ("begin end", "lane state kind"),
    "waits": ("begin end", "lane what object owner outcome waker"),
    "held_off": ("begin end", "lane by level how"),
    "switches": ("at cause since", "leaves comes reason kind held priority level"),
    "wake_ups": ("at runs", "by lane"),
    "jobs": ("end_at", "lane is_job response start_latency execution ready waiting missed"),
    "inversions": ("at end unbounded_at", "waiter owner object"),
}
LOST, PRIORITY, THREAD_CREATE, THREAD_PRIORITY, USER = 11, 8, 16, 24, 115
DORMANT = STATES.index("dormant")  # until the next beginning of the thread


@given(seed=seeds, length=lengths)
def test_behind_a_loss_is_another_beginning(seed: int, length: int) -> None:
    # Only priorities are known across a loss.
    forgotten = {PRIORITY, THREAD_CREATE, THREAD_PRIORITY}
    moves = random_moves(seed, length, periodic=False)
    first = [event for event in moves if event[1] not in forgotten]
    now = first[-1][0] if first else 0
    first.append((now, LOST, 0, 0, 0, 70_000, 0))
    second = [
        (time + now + 100, *rest) for time, *rest in random_moves(seed + 1, length, periodic=False)
    ]
    second.insert(0, (now + 100, USER, 1, 0, 0, 0, 0))  # no initialisation follows a loss
    whole, before, after = (
        engine().Trace(recorded(events, PRIORITIES), "x.limen")  # type: ignore[arg-type]
        for events in (first + second, first, second)
    )
    for table, (places, others) in BEGUN_AGAIN.items():

        def rows(
            trace: Any,  # noqa: ANN401
            by: int,
            names: tuple[str, str, str] = (table, places, others),
        ) -> list[list[int]]:
            tables = trace.tables()[names[0]]
            moved = [
                [place if place == NONE else place + by for place in row]
                for row in rows_of(tables, names[1])
            ]
            own = rows_of(tables, names[2])
            both = zip(moved, own, strict=True)
            return [[*one, *two] for one, two in both if names[0] != "states" or two[1] != DORMANT]

        assert sorted(rows(whole, 0)) == sorted(rows(before, 0) + rows(after, len(first)))
    for table in ("slices", "waits", "held_off"):
        for begin, end in rows_of(whole.tables()[table], "begin end"):
            assert begin >= len(first) or 0 <= end < len(first)


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_several_cores_equal_a_plain_loop(seed: int, cores: int) -> None:
    trace = engine().Trace(random_trx(random.Random(seed), cores, 150), "x.trx")
    tables, events = trace.tables(), trace.events()["events"]
    count, lanes = len(events["time"]), len(trace.lanes())
    plain = Plain(events["time"].tolist(), events["core"].tolist(), tables, lanes)
    plain.run(switches_are_events=False)
    assert states_by_event(tables, count) == [gap.states for gap in plain.gaps]
    assert rows_of(tables["waits"], "lane begin end outcome waker") == plain.waits
    assert rows_of(tables["held_off"], "lane begin end by level how") == plain.held_off()
    for window in windows(count):
        assert blocking_of(trace, *window) == plain.blocking(*window), window
    parts = "start_latency execution ready waiting interrupted"
    for lane, release, end, response, *measured in rows_of(
        tables["jobs"], f"lane release end response {parts}"
    ):
        assert measured == plain.job(lane, release, end)
        assert response == sum(measured[1:])
        assert min(measured) >= 0


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_inversions_of_threadx_are_unbounded_by_threads_between(seed: int) -> None:
    image = random_trx(random.Random(seed), 1 + seed % 2, 600)
    tables = engine().Trace(image, "x.trx").tables()
    plain = Plain([], [], tables, 0)
    switches = rows_of(tables["switch_moves"], "at comes")
    rows = rows_of(tables["inversions"], "at end waiter owner unbounded_at")
    for place, (at, end, waiter, owner, unbounded_at) in enumerate(rows):
        calls_again = [row[0] for row in rows[place + 1 :] if row[2] == waiter]
        limits = [limit for limit in (end, *calls_again) if limit != NONE]
        between = (
            event
            for event, comes in switches
            if at <= event < min(limits, default=len(tables["moves"]["did"]))
            if comes > 0 and comes != owner
            if plain.value("base", waiter, event) < plain.value("priority", comes, event)
            if plain.value("priority", comes, event) < plain.value("base", owner, event)
        )
        assert unbounded_at == next(between, NONE)


def test_more_threads_than_any_system_has() -> None:
    made = TrxRecorder(capacity=LANES_MAX)
    for number in range(LANES_MAX):
        made.put(number, 0x1000 + 16 * number, 120)
    trace = engine().Trace(made.image(), "x.trx")
    with pytest.raises(ValueError, match="names 2,048 threads, more than any system has"):
        trace.tables()
