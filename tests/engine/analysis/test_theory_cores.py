# SPDX-License-Identifier: Apache-2.0
"""Goal: no system of several cores exceeds its proven bound, and the simulation is correct.

Method: random systems of 2 to 8 cores with mutexes and locks of all cores run on the kernels in
virtual time (support/cores_gate.py); the same responses come from the rules in plain Python
(support/plain_cores.py), which share no code with the kernel. With LIMEN_LONG a thousand systems.
LIMEN_SEED is their seed.
"""

from __future__ import annotations

import json
import os
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.analysis import analyze, assign, sensitivity
from limen.cli import main
from limen.errors import AnalysisError, DescriptionError
from limen.simulate import simulate
from limen.system.check import check_system
from limen.system.load import load_system, parse_system
from limen.system.model import Protocol
from limen.system.toml import to_toml
from limen.trace import parse_trace, read_trace
from limen.trace.analysis import analyse
from limen.trace.findings import findings
from limen.trace.numbers import Event
from limen.trace.statistics import statistics
from support.cores_gate import draw_cores, judge_cores
from support.further import IS_LONG
from support.plain_cores import responses_on_cores

if TYPE_CHECKING:
    from limen.analysis import Assignment
    from limen.simulate import Simulation
    from limen.system.model import System

_COUNT = 1000 if IS_LONG else 60
_SEED = int(os.environ.get("LIMEN_SEED", "1"))
_HORIZON = 3000


def test_no_response_is_above_a_bound() -> None:
    verdicts = [judge_cores(number, _SEED) for number in range(_COUNT)]
    for number, verdict in enumerate(verdicts):
        assert not verdict.exceeded, (_SEED, number, verdict)
    bounds = [bound for verdict in verdicts for bound in verdict.safe]
    assert sum(bound is not None for bound in bounds) > len(bounds) / 2


def test_the_sensitivity_is_at_the_edge() -> None:
    """Give a thread without sections its largest work or smallest period, and one step more."""
    steps = 0
    for number in range(_COUNT):
        system = draw_cores(number, _SEED, plain=True)
        limits = sensitivity(system)
        assert (limits.scaling >= 1) == analyze(system).schedulable
        for index, (thread, found) in enumerate(zip(system.threads, limits.threads, strict=True)):
            if thread.sections or found.work_max is None or found.period_min is None:
                continue
            for change, is_met in (
                ({"work": found.work_max}, True),
                ({"work": found.work_max + 1}, False),
                ({"period": found.period_min}, True),
                ({"period": found.period_min - 1}, False),
            ):
                steps += is_met
                if change.get("period", 1) > 0:
                    assert _is_met(system, index, change) == is_met, (_SEED, number, change)
    assert steps > _COUNT / 2


def _is_met(system: System, index: int, change: dict[str, int]) -> bool:
    thread = system.threads[index]
    work = change.get("work", thread.work)
    if work > thread.deadline:
        return False
    changed = replace(thread, work=work, work_min=1, period=change.get("period", thread.period))
    threads = (*system.threads[:index], changed, *system.threads[index + 1 :])
    return analyze(replace(system, threads=threads)).schedulable


def _with_offsets(system: System, number: int) -> System:
    source = random.Random(f"{_SEED}/offsets/{number}")
    threads = (replace(one, offset=source.randrange(one.period)) for one in system.threads)
    return replace(system, threads=tuple(threads))


@pytest.mark.parametrize("number", range(_COUNT))
def test_the_simulation_is_what_the_rules_say(number: int) -> None:
    system = _with_offsets(draw_cores(number, _SEED, plain=True), number)
    seen = simulate(system, horizon=_HORIZON, workers=1)
    for thread, rules in zip(seen.threads, responses_on_cores(system, _HORIZON), strict=True):
        found = (thread.jobs, thread.response_max or 0, (thread.response_mean or 0) * thread.jobs)
        assert found == (rules.jobs, rules.longest, rules.total), (system, thread.name)


def test_simulations_at_the_same_time_do_not_meet() -> None:
    """Run simulations in eight threads of the operating system in one process."""
    for number in range(8):
        system = draw_cores(number, _SEED)
        one, many = (
            simulate(system, runs=64, jobs=300, offsets="random", workers=workers)
            for workers in (1, 8)
        )
        assert one == many, (_SEED, number)


