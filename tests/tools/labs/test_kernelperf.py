# SPDX-License-Identifier: Apache-2.0
"""Goal: lab kernelperf keeps its promises, and its document shows the actual results.

Method: the complete lab runs once, as the command does. The generated part of the document and its
pictures are made again and compared. Each recording is opened with sigrok; one case is run twice.
The list kernel is compared with Limen thread by thread, and the cycles of a switch are counted by
function.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from limen.lab import Row, Settings, load_lab, run_labs
from limen.lab.report import report, with_report
from limen.run import SAFETY_SECONDS, find_root, target_named
from limen.run.cycles import cycles_by_address
from limen.run.symbols import symbols_of
from limen.signals import read_vcd
from limen.signals.scheduler import observe

pytestmark = pytest.mark.long(
    "the emulator of the RP2040 takes a minute; the C test kernel_v1 has the order of events"
)
ROOT = find_root(Path(__file__).parent)
LAB = load_lab(ROOT, "kernelperf")
CASES = [case.name for case in LAB.cases]
DERIVED = {each.name for each in LAB.derived}
CHANNELS = ("running", "slot", "scan", "thread0", "number0", "number1", "number2", "number3")
CYCLES_PER_MICROSECOND = 125
REMEDY = "limen lab report kernelperf"
DOCUMENT = ROOT / "docs/labs/kernelperf.md"
LIST_CASES = [name for name in CASES if name.startswith("list-")]
PROGRAM = {"main", "count", "print"}  # functions of kernelperf.c
LATE = 38  # a switch of Limen in the second tick, when all is in its steady state


@dataclass(frozen=True)
class Done:
    """A run of the lab, and the folders of its recordings and pictures."""

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
    ran = [row.case for row in done.rows if row.target == "rp2040" and row.metric not in DERIVED]
    assert list(dict.fromkeys(ran)) == CASES
    assert {row.target for row in done.rows} == {"rp2040", "microbit"}


def test_the_document_shows_what_was_measured(done: Done) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert with_report(text, report(LAB, done.rows, "kernelperf"), "") == text, REMEDY


def test_the_pictures_show_what_was_recorded(done: Done) -> None:
    kept = {path.name: path.read_bytes() for path in (ROOT / "docs/labs/kernelperf").iterdir()}
    drawn = {path.name: path.read_bytes() for path in done.folder.glob("*.svg")}
    assert sorted(kept) == sorted(drawn), REMEDY
    assert [name for name in kept if kept[name] != drawn[name]] == [], REMEDY


def order_of(case: str, folder: Path) -> list[list[int]]:
    """Return the threads that ran after each scan, from the first scan on."""
    place = f"kernelperf-{case}.vcd"
    roles = ("running", "slot", "scan", "thread0")
    bits = tuple(f"number{bit}" for bit in range(4))
    scheduler = observe(read_vcd(folder / place, place), {role: role for role in roles}, bits)
    return [scheduler.threads_in(interval) for interval in scheduler.intervals]


@pytest.mark.parametrize("case", LIST_CASES)
def test_the_list_kernel_runs_the_same_threads_in_the_same_order(case: str, done: Done) -> None:
    ours, theirs = (order_of(name, done.folder) for name in (case[len("list-") :], case))
    shared = min(len(ours), len(theirs))
    assert shared >= 13
    assert {thread for threads in ours for thread in threads} == set(range(max(map(len, ours))))
    assert theirs[:shared] == ours[:shared]


def test_the_list_kernel_is_that_of_five_cases() -> None:
    assert LIST_CASES == ["list-0", "list-9", "list-10", "list-11", "list-12"]


def cycles_by_function(case: str, mark: str, nth: int) -> Counter[str]:
    """Return the cycles from one call of a function to the next, without those of the program."""
    elf = ROOT / f"build/rp2040/bin/lab-kernelperf-{case}"
    counts = cycles_by_address(elf, mark, nth, time_ms=30)
    functions = [symbol for symbol in symbols_of(elf) if symbol.is_function]
    sums: Counter[str] = Counter()
    for address, count in counts.items():
        names = [one.name for one in functions if one.address <= address < one.address + one.size]
        if PROGRAM.isdisjoint(names):
            sums[names[0]] += count
    return sums


def test_the_document_counts_the_cycles_of_a_switch(done: Done) -> None:
    whole = {row.case: row.measured for row in done.rows if row.metric == "switch_cycles"}
    counted = {
        "Limen": (whole["0"], cycles_by_function("0", "lm_thread_wait_period", LATE)),
        # From a thread to the scheduler, and from there to the next thread.
        "list": (
            whole["list-0"],
            cycles_by_function("list-0", "list_transfer", 2 * LATE)
            + cycles_by_function("list-0", "list_transfer", 2 * LATE + 1),
        ),
    }
    lines = re.findall(
        r"^\| (Limen|list) \| `?(.*?)`? \| (\d+) \| (.*?) ?\|$",
        DOCUMENT.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    for kernel, (total, by_function) in counted.items():
        written = {place: int(count) for name, place, count, _ in lines if name == kernel}
        assert written.pop("all") == total
        assert sum(written.values()) == total
        assert written.pop("the program") > 0
        assert written == by_function
    for _, place, count, parts in lines:
        numbers = [int(number) for number in re.findall(r" (\d+)(?=;|,|$)", parts)]
        times = 2 if parts.startswith("twice") else 1
        assert place == "all" or times * sum(numbers) == int(count), parts


def test_each_picture_says_what_to_see() -> None:
    texts = [text for case in LAB.cases for text in case.see.values()]
    assert len(texts) == sum(len(case.pictures) for case in LAB.cases) >= 29
    assert len(set(texts)) == len(texts)
    assert [text for text in texts if not re.fullmatch(r"[A-Z].*\.", text)] == []


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
    """The missed lines do not depend on the cost of a miss. The last case has no cache."""
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
