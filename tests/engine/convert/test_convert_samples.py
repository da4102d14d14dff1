# SPDX-License-Identifier: Apache-2.0
"""Goal: each form can hold the traces of each kind of target, Limen's and ThreadX's.

Method: the samples are written, read by csv, pyvcd, sigrok-cli and babeltrace2, and compared with
the results of SQL queries.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from limen.run import SAFETY_SECONDS
from limen.trace import open_trace, read_trace
from limen.trace.convert import convert
from limen.trace.sql import open_database
from limen.trace.view import nanoseconds
from support.readers import babeltrace, high_times

if TYPE_CHECKING:
    from limen.trace import Trace, TrxTrace

SAMPLES = Path(__file__).parents[3] / "examples/traces"
NAMES = (
    "critical-section-mutex-host.limen",
    "starvation-slices-mps2-an385.limen",
    "switch-cost-message-mps2-an385.limen",
    "preemption-models-plain-rp2040.limen",
    "threadx-starter-host.limen",
    "threadx-timeslice.trx",
    "threadx-wp_case2_unique.trx",
)
HZ = 1_000_000


def asked(trace: Trace | TrxTrace, query: str) -> list[tuple[Any, ...]]:
    with open_database(trace) as database:
        return list(database.query(query).rows)


@pytest.fixture(params=NAMES)
def trace(request: pytest.FixtureRequest) -> Trace | TrxTrace:
    return open_trace(SAMPLES / str(request.param))


def ran(trace: Trace | TrxTrace) -> dict[str, int]:
    """Return the ticks in which each thread, or idle, was dispatched."""
    rows = asked(trace, "SELECT lane_name, sum(duration)::BIGINT FROM slices GROUP BY lane_name")
    return {name: ticks for name, ticks in rows if ticks}


def test_csv(trace: Trace | TrxTrace, tmp_path: Path) -> None:
    convert(trace, tmp_path / "x.csv")
    with (tmp_path / "x.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    found = [(int(row["time"]), row["event"], int(row["interrupt"])) for row in rows]
    assert found == asked(trace, "SELECT time, event, in_interrupt::INTEGER FROM events")
    switches = asked(trace, "SELECT count(*) FROM switches")[0][0]
    assert sum(bool(row["switch"]) for row in rows) == switches


def test_vcd(trace: Trace | TrxTrace, tmp_path: Path) -> None:
    convert(trace, tmp_path / "x.vcd", HZ)
    high = high_times(tmp_path / "x.vcd")
    high.pop("interrupt", None)
    assert {name.replace("_", " "): ns // 1000 for name, ns in high.items()} == {
        name.replace("-", " ").replace("_", " "): ticks for name, ticks in ran(trace).items()
    }


def test_ctf(trace: Trace | TrxTrace, tmp_path: Path) -> None:
    convert(trace, tmp_path / "x.ctf", HZ)
    lines = babeltrace(tmp_path / "x.ctf")
    names = Counter(line.split(": ")[0].split(") ")[-1].split()[-1] for line in lines)
    switches = asked(trace, "SELECT count(*) FROM switches")[0][0]
    assert names["sched_switch"] == switches
    assert names["sched_wakeup"] > 0
    assert sum(names.values()) - names["sched_switch"] - names["sched_wakeup"] == len(trace)
    reasons = [line for line in lines if " sched_switch: " in line]
    sentences = asked(trace, "SELECT why(number) FROM switches ORDER BY number")
    for line, (sentence,) in zip(reasons, sentences, strict=True):
        assert sentence in line.replace("\\'", "'")


def test_sigrok(tmp_path: Path) -> None:
    trace = open_trace(SAMPLES / "switch-cost-message-mps2-an385.limen")
    convert(trace, tmp_path / "x.vcd", HZ)
    sigrok = shutil.which("sigrok-cli")
    assert sigrok is not None, "run scripts/setup"
    command = [sigrok, "-I", "vcd:downsample=1000", "-i", str(tmp_path / "x.vcd")]
    command += ["-O", "csv:time=false"]
    out = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=SAFETY_SECONDS
    ).stdout
    lines = out.splitlines()
    names = next(line for line in lines if "Channels" in line).split(": ")[1].split(", ")
    rows = [line.split(",") for line in lines if line[:1] in {"0", "1"}]
    high = {name: sum(row[place] == "1" for row in rows) for place, name in enumerate(names)}
    assert {name: high.get(name) for name in ran(trace)} == ran(trace)


def test_the_times_of_a_vcd_are_those_of_the_pins(tmp_path: Path) -> None:
    trace = read_trace(SAMPLES / "starvation-slices-mps2-an385.limen")
    path = tmp_path / "x.vcd"
    convert(trace, path)
    begin, end = nanoseconds(trace.time[[0, -1]], trace.clock_hz).tolist()
    instants = [int(line[1:]) for line in path.read_text().splitlines() if line[0] == "#"]
    assert instants[0] == begin > 0
    assert instants[-1] == end
