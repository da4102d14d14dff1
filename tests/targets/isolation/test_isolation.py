# SPDX-License-Identifier: Apache-2.0
"""Goal: an attack of a user thread ends only this thread, and changes nothing else.

Method: attacks.c makes each attack, and prints those that did not end as expected; lives.c has
scenes of creation, faults, mutexes and restarts; bystanders.c makes all attacks, or harmless work
instead, beside threads whose traces are compared; random.c makes random calls with random
registers, and jumps to random places; sweep.c interrupts calls at each instruction; cores.c attacks
on two cores that exchange messages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from limen.builds.process import execute
from limen.run import build, find_root, run_program, target_named
from limen.trace import Event, Trace, open_trace, read_trace
from limen.trace.findings import findings
from limen.trace.locations import locate

ROOT: Final = find_root(Path(__file__).parent)
OF_32_BITS: Final = (
    "mps2-an385",
    "mps2-an386",
    "mps2-an500",
    "mps2-an505",
    "mps3-an547",
    "virt-riscv32",
)
TARGETS: Final = (*OF_32_BITS, "virt-riscv64")  # random.S loads words
OF_CORES: Final = ("mps2-an521", "virt-riscv32")
ATTACKS_OF_CORE: Final = 14  # each of them twice
FEW: Final = 2_000
# For each seed: ten million on RISC-V, one million on the Cortex-M3, whose MPU QEMU changes slowly.
MANY: Final = dict.fromkeys(OF_32_BITS, 50_000) | {"mps2-an385": 125_000, "virt-riscv32": 1_250_000}
PERIOD_TICKS: Final = 10_000
PLACES: Final = 20
FAULTS: Final = 25
# Instructions: an alarm of the attacker, which is served before that of another thread.
MOVED_MAX: Final = 500
ABOUT_A_THREAD: Final = (
    *(Event.READY, Event.SUSPEND, Event.RELEASE, Event.COMPLETE),
    *(Event.DEADLINE_MISS, Event.OVERRUN),
)
NOT_OF_A_THREAD: Final = (*ABOUT_A_THREAD, Event.SWITCH, Event.IRQ_ENTER, Event.IRQ_EXIT)
WITH_A_TIME: Final = (Event.COMPLETE, Event.THREAD_SLEEP)


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
    uart = tmp_path / "uart"
    command = target.command(program, [], ["-serial", f"file:{uart}"])
    run = execute(command, directory=tmp_path)
    assert (run.status, run.output) == (0, "done\n")
    assert uart.read_text() == "sent by a user thread\n"


@pytest.mark.parametrize("name", TARGETS)
def test_faults_are_findings(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-lives-traced"], lambda _: None)[
        "isolation-lives-traced"
    ]
    run = run_program(target, program, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, "done\n")
    assert run.trace is not None
    trace = open_trace(run.trace)
    assert isinstance(trace, Trace)
    said = "user accessed 0x[0-9a-f]+, outside of its regions, by the instruction at 0x[0-9a-f]+"
    times = (": the first of 4 faults", ": the first of 2 faults", "", "")
    for text, more in zip(faults_of(trace, "user"), times, strict=True):
        assert re.match(f"{said}{more}\\.", text), text
    locate(trace, program)
    for text, more in zip(faults_of(trace, "user"), times, strict=True):
        said = (
            r"user wrote to 0x[0-9a-f]+ \(attack_secret\), outside of its regions, at lives.c:\d+"
        )
        assert re.match(f"{said}{more}\\.", text), text
    read, wrote = faults_of(trace, "driver")
    assert re.match(r"driver read 0x[0-9a-f]+, outside of its regions, at place.h:\d+", read), read
    said = r"driver wrote to 0x[0-9a-f]+20, outside of its regions, at attacks.h:\d+"
    assert re.match(said, wrote), wrote
    waits = [
        trace.native.describe(at) for at in np.flatnonzero(trace.event == Event.READY).tolist()
    ]
    assert sum(text.endswith("owner died") for text in waits) == 2


def faults_of(trace: Trace, thread: str) -> list[str]:
    """Return the sentences of the findings about the faults of a thread."""
    found = [one["sentence"] for one in findings(trace) if one["kind"] == "fault"]
    return [text for text in found if text.startswith(f"{thread} ")]


@pytest.mark.parametrize("name", OF_32_BITS)
def test_attacks_leave_the_traces_of_others_as_they_are(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-bystanders"], lambda _: None)["isolation-bystanders"]
    traces = []
    for what in ("harmless", "attack"):
        (tmp_path / what).mkdir()
        run = run_program(target, program, [what], scratch=tmp_path / what)
        assert (run.status, run.output) == (0, "")
        assert run.trace is not None
        traces.append(read_trace(run.trace))
    harmless, attacked = traces
    assert (attacked.event == Event.FAULT).sum() >= FAULTS
    assert not (harmless.event == Event.FAULT).any()
    for thread in ("boss", "control", "producer", "consumer", "slow"):
        before, after = story(harmless, thread), story(attacked, thread)
        assert [row[1:] for row in before] == [row[1:] for row in after], thread
        assert len(before) > len(("release", "ready", "complete"))
        if thread != "slow":  # the others are more urgent than the attacker
            moved = max(abs(b[0] - a[0]) for a, b in zip(before, after, strict=True))
            assert (target.instructions(moved) or 0) <= MOVED_MAX, thread


def story(trace: Trace, name: str) -> list[tuple[int, ...]]:
    """Return time, event, object and the other fields of all events by or about a thread."""
    number = next(number for number, one in trace.objects.items() if one.name == name)
    is_about = np.isin(trace.event, ABOUT_A_THREAD) & (trace.object == number)
    did = (trace.thread == number) & (trace.depth == 0) & ~np.isin(trace.event, NOT_OF_A_THREAD)
    at = np.flatnonzero(is_about | did)
    b = np.where(np.isin(trace.event[at], WITH_A_TIME), 0, trace.b[at])
    rows = zip(trace.time[at], trace.event[at], trace.object[at], trace.a[at], b, strict=True)
    return [tuple(map(int, row)) for row in rows]


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
    """Return the number of actions, and the output of the program."""
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


@pytest.mark.long("one more kernel, for several cores")
@pytest.mark.parametrize("name", OF_CORES)
def test_each_core_has_its_own_protection(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["isolation-cores"], lambda _: None)["isolation-cores"]
    run = run_program(target, program, [], scratch=tmp_path)
    said = re.fullmatch(
        r"messages 500, bad 0, turns (\d+), faults (\d+)\ndeaths (\d+), "
        r"told to itself (\d+), to its core (\d+), to the other core (\d+)\n",
        run.output,
    )
    assert said is not None, run.output
    turns, faults, deaths, *told = map(int, said.groups())
    assert turns > ATTACKS_OF_CORE
    assert faults > ATTACKS_OF_CORE
    assert min(told) > 0, "each kind of next owner"
    assert deaths - sum(told) in {0, 1}, (
        "each death is reported once; the last one may not have been reported yet"
    )


@pytest.mark.parametrize("name", TARGETS)
def test_the_example_survives_its_parser(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["example-hostile_input"], lambda _: None)[
        "example-hostile_input"
    ]
    run = run_program(target, program, [], scratch=tmp_path)
    expected = "parser: 1000 faults; logger: 1000 texts; control loop: ran, 0 late\n"
    assert (run.status, run.output) == (0, expected)
