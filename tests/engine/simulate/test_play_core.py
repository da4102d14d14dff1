# SPDX-License-Identifier: Apache-2.0
"""Goal: the core of the page gives the same results as the native one, byte for byte.

Its traces contain no unwritten records.

Method: random systems with thresholds, chunks, critical sections, interrupts, jitter and random
execution times, and of several cores, run natively and as WebAssembly in node. All numbers, the
bounds, the choices of assign, and the traces are compared.
"""

from __future__ import annotations

import json
import random
import struct
import subprocess
from base64 import b64decode
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from limen.analysis import analyze, assign
from limen.engine import engine
from limen.play.describe import described
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)
from limen.system.native import native_system
from limen.trace import Event, parse_trace
from support.core import built_core
from support.cores_gate import draw_cores

_ROOT: Final = Path(__file__).resolve().parents[3]
_SYSTEMS: Final = 60
_RECORDS: Final = 4096
_WISHES: Final[tuple[dict[str, Any], ...]] = (
    {"thresholds": "maximal"},
    {"thresholds": "minimal", "protocols": "ceiling"},
    {"thresholds": "keep", "protocols": "inheritance"},
    {"thresholds": "maximal", "priorities": "search", "protocols": "ceiling"},
    {"thresholds": "maximal", "priorities": "opa"},
)
_OPTIONS: Final[dict[str, Any]] = {"horizon": 2**63, "jobs": 700}


def _system(seed: int) -> System:
    rng = random.Random(seed)
    threads = []
    for index in range(rng.randint(2, 9)):
        period = rng.randint(20, 2000)
        work = max(4, period // rng.randint(4, 20))
        thread = Thread(
            name=f"thread {index} \u03b1",
            period=period,
            work=work,
            work_min=rng.randint(1, work),
            deadline=rng.randint(work, 2 * period),
            priority=index,
            threshold=rng.randint(0, index),
            jitter=rng.choice((0, rng.randrange(period))),
            offset=rng.randrange(period),
            stack=rng.randrange(1000),
        )
        if rng.random() < 0.4:
            first = rng.randrange(1, work)
            chunks = (Chunk(first, index), Chunk(work - first, rng.randint(0, index), 50))
            thread = replace(thread, chunks=chunks)
        if rng.random() < 0.4:
            start = rng.randrange(work)
            section = CriticalSection("m", rng.randint(1, work - start), start)
            thread = replace(thread, sections=(section,))
        threads.append(thread)
    return System(
        f"seed {seed}",
        tuple(threads),
        interrupts=(Interrupt("i", 97, 3, 5),) if rng.random() < 0.3 else (),
        resources=(
            Resource("m", rng.choice([item for item in Protocol if not item.serves_all_cores])),
        ),
        overheads=Overheads(rng.randrange(3), rng.randrange(3), rng.randrange(2)),
        tick_ns=rng.choice((40, 1000)),
    )


def _end(system: System) -> dict[str, int]:
    """Return the end of a run."""
    return {"horizon": 20 * max(thread.period for thread in system.threads), "jobs": 2**63}


@cache
def _bundled(folder: Path) -> Path:
    bundle = folder / "core.mjs"
    command = ["node_modules/.bin/esbuild", "src/play/core.ts", "--bundle"]
    command += ["--platform=node", "--format=esm", f"--outfile={bundle}", "--log-level=error"]
    subprocess.run(command, cwd=_ROOT / "viewer", check=True)
    return bundle


def test_native_and_page_agree(tmp_path: Path) -> None:
    systems = [_system(seed) for seed in range(_SYSTEMS)]
    systems += [draw_cores(number, 1) for number in range(_SYSTEMS)]
    wasm = tmp_path / "limen.wasm"
    wasm.write_bytes(built_core(_ROOT))
    request: dict[str, Any] = {"seed": 5, "runs": 3}
    request |= {"randomWork": True, "randomOffsets": True, "randomJitter": True}
    cases = [
        {
            "system": described(s),
            "request": request | _end(s),
            "records": _RECORDS,
            "wishes": () if s.is_on_cores else _WISHES,
        }
        for s in systems
    ]
    runner = Path(__file__).parents[2] / "support/run_core.mjs"
    done = subprocess.run(
        ["node", runner, _bundled(tmp_path), wasm],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    assert engine() is not None
    for system, page in zip(systems, json.loads(done.stdout), strict=True):
        _compare(system, page)


def _rows(trace: bytes) -> list[tuple[int, ...]]:
    """Return the events.

    The idle thread has the last level, which in the page is that of a target.
    """
    columns = parse_trace(trace)
    names = ("time", "core", "event", "depth", "thread", "object", "a", "b")
    rows = zip(*(getattr(columns, name).tolist() for name in names), strict=True)
    return [
        (*row[:6], 0, row[7]) if row[2] == Event.SWITCH and row[5] == 0 else row for row in rows
    ]


def _compare(system: System, page: dict[str, Any]) -> None:
    simulator = native_system(system)
    options = {"seed": 5, **_end(system)}
    options |= {"uniform_work": True, "random_offsets": True, "random_jitter": True}
    native = simulator.run(first=0, runs=3, **options)
    results = page["results"]
    assert native["ends"][4] == 0
    for name in ("runs", "jobs", "time", "switches", "preemptions", "interrupts"):
        assert results[name] == native[name]
    assert results["stackBytes"] == native["stack_bytes"]
    names = ["jobs", "response_max", "response_min", "response_sum", "misses", "unfinished"]
    names += ["preemptions", "blocking_max", "worst_job", "worst_end", "worst_run"]
    for ours, theirs in zip(native["threads"], results["threads"], strict=True):
        assert [ours[name] for name in names] == list(theirs.values())
    trace, _ = simulator.trace(number=0, records=_RECORDS, until=2**64 - 1, **options)
    found = b64decode(page["trace"])
    if system.is_on_cores:
        assert _rows(found) == _rows(trace)
    else:
        assert found == trace
    bounds = analyze(system)
    assert page["bounds"]["safe"] == [thread.response_safe for thread in bounds.threads]
    assert page["bounds"]["tight"] == [thread.response_tight for thread in bounds.threads]
    assert page["bounds"]["why"] == [thread.unbounded for thread in bounds.threads]
    assert page["bounds"]["stackBytes"] == bounds.stack.shared
    wishes = () if system.is_on_cores else _WISHES
    for wish, ours in zip(wishes, page["assignments"], strict=True):
        theirs = assign(system, **wish)
        assert ours["feasible"] == theirs.feasible
        assert ours["notes"] == list(theirs.notes)
        assert ours["changes"] == [asdict(change) for change in theirs.changes]
        expected = json.loads(json.dumps(described(theirs.system)))
        assert ours["system"] == expected


def test_a_trace_ends_behind_its_newest_record() -> None:
    simulator = native_system(_system(1))
    options = {"seed": 5, "number": 0, "until": 2**64 - 1, **_OPTIONS}
    options |= {"uniform_work": True, "random_offsets": True, "random_jitter": True}
    file, has_all = simulator.trace(records=1 << 16, **options)
    capacity, behind = struct.unpack_from("<2I", file, 24)
    (end,) = struct.unpack_from("<I", file, 52)
    assert has_all
    assert len(file) == behind == end
    assert 1000 < capacity < 1 << 16
    first = len(file) - 16 * capacity
    newest, has_all = simulator.trace(records=1000, **options)
    assert not has_all
    assert len(newest) == first + 16 * 1000
    assert parse_trace(newest).event[-1] == parse_trace(file).event[-1]
