# SPDX-License-Identifier: Apache-2.0
"""Goal: the analysis gives the published and the simulated values of the vectors, exactly.

Method: compare each expected field of a case with the results of the public functions.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from limen.analysis import analyze, assign, preemptive
from limen.analysis.columns import columns_of
from limen.engine import engine
from support.task_sets import system_of_vector

if TYPE_CHECKING:
    from limen.analysis import Assignment
    from limen.system.model import System

_FILE = Path(__file__).parents[2] / "support/data/theory-vectors.json"
_CASES = json.loads(_FILE.read_text(encoding="utf-8"))["cases"]
_ANALYSED = [case for case in _CASES if "C" in case["tasks"][0]]
_MODELS = {
    "wcrt_safe": "safe",
    "wcrt_tight_integer": "tight",
    "wcrt_continuous_sup": "continuous",
    "ws1999_original_test": "ws1999",
    "sync_bound_tight": "tight",
    "rta_tight": "tight",
}


@pytest.mark.parametrize("case", _ANALYSED, ids=lambda case: case["id"])
def test_responses_blocking_and_stack(case: dict[str, Any]) -> None:
    system, expected = system_of_vector(case), case["expected"]
    for field, model in _MODELS.items():
        if field in expected:
            result = analyze(system, model=model)
            assert [item.response for item in result.threads] == expected[field], field
    result = analyze(system)
    jobs = [[job.response for job in item.jobs] for item in result.threads]
    groups = [set(group) for group in result.groups]
    found = {
        "per_job_responses_safe": jobs,
        "first_job_only": [of_thread[0] for of_thread in jobs],
        "blocking": [item.blocking for item in result.threads],
        "schedulable_safe": result.schedulable,
        "schedulable_tight": analyze(system, model="tight").schedulable,
        "stack_shared_bound": result.stack.shared,
        "preemption_pairs": len(result.pairs),
    }
    for field, value in found.items():
        if expected.get(field) is not None:
            assert value == expected[field], field
    if "nonpreemptive_groups" in expected:
        assert groups == [set(group) for group in expected["nonpreemptive_groups"]]


@pytest.mark.parametrize("case", _ANALYSED, ids=lambda case: case["id"])
def test_thresholds(case: dict[str, Any]) -> None:
    system, expected = system_of_vector(case), case["expected"]
    fields = {
        "thresholds_min": ("minimal", "safe"),
        "thresholds_max": ("maximal", "safe"),
        "thresholds_min_tight": ("minimal", "tight"),
        "thresholds_max_tight": ("maximal", "tight"),
        "thresholds_topdown_max": ("maximal", "safe"),
    }
    for field, (rule, model) in fields.items():
        if field in expected:
            result = assign(system, thresholds=rule, model=model)
            assert _thresholds(result) == expected[field], field
    if expected.get("thresholds_max") is not None:
        after = assign(system).after
        found = {
            "stack_with_max_thresholds": after.stack.shared,
            "groups_with_max_thresholds": len(after.groups),
            "stack_fp": analyze(preemptive(system)).stack.shared,
        }
        for field, value in found.items():
            assert value == expected.get(field, value), field


@pytest.mark.parametrize("case", _ANALYSED, ids=lambda case: case["id"])
def test_all_threshold_vectors(case: dict[str, Any]) -> None:
    system, expected = system_of_vector(case), case["expected"]
    fields = {"feasible_threshold_vectors": "safe", "feasible_thresholds_by_simulation": "tight"}
    for field, model in fields.items():
        if field not in expected:
            continue
        levels = [range(thread.priority + 1) for thread in system.threads]
        vectors = [
            list(vector)
            for vector in product(*levels)
            if analyze(_with(system, vector), model=model).schedulable
        ]
        assert vectors == expected[field], field


def test_priorities() -> None:
    by_id = {case["id"]: case for case in _CASES}
    system = system_of_vector(by_id["pts-dm-not-optimal"])
    assert not assign(system, priorities="dm").feasible
    found = assign(system, priorities="search")
    assert found.feasible
    assert [thread.priority for thread in found.system.threads] == [0, 2, 3, 1]

    assert _order("np-opa", by_id["np-opa"]) == (
        True,
        by_id["np-opa"]["expected"]["opa_priorities"],
    )
    only = by_id["pts-only-4"]
    assert not _order("np-opa", only)[0]
    assert not _order("fp-opa", only)[0]
    assert assign(system_of_vector(only)).feasible


def test_every_case_is_used() -> None:
    others = {case["id"] for case in _CASES} - {case["id"] for case in _ANALYSED}
    assert others == {"whitepaper-producer-consumer"}  # runs in tests of the kernel


def _thresholds(result: Assignment) -> list[int] | None:
    return [thread.threshold for thread in result.system.threads] if result.feasible else None


def _with(system: System, levels: tuple[int, ...]) -> System:
    threads = (
        replace(thread, threshold=level)
        for thread, level in zip(system.threads, levels, strict=True)
    )
    return replace(system, threads=tuple(threads))


def _order(name: str, case: dict[str, Any]) -> tuple[bool, list[int]]:
    columns = columns_of(system_of_vector(case))
    met, levels = engine().order(columns.numbers, columns.parts, name, "safe", 0)
    return met, levels.tolist()
