# SPDX-License-Identifier: Apache-2.0
"""Goal: the analysis of any file ends, and its sums are consistent.

Method: records of random bytes, and random but likely events of several cores, in both formats; the
test makes all queries of the commands.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.errors import TraceError
from limen.trace import parse_trace, parse_trx, statistics, trx_statistics
from limen.trace.analysis import NOBODY, Analysis, analyse
from limen.trace.statistics import statistics_json
from support.further import IS_LONG
from support.random_trx import random_trx
from support.rows import held_off_rows, job_rows, switch_rows, wait_rows
from support.synthetic import Recorder
from support.trx import TrxRecorder

if TYPE_CHECKING:
    from limen.trace import Trace, TrxTrace

ROUNDS = 3000 if IS_LONG else 60
LANES_MAX = 2048


def use(trace: Trace | TrxTrace) -> tuple[Analysis, dict[str, Any]]:
    """Make all queries of the commands about a trace, and about half of it."""
    analysis = analyse(trace)
    for rows in (switch_rows, wait_rows, held_off_rows, job_rows):
        rows(analysis)
    statistics_json(trace, len(trace) // 3, 2 * len(trace) // 3)
    found = statistics_json(trace, 0, len(trace))
    assert sum(row["ticks"] for row in found["profile"]) >= 0
    parts = analysis.jobs
    assert np.all(parts.start_latency <= parts.response)
    assert np.all((parts.execution >= 0) & (parts.interrupted >= 0) & (parts.waiting >= 0))
    assert np.all(analysis.held_off.begin < analysis.held_off.end)
    is_over = analysis.waits.end != NOBODY
    assert np.all(analysis.waits.begin[is_over] <= analysis.waits.end[is_over])
    return analysis, found


def random_bytes(choose: random.Random, count: int) -> bytes:
    """Return a trace of Limen whose records are random, except for their times."""
    made = Recorder(records=count)
    for number, kind in enumerate((1, 1, 1, 3, 4), 1):
        made.name(kind, f"object {number}", number, number, choose.getrandbits(20))
    for time in range(count):
        fields = [choose.getrandbits(bits) for bits in (8, 16, 16, 16, 32, 8)]
        made.put(3 * time, fields[0] or 2, *fields[1:])
    return made.image()


@pytest.mark.parametrize("seed", range(ROUNDS // 2))
def test_records_of_random_bytes(seed: int) -> None:
    choose = random.Random(seed)
    try:
        trace = parse_trace(random_bytes(choose, choose.choice((1, 2, 9, 300))))
    except TraceError:
        return
    use(trace)


def small_numbers(choose: random.Random) -> bytes:
    """Return a trace of Limen whose fields have likely values."""
    made = Recorder(records=400)
    for number in range(1, 5):
        made.name(1, f"T{number}", number, number, 512)
    events = [2, 3, 4, 7, 8, 9, 10, *range(16, 60), *range(72, 120)]
    for time in range(399):
        who, about, a, low = (choose.randrange(6) for _ in range(4))
        b = low | choose.randrange(5) << 16
        made.put(2 * time, choose.choice(events), who, about, a, b, choose.randrange(3))
    return made.image()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_small_numbers_in_all_fields(seed: int) -> None:
    trace = parse_trace(small_numbers(random.Random(seed)))
    _, found = use(trace)
    system = statistics(trace)
    profile = {row["name"]: row["ticks"] for row in found["profile"]}
    assert sum(profile.values()) == system.ticks
    assert profile["interrupts"] == system.interrupt_time


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("cores", [1, 3])
def test_random_events_of_threadx(seed: int, cores: int) -> None:
    trace = parse_trx(random_trx(random.Random(seed), cores))
    analysis, found = use(trace)
    counted = trx_statistics(trace)
    profile = {row["name"]: row["ticks"] for row in found["profile"]}
    if cores == 1:
        assert sum(profile.values()) == counted.ticks
        parts = analysis.jobs
        whole = parts.execution + parts.interrupted + parts.ready + parts.waiting
        assert whole.tolist() == parts.response.tolist()
    assert profile["interrupts"] == counted.interrupt_time
    assert [profile[lane.name] for lane in analysis.moves.lanes[1:]] == [
        thread.run_time for thread in counted.threads
    ]


def test_more_threads_than_any_system_has() -> None:
    made = TrxRecorder(capacity=LANES_MAX)
    for number in range(LANES_MAX):
        made.put(number, 0x1000 + 16 * number, 120)
    with pytest.raises(TraceError, match="more than any system has"):
        analyse(parse_trx(made.image()))
