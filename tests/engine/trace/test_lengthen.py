# SPDX-License-Identifier: Apache-2.0
"""Goal: a lengthened trace equals the trace of a longer run.

Method: short traces are lengthened and read; their cycles have the same statistics as the recorded
ones.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from limen.bench.lengthen import lengthen, lengthen_trx
from limen.errors import TraceError
from limen.trace import cycle_window, read_trace, read_trx, statistics, trx_statistics

DATA = Path(__file__).parents[2] / "support/data"
EVENTS = 3000


@pytest.fixture
def recorded() -> Path:
    """Return a trace of lab threshold, all of whose cycles are equal."""
    return Path(__file__).parents[3] / "examples/traces/threshold-preemptive-host.limen"


def test_limen_cycles_repeat(recorded: Path, tmp_path: Path) -> None:
    longer = tmp_path / "longer.limen"
    longer.write_bytes(lengthen(recorded.read_bytes(), EVENTS))
    before, after = read_trace(recorded), read_trace(longer)
    assert len(after) == EVENTS
    assert after.lost == 0
    assert np.all(np.diff(after.time) >= 0)
    window = cycle_window(before, 0)
    one = statistics(before, *window).system
    ten = statistics(after, window[0], window[0] + 10 * (window[1] - window[0])).system
    assert ten.switches == 10 * one.switches > 0
    assert ten.preemptions_by_call == 10 * one.preemptions_by_call > 0


def test_threadx_cycles_repeat(tmp_path: Path) -> None:
    recorded, longer = DATA / "trx/wp_case2_unique.trx", tmp_path / "longer.trx"
    longer.write_bytes(lengthen_trx(recorded.read_bytes(), EVENTS))
    before, after = read_trx(recorded), read_trx(longer)
    assert len(after) == EVENTS
    assert not after.wrapped
    assert np.all(np.diff(after.time) >= 0)
    marks = np.flatnonzero(before.event == 4097)
    first, last = int(marks[0]), int(marks[1])
    one = trx_statistics(before, first, last)
    ten = trx_statistics(after, first, first + 10 * (last - first))
    assert ten.left_cpu_blocked == 10 * one.left_cpu_blocked > 0


def test_trace_without_cycles_is_refused() -> None:
    marks, others = (number.to_bytes(4, "little") for number in (4097, 4098))
    image = (DATA / "trx/wp_case2_unique.trx").read_bytes().replace(marks, others)
    with pytest.raises(TraceError, match="fewer than two cycles"):
        lengthen_trx(image, EVENTS)
