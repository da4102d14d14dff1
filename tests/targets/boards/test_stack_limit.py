# SPDX-License-Identifier: Apache-2.0
"""Goal: on a processor with a stack limit, the first push below a stack ends the program.

The report names the thread, or the handler on the main stack. It names no address, since the
processor has not written one.

Method: the stack exceeds its end in each possible way: calls, the frame of an interrupt, the
context of a switch by an interrupt and of one by a call, a job on a shared stack. The main stack
grows by calls in a handler and before the first thread, and by the frame of a nested interrupt. The
reserve that the port adds to each stack is enough for an interrupt and a switch of a thread with
floats.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.run import build, find_root, run_program, target_named

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM: Final = "board-stack-limit"
FIRST_LINES: Final = {"mps2-an505": 20, "mps3-an547": 80}  # of board.h
TARGETS = tuple(map(target_named, FIRST_LINES))


@pytest.mark.parametrize("way", ["calls", "frame", "context", "wait", "job"])
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_an_overflow_is_caught(target: Target, way: str, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [way], scratch=tmp_path)
    assert run.status == 3, run.output
    assert run.output.startswith("fault: a stack has overflowed in thread digger"), run.output
    # PendSV checks before it stores the context, which would be at the end of the stack and below
    # it.
    assert way != "context" or "used up" not in run.output


@pytest.mark.parametrize(
    ("way", "where"),
    [
        ("handler", "in the handler of exception {line}"),
        ("nested", "in the handler of exception {line}"),
        ("main", "before the first thread"),
    ],
)
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_an_overflow_of_the_main_stack_is_caught(
    target: Target, way: str, where: str, tmp_path: Path
) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [way], scratch=tmp_path)
    place = where.format(line=FIRST_LINES[target.name] + 16)
    assert (run.status, run.output) == (3, f"fault: the main stack has overflowed {place}\n")


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_the_reserve_is_enough(target: Target, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, ["reserve"], scratch=tmp_path)
    assert (run.status, run.output) == (0, "1 switches\n")
