# SPDX-License-Identifier: Apache-2.0
"""Goal: the labs about switches and messages come out on every processor as on the Cortex-M3.

Method: all events of cycles in the steady state, and so all switches and messages, are the same.
Times differ, so cases in which threads work for a time are left out. In short tests one case of
each lab is a sample.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.lab import load_lab
from limen.run import (
    MORE_PORT_TARGETS,
    PORT_TARGETS,
    build,
    find_root,
    run_program,
    target_named,
)
from limen.trace import Event, cycle_window, read_trace

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
REFERENCE = target_named("mps2-an385")
IS_LONG: Final = bool(os.environ.get("LIMEN_LONG"))
TARGETS = (*PORT_TARGETS, *MORE_PORT_TARGETS) if IS_LONG else PORT_TARGETS
LABS: Final = ("threshold", "priorities", "switch-cost")
WORKS: Final = re.compile(r"burst-.*|slice|empty|own|store")  # no switches, or after a time
SAMPLE: Final = {"threshold", "equal", "interrupt"}
FIRST, LAST = 4, 7  # cycles of the steady state


def cycles(target: Target, lab: str, case: str, scratch: Path) -> list[tuple[int, int, int]]:
    """Event, thread and object of all events of the cycles."""
    program = build(ROOT, target, [f"lab-{lab}"], lambda _: None)[f"lab-{lab}"]
    scratch.mkdir()
    run = run_program(target, program, [case], scratch=scratch)
    assert run.status == 0, run.output
    assert run.trace is not None
    trace = read_trace(run.trace)
    first, _ = cycle_window(trace, FIRST)
    _, last = cycle_window(trace, LAST)
    columns = (trace.event, trace.thread, trace.object)
    return list(zip(*(column[first:last].tolist() for column in columns), strict=True))


@pytest.mark.parametrize(
    ("lab", "case"),
    [
        (lab, case.name)
        for lab in LABS
        for case in load_lab(ROOT, lab).cases
        if not WORKS.fullmatch(case.name) and (IS_LONG or case.name in SAMPLE)
    ],
)
def test_a_cycle_is_that_of_the_cortex_m3(lab: str, case: str, tmp_path: Path) -> None:
    expected = cycles(REFERENCE, lab, case, tmp_path / REFERENCE.name)
    assert case == "call" or Event.SWITCH in {event for event, _, _ in expected}
    for target in TARGETS:
        assert cycles(target, lab, case, tmp_path / target.name) == expected, target.name
