# SPDX-License-Identifier: Apache-2.0
"""Goal: each number is in the class that lab.toml names, at both scales, and no other one is.

Method: the consoles of a real run, and the same with one number moved.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.lab import load_lab
from limen.linux import markdown, matrices
from limen.linux.boot import BOOTS
from limen.linux.check import Reading, readings, rows, scaled
from limen.linux.log import Late, Log, parse_log
from limen.run import find_root

HERE = Path(__file__).parent
LAB = load_lab(find_root(HERE), "linux")
LOGS = [
    parse_log((HERE / f"golden/linux-{start.name}.log").read_text(), start.name) for start in BOOTS
]
REAL = readings(LOGS, 10)
MODELS = ("none", "voluntary", "full", "rt")


def ok(case: str, model: str, value: float | None, scale: int) -> bool:
    """Is this value as promised?"""
    found = rows(
        LAB,
        {(case, model): Reading(value)},
        scale=scale,
        with_cyclictest=True,
        cases=frozenset({case}),
    )
    (row,) = [row for row in found if row.metric == model]
    return row.ok


def test_a_real_run_is_as_promised() -> None:
    found = rows(LAB, REAL, scale=10, with_cyclictest=False)
    assert [(row.case, row.metric, row.note) for row in found if not row.ok] == []
    assert {row.target for row in found} == {"linux"}
    sections = [row for row in found if row.metric in MODELS and row.unit == "ms"]
    assert len(sections) == 4 * 10 + 4 * 4
    assert all(row.measured is not None for row in found)


@pytest.mark.parametrize(("scale", "tolerance"), [(1, 5), (10, 1)])
@pytest.mark.parametrize(
    ("case", "late"),
    [
        ("plain", (3000, 3000, None, None)),
        ("might_resched", (5000, 2000, None, None)),
        ("cond_resched", (2000, 2000, None, None)),
        ("spin_lock", (3000, 3000, 3000, None)),
        ("raw_spin_lock", (3000, 3000, 3000, 3000)),
        ("preempt_disable", (3000, 3000, 3000, 3000)),
        ("local_irq_disable", (3000, 3000, 3000, 3000)),
        ("rcu_read_lock", (3000, 3000, None, None)),
        ("inherited", (3000, 3000, None, None)),
        ("interrupt-90", (None, None, None, 1000)),
    ],
)
def test_classes(case: str, late: tuple[int | None, ...], scale: int, tolerance: int) -> None:
    for model, expected in zip(MODELS, late, strict=True):
        middle = 0 if expected is None else expected / scale
        above = 1 if expected is None else tolerance
        assert ok(case, model, middle, scale)
        assert ok(case, model, middle + above - 0.001, scale)
        assert not ok(case, model, middle + above + 0.001, scale)
        below = 0 if expected is None else tolerance
        assert not ok(case, model, middle - below - 0.001, scale)
        assert not ok(case, model, None, scale)


@pytest.mark.parametrize(("scale", "limit"), [(1, 55), (10, 5.5)])
def test_the_default_limit_may_hold_back(scale: int, limit: float) -> None:
    assert ok("throttled", "rt", limit - 0.01, scale)
    assert not ok("throttled", "rt", limit + 0.01, scale)


def test_the_articles_numbers_are_scaled() -> None:
    metric = LAB.cases[0].metric[0]
    assert (metric.paper, scaled(metric, 10).paper, scaled(metric, 1)) == (3000, 300, metric)


def test_a_driver_that_did_nothing_shows_nothing() -> None:
    found = readings([Log("6", late={("full", "plain"): Late(10, 0)})], 10)
    assert found == {("plain", "full"): Reading(None, "read() was busy for 0 ms, not for 500 ms")}
    (row,) = [
        row
        for row in rows(LAB, found, scale=10, with_cyclictest=False, cases=frozenset({"plain"}))
        if row.metric == "full"
    ]
    assert not row.ok
    assert row.note == "read() was busy for 0 ms, not for 500 ms"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "lab delay rt 0 51 thread",
            "lab delay rt 0 51 hard",
            "the handler ran as a hard interrupt",
        ),
        ("lab delay rt 0 51 thread", "lab delay rt 0 -1 thread", "the handler never ran"),
    ],
)
def test_handlers_run_where_they_should(old: str, new: str, problem: str) -> None:
    text = (HERE / "golden/linux-rt.log").read_text()
    assert old in text
    found = readings([parse_log(text.replace(old, new), "rt")], 10)
    assert found["interrupt-0", "rt"] == Reading(None, problem)


def test_what_is_missing_is_told() -> None:
    found = rows(LAB, {}, scale=10, with_cyclictest=False)
    assert {(row.ok, row.measured, row.note) for row in found} == {
        (False, None, "the log does not contain it")
    }


def test_cyclictest_is_on_demand() -> None:
    without = rows(LAB, REAL, scale=10, with_cyclictest=False)
    assert not any(row.case.startswith("cyclictest") for row in without)
    both = rows(LAB, REAL, scale=10, with_cyclictest=True)
    assert sum(row.case.startswith("cyclictest") for row in both) == 4 * 4 * 2
    assert ok("cyclictest-driver-spin-lock", "full", 20000, 10)
    assert not ok("cyclictest-driver-spin-lock", "rt", 20000, 10)
    assert not ok("cyclictest-driver-plain", "none", 100, 10)


def test_tables() -> None:
    found = rows(LAB, REAL, scale=10, with_cyclictest=False)
    sections, interrupts, threads = matrices(LAB, found)
    assert sections.heads == ("case", *MODELS, "what")
    assert sections.lines[0][:2] == ("plain", f"{REAL['plain', 'none'].value:.3f} (300)")
    assert [line[0] for line in interrupts.lines] == [f"interrupt-{n}" for n in (0, 40, 60, 90)]
    assert threads.lines[1][3] == "0 (49)"
    text = markdown(LAB, found)
    assert "NO" not in text
    assert "| case | none | voluntary | full | rt | what |\n| --- | ---: |" in text
    broken = rows(LAB, {**REAL, ("plain", "rt"): Reading(7)}, scale=10, with_cyclictest=False)
    assert "7.000 NO: should be at least 0 and at most 1" in markdown(LAB, broken)
