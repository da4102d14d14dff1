# SPDX-License-Identifier: Apache-2.0
"""Goal: `limen inject` reports the effect of each fault, and the audit keeps its promise.

The promise: it detects at least 60 % of the flips that change the behaviour of a program, and
reports no damage in an intact kernel.

Method: faults in a program that uses each kind of object. `make test` draws some, `make test-long`
the number of the page.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.errors import RunError
from limen.inject import KINDS, Fault, Outcome, Subject
from limen.run import build, find_root, target_named
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.inject import Trial
    from support.command import Limen

ROOT = find_root(Path(__file__).parent)
FLIPS = 2000 if IS_LONG else 120
SEED = 1
SEEN_LEAST = 0.6


def executable(name: str) -> Path:
    return build(ROOT, target_named("host"), [name], lambda _: None)[name]


@pytest.fixture(scope="module")
def subject() -> Subject:
    return Subject(executable("host-parts"))


def trials(subject: Subject, kind: str, count: int) -> Sequence[Trial]:
    faults = [subject.fault(kind, number, SEED) for number in range(count)]
    with ThreadPoolExecutor(cpu_count()) as pool:
        return list(pool.map(subject.trial, faults))


@pytest.mark.long("make bench measures it")
def test_the_audit_sees_most_flips_that_change_what_the_program_does(subject: Subject) -> None:
    done = trials(subject, "flip", FLIPS)
    changed = [trial for trial in done if trial.outcome is not Outcome.SAME]
    assert len(changed) > FLIPS / 8
    assert not any(trial.false_alarm for trial in done)
    assert sum(trial.is_seen for trial in changed) >= SEEN_LEAST * len(changed)
    assert all(trial.at_once for trial in done)  # it survives the damage that it examines


@pytest.mark.parametrize("kind", ["jump", "storm"])
def test_time_and_interrupts_are_no_damage(subject: Subject, kind: str) -> None:
    for trial in trials(subject, kind, 6):
        assert trial.outcome in {Outcome.SAME, Outcome.DIFFERENT, Outcome.ANSWERED}
        assert trial.at_once == "none"


def test_a_clock_that_was_set_back_behind_the_last_alarm_is_seen(subject: Subject) -> None:
    far = Fault("back", subject.end // 2, subject.end // 4)
    assert subject.trial(far).at_once == "time"


def test_the_end_of_a_stack_is_watched_and_a_deep_one_ends_the_program(subject: Subject) -> None:
    assert {trial.at_once for trial in trials(subject, "stack", 3)} == {"stack"}
    assert {trial.outcome for trial in trials(subject, "deep", 3)} == {Outcome.ANSWERED}


def test_a_trace_of_which_a_part_is_lost_is_refused_or_read(subject: Subject) -> None:
    done = {trial.outcome for trial in trials(subject, "cut", 40)}
    assert done == {Outcome.SAME, Outcome.ANSWERED, Outcome.DIFFERENT}


def test_a_fault_repeats(subject: Subject) -> None:
    fault = subject.fault("flip", 0, SEED)
    assert subject.trial(fault) == subject.trial(Fault.parse(str(fault)))
    assert fault == subject.fault("flip", 0, SEED)
    assert fault != subject.fault("flip", 1, SEED)


def test_the_command_prints_a_table_and_one_fault(tmp_path: Path, limen: Limen) -> None:
    out = tmp_path / "faults.csv"
    status, shown, _ = limen(
        "inject", "host-parts", "--kinds", "stack,deep", "--faults", "2", "--out", out
    )
    assert status == 0
    assert "stack" in shown
    assert "In 0 runs, the audit reported damage before the fault." in shown
    fault = out.read_text("utf-8").splitlines()[1].partition(",")[0]
    of_one = tmp_path / "one.csv"
    _, shown, _ = limen("inject", "host-parts", "--only", fault, "--out", of_one)
    assert "audit, at once: stack" in shown
    assert of_one.read_text("utf-8").splitlines() == out.read_text("utf-8").splitlines()[:2]


def test_a_kind_that_is_named_twice_counts_once(limen: Limen) -> None:
    _, shown, _ = limen("inject", "host-parts", "--kinds", "stack,stack", "--faults", "1")
    assert [line.split()[1:4] for line in shown.splitlines() if " stack " in line] == [
        ["stack", "│", "1"]
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--kinds", "flip,wind"], f"take some of {', '.join(KINDS)}"),
        (["--only", "flip:1"], "this is not KIND:INSTANT:NUMBER"),
        (["--only", f"flip:1:{'9' * 5000}"], "this is not KIND:INSTANT:NUMBER"),
        (
            ["--only", "storm:1:65536"],
            "there is no storm with this number; take a number from 0 to",
        ),
        (["--only", f"flip:{2**62}:1"], "before it; take an instant from 0 to"),
    ],
)
def test_wrong_options_are_refused(options: list[str], said: str, limen: Limen) -> None:
    status, _, error = limen("inject", "host-parts", *options)
    assert status != 0
    assert said in error


def test_a_program_that_does_not_end_well_is_refused() -> None:
    with pytest.raises(RunError, match="take a program of the host that ends in virtual time"):
        Subject(executable("host-answer"))
