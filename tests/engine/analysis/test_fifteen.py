# SPDX-License-Identifier: Apache-2.0
"""Goal: bounds of systems of fifteen threads hold on targets, and are close to the measurements.

Method: systems with sections, jitter, interrupts, thresholds and chunks run with the phases of the
worst case of each thread. A bound is at most 1.3 times the longest measured response. Two threads
of one system on the Cortex-M3; LIMEN_LONG=1 takes all threads of all systems on both targets, as
scripts/bounds does.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from limen.compare.aligned import Aligner
from limen.compare.charge import Costs
from limen.compare.compare import compare
from limen.run import find_root, target_named
from limen.simulate import jitter_of, simulate
from limen.system.load import load_system
from limen.system.model import CriticalSection, Interrupt, Resource, System
from support.further import IS_LONG
from support.task_sets import thread

ROOT = find_root(Path(__file__).parent)
FILES = sorted((ROOT / "labs/schedulability").glob("fifteen-*.toml"))
CASES = [(file, target) for file in FILES for target in ("mps2-an385", "rp2040")]
FREE = Costs(0, 0, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("file", "target"), CASES if IS_LONG else CASES[:1])
def test_bounds_hold_and_are_near(file: Path, target: str) -> None:
    system = load_system(file)
    assert len(system.threads) == 15
    aligned = range(15) if IS_LONG else (0, 14)
    done = compare(ROOT, system, target_named(target), lambda _: None, aligned=aligned)
    assert [row.problem for row in done.rows] == [None] * 15
    for index in aligned:
        ratio = done.rows[index].ratio
        assert ratio is not None
        assert 1 <= ratio <= 1.3, done.rows[index].name


def test_the_phases_show_the_worst_response() -> None:
    threads = (
        thread("a", 100, 10, 0, jitter=20),
        thread("b", 200, 30, 1, sections=(CriticalSection("r", 5, 2),)),
        thread("c", 400, 50, 2, sections=(CriticalSection("r", 40, 5),)),
    )
    system = System(
        "x", threads, interrupts=(Interrupt("i", 50, 3),), resources=(Resource("r"),), tick_ns=1000
    )
    aligner = Aligner(system, 1_000_000, FREE)
    phases = aligner.phases_of(1, 300)
    releases = [
        one.offset + jitter_of(system, phases.seed, index, 0)
        for index, one in enumerate(phases.system.threads)
    ]
    # c has locked r, one tick before all others come.
    assert releases[0] == releases[1] == releases[2] + 6
    assert releases[0] % 50 == 0
    done = simulate(phases.system, horizon=phases.end, seed=phases.seed)
    assert done.threads[1].response_max == 39 + 30 + 10 + 2 * 3
    # The first job of a has nearly all of its jitter.
    assert jitter_of(system, aligner.phases_of(0, 99).seed, 0, 0) == 20
    # Without blocking, the least urgent thread waits for all others.
    alone = replace(system, threads=(*threads[:2], thread("c", 400, 50, 2)))
    phases = Aligner(alone, 1_000_000, FREE).phases_of(2, 300)
    done = simulate(phases.system, horizon=phases.end, seed=phases.seed)
    assert done.threads[2].response_max == 10 + 30 + 50 + 10 + 3 * 3
