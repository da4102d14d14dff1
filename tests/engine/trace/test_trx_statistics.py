# SPDX-License-Identifier: Apache-2.0
"""Goal: statistics of ThreadX's traces mean what the kernel's own performance counters mean.

Method: real traces against expected.json and the counters that the kernel printed in the same run;
small traces made by hand for events that those lack; time on a million events.
"""

from __future__ import annotations

from dataclasses import asdict

import pytest

from limen.trace import TrxStatistics, parse_trx, read_trx, trx_statistics
from limen.trace.analysis import Reason, analyse
from support.effort import effort
from support.millions import million_events_of_threadx
from support.trx import DATA, INTERRUPT, SAMPLE, TrxRecorder, expected

FILES = expected()
A, B, C = 0x2000_0100, 0x2000_0200, 0x2000_0300
MUTEX = 0x2000_0900
MODERN = 1 << 31
SORTS_MAX = 20  # for a million events


@pytest.mark.parametrize("name", FILES)
def test_real_traces_have_the_expected_values(name: str) -> None:
    found = asdict(trx_statistics(read_trx(DATA / name)))
    assert {key: found[key] for key in FILES[name]["recommended"]} == FILES[name]["recommended"]


@pytest.mark.parametrize("name", [name for name in FILES if "kernel_counters" in FILES[name]])
def test_real_traces_agree_with_the_kernel(name: str) -> None:
    found, kernel = trx_statistics(read_trx(DATA / name)), FILES[name]["kernel_counters"]
    assert found.preempted_by_own_call == kernel["solicited_preemptions"]
    assert found.preempted_by_isr == kernel["interrupt_preemptions"]
    assert found.time_slice_events == kernel["time_slices"]
    assert found.left_cpu_relinquish == kernel["relinquishes"]
    assert found.switches_to_idle == kernel["idle_returns"]
    assert found.inversions == kernel["mutex_inversions"]
    assert sum(found.suspensions_by_target.values()) == kernel["suspensions"]
    assert sum(found.resumptions_by_target.values()) == kernel["resumptions"]


@pytest.mark.parametrize("name", [name for name in FILES if "white_paper_cycles" in FILES[name]])
def test_windows_count_the_cycles_of_the_white_paper(name: str) -> None:
    trace = read_trx(DATA / name)
    for cycle in FILES[name]["white_paper_cycles"]:
        window = trx_statistics(trace, cycle["from_event"], cycle["to_event"])
        assert window.switches_thread_to_thread == cycle["context_switches"]
        assert window.ticks == cycle["delta_ticks"]
        assert window.queue_sends == cycle["queue_sends"]
        assert window.queue_receives == cycle["queue_receives"]


def test_the_sample_of_threadx_5_is_as_its_guide_says() -> None:
    trace = read_trx(DATA / SAMPLE)
    assert int(trace.time[154] - trace.time[125]) == 5032
    found = trx_statistics(trace)
    share = {thread.name: thread.run_time / found.ticks for thread in found.threads}
    assert share["thread 1"] == pytest.approx(0.509, abs=5e-4)
    assert share["thread 2"] == pytest.approx(0.453, abs=5e-4)
    stacks = [thread.stack_used for thread in found.threads if thread.stack_used is not None]
    assert (min(stacks), max(stacks)) == (96, 112)


def recorder() -> TrxRecorder:
    made = TrxRecorder(capacity=32)
    for number, address in enumerate((A, B, C)):
        made.name(1, address, f"thread {number}", p1=0x2000_1000 + 0x400 * number, p2=0x400)
    made.name(5, MUTEX, "m")
    return made


def of(made: TrxRecorder) -> TrxStatistics:
    return trx_statistics(parse_trx(made.image()))


def thread(priority: int) -> int:
    return MODERN | priority << 16 | priority


def test_idle_and_nested_interrupts() -> None:
    made = recorder()
    made.put(0, A, 2, A, 4, 0, 0, priority=thread(5))  # sleeps, and no thread is ready
    made.put(100, INTERRUPT, 3, 0, 1, priority=0)
    made.put(110, INTERRUPT, 3, 0, 2, priority=0)
    made.put(120, INTERRUPT, 4, 0, 2, priority=0)
    made.put(125, INTERRUPT, 1, A, 4, 0, A, priority=0)
    made.put(130, INTERRUPT, 4, 0, 1, priority=0)
    made.put(140, A, 112, 3, 0, 0x2000_1300, priority=thread(5))
    made.put(150, A, 2, A, 4, 0x2000_12F0, 0, priority=thread(5))
    found = of(made)
    assert (found.switches_to_idle, found.switches_from_idle) == (2, 1)
    assert found.switches_thread_to_thread == 0
    assert found.left_cpu_blocked == 2
    assert (found.isr_enter_events, found.isr_nested, found.isr_max_depth) == (2, 1, 2)
    assert found.interrupt_bursts == 1
    assert (found.idle_time, found.interrupt_time, found.run_time) == (100, 30, 20)
    assert found.idle_time + found.interrupt_time + found.run_time == found.ticks
    assert (found.threads[0].stack_used, found.threads[0].stack_event) == (0x110, 7)