def test_cores_without_common_resources_are_systems_of_their_own() -> None:
    for number in range(_COUNT):
        whole = _with_offsets(draw_cores(number, _SEED), number)
        local = {item.name for item in whole.resources if not item.protocol.serves_all_cores}
        whole = replace(
            whole,
            threads=tuple(
                replace(one, sections=tuple(s for s in one.sections if s.resource in local))
                for one in whole.threads
            ),
            interrupts=(),
            resources=tuple(item for item in whole.resources if item.name in local),
        )
        bounds = {thread.name: thread for thread in analyze(whole).threads}
        seen = {item.name: item for item in _simulated(whole).threads}
        for core in range(whole.cores):
            own = [replace(one, core=0) for one in whole.threads if one.core == core]
            names = {section.resource for one in own for section in one.sections}
            resources = tuple(item for item in whole.resources if item.name in names)
            alone = replace(whole, threads=tuple(own), resources=resources)
            for bound, item in zip(analyze(alone).threads, _simulated(alone).threads, strict=True):
                assert replace(bounds[bound.name], core=0) == bound
                assert seen[item.name] == item


def _simulated(system: System) -> Simulation:
    plain = (replace(one, jitter=0) for one in system.threads)
    return simulate(replace(system, threads=tuple(plain)), horizon=_HORIZON, workers=1)


def test_a_description_says_the_same_as_its_system() -> None:
    for number in range(20):
        system = draw_cores(number, _SEED)
        assert parse_system(to_toml(system).encode(), Path("random.toml")) == system


_TWO = """
[[thread]]
name = "a"
period = 100
work = 10
priority = 1
sections = [{ resource = "m", start = 2, work = 3 }]

[[thread]]
name = "b"
period = 100
work = 10
core = 1
priority = 1
sections = [{ resource = "m", start = 0, work = 5 }]

[[resource]]
name = "m"
protocol = "shared"

[[resource]]
name = "n"
"""


def _two(tmp_path: Path, before: str = "", after: str = "") -> System:
    assert before in _TWO
    path = tmp_path / "two.toml"
    path.write_text(_TWO.replace(before, after) if before else _TWO)
    return load_system(path)


