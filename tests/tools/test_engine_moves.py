# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine finds the moves in a trace that the Python finds.

Method: every column of both, for all traces of the repository, for random and for hostile ones.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.engine import engine
from limen.errors import TraceError
from limen.trace import parse_trace
from limen.trace.analysis import analyse
from limen.trace.format import record_dtype
from limen.trace.trx import looks_like_trx, parse_trx
from support.random_moves import PRIORITIES, random_moves
from support.synthetic import Recorder
from test_analysis_hostile import random_bytes, random_trx, small_numbers
from test_statistics import million_events
from test_trx_statistics import million

if TYPE_CHECKING:
    from limen.trace import Trace
    from limen.trace.analysis.moves import Moves
    from limen.trace.timeline import Steps

TESTS = Path(__file__).parent
ROOT = TESTS.parents[1]
FILES = sorted(
    path
    for folder in (ROOT / "examples/traces", TESTS / "data", TESTS / "golden")
    for path in folder.rglob("*")
    if path.suffix in {".limen", ".trx", ".hex"}
)
ROUNDS = 3000 if os.environ.get("LIMEN_LONG") else 60
U16_MAX = 0xFFFF
NUMBER_BITS = (1 << 63) - 1  # the Python has no words with the highest bit

Columns = dict[tuple[str, str], Any]


def steps(name: str, values: Steps, lanes: int) -> Columns:
    first = np.searchsorted(values.thread, np.arange(lanes + 1))
    return {
        (name, "initial"): values.initial[:lanes],
        (name, "first"): first,
        (name, "at"): values.at,
        (name, "value"): values.value,
    }


def expected(moves: Moves, *, is_threadx: bool) -> Columns:
    """The columns of the Python under the names of the engine."""
    found: Columns = {
        ("moves", "did"): moves.did,
        ("moves", "running"): moves.running,
        ("moves", "in_interrupt"): moves.in_interrupt,
        ("moves", "depth"): np.minimum(moves.depth, 255) if is_threadx else [],
        ("completions", "at"): moves.releases.at,
        ("completions", "lane"): moves.releases.lane,
        ("completions", "response"): moves.releases.response,
        ("misses", "at"): moves.releases.missed_at,
        ("misses", "lane"): moves.releases.missed_lane,
        ("released", "lane"): moves.releases.released,
        ("urgency", "at"): moves.urgency,
        ("urgency", "lane"): moves.urgency_of,
        ("points", "at"): sorted(moves.points),
    }
    parts: list[tuple[str, Any, str]] = [
        ("ready_moves", moves.ready, "at lane outcome"),
        ("suspend_moves", moves.suspend, "at lane what object outcome call"),
        ("switch_moves", moves.switches, "at leaves comes reason own"),
        ("calls", moves.calls, "at lane what object owner is_send bits"),
        ("interrupts", moves.interrupts, "core begin end number depth"),
    ]
    for table, part, names in parts:
        found |= {(table, name): getattr(part, name) for name in names.split()}
    found["suspend_moves", "what"] = np.minimum(moves.suspend.what, U16_MAX)
    for name in ("priority", "base", "level", "how"):
        found |= steps(name, getattr(moves, name), len(moves.lanes))
    return found


def compare(image: bytes, name: str) -> None:
    """Every column of both readers."""
    is_threadx = looks_like_trx(image[:32]) or name.endswith(".trx")
    try:
        moves = analyse(parse_trx(image) if is_threadx else parse_trace(image)).moves
    except TraceError:
        return
    opened = engine().Trace(image, name)
    tables = opened.tables()
    for (table, column), values in expected(moves, is_threadx=is_threadx).items():
        known = np.asarray(values).astype(np.int64)
        found = (tables[table][column].astype(np.uint64) & NUMBER_BITS).astype(np.int64)
        found = np.where(found == NUMBER_BITS, -1, found)
        found = np.where(found == NUMBER_BITS - 1, -2, found)
        assert len(found) == len(known), (name, table, column, len(found), len(known))
        wrong = np.flatnonzero(found != known)
        assert len(wrong) == 0, (name, table, column, wrong[:5], found[wrong[:5]], known[wrong[:5]])
    fills = opened.fills()
    assert [row[:3] for row in fills] == [(one.object, one.kind, one.name) for one in moves.fills]
    for (*_, at, value), one in zip(fills, moves.fills, strict=True):
        assert at.tolist() == one.at.tolist()
        assert value.tolist() == one.value.tolist(), (name, one)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_traces_of_the_repository(path: Path) -> None:
    if path.suffix == ".hex":
        digits = " ".join(line.split("#")[0] for line in path.read_text().splitlines())
        compare(bytes.fromhex(digits), "x.limen")
    else:
        compare(path.read_bytes(), path.name)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_traces(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    compare(random_bytes(choose, choose.choice((1, 2, 9, 300))), "x.limen")
    compare(small_numbers(choose), "x.limen")
    events = random_moves(seed, choose.randrange(150), periodic=bool(seed & 1))
    made = Recorder(records=2 * len(events) + 1, object_capacity=len(PRIORITIES))
    for number, priority in PRIORITIES.items():
        made.name(1, f"T{number}", priority, priority)
    for event in events:
        made.put(*event)
    compare(made.image(), "x.limen")


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("cores", [1, 3, 200])
def test_random_traces_of_threadx(seed: int, cores: int) -> None:
    compare(random_trx(random.Random(seed), cores), "x.trx")  # noqa: S311 - no secret


def image_of(trace: Trace) -> bytes:
    """A trace in memory as a file; its times have 32 bits."""
    made = Recorder(records=1, object_capacity=len(trace.objects))
    for entry in trace.objects.values():
        made.name(entry.kind, entry.name, entry.priority, entry.threshold)
    made.ring, made.records, made.wraps = bytearray(), len(trace), 1
    records = np.zeros(len(trace), record_dtype("<"))
    for name in records.dtype.names or ():
        records[name] = getattr(trace, name)
    return made.image() + records.tobytes()


def test_a_million_events() -> None:
    compare(image_of(million_events()), "x.limen")
    compare(million(), "x.trx")
