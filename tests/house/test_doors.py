# SPDX-License-Identifier: Apache-2.0
"""Goal: the doors of the house open: make, ./limen, scripts/verify, scripts/setup.

Method: they are called as a person would call them, and looked at from outside.
"""

from __future__ import annotations

import re
import runpy
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import tree

if TYPE_CHECKING:
    from pathlib import Path


def run(*command: str, cwd: Path = tree.ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)


def test_make_says_what_it_can_do() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", tree.read("Makefile"), flags=re.MULTILINE)
    assert phony is not None
    answer = run("make", "--no-print-directory")
    assert re.findall(r"^make (\S+) +\S", answer.stdout, flags=re.MULTILINE) == phony[1].split()


def test_limen_works_from_everywhere(tmp_path: Path) -> None:
    link = tmp_path / "limen"
    link.symlink_to(tree.ROOT / "limen")
    answer = run(str(link), "--help", cwd=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "limen" in answer.stdout


def test_nothing_is_missing_for_the_tests() -> None:
    done = run("scripts/setup", "--check", "all")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_verify_rejects_what_it_does_not_know() -> None:
    answer = run("scripts/verify", "everything")
    assert answer.returncode == 2
    assert answer.stderr == "usage: scripts/verify unit | check | test | test-long\n"


@pytest.fixture
def verify(tmp_path: Path) -> dict[str, Any]:
    """The program's names, with its logs in a folder of the test."""
    names = runpy.run_path(str(tree.ROOT / "scripts" / "verify"))
    names["main"].__globals__.update(ROOT=tmp_path, LOG=tmp_path)
    return names


def test_verify_counts_and_goes_on(
    verify: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    step, main = verify["Step"], verify["main"]
    junit = "<testsuites><testsuite tests='9' failures='1' errors='1' skipped='2'/></testsuites>"
    main.__globals__["STEPS"] = {
        "check": (
            step("good", "true"),
            step("bad", "echo why; false"),
            step("after", "true", needs=("bad",)),
            step("runner", f'echo "{junit}" >runner.xml; false'),
            step("crash", "echo '<testsuite tests=\"3\"/>' >crash.xml; false"),
        )
    }
    assert main(["check"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "    why" in out
    assert "after               not run: bad failed" in out
    assert out[-2] == "failed: bad, runner, crash"
    assert re.fullmatch(r"9 passed, 4 failed in \d+ s", out[-1])
