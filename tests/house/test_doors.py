# SPDX-License-Identifier: Apache-2.0
"""Goal: the entry points work: make, ./limen, scripts/verify, scripts/setup.

Method: the test calls them as a user would, and checks their output.
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
    """Return the program's names, with its logs in a folder of the test."""
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
    assert out[-4:-1] == ["bad", "runner", "crash"]
    assert out[-5] == "failed:"
    assert re.fullmatch(r"9 passed, 4 failed in \d+ s", out[-1])


JUNIT = (
    "<testsuites><testsuite tests='3' failures='{failed}'>"
    "<testcase classname='room' name='one'>{first}</testcase>"
    "<testcase classname='room' name='two'>{second}</testcase>"
    "<testcase classname='room' name='three'/></testsuite></testsuites>"
)


def test_verify_lets_no_narrow_step_take_the_turn_of_a_wide_one(verify: dict[str, Any]) -> None:
    step, main = verify["Step"], verify["main"]
    main.__globals__.update(PROCESSORS=2)  # and two more steps, since they also wait

    def notes(name: str, processors: int, then: str = "true") -> object:
        return step(name, f"echo {name} >>order && {then}", processors=processors)

    def until(name: str) -> str:
        return f"until grep --quiet {name} order; do sleep 0.01; done"

    main.__globals__["STEPS"] = {
        "check": (
            notes("first", 2, until("wide")),
            notes("second", 1, until("first")),
            notes("wide", 2),
            notes("narrow", 1),
        )
    }
    assert main(["check"]) == 0
    order = (main.__globals__["ROOT"] / "order").read_text().split()
    assert sorted(order[:2]) == ["first", "second"]
    assert order[2:] == ["wide", "narrow"]


def fails_at_first(
    verify: dict[str, Any], again: str, failures: tuple[str, str], status: int = 1
) -> object:
    """Return a step in which some of three tests fail, and the command for its second attempt."""
    first, second = failures
    failed = sum(bool(text) for text in failures)
    report = JUNIT.format(failed=failed, first=first, second=second)
    return verify["Step"]("runner", f'echo "{report}" >runner.xml; exit {status}', again=again)


ALONE = "echo \"<testsuite tests='1'/>\" >runner.xml"


@pytest.mark.parametrize(
    ("again", "failures", "status", "told", "summary"),
    [
        (ALONE, ("<failure/>", ""), 0, "unsteady, passed only alone:", "3 passed, 0 failed"),
        (f"{ALONE}; false", ("<failure/>", ""), 1, "failed:", "2 passed, 1 failed"),
        ("", ("<error/>", ""), 1, "failed:", "2 passed, 1 failed"),
        # The second attempt ran none of them, or not all.
        ("rm -f runner.xml", ("<failure/>", ""), 1, "failed:", "2 passed, 1 failed"),
        (ALONE, ("<failure/>", "<failure/>"), 1, "failed:", "1 passed, 2 failed"),
    ],
)
def test_verify_tries_a_failed_test_once_more_alone(
    verify: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    again: str,
    failures: tuple[str, str],
    status: int,
    told: str,
    summary: str,
) -> None:
    main = verify["main"]
    main.__globals__["STEPS"] = {"check": (fails_at_first(verify, again, failures),)}
    assert main(["check"]) == status
    out = capsys.readouterr().out.splitlines()
    assert out[out.index(told) + 1] == "runner: room: one"
    assert out[-1].startswith(summary)


def test_verify_takes_many_failures_for_what_they_are(
    verify: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    main = verify["main"]
    main.__globals__["SECOND_ATTEMPTS"] = 1
    step = fails_at_first(verify, "touch again", ("<failure/>", "<failure/>"))
    main.__globals__["STEPS"] = {"check": (step,)}
    assert main(["check"]) == 1
    assert not (verify["main"].__globals__["ROOT"] / "again").exists()
    assert "once more" not in capsys.readouterr().out


def test_verify_tries_nothing_again_that_failed_for_more_than_its_tests(
    verify: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Pytest ends with 3 if it fails itself."""
    main = verify["main"]
    step = fails_at_first(verify, ALONE, ("<failure/>", ""), status=3)
    main.__globals__["STEPS"] = {"check": (step,)}
    assert main(["check"]) == 1
    assert "once more" not in capsys.readouterr().out
