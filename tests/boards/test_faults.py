# SPDX-License-Identifier: Apache-2.0
"""Goal: a program that does what the processor cannot do ends, and tells where it was.

Method: an undefined instruction in each context, on every board.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import PORT_TARGETS, TARGETS, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-faults"
BOARDS = (*(target for target in TARGETS if target.name != "host"), *PORT_TARGETS)
FIRST_INTERRUPT = 16


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
@pytest.mark.parametrize(
    ("context", "where"),
    [
        ("start", "before the first thread"),
        ("thread", "in thread worker"),
        ("full", "in thread worker; its stack is full"),
        ("handler", "in the handler of "),
    ],
)
def test_fault_is_reported(target: Target, context: str, where: str, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [context], scratch=tmp_path)
    assert run.status == 3
    *_, what, report = run.output.splitlines()
    assert what == "fault: the processor met an instruction or address that it cannot handle"
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
