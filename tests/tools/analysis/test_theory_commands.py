# SPDX-License-Identifier: Apache-2.0
"""Goal: analyze and assign print the results of the analysis, as a table and as JSON.

Method: the commands on the example of Wang and Saksena, and on input that they have to refuse.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from limen.analysis import analyze, assign, critical_scaling, nonpreemptive, sensitivity
from limen.errors import AnalysisError, LimenError
from limen.system.load import load_system
from limen.system.model import CriticalSection as Section
from limen.system.model import Interrupt, Overheads, Protocol, Resource, System
from support.task_sets import thread

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Limen

_TOML = """\
# Three threads.
name = "ws"
tick = "1 ms"

[[thread]]
name = "t1"  # the most urgent one
period = "70 ms"
work = "20 ms"
deadline = "50 ms"
priority = 0
stack = 400

[[thread]]
name = "t2"
period = "80 ms"
work = "20 ms"
priority = 1
stack = 600

[[thread]]
name = "t3"
period = "200 ms"
work = "35 ms"
deadline = "100 ms"
priority = 2
stack = 800
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "system.toml"
    path.write_text(_TOML, encoding="utf-8")
    return path


def _json(limen: Limen, *arguments: str | Path) -> tuple[int, Any]:
    status, output, _ = limen(*arguments, "--json")
    return status, json.loads(output)


def test_analyze_and_assign(file: Path, limen: Limen) -> None:
    status, value = _json(limen, "analyze", file)
    assert status == 1
    assert not value["schedulable"]
    rows = [(row["name"], row["response_safe"], row["ok"]) for row in value["threads"]]
    assert rows == [("t1", 20, True), ("t2", 40, True), ("t3", 115, False)]

    status, value = _json(limen, "assign", file, "--write")
    assert status == 0
    assert value["written"]
    assert [row["after"] for row in value["changes"]] == [0, 1]
    text = file.read_text(encoding="utf-8")
    assert text.count("#") == 2
    assert [item.threshold for item in load_system(file).threads] == [0, 0, 1]

    status, value = _json(limen, "analyze", file, "--explain", "--sensitivity")
    assert status == 0
    assert value["schedulable"]
    assert [row["response_tight"] for row in value["threads"]] == [39, 74, 95]
    assert value["stack"]["shared"] == 1200
    assert value["threads"][1]["blocked_by"][0]["name"] == "t3"
    assert value["threads"][1]["scenario"]["offsets"] == {"t1": 1, "t2": 1, "t3": 0}
    assert value["scaling"] == pytest.approx(1.0526)

    status, value = _json(limen, "assign", file)
    assert (status, value["changes"]) == (0, [])


_INLINE_CHUNKS = """\
chunks = [
    { work = "30 ms" },  # reads
    # Nobody may see half of it.
    { work = "20 ms", threshold = 2 },  # writes
]
"""
_TABLES_OF_CHUNKS = """\
[[thread.chunks]]  # reads
work = "30 ms"

# Nobody may see half of it.
[[thread.chunks]]
work = "20 ms"
threshold = 2  # writes
"""


@pytest.mark.parametrize("chunks", [_INLINE_CHUNKS, _TABLES_OF_CHUNKS])
@pytest.mark.parametrize(("rule", "levels"), [("maximal", [1, 0]), ("minimal", [2, 0])])
def test_assign_writes_thresholds_of_chunks(
    file: Path, limen: Limen, chunks: str, rule: str, levels: list[int]
) -> None:
    # The first chunk is too long for t1, and the last one must not be preempted.
    text = _TOML
    for old, new in (
        ('"20 ms"\ndeadline = "50 ms"', '"10 ms"\ndeadline = "30 ms"'),
        ('"20 ms"\npriority = 1', '"20 ms"\ndeadline = "60 ms"\npriority = 1'),
        ('"35 ms"\ndeadline = "100 ms"', '"50 ms"\ndeadline = "80 ms"'),
    ):
        assert old in text
        text = text.replace(old, new)
    before = text + chunks
    file.write_text(before, encoding="utf-8")
    status, value = _json(limen, "assign", file, "--write", "--thresholds", rule)
    assert (status, value["written"]) == (0, True)
    changes = [(row["what"], row["after"]) for row in value["changes"] if row["thread"] == "t3"]
    assert changes == [
        (f"threshold of chunk {number}", level)
        for number, level in enumerate(levels, 1)
        if level != 2
    ]
    assert [chunk.threshold for chunk in load_system(file).threads[2].chunks] == levels
    after = file.read_text(encoding="utf-8")
    kept = [line for line in before.splitlines() if "threshold" not in line and "work" not in line]
    assert [line for line in after.splitlines() if line in kept] == kept
    assert after.count("#") == before.count("#")
    status, value = _json(limen, "assign", file, "--write", "--thresholds", rule)
    assert (status, value["changes"], value["written"]) == (0, [], False)


