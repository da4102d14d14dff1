# SPDX-License-Identifier: Apache-2.0
"""Goal: figures about long traces come from traces with activity.

Method: traces that lack one kind of activity are refused. The test makes the measurements of `make
bench` with limits that only a page that hangs exceeds. docs/measurements.md has the actual times.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from limen.bench import measure_traces
from limen.bench.child import measured
from limen.bench.lengthen import lengthen, lengthen_trx
from limen.bench.long_traces import check_real, tiny_trace
from limen.engine import engine
from limen.errors import RunError
from limen.trace.format import HEADER_BYTES, OBJECT_BYTES, record_dtype
from support.further import IS_LONG

ROOT = Path(__file__).parents[3]
MOST = {"ms": 10_000.0, "MB": 10_000.0, "kB": 600.0, "s": 100.0, "times the file": 100.0}
FRAME_MOST = 200.0
EVENTS = 3000


def sample(name: str) -> bytes:
    return (ROOT / "examples/traces" / name).read_bytes()


def check(image: bytes, name: str = "trace.limen") -> None:
    opened = engine().Trace(image, name)
    check_real(name, opened.events(), opened.tables())


def test_long_traces_are_real() -> None:
    check(lengthen(sample("threshold-threshold-mps2-an385.limen"), EVENTS))
    check(lengthen_trx(sample("threadx-wp_pts.trx"), EVENTS), "trace.trx")


def test_a_trace_in_which_no_time_passes_is_refused() -> None:
    image = bytearray(lengthen(sample("threshold-preemptive-host.limen"), EVENTS))
    start = len(image) - EVENTS * record_dtype("<").itemsize
    np.frombuffer(image, record_dtype("<"), EVENTS, start)["time"] = 7
    with pytest.raises(RunError, match="no time passes: its 3,000 events are at 1 times"):
        check(bytes(image))


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("threshold-preemptive-host.limen", "no thread is held off"),
        ("critical-section-preempt-disable-host.limen", "only 2 threads run"),
        ("switch-cost-yield-mps2-an385.limen", "no thread waits"),
    ],
)
def test_a_trace_in_which_little_happens_is_refused(name: str, lacks: str) -> None:
    with pytest.raises(RunError, match=lacks):
        check(sample(name))


def test_a_tiny_trace_is_a_trace(tmp_path: Path) -> None:
    path = tiny_trace(ROOT, tmp_path)
    assert path.stat().st_size == HEADER_BYTES + record_dtype("<").itemsize
    assert OBJECT_BYTES > 16  # it has no object table
    opened = engine().Trace(path.read_bytes(), path.name)
    with pytest.raises(RunError, match="no time passes: its 0 events"):
        check_real(path.name, opened.events(), opened.tables())


def test_memory_is_that_of_the_command_alone() -> None:
    mine = bytearray(300 << 20)
    small = measured(["/bin/true"], ROOT)
    large = measured(["python3", "-c", "print(len(b'x' * (200 << 20)))"], ROOT)
    assert len(mine) > small.memory < 100 << 20
    assert 200 << 20 < large.memory < 300 << 20
    assert large.output.strip() == str(200 << 20)
    with pytest.raises(RunError, match="/bin/false: it failed"):
        measured(["/bin/false"], ROOT)


@pytest.mark.skipif(not IS_LONG, reason="only with LIMEN_LONG")
def test_ten_million_events() -> None:
    rows = measure_traces(ROOT, print)
    keys = {row.key for row in rows}
    assert keys >= {"traces/page-limen-10M-zoom", "traces/page-threadx-10M-zoom2"}
    for row in rows:
        is_frame = row.key.endswith(("zoom", "pan", "zoom2", "pan2"))
        assert 0 < row.value < (FRAME_MOST if is_frame else MOST[row.unit]), row
