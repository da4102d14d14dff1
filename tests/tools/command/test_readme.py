# SPDX-License-Identifier: Apache-2.0
"""Goal: the commands of README.md have the promised results.

Method: the commands of its sh blocks run in their order, in a folder with the examples only. Make
test and test_doors.py run the commands of make.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


C_BLOCK = re.compile(r"^```c\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def readme_commands() -> list[str]:
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    return [line for block in blocks for line in block.splitlines() if "./limen " in line]


def test_the_readme_has_commands() -> None:
    assert len(readme_commands()) >= 4


def test_commands_of_the_readme_work(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command in readme_commands():
        before = len(list(tmp_path.iterdir()))
        line = command.replace("./limen", str(ROOT / "limen"))
        done = subprocess.run(
            ["/bin/sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout.strip() or len(list(tmp_path.iterdir())) > before, command


def measured_on(target: str) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the published and measured numbers of the two labs, by case and metric."""
    command = [str(ROOT / "limen"), "lab", "run", "threshold", "priorities", "--json"]
    words = [*command, "--target", target]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return {
        (row["case"], row["metric"]): (row["paper"], row["measured"])
        for row in json.loads(done.stdout)["results"]
    }


@pytest.mark.long("cycles of the emulator of the RP2040; test_exact_rows.py has the instructions")
def test_the_results_of_the_readme_are_the_measured_ones() -> None:
    cycles, instructions = measured_on("rp2040"), measured_on("mps2-an385")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for one, other in (("preemptive", "threshold"), ("equal", "unique")):
        metric = "context_switches"
        pairs = zip(cycles[one, metric], cycles[other, metric], strict=True)
        paper, ours = (f"{a:,} / {b:,}" for a, b in pairs)
        assert f"| {paper} | {ours} |" in text
    for one, other in (("preemptive", "threshold"), ("unique", "equal")):
        pairs = zip(cycles[one, "ticks"], cycles[other, "ticks"], strict=True)
        (t1, t2), (many, few) = pairs
        paper = f"{t1:,} / {t2:,} ticks: {t1 / t2:.2f}"
        assert f"| {paper} | {many:,} / {few:,} cycles: {many / few:.2f} |" in text
    cases = ("preemptive", "threshold", "unique", "equal")
    first, second, third, last = (f"{instructions[case, 'ticks'][1]:,}" for case in cases)
    assert f"take {first}, {second}, {third} and {last}." in text


def test_programs_of_the_readme_stand_in_examples() -> None:
    blocks = C_BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    examples = [path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.c")]
    assert blocks
    for block in blocks:
        assert any(block in example for example in examples), block
