# SPDX-License-Identifier: Apache-2.0
"""Goal: the row of the simulated day measures a complete day of a system that meets its deadlines.

Method: bench-day with shorter days, one of them with twice the work.
"""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from limen.bench.measure import host_results
from limen.errors import RunError
from limen.run import build, find_root, target_named

pytestmark = [
    pytest.mark.long("one more library of the host, for a benchmark"),
    pytest.mark.skipif(
        platform.machine() != "x86_64", reason="the bare switch is written for x86-64"
    ),
]
ROOT = find_root(Path(__file__).parent)
JOBS_IN_SECOND = 50 + 20 + 10 + 5 + 2 + 1
MINUTE = 60


@pytest.fixture(scope="module")
def day() -> Path:
    lines: list[str] = []
    return build(ROOT, target_named("host"), ["bench-day"], lines.append)["bench-day"]


def test_every_job_of_the_day_runs(day: Path) -> None:
    results = host_results(day, [str(MINUTE)])
    assert results["day_jobs"] == MINUTE * JOBS_IN_SECOND
    assert results["day_to_wall_clock"] > 0
    assert results["day_job_to_bare_ratio"] > 0


def test_a_missed_deadline_is_refused(day: Path) -> None:
    with pytest.raises(RunError, match=r"bench-day: it failed: network: missed deadlines"):
        host_results(day, [str(MINUTE), "200"])


def test_a_day_in_which_no_thread_waits_for_another_is_refused(day: Path) -> None:
    with pytest.raises(RunError, match=r"report: never had to wait"):
        host_results(day, [str(MINUTE), "0"])
