# SPDX-License-Identifier: Apache-2.0
"""Goal: the clock of each board agrees with a second counter that it does not use.

It does not jump, and its drift is that of docs/porting.md. No sleep ends early, and each ends
within the time of some hundred instructions, also with interrupts that the kernel never masks and
that come at uneven times.

Method: the program compares the two after each of many sleeps of 1 to 3,000 ticks; LIMEN_LONG makes
20,000 on each board. judging.py writes the table of the page.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest
from judging import CASES, PAGE, SLEEPS, Case, judge, table_of

from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = 500
READING_TICKS = 2


@pytest.mark.parametrize("load", ["idle", "busy"])
@pytest.mark.parametrize(
    "case",
    [case for case in CASES if IS_LONG or case.is_sampled],
    ids=lambda case: case.board,
)
def test_the_clock_agrees_with_the_judge(case: Case, load: str, tmp_path: Path) -> None:
    seed = int(os.environ.get("LIMEN_SEED") or random.SystemRandom().randrange(1 << 32))
    sleeps = SLEEPS if IS_LONG else SAMPLE
    found = judge(case, load, sleeps, seed, tmp_path)
    told = f"{case.board} {load}: {found}, LIMEN_SEED={seed}"
    assert (found.sleeps, found.jumps, found.early) == (sleeps, 0, 0), told
    assert abs(found.drift) <= READING_TICKS + case.drift_an_alarm * sleeps, told
    assert found.latest_us <= case.latest_us or not case.is_punctual(load), told


def test_the_table_has_each_board() -> None:
    rows = [line.split(" | ") for line in table_of(PAGE.read_text()).splitlines()[2:]]
    assert [row[0].removeprefix("| ") for row in rows[::2]] == [case.board for case in CASES]
    assert {row[4] for row in rows} == {"0"}