def test_a_thread_waits_for_one_section_of_the_other_core(tmp_path: Path) -> None:
    shared = analyze(_two(tmp_path))
    assert [(one.wait, one.spin, one.response) for one in shared.threads] == [
        (5, 0, 15),
        (3, 0, 13),
    ]
    spinning = analyze(_two(tmp_path, '"shared"', '"spin"'))
    assert [(one.wait, one.spin, one.response) for one in spinning.threads] == [
        (0, 5, 15),
        (0, 3, 13),
    ]
    for protocol in ("shared", "spin"):
        system = _two(tmp_path, '"shared"', f'"{protocol}"')
        late = replace(system, threads=(system.threads[0], replace(system.threads[1], offset=1)))
        assert [one.response_max for one in simulate(late).threads] == [14, 10]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"shared"', '"ceiling"', "serves one core, and a of core 0 uses it, too; write protocol"),
        (
            'protocol = "shared"',
            "",
            "serves one core, and a of core 0 uses it, too; write protocol",
        ),
        ("core = 1", "core = 8", "8 is too large; write 7 or less"),
        (
            "start = 2, work = 3 }",
            'start = 2, work = 3 }, { resource = "n", start = 3, work = 1 }',
            "are nested; let a section of a resource of all cores be alone",
        ),
    ],
)
def test_errors_name_the_remedy(tmp_path: Path, before: str, after: str, message: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        _two(tmp_path, before, after)
    assert message in "; ".join(caught.value.args)


def test_a_core_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    system = _two(tmp_path)
    threads = (replace(system.threads[0], core=-1), system.threads[1])
    with pytest.raises(DescriptionError, match="core -1 does not exist"):
        check_system(replace(system, threads=threads))


def _judged(number: int) -> tuple[System, Assignment]:
    system = draw_cores(number, _SEED)
    alone = replace(
        system,
        threads=tuple(replace(one, core=0, sections=()) for one in system.threads),
        interrupts=(),
        resources=(),
    )
    return alone, assign(alone, cores=2)


def test_threads_are_placed_on_cores() -> None:
    placed = 0
    for number in range(_COUNT):
        system, result = _judged(number)
        assert [one.name for one in result.system.threads] == [one.name for one in system.threads]
        if result.feasible:
            placed += 1
            assert analyze(result.system).schedulable
            assert result.system.cores <= 2
            moved = [change.thread for change in result.changes if change.what == "core"]
            assert moved == [one.name for one in result.system.threads if one.core != 0]
    assert placed > _COUNT / 5


def test_threads_that_share_a_resource_of_one_core_stay_together(tmp_path: Path) -> None:
    system = _two(tmp_path, "work = 10", "work = 40")
    sections = (system.threads[0].sections[0], *system.threads[1].sections)
    local = replace(system.resources[0], protocol=Protocol.CEILING)
    pair = [
        replace(one, core=0, sections=(section,))
        for one, section in zip(system.threads, sections, strict=True)
    ]
    alone = replace(pair[0], name="c", sections=(), work=60)
    together = replace(system, threads=(*pair, alone), resources=(local,))
    result = assign(together, cores=2)
    assert result.feasible
    assert [one.core for one in result.system.threads] in ([0, 0, 1], [1, 1, 0])
    shared = replace(together, resources=system.resources)
    result = assign(shared, cores=2)
    assert result.feasible
    assert analyze(result.system).schedulable
    assert "priorities, thresholds and protocols stay" in result.notes[0]
    with pytest.raises(AnalysisError, match="cannot have 9 cores"):
        assign(shared, cores=9)


def test_the_trace_of_a_run_has_its_switches_and_responses(tmp_path: Path) -> None:
    for number in range(20):
        system = _with_offsets(draw_cores(number, _SEED, plain=True), number)
        seen = simulate(system, horizon=_HORIZON, workers=1, trace=True)
        assert seen.trace is not None
        path = tmp_path / "cores.limen"
        path.write_bytes(seen.trace)
        trace = read_trace(path)
        found = statistics(trace).system
        assert found.switches == seen.switches
        assert set(trace.core.tolist()) == {one.core for one in system.threads}
        numbers = {item.name: at for at, item in trace.objects.items()}
        ends = trace.event == Event.COMPLETE
        for thread in seen.threads:
            responses = trace.b[ends & (trace.object == numbers[thread.name])]
            assert (len(responses), max(responses, default=None)) == (
                thread.jobs,
                thread.response_max,
            )


def test_a_finding_names_no_thread_of_another_core() -> None:
    texts = 0
    for number in range(20):
        system = _with_offsets(draw_cores(number, _SEED, plain=True), number)
        seen = simulate(system, horizon=_HORIZON, workers=1, trace=True)
        assert seen.trace is not None
        cores = {thread.name: thread.core for thread in system.threads}
        for finding in findings(parse_trace(seen.trace, "x")):
            named = [name for name in cores if re.search(rf"\b{name}\b", finding["sentence"])]
            of_mutex = "inversion" in finding["kind"]  # its owner may be on another core
            if "ran for" in finding["sentence"] and not of_mutex:
                texts += 1
                assert len({cores[name] for name in named}) == 1, (
                    _SEED,
                    number,
                    finding["sentence"],
                )
    assert texts > 20


def test_who_ran_meanwhile_is_of_the_core_of_the_interval() -> None:
    for number in range(20):
        system = _with_offsets(draw_cores(number, _SEED, plain=True), number)
        seen = simulate(system, horizon=_HORIZON, workers=1, trace=True)
        assert seen.trace is not None
        trace = parse_trace(seen.trace)
        cores = {thread.name: thread.core for thread in system.threads}
        names = [lane.name for lane in analyse(trace).moves.lanes]
        source = random.Random(number)
        for _ in range(30):
            begin, end = sorted(source.sample(range(len(trace)), 2))
            ran = trace.native.ran_beside(begin, end)
            assert sum(ticks for _, ticks in ran) == trace.time[end] - trace.time[begin]
            lanes = {names[lane] for lane, _ in ran if lane > 0}
            assert {cores[name] for name in lanes} <= {int(trace.core[begin])}


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        main(list(arguments))
    return capsys.readouterr().out


def test_the_commands_name_cores_and_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _two(tmp_path)
    file = str(tmp_path / "two.toml")
    value = json.loads(_printed(capsys, "analyze", file, "--json"))
    assert [(row["core"], row["spin"], row["wait"]) for row in value["threads"]] == [
        (0, 0, 5),
        (1, 0, 3),
    ]
    assert value["threads"][0]["delays"] == [
        {"resource": "m", "spins": False, "behind": "b", "ticks": 5}
    ]
    assert "waits for m behind b: 5 ticks" in _printed(capsys, "analyze", file, "--explain")
    seen = json.loads(_printed(capsys, "simulate", file, "--json"))
    assert [row["core"] for row in seen["threads"]] == [0, 1]
    done = json.loads(_printed(capsys, "assign", file, "--cores", "1", "--write", "--json"))
    assert done["written"]
    assert [change["what"] for change in done["changes"]] == ["core"]
    assert load_system(Path(file)).cores == 1
