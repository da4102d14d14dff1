# SPDX-License-Identifier: Apache-2.0
"""Goal: a reader of README.md who types what stands there gets what it promises.

Method: the commands of its sh blocks run in their order, in a folder that has the examples only;
those of make are run by make test itself and by the tests of the doors.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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


def test_the_results_of_the_readme_are_the_measured_ones() -> None:
    command = [str(ROOT / "limen"), "lab", "run", "threshold", "priorities", "--json"]
    words = [*command, "--target", "mps2-an385"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    measured = {
        (row["case"], row["metric"]): (row["paper"], row["measured"])
        for row in json.loads(done.stdout)["results"]
    }
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for one, other in (("preemptive", "threshold"), ("equal", "unique")):
        for metric, units in (
            ("context_switches", ("", "")),
            ("ticks", (" ticks", " instructions")),
        ):
            pairs = zip(measured[one, metric], measured[other, metric], strict=True)
            paper, ours = (
                f"{a:,} / {b:,}{unit}" for (a, b), unit in zip(pairs, units, strict=True)
            )
            assert f"| {paper} | {ours} |" in text


def test_programs_of_the_readme_stand_in_examples() -> None:
    blocks = C_BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    examples = [path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.c")]
    assert blocks
    for block in blocks:
        assert any(block in example for example in examples), block
