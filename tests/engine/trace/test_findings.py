# SPDX-License-Identifier: Apache-2.0
"""Goal: the findings report the problems of a trace with correct numbers, the most harmful first.

Method: each sample of a lab has one known problem, which the lab's page describes. The test
computes the harm again from its definition, for all samples. The threads that ran in an interval
are compared with a sum over single events.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from limen.run import find_root
from limen.trace import open_trace, parse_trace
from limen.trace.analysis import analyse
from limen.trace.findings import findings
from limen.trace.lanes import INITIALISATION, INTERRUPT
from limen.trace.numbers import Event
from support.synthetic import Recorder

if TYPE_CHECKING:
    from limen.trace.findings import Finding
    from limen.trace.model import Trace
    from limen.trace.tables import Jobs
    from limen.trace.trx.model import TrxTrace
    from support.command import Limen

TRACES = find_root(Path(__file__).parent) / "examples/traces"
# The first finding of a sample, and all its kinds.
CALM = "No error found. Checked: "
FIRST = {
    "inversion-plain-host.limen": (
        (
            "Unbounded priority inversion: high waited 12 ms for mutex first, held by low; "
            "meanwhile medium ran for 10 ms and low for 2 ms. "
            "Give the mutex priority inheritance or a ceiling."
        ),
        {"delayed_waker", "unbounded_inversion", "response"},
    ),
    "inversion-inheritance-host.limen": (
        (
            f"{CALM}missed deadlines, refused calls, deadlocks, stacks, priority inversions, "
            "starvation, full queues, interrupts off, lost records. Longest response: low, 14 ms."
        ),
        {"summary", "inversion", "held_off", "response"},
    ),
    "deadlock-host.limen": (
        (
            "Deadlock refused: mutex accounts: lm_mutex_lock answers deadlock to audit. "
            "Lock mutexes in the same order everywhere, and test what the call answers."
        ),
        {"deadlock", "error", "inversion"},
    ),
    "starvation-starved-host.limen": (
        (
            "worker has been ready for 98 ms at the end of the trace and does not run; "
            "meanwhile endless ran for 97 ms and urgent for 1 ms."
        ),
        {"starvation", "response"},
    ),
    "schedulability-preemptive-host.limen": (
        (
            "t3 missed its deadline 2 times, at worst by 7.500 ms: that job took 57.50 ms, "
            "of which it ran for 17.50 ms, t1 for 20.00 ms and t2 for 20.00 ms."
        ),
        {"deadline", "response"},
    ),
    "schedulability-thresholds-host.limen": (
        (
            f"{CALM}missed deadlines, refused calls, deadlocks, stacks, priority inversions, "
            "starvation, full queues, interrupts off, lost records. Longest response: t3, 47.50 ms."
        ),
        {"summary", "held_off", "response"},
    ),
    "preemption-models-irq-off-host.limen": (
        (
            "low disabled interrupts for 5 s, the longest of 4 times, which are 83 % of the "
            "trace: each interrupt is late by up to that."
        ),
        {"interrupts_off", "response"},
    ),
    "preemption-models-load-spinlock-host.limen": (
        (
            "urgent was held off 30 times, the longest time for 19 ms by level 0 of at-times "
            "(section). It becomes ready every 1 ms."
        ),
        {"delayed_waker", "held_off", "inversion", "response"},
    ),
    "threadx-starter-host.limen": (
        (
            "Priority inversion: inspector waited 10 ms for mutex scale, held by weigher; weigher "
            "slept while it held the mutex, for 10 ms. Do not wait while a mutex is held."
        ),
        {"inversion", "queue_full"},
    ),
    "threadx-wp_pts.trx": (
        (
            "Thread A was held off 12 times, the longest time for 920 ticks by level 1 of Thread D "
            "(threshold). It becomes ready every 2,194 ticks."
        ),
        {"delayed_waker", "held_off", "response"},
    ),
    "threadx-timeslice.trx": (
        (
            f"{CALM}deadlocks, stacks, priority inversions, starvation, full queues, lost events. "
            "Longest response: System Timer Thread, 361 ticks."
        ),
        {"summary", "response"},
    ),
}
SAMPLES = sorted(path for path in TRACES.iterdir() if path.suffix != ".md")
DELAYS = {"inversion", "held_off", "queue_full", "interrupts_off"}
LATE = {"unbounded_inversion", "deadline", "overrun", "starvation"}


def found_in(name: str) -> list[dict[str, object]]:
    return [dict(one) for one in findings(open_trace(TRACES / name))]


@pytest.mark.parametrize("name", FIRST)
def test_a_sample_shows_what_its_lab_is_about(name: str) -> None:
    found = found_in(name)
    sentence, kinds = FIRST[name]
    assert found[0]["sentence"] == sentence
    assert {one["kind"] for one in found} == kinds


def period(jobs: Jobs, lane: int) -> int:
    """Return the median interval of the jobs of a thread; 0: too few jobs."""
    intervals = sorted(jobs.interval[(jobs.lane == lane) & (jobs.interval > 0)].tolist())
    enough = 1 if jobs.is_job[jobs.lane == lane].any() else 3
    return intervals[len(intervals) // 2] if len(intervals) >= enough else 0


def harm(trace: Trace | TrxTrace, finding: Finding) -> int:
    """Return the harm for a late thread by the definition in spec/trace-analysis.md."""
    names = [lane.name for lane in trace.lanes]
    lane = names.index(str(finding["thread"]))
    threads = len(names) - 1
    has = period(analyse(trace).jobs, lane) or int(trace.time[-1] - trace.time[0])
    own = trace.lanes[lane].priority
    levels = [lane.priority for lane in trace.lanes[1:] if lane.priority is not None]
    urgent = sum(0 <= level < own for level in levels) if own is not None else len(levels)
    share = 0 if has == 0 else 1000 * finding["ticks"] // has
    return share * (2 * threads - urgent) // (2 * threads)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_severity_and_order_follow_harm(path: Path) -> None:
    trace = open_trace(path)
    found = findings(trace)
    for one in found:
        kind, severity = one["kind"], one["severity"]
        if kind in (DELAYS | LATE) - {"interrupts_off"}:
            assert one["harm"] == harm(trace, one), one
        if kind in DELAYS:
            expected = bisect([250, 1000], one["harm"] or 0)
            assert severity == ("note", "warning", "error")[expected], one
    keys = [
        (
            one["severity"] != "error",
            one["severity"] == "note",
            one["kind"] == "response",
            one["kind"] != "summary",
            -float("inf") if one["harm"] is None else -one["harm"],
        )
        for one in found
    ]
    assert keys == sorted(keys)
    # The summary is there if nothing is worse than a note.
    calm = all(one["severity"] == "note" for one in found)
    assert [place for place, one in enumerate(found) if one["kind"] == "summary"] == [0] * calm


NUMBER = re.compile(r"([\d,.]+) (ns|µs|ms|s|ticks?)\b")
UNITS = {"ns": 1, "µs": 1000, "ms": 10**6, "s": 10**9, "tick": 1, "ticks": 1}


def lengths(text: str) -> list[float]:
    return [float(n.replace(",", "")) * UNITS[unit] for n, unit in NUMBER.findall(text)]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_parts_of_a_response_add_up(path: Path) -> None:
    for one in findings(open_trace(path)):
        if one["kind"] == "response":
            whole, parts = one["sentence"].split(". Its latest")[0].split(": ", 1)
            total = lengths(whole)[0]
            assert sum(lengths(parts)) == pytest.approx(total, rel=1e-3), one


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_each_finding_has_a_place_in_its_trace(path: Path) -> None:
    trace = open_trace(path)
    severities = []
    for one in findings(trace):
        assert one["sentence"].endswith(".")
        assert 0 <= one["event"] < len(trace)
        assert trace.time[0] <= one["begin"] <= one["end"] <= trace.time[-1]
        severities.append(("error", "warning", "note").index(one["severity"]))
    assert severities == sorted(severities)


@pytest.mark.parametrize(
    "name", ["threshold-threshold-mps2-an385.limen", "threadx-wp_pts.trx", "timeslice"]
)
def test_who_ran_meanwhile_is_the_sum_over_events(name: str) -> None:
    path = TRACES / ("threadx-timeslice.trx" if name == "timeslice" else name)
    trace = open_trace(path)
    moves = analyse(trace).moves
    rng = np.random.default_rng(7)
    for begin, end in np.sort(rng.integers(0, len(trace), (50, 2))).tolist():
        ticks: Counter[int] = Counter()
        for at in range(begin, end):
            whose = INTERRUPT if moves.in_interrupt[at] else int(moves.running[at])
            if whose != INTERRUPT and not (moves.running[: at + 1] > 0).any():
                whose = INITIALISATION
            ticks[whose] += int(trace.time[at + 1] - trace.time[at])
        ran = trace.native.ran_beside(begin, end)
        assert dict(ran) == {lane: many for lane, many in ticks.items() if many}
        assert [many for _, many in ran] == sorted((many for _, many in ran), reverse=True)


def test_a_release_between_two_events_has_all_that_ran_since() -> None:
    made = Recorder(records=9)
    late = made.name(1, "late", 1, 1, 512)
    made.put(100, Event.SWITCH, late, 0, 0, 1)
    made.put(500, Event.RELEASE, 0, late, 0, 0, 1)  # 300 ticks after its time
    made.put(500, Event.READY, 0, late, 1, 0, 1)
    made.put(500, Event.SWITCH, 0, late, 1, 7)
    made.put(560, Event.COMPLETE, late, late, 0, 360)
    (job,) = [one for one in findings(parse_trace(made.image())) if one["kind"] == "response"]
    assert "it ran for 2.4 µs and no thread for 12 µs." in str(job["sentence"])


def test_threads_of_the_initialisation_begin_when_the_kernel_starts() -> None:
    # On a Cortex-M3 the initialisation takes time: the threads are ready, and none can run.
    trace = open_trace(TRACES / "switch-cost-semaphore-mps2-an385.limen")
    found = analyse(trace)
    begins = trace.time[int(np.flatnonzero(found.moves.running > 0)[0])]
    ready = trace.time[int(found.wake_ups.at[0])]
    assert ready < begins
    assert begins <= found.jobs.release.min()
    assert "idle" not in trace.native.findings_json()


def test_the_command_prints_lines_or_json(limen: Limen) -> None:
    path = str(TRACES / "deadlock-host.limen")
    status, lines, _ = limen("trace", "findings", path)
    assert status == 0
    assert lines.splitlines()[0].split() == ["severity", "event", "time", "finding"]
    assert lines.splitlines()[1].split()[:3] == ["error", "27", "0.00400000"]
    _, in_ticks, _ = limen("trace", "findings", path, "--ticks")
    assert in_ticks.splitlines()[1].split()[:3] == ["error", "27", "100,000"]
    _, text, _ = limen("trace", "findings", path, "--json", "--least", "error")
    assert [one["kind"] for one in json.loads(text)] == ["deadlock", "error"]


def test_a_check_fails_where_something_is_wrong(limen: Limen) -> None:
    assert limen("trace", "findings", str(TRACES / "deadlock-host.limen"), "--check")[0] == 1
    calm = str(TRACES / "starvation-yields-host.limen")
    assert limen("trace", "findings", calm, "--check")[0] == 0
    assert limen("trace", "findings", calm, "--least", "warning")[1].startswith(CALM)
    slow = str(TRACES / "preemption-models-irq-off-host.limen")
    assert limen("trace", "findings", slow, "--least", "error")[1] == "There is no error.\n"
    assert limen("trace", "findings", calm, "--least", "bad")[0] == 2


def test_a_list_that_is_cut_says_so() -> None:
    threads, switches = 1000, 2200
    recorder = Recorder(records=threads + switches, object_capacity=threads + 2)
    for number in range(threads):
        recorder.name(1, f"t{number}", 5, 5)
    holder = recorder.name(1, "holder", 9, 1)
    other = recorder.name(1, "other", 9, 9)
    for number in range(threads):
        recorder.put(number, Event.READY, about=number + 1, a=5)
    for at in range(switches):
        to, level = ((holder, 1), (other, 9))[at % 2]
        recorder.put(threads + at, Event.SWITCH, about=to, a=level, b=0)
    trace = parse_trace(recorder.image())
    held = analyse(trace).held_off
    (cut,) = [one for one in findings(trace) if one["kind"] == "held_off_incomplete"]
    assert len(held) < threads * switches // 2
    assert cut["sentence"].startswith(f"Times held off are listed up to event #{cut['event']:,} ")
    # Up to this event, each interval with the raised level holds all of them off.
    assert len(held) >= threads * ((cut["event"] - threads) // 2)