def test_tables(file: Path, limen: Limen) -> None:
    status, output, _ = limen("analyze", file, "--explain", "--sensitivity")
    assert status == 1
    assert "t3: can miss its deadline: 115 of 100." in output
    assert "It is preempted by 1 job of t1 (20 ticks), 1 job of t2 (20 ticks)." in output
    status, output, _ = limen("assign", file, "--objective", "margin")
    assert status == 0
    assert "all works can grow by a factor of 1.0526" in output
    assert "Shared stack: 1,200 bytes, before 1,800." in output


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("analyze", "--model", "bad"), "bad"),
        (("assign", "--model", "ws1999"), "published test"),
        (("assign", "--thresholds", "minimal", "--objective", "stack"), "minimal"),
    ],
)
def test_choices_that_do_not_exist(
    arguments: tuple[str, ...], word: str, file: Path, limen: Limen
) -> None:
    status, output, error = limen(arguments[0], file, *arguments[1:])
    assert status == 2
    assert not output
    assert word in error
    assert error.count("\n") == 1
    assert file.read_text(encoding="utf-8") == _TOML


@pytest.mark.parametrize(
    "system",
    [
        System("negative", (thread("a", 5, -1, 0),)),
        System("zero", (thread("a", 0, 1, 0),)),
        System("long", (thread("a", 1 << 48, 1, 0),)),
        System("longer", (thread("a", 1 << 70, 1, 0),)),
        System("threshold", (thread("a", 5, 1, 0, 1),)),
        System("twice", (thread("a", 5, 1, 0), thread("a", 5, 1, 1))),
        System("cost", (thread("a", 5, 1, 0),), overheads=Overheads(preemption=1 << 50)),
        System("empty", ()),
    ],
    ids=lambda system: system.name,
)
def test_systems_that_cannot_be_analysed(system: System) -> None:
    for function in (analyze, assign, sensitivity):
        with pytest.raises(LimenError):
            function(system)


def test_an_overload_has_no_bound() -> None:
    result = analyze(System("overload", (thread("a", 5, 3, 0), thread("b", 5, 3, 1))))
    assert [bound.response for bound in result.threads] == [3, None]
    assert result.threads[1].unbounded is not None
    assert not result.schedulable
    assert critical_scaling(result.system) < 1


def test_infeasible_systems_stay_as_they_are() -> None:
    system = System("late", (thread("a", 10, 5, 0), thread("b", 12, 7, 1, deadline=8)))
    result = assign(system, priorities="search")
    assert not result.feasible
    assert result.system is system
    assert not result.changes


def test_interrupts_and_overheads_delay_threads() -> None:
    threads = (thread("a", 100, 10, 0), thread("b", 200, 20, 1, 0))
    plain = analyze(System("plain", threads))
    system = System(
        "target",
        threads,
        interrupts=(Interrupt("tick", 10, 1), Interrupt("uart", 50, 2)),
        overheads=Overheads(dispatch=2, exit=1),
    )
    result = analyze(system)
    assert [bound.work for bound in result.threads] == [13, 23]
    assert [bound.blocking for bound in result.threads] == [23, 0]
    for before, after in zip(plain.threads, result.threads, strict=True):
        assert before.response is not None
        assert after.response is not None
        assert after.response > before.response
    assert [bound.response for bound in result.interrupts] == [3, 3]
    assert min(item.threshold for item in assign(system).system.threads) == 0


def test_inheritance_blocks_once_for_each_thread_or_mutex() -> None:
    def system(protocol: Protocol) -> System:
        return System(
            "mutexes",
            (
                thread("a", 100, 10, 0, sections=(Section("R", 2), Section("S", 2, 5))),
                thread("b", 200, 20, 1, sections=(Section("R", 6, 3),)),
                thread("c", 400, 40, 2, sections=(Section("S", 9, 3),)),
            ),
            resources=(Resource("R", protocol), Resource("S", protocol)),
        )

    inherited = analyze(system(Protocol.INHERITANCE))
    ceiling = analyze(system(Protocol.CEILING))
    assert [bound.blocking for bound in inherited.threads] == [15, 9, 0]
    assert [bound.blocking for bound in ceiling.threads] == [9, 9, 0]
    assert [item.name for item in inherited.threads[0].blocked_by] == ["b", "c"]
    assert inherited.stack.shared is None
    assert inherited.stack.waiting == ("a", "b", "c")
    assert ceiling.stack.shared is not None


def test_sensitivity_is_at_the_edge() -> None:
    system = nonpreemptive(
        System("edge", (thread("a", 100, 10, 0), thread("b", 200, 20, 1), thread("c", 500, 60, 2)))
    )
    limits = sensitivity(system)
    assert analyze(system).schedulable
    for index, item in enumerate(limits.threads):
        assert item.work_max is not None
        assert item.period_min is not None
        for change, is_met in (
            ({"work": item.work_max}, True),
            ({"work": item.work_max + 1}, False),
            ({"period": item.period_min}, True),
            ({"period": item.period_min - 1}, False),
        ):
            values = {"work_min": 1, **change}
            changed = [*system.threads]
            fields = {
                key: values.get(key, getattr(changed[index], key))
                for key in ("period", "work", "deadline", "threshold")
            }
            changed[index] = thread(changed[index].name, priority=changed[index].priority, **fields)
            result = analyze(System("changed", tuple(changed)))
            assert result.schedulable is is_met


def test_unknown_choices_name_the_known_ones() -> None:
    system = System("one", (thread("a", 5, 1, 0),))
    with pytest.raises(AnalysisError, match="take one of safe, tight"):
        analyze(system, model="sage")
    with pytest.raises(AnalysisError, match="take one of keep, maximal, minimal"):
        assign(system, thresholds="best")
