# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine finds the states, waits, switches and jobs that the Python finds.

Method: every column of both, for all traces of the repository, for random and for hostile ones.
test_engine_plain.py compares with loops over the gaps between events, also several cores, of
which the Python lets a thread run on two at a time.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.engine import engine
from limen.errors import TraceError
from limen.trace import Trace, inversion, parse_trace
from limen.trace.analysis import analyse
from limen.trace.analysis.held import find_blocking
from limen.trace.trx import inversion as trx_inversion
from limen.trace.trx import looks_like_trx, parse_trx
from support.random_events import PRIORITIES as RANDOM_PRIORITIES
from support.random_events import records_about_mutexes
from support.random_moves import PRIORITIES, random_moves
from test_analysis_hostile import random_bytes, random_trx, small_numbers
from test_engine_moves import FILES, ROUNDS, image_of
from test_engine_plain import blocking_of, recorded, windows
from test_statistics import million_events
from test_trx_statistics import million

if TYPE_CHECKING:
    from pathlib import Path

    from limen.trace.analysis import Analysis
    from limen.trace.analysis.held import Pieces
    from limen.trace.trx import TrxTrace

Rows = dict[str, Any]
Tables = dict[str, Rows]
NONE = -1
COLUMNS = {
    "slices": "core lane begin end is_open",
    "states": "lane state kind begin end",
    "waits": "lane what object owner call begin end outcome waker",
    "pieces": "core lane begin end level base how",
    "held_off": "lane begin end by level how",
    "switches": (
        "at core leaves comes reason cause wait since kind held held_first held_last priority level"
    ),
    "wake_ups": "at by lane runs",
    "jobs": (
        "lane is_job end_at release end response start_latency execution ready waiting"
        " interrupted interval missed"
    ),
}


def joined(pieces: Pieces) -> Rows:
    """The pieces without those splits of the Python at which nothing changes."""
    columns = {name: getattr(pieces, name) for name in COLUMNS["pieces"].split()}
    goes_on = pieces.end[:-1] == pieces.begin[1:]
    for name in ("core", "lane", "level", "base", "how"):
        goes_on &= columns[name][1:] == columns[name][:-1]
    first = np.flatnonzero(np.append([True] * min(len(pieces.lane), 1), ~goes_on))
    last = np.append(first[1:], len(pieces.lane))[: len(first)] - 1
    result = {name: column[first] for name, column in columns.items()}
    return result | {"end": pieces.end[last]}


def without_idle(rows: Rows) -> Rows:
    """Inversions of threads: idle has no mutex, and waits for none, but in a trace of nonsense."""
    chosen = (rows["waiter"] > 0) & (rows["owner"] > 0)
    return {name: column[chosen] for name, column in rows.items()}


def inversions(trace: Trace | TrxTrace) -> Rows:
    """The inversions of the Python; whether they are unbounded, only of Limen."""
    if isinstance(trace, Trace):
        limen = inversion.find_inversions(trace)
        lane = np.full(1 << 16, NONE)
        ids = [0, *trace.thread_ids()]
        lane[ids] = np.arange(len(ids))
        columns = {
            "at": limen.at,
            "end": np.where(limen.end > len(trace), NONE, limen.end),
            "waiter": lane[limen.waiter],
            "owner": lane[limen.owner],
            "object": trace.object[limen.at],
            "unbounded_at": limen.unbounded_at,
        }
        return without_idle(columns)
    threadx = trx_inversion.find_inversions(trace)
    return {
        "at": threadx.at,
        "end": np.where(threadx.end == len(trace), NONE, threadx.end),
        "waiter": threadx.waiter,
        "owner": threadx.owner,
        "object": threadx.mutex,
    }


def expected(trace: Trace | TrxTrace, analysis: Analysis) -> Tables:
    """The tables of the Python under the names of the engine."""
    found: Tables = {
        table: {name: getattr(getattr(analysis, table), name) for name in names.split()}
        for table, names in COLUMNS.items()
    }
    found["waits"]["what"] = np.minimum(analysis.waits.what, 0xFFFF)
    found["pieces"] = joined(analysis.pieces)
    found["inversions"] = inversions(trace)
    return found


def assert_equal(found: Tables, wanted: Tables) -> None:
    for table, columns in wanted.items():
        for name, values in columns.items():
            known, mine = np.asarray(values).astype(np.int64), found[table][name].astype(np.int64)
            if name == "kind":
                mine = np.where(mine == 255, NONE, mine)
            assert mine.tolist() == known.tolist(), (table, name)


def compare(image: bytes, name: str) -> None:
    """Every column of both."""
    is_threadx = looks_like_trx(image[:32]) or name.endswith(".trx")
    try:
        trace = parse_trx(image) if is_threadx else parse_trace(image)
        analysis = analyse(trace)
    except TraceError:
        return
    opened = engine().Trace(image, name)
    tables = opened.tables()
    tables["inversions"] = without_idle(tables["inversions"])
    assert_equal(tables, expected(trace, analysis))
    for window in windows(len(trace)):
        rows = find_blocking(
            analysis.moves, analysis.pieces, analysis.ready, analysis.waits, window
        )
        wanted = [(row.lane, row.by, row.level, row.mutex) for row in rows]
        assert blocking_of(opened, *window) == wanted, window


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
    compare(recorded(events, PRIORITIES), "x.limen")
    events = records_about_mutexes(seed, choose.randrange(400))
    compare(recorded(events, RANDOM_PRIORITIES), "x.limen")


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_traces_of_threadx(seed: int) -> None:
    compare(random_trx(random.Random(seed), 1), "x.trx")  # noqa: S311 - no secret


def test_a_million_events() -> None:
    compare(image_of(million_events()), "x.limen")
    compare(million(), "x.trx")
