# SPDX-License-Identifier: Apache-2.0
"""Goal: `limen run --target rp2040` shows the activity of a program, as its help says.

Method: the command runs the smallest example, built for the chip.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import chip
import pytest

from limen.run import SAFETY_SECONDS, find_root

if TYPE_CHECKING:
    from pathlib import Path

ROOT = find_root(chip.HERE)


def limen(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "limen", "run", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools/src"), "COLUMNS": "100"}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SAFETY_SECONDS,
        check=False,
    )


@pytest.mark.long("a kernel for one more processor; test_units.py has what the emulator adds")
def test_a_program_runs_and_its_pins_and_cycles_are_kept(tmp_path: Path) -> None:
    vcd, report = tmp_path / "pins.vcd", tmp_path / "run.json"
    files = ["--vcd", str(vcd), "--json", str(report)]
    done = limen("example-hello", "--target", "rp2040", *files, "--time", "20")
    assert done.returncode == 0, done.stderr
    assert "urgent: hello 1\n" in done.stdout
    assert vcd.read_text().startswith("$timescale 1 ns $end")
    content = json.loads(report.read_text())
    assert (content["stop"], content["nanoseconds"]) == ("time", 20_000_000)
    assert content["idle_cycles"] > content["cycles"] // 2


@pytest.mark.long("a kernel for one more processor; test_units.py has what the emulator adds")
def test_the_profile_shows_functions() -> None:
    done = limen("example-hello", "--target", "rp2040", "--profile")
    assert done.returncode == 0, done.stderr
    assert "lm_board_printf" in done.stdout


def test_other_targets_have_no_pins(tmp_path: Path) -> None:
    done = limen("example-hello", "--vcd", str(tmp_path / "pins.vcd"))
    assert done.returncode == 2
    assert "the target host has no pins, no cycles and no time to watch" in done.stderr
    assert done.stderr.rstrip().endswith("take --target rp2040 or ibex")
