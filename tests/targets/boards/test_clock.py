# SPDX-License-Identifier: Apache-2.0
"""Goal: the clock and the alarm of every board keep delays that are longer than the longest alarm.

Periods that are shorter than the alarm's interrupt slow threads down but do not stop them.

Method: the program checks itself. An emulator skips the time in which the processor sleeps, so that
the hours of long delays pass at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import OWNED_TARGETS, PORT_TARGETS, TARGETS, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-clock"
BOARDS = (*(target for target in TARGETS if target.name != "host"), *PORT_TARGETS, *OWNED_TARGETS)


@pytest.mark.parametrize("delays", ["long", "short"])
@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
def test_delays_are_kept(target: Target, delays: str, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [delays], scratch=tmp_path)
    assert (run.status, run.output) == (0, f"{delays} ok\n")
