# SPDX-License-Identifier: Apache-2.0
"""Goal: the report of all labs has every lab, metric and case with correct values.

Method: run all labs of the host twice, as the command does, and read the report.
"""

from __future__ import annotations

import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from limen.lab import Lab, find_labs, load_lab
from limen.lab.html_report import Facts, Plan, Sheet, collect, document
from limen.lab.measure import COUNTERS
from limen.run import find_root
from limen.trace import Trace, read_trace
from support.reports import Report, pictures, read_report

ROOT = find_root(Path(__file__).parent)
FACTS = Facts((("made", "here"),))
HOST = "host"
LABS = [load_lab(ROOT, name) for name in find_labs(ROOT)]


def run_all(scratch: Path) -> list[Sheet]:
    def ignore(_line: str) -> None:
        pass

    plan = Plan(ROOT, scratch, (HOST,), ignore, ignore, 60.0)
    return collect(LABS, plan)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> list[Sheet]:
    return run_all(tmp_path_factory.mktemp("labs"))


@pytest.fixture(scope="module")
def text(sheets: list[Sheet]) -> str:
    return document(sheets, FACTS, with_viewer=False)


@pytest.fixture(scope="module")
def report(text: str) -> Report:
    return read_report(text)


def metrics_of(lab: Lab) -> set[str]:
    """Return the expected results of a lab for the host, and values derived only from them."""
    own = {
        f"{case.name}.{metric.name}"
        for case in lab.cases
        for metric in case.metric
        if HOST in metric.targets
    }
    derived = {
        f"{each.case}.{each.name}" for each in lab.derived if own.issuperset(each.references)
    }
    return own | derived


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_every_lab_and_every_metric_is_there(lab: Lab, report: Report) -> None:
    assert f"lab-{lab.name}" in report.ids
    text = "".join(report.texts)
    assert lab.title in text
    assert lab.source in text
    shown = {
        name for cell in report.cells if cell.place == f"{lab.name}/host" for name in cell.names
    }
    assert metrics_of(lab) <= shown


def test_numbers_are_those_of_the_rows(sheets: list[Sheet], report: Report) -> None:
    rows = {
        (f"{row.lab}/{row.target}", f"{row.case}.{row.metric}"): repr(row.measured)
        for sheet in sheets
        for row in sheet.rows
    }
    cells = {(cell.place, name): cell.value for cell in report.cells for name in cell.names}
    assert cells == rows
    assert len(report.results) == sum(len(sheet.rows) for sheet in sheets)


def test_every_case_with_a_trace_is_in_a_picture(sheets: list[Sheet], text: str) -> None:
    drawn = "\n".join("".join(svg.itertext()) for svg in pictures(text))
    for sheet in sheets:
        for case, target in sheet.traces:
            if any(case in curve.cases for curve in sheet.lab.curves) or any(
                case in timeline.cases and timeline.target != HOST
                for timeline in sheet.lab.timelines
            ):
                continue
            titles = {each.name: each.title for each in sheet.lab.cases}
            assert target == HOST
            assert titles[case] in drawn, f"{sheet.lab.name}, {case}"


def test_the_switches_of_the_papers_are_numbered(text: str) -> None:
    svg = next(svg for svg in pictures(text) if "D has threshold 1" in "".join(svg.itertext()))
    numbers = [
        word
        for label in svg.iter()
        if label.get("class") == "s number"
        for word in (label.text or "").split("\N{EN DASH}")
    ]
    above = [int(number) for number in numbers[: numbers.index("18") + 1]]
    assert above == sorted(above)
    assert numbers[numbers.index("18") + 1 :] == ["1", "2", "3", "4"]


def test_the_demo_is_this_report(tmp_path: Path) -> None:
    words = ["make", "--dry-run", "--old-file=setup", "demo"]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    command = next(line for line in told.splitlines() if line.startswith("./limen lab report"))
    place = tmp_path / "labs.html"
    line = f"{command.replace('build/labs.html', str(place))} --target {HOST}"
    done = subprocess.run(line.split(), cwd=ROOT, capture_output=True, text=True, check=False)
    said = "limen: labs on host\nlimen: writing the report\n"
    assert (done.returncode, done.stderr) == (0, said)
    *lines, last = done.stdout.splitlines()
    # In the order in which they are known: those that need another target are last.
    assert sorted(line.split()[0] for line in lines) == sorted(lab.name for lab in LABS)
    assert {line.split()[1] for line in lines} == {"ok", "--"}
    assert last == f"report: {place}"
    assert len(read_report(place.read_text(encoding="utf-8")).ids) > len(LABS)


def test_the_first_results_need_no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def read(path: Path) -> Trace:
        done.append("a trace")
        return read_trace(path)

    module = import_module("limen.lab.html_report.collect")
    monkeypatch.setattr(module, "engine", lambda: done.append("the engine"))
    monkeypatch.setattr("limen.lab.runner.read_trace", read)
    (lab,) = (lab for lab in LABS if lab.name == "io-overlap")
    plan = Plan(ROOT, tmp_path, (HOST,), done.append, done.append, 60.0)
    sheets: list[Sheet] = []

    def on_sheet(sheet: Sheet) -> None:
        sheets.append(sheet)
        done.append("a result")

    (whole,) = collect([lab], plan, on_sheet)
    first = done.index("a result")
    assert first < done.index("the engine")
    assert first < done.index("a trace")
    assert sheets[0].finding == whole.finding
    compared = {row.metric for row in whole.rows} - {row.metric for row in sheets[0].rows}
    assert compared == {COUNTERS}


@pytest.mark.long("it makes the report once more")
def test_nothing_changes_from_run_to_run(text: str, tmp_path: Path) -> None:
    assert document(run_all(tmp_path), FACTS, with_viewer=False) == text
