# SPDX-License-Identifier: Apache-2.0
"""Goal: lab kernelperf keeps its promises, and its document shows what is so.

Method: all of it is run once, as the command does. The document's part and its pictures are made
again and compared. Each recording is opened with sigrok; one case is run twice.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from limen.lab import Row, Settings, load_lab, run_labs
from limen.lab.report import report, with_report
from limen.run import SAFETY_SECONDS, find_root, target_named

ROOT = find_root(Path(__file__).parent)
LAB = load_lab(ROOT, "kernelperf")
CASES = [case.name for case in LAB.cases]
CHANNELS = ("running", "slot", "scan", "thread0", "number0", "number1", "number2", "number3")
CYCLES_PER_MICROSECOND = 125
REMEDY = "limen lab report kernelperf"


@dataclass(frozen=True)
class Done:
    """A run of the lab, and where its recordings and pictures are."""

    rows: list[Row]
    folder: Path


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    folder = tmp_path_factory.mktemp("kernelperf")
    targets = [target_named(name) for name in LAB.targets]
    return Done(run_labs([LAB], targets, Settings(ROOT, signals=folder)), folder)


def test_promises_are_kept(done: Done) -> None:
    broken = [
        f"{row.case}, {row.target}: {row.metric} is {row.measured}, {row.note}"
        for row in done.rows
        if not row.ok
    ]
    assert broken == []


def test_all_cases_run(done: Done) -> None:
    assert list(dict.fromkeys(row.case for row in done.rows if row.target == "rp2040")) == CASES
    assert {row.target for row in done.rows} == {"rp2040", "microbit"}


def test_the_document_shows_what_was_measured(done: Done) -> None:
    text = (ROOT / "docs/labs/kernelperf.md").read_text(encoding="utf-8")
    assert with_report(text, report(LAB, done.rows, "kernelperf"), "") == text, REMEDY


def test_the_pictures_show_what_was_recorded(done: Done) -> None:
    kept = {path.name: path.read_bytes() for path in (ROOT / "docs/labs/kernelperf").iterdir()}
    drawn = {path.name: path.read_bytes() for path in done.folder.glob("*.svg")}
    assert sorted(kept) == sorted(drawn), REMEDY
    assert [name for name in kept if kept[name] != drawn[name]] == [], REMEDY


@pytest.mark.parametrize("case", CASES)
def test_sigrok_opens_the_recording(case: str, done: Done) -> None:
    recording = done.folder / f"kernelperf-{case}.vcd"
    command = ["sigrok-cli", "-I", "vcd:downsample=8", "-i", str(recording), "--show"]
    shown = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=SAFETY_SECONDS
    )
    assert shown.stderr == ""
    assert [line for line in shown.stdout.splitlines() if line.startswith("- ")] == [
        f"- {channel}: logic" for channel in CHANNELS
    ]


def test_only_the_first_scan_waits_for_the_flash(done: Done) -> None:
    """It misses the same lines whatever a miss costs; the last one is that without a cache."""
    measured = {
        (row.case, row.metric): row.measured for row in done.rows if row.measured is not None
    }
    misses = []
    for case in LAB.cases:
        if case.xip_cache is not None:
            first, last = measured[case.name, "scan_first"], measured[case.name, "scan_last"]
            assert last == measured["0", "scan_full"]
            misses.append(round((first - last) * CYCLES_PER_MICROSECOND) / case.xip_cache)
    assert len(misses) > 1
    assert len(set(misses)) == 1
    assert misses[0] == int(misses[0]) > 0


def test_two_runs_are_the_same(done: Done, tmp_path: Path) -> None:
    settings = Settings(ROOT, signals=tmp_path, cases=frozenset({"9"}))
    again = run_labs([LAB], [target_named("rp2040")], settings)
    assert again == [row for row in done.rows if (row.case, row.target) == ("9", "rp2040")]
    name = "kernelperf-9.vcd"
    assert (tmp_path / name).read_bytes() == (done.folder / name).read_bytes()