def test_a_change_of_priority_is_no_switch() -> None:
    made = recorder()
    made.put(0, A, 52, MUTEX, 0xFFFF_FFFF, B, 1, priority=thread(5))
    made.put(1, A, 2, B, 14, 0, A, priority=thread(5))
    made.put(2, A, 1, B, 14, 0, A, priority=thread(5))
    made.put(3, A, 2, A, 13, 0, B, priority=thread(5))
    made.put(4, B, 57, MUTEX, B, 1, 0, priority=thread(5))
    found = of(made)
    assert found.switches_thread_to_thread == 1
    assert found.left_cpu_blocked == 1
    assert found.suspensions_by_target == {f"{A:08X}": 1, f"{B:08X}": 1}


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([(A, 109, (0, B))], Reason.YIELDED),
        ([(A, 2, (A, 3, 0, B))], Reason.BLOCKED),
        ([(A, 1, (B, 3, 0, B))], Reason.PREEMPTED_BY_CALL),
        ([(INTERRUPT, 5, (B,))], Reason.SLICE_ENDED),
        ([(INTERRUPT, 1, (B, 3, 0, B))], Reason.PREEMPTED_BY_INTERRUPT),
        ([(INTERRUPT, 1, (B, 3, 0, B)), (INTERRUPT, 5, (B,))], Reason.PREEMPTED_BY_INTERRUPT),
    ],
)
@pytest.mark.parametrize("is_modern", [True, False])
def test_each_reason_to_leave(
    events: list[tuple[int, int, tuple[int, ...]]], why: Reason, is_modern: bool
) -> None:
    made = recorder()
    made.put(0, A, 120, priority=thread(5) if is_modern else 5)
    for context, event, info in events:
        word = thread(5) if context == A else A
        made.put(1, context, event, *info, priority=word if is_modern else word & 0xFF)
    made.put(9, B, 120, priority=thread(4) if is_modern else 4)
    switches = analyse(parse_trx(made.image())).switches
    assert switches.reason.tolist() == [why]
    assert switches.comes.tolist() == [2]


def test_what_the_newest_event_says_of_its_future_counts() -> None:
    made = recorder()
    made.put(0, A, 2, A, 3, 0, B, priority=thread(5))
    assert of(made).switches_thread_to_thread == 1


def inversion(*, third_runs: bool, owner_first: bool) -> TrxStatistics:
    made = recorder()
    made.put(0, B, 52, MUTEX, 0, 0, 0, priority=thread(9))
    made.put(10, C, 120, priority=thread(7))
    made.put(20, A, 52, MUTEX, 0xFFFF_FFFF, B, 1, priority=thread(3))
    made.put(21, A, 52, MUTEX, 0xFFFF_FFFF, B, 1, priority=thread(3))
    if owner_first:
        made.put(25, B, 120, priority=thread(9))
    if third_runs:
        made.put(30, C, 120, priority=thread(7))
    made.put(40, B, 57, MUTEX, B, 1, 0, priority=thread(9))
    made.put(50, C, 120, priority=thread(7))
    return of(made)


@pytest.mark.parametrize("third_runs", [True, False])
@pytest.mark.parametrize("owner_first", [True, False])
def test_inversions(third_runs: bool, owner_first: bool) -> None:
    found = inversion(third_runs=third_runs, owner_first=owner_first)
    assert found.inversions == 1
    assert found.inversions_unbounded == int(third_runs)
    assert found.threads[0].inversions == 1


def test_cores_are_looked_at_one_by_one() -> None:
    made = recorder()
    for number in range(6):
        made.put(10 * number, A, 120, priority=thread(5))
        made.put(10 * number + 5, B if number < 3 else C, 120 | 1 << 24, priority=thread(5))
    found = of(made)
    assert found.switches_thread_to_thread == 1
    times = {one.name: one.run_time for one in found.threads}
    assert times == {"thread 0": 50, "thread 1": 20, "thread 2": 30}


def test_windows_add_up() -> None:
    trace = read_trx(DATA / "timeslice.trx")
    whole = trx_statistics(trace)
    parts = [trx_statistics(trace, 0, 70), trx_statistics(trace, 70), trx_statistics(trace, 9, 9)]
    for name in ("events", "ticks", "run_time", "switches_thread_to_thread", "time_slice_events"):
        assert sum(getattr(part, name) for part in parts) == getattr(whole, name)
    with pytest.raises(ValueError, match="not a range"):
        trx_statistics(trace, 5, 4)


def test_a_million_events_do_not_keep_anybody_waiting() -> None:
    trace = parse_trx(million_events_of_threadx())
    found: list[TrxStatistics] = []
    taken = effort(lambda: found.append(trx_statistics(trace)))
    print(f"{taken:.1f} sorts")
    assert found[0].events == 1_000_000
    assert taken < SORTS_MAX
