# SPDX-License-Identifier: Apache-2.0
"""Goal: exactly the numbers in the classes of lab.toml pass, at both scales.

Method: the consoles of a real run, and copies with one changed number.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from limen.errors import LabError
from limen.lab import load_lab
from limen.linux import Results, draw_lateness, markdown, matrices
from limen.linux.check import Reading, readings, rows, scaled
from limen.linux.family import FAMILIES
from limen.linux.log import Late, Log, parse_log
from limen.linux.results import Kernel, read_results, write_results
from limen.run import find_root

HERE = Path(__file__).parent
LAB = load_lab(find_root(HERE), "linux")
TARGET = "linux"
LOGS = [
    parse_log((HERE / f"golden/linux-{start.name}.log").read_text(), start.name)
    for start in FAMILIES[TARGET].boots
]
REAL = readings(LOGS, 10)
MODELS = ("none", "voluntary", "full", "rt")


def results(numbers: dict[tuple[str, str], Reading]) -> Results:
    """Return the results of a run at a tenth of the times."""
    kernel = Kernel(TARGET, "rt", "6.1.0-9-rt-amd64", "#1 SMP Debian 6.1.9-1", ("rt",), "")
    transcripts = {
        (TARGET, model): lines for log in LOGS for model, lines in log.transcripts.items()
    }
    return Results(
        date="2026-01-02",
        scale=10,
        with_cyclictest=False,
        kernels=(kernel,),
        transcripts=transcripts,
        numbers={TARGET: numbers},
    )


def ok(case: str, model: str, value: float | None, scale: int, target: str = TARGET) -> bool:
    """Return whether this value is as promised."""
    found = rows(
        LAB,
        {(case, model): Reading(value)},
        target=target,
        scale=scale,
        with_cyclictest=True,
        cases=frozenset({case}),
    )
    (row,) = [row for row in found if row.metric == model]
    return row.ok


def test_a_real_run_is_as_promised() -> None:
    found = rows(LAB, REAL, target=TARGET, scale=10, with_cyclictest=False)
    assert [(row.case, row.metric, row.note) for row in found if not row.ok] == []
    assert {row.target for row in found} == {"linux"}
    sections = [row for row in found if row.metric in MODELS and row.unit == "ms"]
    assert len(sections) == 4 * 13 + 4 * 4
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
    (metric, *_) = next(case for case in LAB.cases if case.name == "plain").metric
    assert (metric.paper, scaled(metric, 10).paper, scaled(metric, 1)) == (3000, 300, metric)


def test_a_driver_that_did_nothing_shows_nothing() -> None:
    found = readings([Log("6", late={("full", "plain"): Late(10, 0)})], 10)
    assert found == {("plain", "full"): Reading(None, "read() was busy for 0 ms, not for 500 ms")}
    (row,) = [
        row
        for row in rows(
            LAB,
            found,
            target=TARGET,
            scale=10,
            with_cyclictest=False,
            cases=frozenset({"plain"}),
        )
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
    found = rows(LAB, {}, target=TARGET, scale=10, with_cyclictest=False)
    assert {(row.ok, row.measured, row.note) for row in found} == {
        (False, None, "the log does not contain it")
    }


def test_cyclictest_is_on_demand() -> None:
    without = rows(LAB, REAL, target=TARGET, scale=10, with_cyclictest=False)
    assert not any(row.case.startswith("cyclictest") for row in without)
    both = rows(LAB, REAL, target=TARGET, scale=10, with_cyclictest=True)
    assert sum(row.case.startswith("cyclictest") for row in both) == 4 * 4 * 2
    assert ok("cyclictest-driver-spin-lock", "full", 20000, 10)
    assert not ok("cyclictest-driver-spin-lock", "rt", 20000, 10)
    assert not ok("cyclictest-driver-plain", "none", 100, 10)


@pytest.mark.parametrize(
    ("case", "target", "model", "late"),
    [
        ("plain", "linux-6.12", "none", 300),
        ("plain", "linux-7", "lazy", 0),
        ("ordinary", "linux-7", "lazy", 3),
        ("ordinary_hrtick", "linux-7", "lazy", 3),
        ("ordinary", "linux-7", "rt", 0),
        ("ordinary", "linux", "rt", 0),
        ("ordinary", "linux", "none", 300),
        ("ordinary_user", "linux-7", "lazy", 0),
    ],
)
def test_other_kernels(case: str, target: str, model: str, late: int) -> None:
    for value in (0, 3, 300):
        assert ok(case, model, value, 10, target) == (value == late)


def test_each_kernel_has_its_models() -> None:
    for target, family in FAMILIES.items():
        models = [model for start in family.boots for model in start.models]
        promised = {
            metric.name
            for case in LAB.cases
            for metric in case.metric
            if target in metric.targets and not metric.name.endswith("_average")
        }
        assert promised == set(models)
        assert len(models) == len(promised)


def test_the_program_of_the_article() -> None:
    for model, thread1, thread2 in (
        ("none", 0.6, 0.5),
        ("voluntary", 0.5, 0.7),
        ("full", 0.3, 0.5),
        ("rt", 0.3, 0.5),
    ):
        assert REAL["transcript-thread1", model].value == pytest.approx(thread1, abs=0.005)
        assert REAL["transcript-thread2", model].value == pytest.approx(thread2, abs=0.005)
        assert REAL["transcript-end", model].value == pytest.approx(1, abs=0.005)
    (first, *_) = matrices(LAB, results(REAL))
    assert first.heads == ("line", *MODELS)
    assert [line[0] for line in first.lines] == [
        *("thread1 start", "thread2 start", "thread1 stop", "thread2 stop", "end test")
    ]


def test_another_order_is_no_transcript() -> None:
    text = (HERE / "golden/linux-rt.log").read_text().splitlines()
    (place,) = [i for i, line in enumerate(text) if line.endswith("thread1 stop")]
    text[place], text[place + 1] = text[place + 1], text[place]
    found = readings([parse_log("\n".join(text), "rt")], 10)
    problem = "thread1 start, thread2 start, thread2 stop, thread1 stop, end test"
    assert found["transcript-thread1", "rt"] == Reading(None, f"the program printed: {problem}")
    del text[place]
    found = readings([parse_log("\n".join(text), "rt")], 10)
    assert found["transcript-end", "rt"].value is None


def test_tables() -> None:
    _, seconds, sections, interrupts, threads = matrices(LAB, results(REAL))
    assert seconds.lines[0][1].endswith(" (0.6)")
    assert sections.heads == ("case", *MODELS, "what")
    assert sections.lines[1][:2] == ("plain", f"{REAL['plain', 'none'].value:.1f} (300)")
    assert [line[0] for line in interrupts.lines] == [f"interrupt-{n}" for n in (0, 40, 60, 90)]
    assert threads.lines[1][3] == "0 (49)"
    text = markdown(LAB, results(REAL), "linux/x.svg")
    assert "](linux/x.svg)" in text
    assert "NO" not in text
    assert "Run on 2026-01-02, with 1/10 of its times." in text
    assert "| 6.1.0-9-rt-amd64 | #1 SMP Debian 6.1.9-1 | rt |" in text
    assert "| case | none | voluntary | full | rt | what |\n| --- | ---: |" in text
    broken = results({**REAL, ("plain", "rt"): Reading(7)})
    assert "7.000 NO: should be at least 0 and at most 1" in markdown(LAB, broken, "x")


def test_a_picture() -> None:
    numbers = {
        ("plain", "none"): Reading(300.1),
        ("plain", "full"): Reading(0.05),
        ("cond_resched", "none"): Reading(200.1),
        ("inherited", "rt"): Reading(7.0),
    }
    root = ET.fromstring(draw_lateness(LAB, results(numbers)))
    bars = [
        (bar.get("class"), float(bar.get("width", 0)))
        for bar in root.iter("{http://www.w3.org/2000/svg}rect")
    ][4:]  # the first four are the legend
    assert sorted(kind for kind, _ in bars if kind) == ["check", "end", "tick", "time"]
    widths = dict(bars)
    assert widths["time"] < widths["tick"] < widths["check"] < widths["end"]
    texts = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Linux 6.1", "none", "plain", "0.05", "300"} <= texts


def test_results_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    whole = results({**REAL, ("plain", "rt"): Reading(None, "why")})
    write_results(path, whole)
    assert read_results(path) == whole
    assert whole.names == {TARGET: "6.1"}
    assert all(len(line) < 300 for line in path.read_text().splitlines())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"numbers": [1]}', '{"numbers": {}}'])
def test_a_file_that_is_no_results(tmp_path: Path, text: str) -> None:
    (tmp_path / "results.json").write_text(text)
    with pytest.raises(LabError, match="these are not results of lab linux"):
        read_results(tmp_path / "results.json")
    with pytest.raises(LabError, match=r"No such file.*run limen lab report linux"):
        read_results(tmp_path / "nothing.json")


def test_the_recorded_results_are_as_promised() -> None:
    recorded = read_results(find_root(HERE) / "labs/linux/results.json")
    assert (recorded.scale, recorded.with_cyclictest) == (1, True)
    assert set(recorded.numbers) == set(FAMILIES)
    assert [(row.target, row.case, row.note) for row in recorded.rows(LAB) if not row.ok] == []
