# SPDX-License-Identifier: Apache-2.0
"""Goal: a system that is not schedulable gets thresholds, and keeps its bounds on the targets.

Method: the commands of the workbench run one after the other, each with the file of the previous
one. The times are those of the example of Wang and Saksena (RTCSA 1999).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from limen.cli import main
from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

# test_fifteen.py and test_isolation.py compare generated programs on the Cortex-M3.
TARGETS = ["host", *(["mps2-an385", "rp2040"] if IS_LONG else [])]

MOTOR = """\
# A motor with three threads.
name = "motor"
tick = "500us"           # a unit of the paper

[[thread]]
name = "current"         # the inner loop
period = 70
work = 20
deadline = 50
priority = 0

[[thread]]
name = "speed"
period = 80
work = 20
priority = 1

# This thread is as slow as the observer of the speed.
[[thread]]
name = "report"
period = 200
work = 35
deadline = 100
priority = 2
"""


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def test_thresholds_make_a_system_schedulable_on_its_targets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def late(file: Path, status: int) -> list[str]:
        capsys.readouterr()
        assert run("analyze", str(file), "--json") == status
        analysis: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert analysis["schedulable"] == (status == 0)
        return [thread["name"] for thread in analysis["threads"] if not thread["ok"]]

    file = tmp_path / "motor.toml"
    file.write_text(MOTOR)
    assert late(file, 1) == ["report"]
    other = tmp_path / "nonpreemptive.toml"
    text = MOTOR.replace("priority = 1", "priority = 1\nthreshold = 0")
    other.write_text(text.replace("priority = 2", "priority = 2\nthreshold = 0"))
    assert late(other, 1) == ["current"]

    assert run("assign", str(file), "--write") == 0
    lines = file.read_text().splitlines()
    assert [line for line in lines if not line.startswith("threshold")] == MOTOR.splitlines()
    assert [line for line in lines if line.startswith("threshold")] == [
        "threshold = 0",
        "threshold = 1",
    ]
    assert late(file, 0) == []

    folder = tmp_path / "program"
    for target in TARGETS:
        assert run("generate", str(file), "--output", str(folder), "--target", target, "--run") == 0
        assert " misses 0 " in capsys.readouterr().out
        assert run("compare", str(file), "--target", target, "--json") == 0
        done = json.loads(capsys.readouterr().out)
        assert done["ok"]
        assert done["is_whole"]
        assert [thread["jobs"] for thread in done["threads"]] == [80, 70, 28]
        for thread in done["threads"]:
            assert thread["measured"] <= thread["bound"] <= thread["deadline"]
            assert thread["simulated"] <= thread["bound_without_kernel"]
            assert thread["misses"] == 0
