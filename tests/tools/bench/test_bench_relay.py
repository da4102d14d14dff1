# SPDX-License-Identifier: Apache-2.0
"""Goal: the rows of simulated cores measure a repeatable run with work on each core.

Method: bench-relay with fewer events, twice for each number of cores.
"""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from limen.bench.measure import host_results
from limen.errors import RunError
from limen.run import build, find_root, target_named

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the bare switch is written for x86-64"
)
ROOT = find_root(Path(__file__).parent)
EVENTS = 50_000


@pytest.fixture(scope="module")
def relay() -> Path:
    lines: list[str] = []
    return build(ROOT, target_named("host"), ["bench-relay"], lines.append)["bench-relay"]


def test_a_run_of_several_cores_repeats(relay: Path) -> None:
    sums = set()
    for cores in (2, 3, 8):
        first, second = (host_results(relay, [str(cores), str(EVENTS)]) for _ in range(2))
        assert first["relay_events"] == second["relay_events"] >= EVENTS
        assert first["relay_sum"] == second["relay_sum"]
        sums.add(first["relay_sum"])
    assert len(sums) == 3


def test_more_cores_than_there_are_are_refused(relay: Path) -> None:
    with pytest.raises(RunError, match="bench-relay: it failed: the number of cores: 1 to 8"):
        host_results(relay, ["9"])
