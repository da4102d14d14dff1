# SPDX-License-Identifier: Apache-2.0
"""Goal: the page of proofs has the actual results.

This test compares those that take little time, `make prove` all of them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from limen.builds.lock import locked
from support.further import IS_LONG
from support.mistakes import mistakes_of

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/proofs.md").read_text("utf-8")
REACH = ROOT / "build/host/bin/reach"
REACH_CORES = ROOT / "build/host/bin/reach-cores"
UNCHECKED = ROOT / "build/host/bin/reach-unchecked"
# A small world with most kinds of events.
FEW = ("slices", "flags", "bytes-lives", "periods")
WORLDS = (
    (*FEW, "deletion", "timer-starts", "chains", "spins", "two-semaphores", "timed-mutex", "queue")
    if IS_LONG
    else FEW
)


@pytest.fixture(scope="module", autouse=True)
def _reach() -> None:
    command = ["cmake", "--build", "--preset", "host", "--target", "reach"]
    command += ["reach-cores", "reach-unchecked"] if IS_LONG else []
    with locked(ROOT / "build/log/host.lock"):
        subprocess.run(["cmake", "--preset", "host"], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_has_the_states_of_the_page(name: str) -> None:
    done = subprocess.run([REACH, name], capture_output=True, text=True, check=True)
    _, threads, levels, states, transitions, events = done.stdout.strip().split(" ", 5)
    row = f"| {name} | {threads} | {levels} | {events} | {int(states):,} | {int(transitions):,} |"
    assert row in PAGE


@pytest.mark.long("it compiles the kernel once more; make prove explores it")
def test_the_library_without_checks_is_explored_too() -> None:
    done = subprocess.run([UNCHECKED, "timed-mutex"], capture_output=True, text=True, check=True)
    states = int(done.stdout.split(" ", 5)[3])
    assert re.search(rf"^\| timed-mutex \|.* \| {states:,} \|$", PAGE, re.MULTILINE)


def test_the_page_has_each_world() -> None:
    # The worlds of two cores use another kernel; make prove explores them.
    programs = (REACH, REACH_CORES) if IS_LONG else (REACH,)
    names = [
        name
        for program in programs
        for name in subprocess.run(
            [program, "--list"], capture_output=True, text=True, check=True
        ).stdout.split()
    ]
    table = PAGE.partition("## The reachable states of the kernel")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z-]+) \| \d+ \| \d+ \| (two cores)?", table, re.MULTILINE)
    assert names == [name for name, on_two in rows if IS_LONG or not on_two]


@pytest.mark.parametrize("file", ["buckets.smt2", "bits.smt2"])
def test_no_numbers_contradict_the_claims(file: str) -> None:
    assert shutil.which("z3") is not None, "scripts/setup all installs it"
    command = ["z3", str(Path(__file__).with_name(file))]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for claim, answer in zip(lines[::2], lines[1::2], strict=True):
        assert answer == ("sat" if claim.startswith("MISTAKE") else "unsat"), claim
        assert claim.removeprefix("MISTAKE: ") in PAGE


def test_the_page_has_each_mistake_that_eva_refutes() -> None:
    section = PAGE.partition("## Mistakes at run time")[2].partition("\n## ")[0]
    mistakes = mistakes_of(Path(__file__).with_name("eva") / "mistakes.toml")
    assert len(mistakes) >= 20
    for mistake in mistakes:
        assert f"* {mistake.wrong} (`{mistake.kind}`)" in section
