# SPDX-License-Identifier: Apache-2.0
"""Goal: a fault ends the program with one report of its place.

An overflow of a stack does so, too, regardless of the overwritten data: the report names the
thread.

Method: an undefined instruction in each context, and endless recursion in each, on every board.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.run import (
    MORE_PORT_TARGETS,
    OWNED_TARGETS,
    PORT_TARGETS,
    TARGETS,
    build,
    find_root,
    run_program,
    target_named,
)
from support.further import IS_LONG

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-faults"
BOARDS = (*(target for target in TARGETS if target.name != "host"), *PORT_TARGETS, *OWNED_TARGETS)
FIRST_INTERRUPT = 16
# One board for each instruction set. The long tests have each way to find the end of a stack.
# rp2040-ram is excluded, because an image in RAM overwrites itself.
EACH_PORT: Final = tuple(map(target_named, ("mps2-an385", "virt-riscv32")))
ALL: Final = (*(board for board in BOARDS if board.name != "rp2040-ram"), *MORE_PORT_TARGETS)
WITH_LIMITS: Final = ("mps2-an505", "mps2-an521", "mps3-an547")
WHAT: Final = "fault: the processor met an instruction or address that it cannot handle"
MAIN: Final = "fault: the main stack has overflowed"


def said_in(context: str, target: Target, folder: Path, program: str = PROGRAM) -> str:
    """Return the program's output without the emulator's lines.

    The program must end with status 3.
    """
    executable = build(ROOT, target, [program], lambda _: None)[program]
    run = run_program(target, executable, [context], scratch=folder)
    lines = [line for line in run.output.splitlines() if not line.startswith("emulator: ")]
    assert run.status == 3, run.output
    assert sum(line.startswith("fault: ") for line in lines) == (context != "twice"), run.output
    return "\n".join(lines)


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
@pytest.mark.parametrize(
    ("context", "where"),
    [
        ("start", "before the first thread"),
        ("thread", "in thread worker"),
        ("full", "in thread worker; its stack is used up"),
        ("handler", "in the handler of "),
    ],
)
def test_fault_is_reported(target: Target, context: str, where: str, tmp_path: Path) -> None:
    what, report = said_in(context, target, tmp_path).splitlines()
    assert what == WHAT
    match = re.fullmatch(
        rf"at ([0-9a-f]{{8}}), (?:lr|ra) [0-9a-f]{{8}}, {re.escape(where)}"
        r"(?:exception (\d+)|(an interrupt))?",
        report,
    )
    assert match is not None, report
    at, exception, interrupt = match.groups()
    assert int(at, 16) % 2 == 0
    assert ((exception or interrupt) is not None) == (context == "handler")
    assert exception is None or int(exception) >= FIRST_INTERRUPT


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("board-faults-traced", "worker"),
        pytest.param(
            *("board-faults-small", "[0-9a-f]{8}"),
            marks=pytest.mark.long("a library of its own, whose threads have no names"),
        ),
    ],
)
@pytest.mark.parametrize(("context", "how"), [("thread", ""), ("full", "; its stack is used up")])
def test_the_report_knows_the_control_block_of_each_library(
    program: str, name: str, context: str, how: str, tmp_path: Path
) -> None:
    report = said_in(context, target_named("mps2-an385"), tmp_path, program)
    assert re.search(f"in thread {name}{re.escape(how)}$", report), report


@pytest.mark.parametrize("target", ALL if IS_LONG else EACH_PORT, ids=lambda target: target.name)
@pytest.mark.parametrize(
    ("context", "end"),
    [
        ("outside", "in thread worker; its stack is used up"),
        ("overwritten", " is overwritten; a stack is used up"),
        ("handler-full", "\nthe stack of thread worker is used up"),
        ("twice", ""),
    ],
)
def test_a_used_up_stack_is_named(target: Target, context: str, end: str, tmp_path: Path) -> None:
    said = said_in(context, target, tmp_path)
    assert said.endswith(end)
    assert said.startswith(WHAT) or (context, said) == ("twice", "")


@pytest.mark.parametrize("target", ALL, ids=lambda target: target.name)
def test_endless_recursion_in_a_thread_is_reported(target: Target, tmp_path: Path) -> None:
    said = said_in("overflow", target, tmp_path)
    if target.name in WITH_LIMITS:
        assert said == "fault: a stack has overflowed in thread worker"
    else:
        assert said.startswith(WHAT)
        assert said.endswith("in thread worker; its stack is used up")


@pytest.mark.parametrize("target", ALL if IS_LONG else EACH_PORT, ids=lambda target: target.name)
@pytest.mark.parametrize("context", ["start-overflow", "handler-overflow"])
def test_endless_recursion_on_the_main_stack_is_reported(
    target: Target, context: str, tmp_path: Path
) -> None:
    assert said_in(context, target, tmp_path).startswith(MAIN)
