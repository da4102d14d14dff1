# SPDX-License-Identifier: Apache-2.0
"""Goal: lab preemption-models keeps its promises on all targets, and its document shows them.

Method: the complete lab runs once, as the command does. The generated part of the document and its
pictures are made again and compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from limen.lab import Row, Settings, load_lab, run_labs
from limen.lab.cells import draw_cells, report_cells
from limen.lab.report import with_report
from limen.lab.transcript import Line, parse_transcripts
from limen.run import build, find_root, run_program, target_named

ROOT = find_root(Path(__file__).parent)
LAB = load_lab(ROOT, "preemption-models")
MODELS = ("none", "voluntary", "full", "rt", "lazy")
THREADS = ("thread1 start", "thread2 start", "thread1 stop", "thread2 stop", "end test")
TARGETS = ("host", "mps2-an385", "rp2040")
REMEDY = "limen lab report preemption-models"


@dataclass(frozen=True)
class Done:
    """A run of the lab, and the folders of its traces and pictures."""

    rows: list[Row]
    folder: Path


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    folder = tmp_path_factory.mktemp("models")
    targets = [target_named(name) for name in TARGETS]
    rows = run_labs([LAB], targets, Settings(ROOT, traces=folder))
    draw_cells(LAB, TARGETS[0], folder)
    return Done(rows, folder)


@pytest.mark.long("test_labs.py runs it on host and mps2-an385")
def test_promises_are_kept(done: Done) -> None:
    broken = [
        f"{row.case}, {row.target}: {row.metric} is {row.measured}, {row.note}"
        for row in done.rows
        if not row.ok
    ]
    assert broken == []


@pytest.mark.long("test_labs.py runs it on host and mps2-an385")
def test_each_cell_is_promised_and_measured_on_each_target(done: Done) -> None:
    cells = [(case, name) for case in LAB.cases for name in case.cells]
    assert len(cells) == 9 * 5 + 4 * 6
    measured = {(row.case, row.metric, row.target): row for row in done.rows}
    for case, name in cells:
        assert {(case.name, name, target) for target in TARGETS} <= measured.keys()
        promises = [metric for metric in case.metric if metric.name == name]
        assert all(metric.expect is not None or metric.max is not None for metric in promises)


@pytest.mark.long("test_labs.py runs it on host and mps2-an385")
def test_on_the_host_the_cells_are_exact(done: Done) -> None:
    """The cells are exact to the tick of 40 ns."""
    names = {(case.name, name) for case in LAB.cases for name in case.cells}
    of_host = [r for r in done.rows if r.target == "host" and (r.case, r.metric) in names]
    assert {row.measured for row in of_host} == {0, 3, 1000, 2000, 2999, 3000, 5000}


def of_case(done: Done, case: str) -> dict[tuple[str, str], float]:
    """Return the numbers of a case, by metric and target."""
    rows = (row for row in done.rows if row.case == case)
    return {(row.metric, row.target): row.measured or 0 for row in rows}


@pytest.mark.long("test_labs.py runs it on host and mps2-an385")
def test_the_models_trade_switches_for_answers(done: Done) -> None:
    by_name = of_case(done, "cost")
    ordinary = of_case(done, "cost-ordinary")
    for target in TARGETS:
        switches = [by_name[f"{model}_switches", target] for model in ("none", "full", "rt")]
        assert switches == sorted(switches)
        assert by_name["none_latest", target] > by_name["voluntary_latest", target]
        assert by_name["voluntary_latest", target] > by_name["full_latest", target]
        assert ordinary["lazy_switches", target] < ordinary["full_switches", target] / 4
    calls = {model: by_name[f"{model}_throughput", "mps2-an385"] for model in MODELS}
    assert max(calls, key=lambda model: calls[model]) == "none"


@pytest.mark.parametrize(
    ("case", "stops", "ends"),
    [
        ("article", {"none": 6, "voluntary": 6, "full": 3, "rt": 3, "lazy": 3}, 6),
        ("article-checkpoint", {"none": 8, "voluntary": 5, "full": 3, "rt": 3, "lazy": 3}, 8),
    ],
)
def test_the_program_of_the_article_prints_what_it_prints(
    case: str, stops: dict[str, int], ends: int, tmp_path: Path
) -> None:
    """The lines are in the order of the article's listings under each model, to the millisecond."""
    host = target_named("host")
    name = "lab-preemption-models"
    done = run_program(host, build(ROOT, host, [name], print)[name], [case], scratch=tmp_path)
    lines = parse_transcripts(done.output.splitlines())
    assert lines == {
        model: tuple(map(Line, (0.0, 1.0, stop, ends, 10.0), THREADS))
        for model, stop in stops.items()
    }


@pytest.mark.long("test_labs.py runs it on host and mps2-an385")
def test_the_document_shows_what_was_measured(done: Done) -> None:
    text = (ROOT / "docs/labs/preemption-models.md").read_text(encoding="utf-8")
    part = report_cells(ROOT, LAB, done.rows, LAB.name)
    assert with_report(text, part, "") == text, REMEDY


@pytest.mark.long("test_labs.py runs it on host and mps2-an385")
def test_the_pictures_show_what_was_traced(done: Done) -> None:
    kept = {path.name: path.read_bytes() for path in (ROOT / "docs/labs" / LAB.name).iterdir()}
    drawn = {path.name: path.read_bytes() for path in done.folder.glob("*.svg")}
    assert sorted(kept) == sorted(drawn), REMEDY
    assert [name for name in kept if kept[name] != drawn[name]] == [], REMEDY
