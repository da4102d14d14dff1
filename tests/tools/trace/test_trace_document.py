# SPDX-License-Identifier: Apache-2.0
"""Goal: docs/trace.md is correct: its commands run, and its numbers are those of the traces.

Method: each command of its sh blocks runs in an empty folder with the samples; the table of numbers
is compared with the statistics and with the kernel's own counters.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from limen.run import SAFETY_SECONDS
from limen.trace import read_trx, trx_statistics
from limen.trace.convert import FORMS
from limen.trace.convert.trx_words import KERNEL_FIRST, PROGRAM_FIRST
from limen.trace.numbers import Event
from support.trx import expected

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs/trace.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines()]
# The page is built by Node; tests/targets/live runs these.
ELSEWHERE = ("./limen report ",)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("document")
    (path / "examples").symlink_to(ROOT / "examples")
    return path


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    if words[0] == "./limen":
        words[:1] = [sys.executable, "-m", "limen"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tools/src")}
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=SAFETY_SECONDS,
    )


def test_commands_run(folder: Path) -> None:
    assert len(COMMANDS) > 12
    for command in COMMANDS:
        if command.startswith(ELSEWHERE):
            continue
        done = run(command, folder)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        if "convert" in command:
            name = next(word for word in shlex.split(command)[4:] if not word.startswith("-"))
            assert (folder / name).exists()


def rows() -> list[list[str]]:
    """Return the cells of the table that compares counts."""
    found = [line.split("|")[1:-1] for line in TEXT.splitlines() if line.startswith("| `threadx-")]
    return [[cell.strip(" `") for cell in row] for row in found]


def test_numbers_are_those_of_the_kernel_and_of_the_statistics() -> None:
    assert len(rows()) == 5
    for file, number, kernel, ours, _ in rows():
        truth: dict[str, Any] = expected()[file.removeprefix("threadx-")]["kernel_counters"]
        statistics = trx_statistics(read_trx(ROOT / "examples/traces" / file))
        counted = {
            "time slices": (truth["time_slices"], statistics.time_slice_events),
            "preemptions": (
                truth["solicited_preemptions"] + truth["interrupt_preemptions"],
                statistics.preempted_by_own_call + statistics.preempted_by_isr,
            ),
        }[number]
        assert counted == (int(kernel), int(ours)), (file, number)


def test_numbers_of_user_events() -> None:
    for name in ("LEVEL", "PRIORITY", "RELEASE"):
        shown = re.search(rf"{name} (?:is )?(\d+)", TEXT)
        assert shown is not None
        assert int(shown[1]) == KERNEL_FIRST + Event[name]
    assert f"is {PROGRAM_FIRST} + *n* (above {0xFFFF - PROGRAM_FIRST}: " in TEXT.replace("\n", " ")


def test_all_forms_are_named() -> None:
    assert all(f"`{form}`" in TEXT for form in FORMS)
