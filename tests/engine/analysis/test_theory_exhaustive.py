# SPDX-License-Identifier: Apache-2.0
"""Goal: tight bounds equal the longest possible responses, and safe bounds are not less.

Method: a scheduler that advances tick by tick and knows no theory runs random small systems with
all integer offsets. With LIMEN_LONG thousands of systems.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from limen.analysis import analyze, scenario_of
from limen.system.model import (
    CriticalSection,
    Overheads,
    Protocol,
    Resource,
    System,
)
from support.further import IS_LONG
from support.task_sets import random_system, system_of_vector, thread
from support.unit_time import longest_responses, responses_of_releases

_COUNT = 40_000 if IS_LONG else 4000
_FEW = 1500 if IS_LONG else 150  # the scheduler is written in Python
_SEED = 13


def _random(test: int) -> random.Random:
    return random.Random(_SEED + test)


def _responses(system: System, model: str) -> list[int | None]:
    return [item.response for item in analyze(system, model=model).threads]


def test_tight_is_the_longest_response_over_all_offsets() -> None:
    source = _random(0)
    for number in range(_COUNT):
        system = random_system(source, 2 + number % 2, chunked=number % 4 > 1)
        assert _responses(system, "tight") == longest_responses(system), system


def test_the_models_are_ordered() -> None:
    source = _random(1)
    for number in range(_COUNT // 8):
        system = random_system(source, 2 + number % 4, 20, chunked=number % 4 > 1)
        models = [_responses(system, name) for name in ("tight", "continuous", "safe")]
        for tight, continuous, safe in zip(*models, strict=True):
            if safe is None:
                continue  # a load of 1 with blocking
            assert tight is not None
            assert continuous is not None
            assert tight <= continuous <= safe


def test_equal_priorities_are_safe() -> None:
    source = _random(2)
    for number in range(_COUNT // 2):
        system = random_system(source, 2 + number % 2, equal=True, chunked=number % 4 > 1)
        for bound, seen in zip(_responses(system, "tight"), longest_responses(system), strict=True):
            assert bound is None or bound >= seen, system


def test_costs_of_preemptions_are_safe() -> None:
    source = _random(3)
    for number in range(_COUNT // 2):
        system = random_system(source, 2 + number % 2, chunked=number % 4 == 3)
        system = replace(system, overheads=Overheads(preemption=1))
        bounds = _responses(system, "tight")
        if None in bounds:
            continue  # with the costs it is overloaded
        for bound, seen in zip(bounds, longest_responses(system), strict=True):
            assert bound is not None
            assert bound >= seen, system


def test_ceilings_are_safe_and_block_as_long_as_they_can() -> None:
    source = _random(4)
    for _ in range(_COUNT // 2):
        system = random_system(source, 3)
        resources = tuple(Resource(name, Protocol.CEILING) for name in "RS")
        threads = []
        for item in system.threads:
            start = source.randint(0, item.work - 1)
            work = source.randint(1, item.work - start)
            section = CriticalSection(source.choice("RS"), work, start)
            threads.append(replace(item, sections=(section,) if source.random() < 0.8 else ()))
        system = replace(system, threads=tuple(threads), resources=resources)
        for bound, seen in zip(_responses(system, "tight"), longest_responses(system), strict=True):
            assert bound is None or bound >= seen, system


def test_scenarios_show_the_tight_response() -> None:
    source = _random(5)
    exact = 0
    for number in range(_FEW):
        system = random_system(source, 2 + number % 4, 20, chunked=number % 4 > 1)
        jitters = [source.choice([0, 0, 1, 5, 25]) for _ in system.threads]
        threads = (
            replace(item, jitter=jitter)
            for item, jitter in zip(system.threads, jitters, strict=True)
        )
        system = replace(system, threads=tuple(threads))
        for bound in analyze(system, model="tight").threads:
            if bound.response is None:
                continue
            scenario = scenario_of(system, bound.name)
            assert scenario.exact
            exact += 1
            releases = [(item.name, item.arrival, item.release) for item in scenario.releases]
            seen = responses_of_releases(system, releases, scenario.until)
            assert seen[bound.name] == bound.response, (system, scenario)
    assert exact > _FEW


def test_scenarios_without_jitter_are_systems_with_offsets() -> None:
    source = _random(6)
    for number in range(_FEW // 2):
        system = random_system(source, 2 + number % 3, 12)
        for bound in analyze(system, model="tight").threads:
            if bound.response is None:
                continue
            scenario = scenario_of(system, bound.name)
            releases = [
                (item.name, time, time)
                for item in scenario.system.threads
                for time in range(item.offset, scenario.until, item.period)
            ]
            seen = responses_of_releases(scenario.system, releases, scenario.until)
            assert seen[bound.name] == bound.response, system


def test_the_scheduler_keeps_a_threshold_over_a_preemption() -> None:
    file = Path(__file__).parents[2] / "support/data/theory-vectors.json"
    cases = json.loads(file.read_text(encoding="utf-8"))["cases"]
    case = next(item for item in cases if item["id"] == "kernel-threshold-persists")
    system = system_of_vector(case)
    releases = [(item.name, item.offset, item.offset) for item in system.threads]
    seen = responses_of_releases(system, releases, 50)
    finish = {item.name: item.offset + seen[item.name] for item in system.threads}
    assert finish == case["expected"]["finish"]


def test_the_published_test_of_1999_accepts_what_misses_deadlines() -> None:
    system = System(
        "early stop",
        (
            thread("t1", 3, 1, 0),
            thread("t2", 5, 2, 1),
            thread("t3", 8, 2, 2, 1, deadline=6),
        ),
    )
    assert analyze(system, model="ws1999").thread("t3").ok
    assert not analyze(system, model="tight").thread("t3").ok
    assert longest_responses(system)[2] == 7
