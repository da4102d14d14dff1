# SPDX-License-Identifier: Apache-2.0
"""Goal: after a sleep in which the clock of a board stopped, the time includes the sleep.

Method: the program checks itself, on each board whose clock can be set. The first sleep takes three
periods of a stamp of the trace, which has its full length.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from limen.run import ALL_TARGETS, Target, build, find_root, run_program
from limen.trace import Event, read_trace

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-stopped-clock"
FIXED = {"microbit"}  # its counter cannot be written
BOARDS = tuple(
    one for one in ALL_TARGETS if one.can_run and not one.is_host and one.name not in FIXED
)
TURN = 2**32


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
def test_time_goes_on_behind_the_sleep(target: Target, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, "stopped clock ok\n")
    trace = read_trace(tmp_path / "trace.limen")
    (begin,) = np.flatnonzero(trace.event == Event.THREAD_SLEEP)
    behind = np.flatnonzero(trace.event == Event.TIMER_EXPIRE)
    assert behind.size == 2
    slept = trace.time[behind] - trace.time[begin]
    assert ((slept >= 3 * TURN) & (slept < 3 * TURN + TURN // 1000)).all()
