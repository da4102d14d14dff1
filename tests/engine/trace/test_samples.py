# SPDX-License-Identifier: Apache-2.0
"""Goal: the sample traces open, are small, and agree with their table.

Method: each file is shown by info, stats and dump; the table names each file and no other; its
numbers of switches are counted.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from limen.cli import main
from limen.trace import TrxTrace, open_trace
from limen.trace.sql import open_database

FOLDER = Path(__file__).parents[3] / "examples/traces"
FILES = sorted(path.name for path in FOLDER.iterdir() if path.suffix in {".limen", ".trx"})
BYTES_MAX = 60_000


def named() -> set[str]:
    """Return the files that the table names.

    ``-TARGET`` after a name is the same sample of another target.
    """
    found = set()
    for row in (FOLDER / "README.md").read_text().splitlines():
        if not row.startswith("| `"):
            continue
        first, *others = re.findall(r"`([^`]+)`", row.split("|")[1])
        found.add(first)
        found |= {first.replace("-host.limen", f"{other}.limen") for other in others}
    return found


def test_the_table_names_each_file() -> None:
    assert named() == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_sample_opens(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = FOLDER / name
    assert path.stat().st_size < BYTES_MAX
    for command in ("info", "stats", "dump"):
        with pytest.raises(SystemExit) as end:
            main(["trace", command, "--json", str(path)])
        assert end.value.code == 0
        found = json.loads(capsys.readouterr().out)
        assert len(found) > 2, command


@pytest.mark.parametrize("name", FILES)
def test_a_sample_has_no_empty_places(name: str) -> None:
    trace = open_trace(FOLDER / name)
    if isinstance(trace, TrxTrace):
        assert trace.header.capacity - len(trace) <= 1
    else:
        assert len(trace) <= trace.record_capacity < 1.1 * len(trace)


@pytest.mark.parametrize(
    ("name", "query", "expected"),
    [
        (
            "window-interrupt-host.limen",
            "SELECT DISTINCT lane_name FROM held_off WHERE level = 15 ORDER BY 1",
            [("p15",), ("p16",), ("p17",), ("p18",), ("p19",)],
        ),
        (
            "inversion-chain-plain-host.limen",
            "SELECT lane_name, owner_name FROM waits WHERE what = 'mutex' ORDER BY begin_event",
            [("second", "first"), ("third", "second"), ("high", "third")],
        ),
        (
            "inversion-plain-host.limen",
            "SELECT duration, unbounded_event IS NOT NULL FROM inversions",
            [(300_000, True)],
        ),
        (
            "io-overlap-polling-host.limen",
            "SELECT sum(duration)::BIGINT FROM slices WHERE lane > 0",
            [(3_002_500,)],
        ),
        ("io-overlap-threads-host.limen", "SELECT max(time) FROM events", [(1_750_000,)]),
        (
            "starvation-starved-host.limen",
            "SELECT count(*) FROM slices WHERE lane_name = 'worker'",
            [(0,)],
        ),
    ],
)
def test_what_the_table_says(name: str, query: str, expected: list[tuple[Any, ...]]) -> None:
    with open_database(open_trace(FOLDER / name)) as database:
        assert list(database.query(query).rows) == expected


def test_a_threshold_saves_switches() -> None:
    def switches(case: str) -> int:
        trace = open_trace(FOLDER / f"threshold-{case}-mps2-an385.limen")
        assert not isinstance(trace, TrxTrace)
        return int((trace.event == 2).sum())

    assert switches("preemptive") > 1.5 * switches("threshold")
