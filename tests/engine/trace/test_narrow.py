# SPDX-License-Identifier: Apache-2.0
"""Goal: times and numbers are exact, in four bytes or in eight.

Method: columns against plain ones in C++ with the sanitizers (support/narrow.cpp); traces whose
times and addresses are at the limits of 32 bits, of a double and of 64 bits. golden/analysis/span-*
compares the columns that the page reads.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from limen.engine import engine
from support.synthetic import Recorder
from support.trx import TrxRecorder

ROOT = Path(__file__).parents[3]
CHECKS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
TWO_32 = 1 << 32
TIME_MAX = (1 << 63) - 1
USER, SEND, RELEASE, COMPLETE = 64, 49, 26, 27


def recorded(times: list[int], event: int = USER, **fields: int) -> bytes:
    made = Recorder(records=2 * len(times) + 1, time_high=times[0] >> 32 if times else 0)
    made.name(1, "T", 1, 1)
    for time in times:
        made.put(time, event, **fields)
    if times:
        made.mark(times[-1])
    return made.image()


def times_of(image: bytes) -> list[int]:
    found: list[int] = engine().Trace(image, "x.limen").events()["events"]["time"].tolist()
    return found


def test_columns_equal_plain_ones(tmp_path: Path) -> None:
    program = tmp_path / "narrow"
    source = ROOT / "tests/support/narrow.cpp"
    options = ["-std=c++20", "-O1", *CHECKS, f"-I{ROOT}/engine/src"]
    sources = [str(source), str(ROOT / "engine/src/trace/word_column.cpp")]
    command = ["g++", *options, *sources, "-o", str(program)]
    subprocess.run(command, check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("zero", [0, 7, TWO_32 - 3, (1 << 53) + 1, TIME_MAX - TWO_32 - 1])
@pytest.mark.parametrize("span", [0, TWO_32 - 1, TWO_32, TWO_32 + 1])
def test_times_of_a_span(zero: int, span: int) -> None:
    times = [zero, zero + span // 2, zero + span]
    assert times_of(recorded(times)) == times


def test_no_event() -> None:
    assert times_of(recorded([])) == []


@pytest.mark.parametrize("step", [1 << 12, 1 << 23, 1 << 25, 1 << 40])
def test_many_times(step: int) -> None:
    times = [5 + row * step + row % 3 for row in range(3000)]
    image = recorded(times)
    assert times_of(image) == times


@pytest.mark.parametrize("zero", [0, TWO_32 - 1, (1 << 62) + 1])
def test_a_job_as_long_as_the_trace(zero: int) -> None:
    made = Recorder(time_high=zero >> 32)
    made.name(1, "T", 1, 1)
    made.put(zero, RELEASE, about=1)
    made.put(zero + TWO_32 - 1, COMPLETE, thread=1, about=1, b=TWO_32 - 1)
    made.mark(zero + TWO_32 - 1)
    jobs = engine().Trace(made.image(), "x.limen").tables()["jobs"]
    found = [jobs[name].tolist() for name in ("release", "end", "response", "interval")]
    assert found == [[zero], [zero + TWO_32 - 1], [TWO_32 - 1], [-1]]


def test_addresses_near_the_greatest() -> None:
    greatest = (1 << 64) - 16
    made = TrxRecorder(capacity=4, word=8)
    for row in range(4):
        made.put(row, greatest - 64, 83, greatest - row % 2, 0, 1, 0)
    trace = engine().Trace(made.image(), "x.trx")
    assert [lane["id"] for lane in trace.lanes()] == [0, greatest - 64]
    events = trace.events()["events"]
    halves = zip(events["info1"].tolist(), events["info1_high"].tolist(), strict=True)
    assert [low | high << 32 for low, high in halves] == [greatest - row % 2 for row in range(4)]


def test_counts_of_an_object_over_time() -> None:
    counts = [1, 2, 3, 70_000 & 0xFFFF, 5]
    made = Recorder(records=16)
    made.name(1, "T", 1, 1)
    queue = made.name(4, "q", size=4)
    for time, count in enumerate(counts):
        made.put(time, SEND, 1, queue, count)
    [(of, _, name, at, value)] = engine().Trace(made.image(), "x.limen").fills()
    assert (of, name, at.tolist(), value.tolist()) == (queue, "q", list(range(5)), counts)
