# SPDX-License-Identifier: Apache-2.0
"""Goal: no system exceeds its proven bound.

Method: random systems of every kind run on the kernel in virtual time, over all offsets or over
random ones; see support/gate.py. The cases of data/theory-systems were found by this test, or show
a kind of fault. With LIMEN_LONG more than 20,000 systems. LIMEN_SEED is their seed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from limen.analysis import analyze
from limen.errors import DescriptionError
from limen.simulate import simulate
from limen.system.load import load_system
from support.further import IS_LONG
from support.gate import EXACT, KINDS, judge_all

_COUNT = 1450 if IS_LONG else 60
_SEED = int(os.environ.get("LIMEN_SEED", "1"))
_FOLDER = Path(__file__).parents[2] / "support/data/theory-systems"
_CASES = json.loads((_FOLDER / "seen.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
def test_no_response_is_above_a_bound(kind: str) -> None:
    verdicts = judge_all(kind, _COUNT, _SEED, workers=2 if IS_LONG else 1)
    above = [verdict for verdict in verdicts if verdict.exceeded]
    assert not above, (_SEED, above[0])
    assert sum(sum(seen is not None for seen in verdict.seen) for verdict in verdicts) > _COUNT


@pytest.mark.parametrize("kind", EXACT)
def test_tight_bounds_are_seen(kind: str) -> None:
    verdicts = [item for item in judge_all(kind, _COUNT, _SEED, workers=1) if item.all_offsets]
    assert verdicts
    for verdict in verdicts:
        assert verdict.tight == verdict.seen, (_SEED, verdict)


@pytest.mark.parametrize("name", _CASES)
def test_known_cases(name: str) -> None:
    analysis = analyze(load_system(_FOLDER / f"{name}.toml"))
    for thread, seen in zip(analysis.threads, _CASES[name], strict=True):
        for bound in (thread.response_safe, thread.response_tight, thread.response_continuous):
            assert bound is not None
            assert bound >= seen, thread.name


def test_a_mutex_that_is_handed_over_blocks_again() -> None:
    system = load_system(_FOLDER / "handed-over.toml")
    thread = system.threads[0]
    (section,) = system.threads[1].sections
    seen = simulate(system).threads[0].response_max
    assert seen is not None
    assert seen > thread.work + section.work  # as it would be with one section of the mutex
    assert seen <= (analyze(system).threads[0].response or 0)


def test_a_deadlock_is_an_error() -> None:
    system = load_system(_FOLDER / "deadlock.toml")
    with pytest.raises(DescriptionError, match="a locks R, then S, and b locks S, then R"):
        analyze(system)
    with pytest.raises(DescriptionError):
        simulate(system)


def test_blocking_threads_say_what_they_own() -> None:
    system = load_system(_FOLDER / "inheritance-in-ceiling.toml")
    reasons = {item.name: item.reason for item in analyze(system).thread("h").blocked_by}
    assert reasons == {
        "l1": "owns R1 and can wait in it",
        "l2": "owns R2 and inherits a priority",
    }


def test_a_chain_that_ends_at_a_ceiling_has_no_bound() -> None:
    analysis = analyze(load_system(_FOLDER / "cut-off.toml"))
    for name, bounded in {"h": False, "x": False, "l": True, "m": True, "z": True}.items():
        thread = analysis.thread(name)
        assert (thread.response is not None) == bounded
        assert ("a mutex with a ceiling" in (thread.unbounded or "")) != bounded
