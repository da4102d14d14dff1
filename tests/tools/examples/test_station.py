# SPDX-License-Identifier: Apache-2.0
"""Goal: the station of the tutorial runs, and its trace shows exactly the planted mistake.

Method: it runs with each mistake on the host and on an emulated Cortex-M3. The errors in the trace
are those of the list below: their kinds and threads on both, and their times on the host. The
healthy station has none. docs/tutorial.md shows the sentences (tests/tools/page/test_pages.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import LAB_TARGETS, build, find_root, run_program, target_named
from limen.trace import open_trace
from limen.trace.findings import findings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
# The errors that each mistake causes, and the number of the first one on the host.
ERRORS: dict[str, tuple[list[tuple[str, str]], int]] = {
    "none": ([], 0),
    "inversion": ([("unbounded_inversion", "sensor")], 175_000),
    "overflow": ([("stack", "logger")], 0),
    "deadlock": ([("deadlock", "logger"), ("error", "logger")], 1),
    "deadline": ([("deadline", "control")], 37_500),
}
CONSOLE = {
    "overflow": "logger has used up its stack\nwatchdog: the logger does not report\n",
}
UART = "station: ready\nstation: the log has results\n"


@pytest.fixture(scope="module")
def programs() -> Mapping[str, Path]:
    """Return the programs by target."""
    return {
        target.name: build(ROOT, target, ["station"], lambda _: None)["station"]
        for target in LAB_TARGETS
    }


@pytest.mark.parametrize("target", LAB_TARGETS, ids=lambda target: target.name)
@pytest.mark.parametrize("fault", ERRORS)
def test_the_trace_shows_the_planted_mistake(
    fault: str, target: Target, programs: Mapping[str, Path], tmp_path: Path
) -> None:
    run = run_program(target, programs[target.name], [fault], scratch=tmp_path)
    assert run.status == 0
    assert run.trace is not None
    # The UART of the emulated board is not connected.
    uart = UART if target.name == "host" else ""
    assert run.output == uart + CONSOLE.get(fault, "")
    found = [one for one in findings(open_trace(run.trace)) if one["severity"] == "error"]
    errors, ticks = ERRORS[fault]
    assert [(one["kind"], one["thread"]) for one in found] == errors
    if target.name == "host" and found:
        assert found[0]["ticks"] == ticks


def test_an_unknown_mistake_is_refused(programs: Mapping[str, Path], tmp_path: Path) -> None:
    run = run_program(target_named("host"), programs["host"], ["bug"], scratch=tmp_path)
    assert (run.status, run.trace) == (2, None)
    assert run.output == (
        "station: unknown fault bug; take inversion, overflow, deadlock, deadline\n"
    )
