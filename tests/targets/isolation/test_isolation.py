# SPDX-License-Identifier: Apache-2.0
"""Goal: whatever a user thread does, it ends alone, and nothing else changes.

Method: attacks.c makes each attack, and prints those that did not end as they should; lives.c has
scenes of creation, faults, mutexes and restarts; random.c makes random calls with random registers,
and jumps to random places; sweep.c interrupts calls at each instruction.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import pytest

from limen.run import build, find_root, run_program, target_named
from limen.trace import open_trace
from limen.trace.findings import findings
from support.further import IS_LONG

ROOT: Final = find_root(Path(__file__).parent)
TARGETS: Final = ("mps2-an385", "virt-riscv32", *(("virt-riscv64",) if IS_LONG else ()))
OF_32_BITS: Final = TARGETS[:2]  # random.S loads words
FEW: Final = 2_000
# Of each seed; an emulated MPU is slow to change. Together ten million.
MANY: Final = {"mps2-an385": 50_000, "virt-riscv32": 1_200_000}
PERIOD_TICKS: Final = 10_000
PLACES: Final = 20


@pytest.mark.parametrize("name", TARGETS)
def test_attacks_change_nothing(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-attacks"], lambda _: None)["isolation-attacks"]
    run = run_program(target, program, [], scratch=tmp_path)
    lines = run.output.splitlines()
    assert run.status == 0, run.output
    assert lines[-1].split(", ")[1:] == ["messages 1000", "secret 42", "forbidden 0"]
    assert int(lines[-1].split(",")[0].split()[1]) >= 40
    assert lines[:-1] == [], "attacks that ended in another way"


@pytest.mark.parametrize("name", TARGETS)
def test_lives(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-lives"], lambda _: None)["isolation-lives"]
    run = run_program(target, program, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, "done\n")


@pytest.mark.parametrize("name", TARGETS)
def test_faults_are_findings(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-lives-traced"], lambda _: None)[
        "isolation-lives-traced"
    ]
    run = run_program(target, program, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, "done\n")
    assert run.trace is not None
    found = [one["sentence"] for one in findings(open_trace(run.trace)) if one["kind"] == "fault"]
    said = "user bad access at address 0x[0-9a-f]+, by the instruction at 0x[0-9a-f]+"
    assert len(found) == 4
    for text, times in zip(found, (" 4 times, first", " 2 times, first", "", ""), strict=True):
        assert re.match(f"Fault{times}: {said}\\.", text), text


@pytest.mark.parametrize("name", TARGETS)
def test_a_fault_can_end_the_program(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-lives"], lambda _: None)["isolation-lives"]
    run = run_program(target, program, ["halt"], scratch=tmp_path)
    assert run.status == 3
    assert "in thread user" in run.output


@pytest.mark.parametrize("library", ["", "-traced"])
@pytest.mark.parametrize("name", TARGETS)
def test_budgets(name: str, library: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = f"isolation-budget{library}"
    run = run_program(
        target, build(ROOT, target, [program], lambda _: None)[program], [], scratch=tmp_path
    )
    assert (run.status, run.output) == (0, "done\n")
    if library:
        assert run.trace is not None
        found = [one for one in findings(open_trace(run.trace)) if one["kind"] == "budget"]
        said = "Budget( .* times, first)?: spins has used up 200 µs, and (.*?)\\. Find out why"
        ends = [re.match(said, one["sentence"]) for one in found]
        assert {end[2] for end in ends if end is not None} == {
            "waits for its next period",
            "is ended",
            "is restarted",
        }
        assert None not in ends


@pytest.mark.parametrize("name", TARGETS)
def test_the_end_of_a_budget_can_end_the_program(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-budget"], lambda _: None)["isolation-budget"]
    run = run_program(target, program, ["halt"], scratch=tmp_path)
    assert run.status == 3, run.output


@pytest.mark.parametrize("name", OF_32_BITS)
def test_random_actions_change_nothing(name: str, tmp_path: Path) -> None:
    seed = os.environ.get("LIMEN_SEED", "1")
    print(f"LIMEN_SEED={seed}")
    actions, said = random_actions(name, seed, FEW, tmp_path)
    assert actions >= FEW, said


@pytest.mark.long("ten million actions of several seeds take hours of an emulator")
@pytest.mark.parametrize("seed", range(2, 10))
@pytest.mark.parametrize("name", OF_32_BITS)
def test_many_random_actions_change_nothing(name: str, seed: int, tmp_path: Path) -> None:
    actions, said = random_actions(name, str(seed), MANY[name], tmp_path)
    assert actions >= MANY[name], said


def random_actions(name: str, seed: str, count: int, folder: Path) -> tuple[int, str]:
    """The number of actions, and what the program has printed."""
    target = target_named(name)
    program = build(ROOT, target, ["isolation-random"], lambda _: None)["isolation-random"]
    arguments = [seed, str(count)]
    run = run_program(target, program, arguments, scratch=folder, timeout_seconds=1200)
    said = re.fullmatch(
        r"intact, actions (\d+), faults (\d+), jobs (\d+), late (\d+) ticks", run.output.strip()
    )
    assert said is not None, run.output
    actions, faults, jobs, late = map(int, said.groups())
    assert faults > 0
    assert jobs > 0
    assert late < PERIOD_TICKS, "the bystander has lost a job"
    return actions, run.output


@pytest.mark.parametrize("name", OF_32_BITS)
def test_an_interrupt_at_each_instruction_breaks_nothing(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-sweep"], lambda _: None)["isolation-sweep"]
    run = run_program(target, program, [], scratch=tmp_path)
    said = re.fullmatch(
        r"violations 0, mistakes 0, faults 0, lost 0, in user \d+, places (\d+)\n", run.output
    )
    assert said is not None, run.output
    assert int(said[1]) >= PLACES, "instructions of the gate that were interrupted"


@pytest.mark.parametrize("name", TARGETS)
def test_the_example_survives_its_parser(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["example-hostile_input"], lambda _: None)[
        "example-hostile_input"
    ]
    run = run_program(target, program, [], scratch=tmp_path)
    expected = "parser: 1000 faults; logger: 1000 texts; control loop: ran, 0 late\n"
    assert (run.status, run.output) == (0, expected)
