# SPDX-License-Identifier: Apache-2.0
"""Goal: a report shows the recorded results of lab linux if it does not run, and states this.

Method: a repository with results of an artificial run, and a cache without packages.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import pytest

from limen.lab import load_lab
from limen.lab.html_report import Plan, collect
from limen.lab.html_report.figures import figures
from limen.lab.html_report.kernels import see_limen, see_linux
from limen.lab.transcript import TEXTS, Line
from limen.linux import (
    RECORDED,
    RECORDINGS,
    Results,
    read_results,
    recorded_files,
    write_recordings,
    write_results,
)
from limen.linux.check import Reading
from limen.linux.results import Kernel
from limen.run import find_root

if TYPE_CHECKING:
    from limen.lab.html_report import Sheet
    from limen.linux import Cache

ROOT = find_root(Path(__file__).parent)
NONE = ROOT / RECORDINGS / "linux-none.ftrace.txt.gz"
RESULTS = Results(
    date="2026-01-02",
    scale=1,
    with_cyclictest=False,
    kernels=(
        Kernel("linux", "dynamic", "6.1.0-9-amd64", "#1 SMP Debian 6.1.9-1", ("none",), "none"),
        Kernel("linux-7", "dynamic", "7.9.9-amd64", "#1 SMP Debian 7.9.9-1", ("lazy",), "lazy"),
    ),
    transcripts={("linux-7", "lazy"): tuple(Line(n / 8, text) for n, text in enumerate(TEXTS))},
    numbers={
        "linux": {("plain", "none"): Reading(3000.25)},
        "linux-7": {("plain", "lazy"): Reading(0.0625), ("plain", "full"): Reading(77.0)},
    },
)


def shown(root: Path, scratch: Path) -> Sheet:
    plan = Plan(root, scratch, (), lambda _line: None, lambda _line: None, 1)
    (sheet,) = collect([load_lab(ROOT, "linux")], plan)
    return sheet


@pytest.fixture
def root(tmp_path: Path, cache: Cache) -> Path:
    """Make a repository with an empty cache."""
    assert not list(cache.packages.iterdir())
    (tmp_path / "labs/linux").mkdir(parents=True)
    return tmp_path


def test_recorded_results_are_shown_as_such(root: Path, tmp_path: Path) -> None:
    write_results(root / RECORDED, RESULTS)
    sheet = shown(root, tmp_path)
    assert sheet.rows == ()  # nothing was measured now
    assert "Not run now" in sheet.missing
    assert sheet.recorded_on == "2026-01-02"
    assert sheet.recorded
    assert "the results of 2026-01-02 that the repository contains" in sheet.elsewhere
    assert "limen lab run linux" in sheet.missing
    for text in (
        "6.1.0-9-amd64",
        "Debian 7.9.9-1",
        "Linux 7.9: lateness",
        "Linux 6.1: ",
        "3000.2 (3000)",
        "0.062",
        "0.125",
    ):
        assert text in sheet.elsewhere + sheet.appendix
    assert "77.0 (0) NO: should be at least 0 and at most 1" in sheet.appendix


def test_without_recorded_results(root: Path, tmp_path: Path) -> None:
    sheet = shown(root, tmp_path)
    assert sheet.elsewhere == ""
    assert sheet.missing.endswith("run: limen lab run linux.")


# Late until the section ends, or on time, as the program of the lab measured: see results.json.
VERDICTS = {
    "none": "3,000 ms late",
    "voluntary": "3,000 ms late",
    "lazy": "on time",
    "full": "on time",
    "rt": "on time",
}


def test_each_model_is_the_same_picture_and_the_same_sentence_on_both_kernels() -> None:
    results = read_results(ROOT / RECORDED)
    files = recorded_files(ROOT, results)
    same = ROOT / "examples/traces/preemption-models-plain-host.limen"
    assert {model for _, model in files} == VERDICTS.keys()
    for (target, model), path in files.items():
        kernels = {"Linux": see_linux(path, "Linux")}
        if (here := see_limen(same, model, "Limen")) is not None:
            kernels["Limen"] = here
        assert ("Limen" in kernels) == (model != "lazy")  # which the sample does not have
        measured_ms = results.numbers[target]["plain", model].value
        assert measured_ms is not None
        assert (measured_ms > 1) == VERDICTS[model].endswith("late")
        for kernel, seen in kernels.items():
            assert seen.panel.verdict == VERDICTS[model], (kernel, target, model)
            said = [why.sentence for why in seen.whys if "held off" in why.sentence]
            assert len(said) == VERDICTS[model].endswith("late"), (kernel, target, model)
        if measured_ms > 1:
            (linux,) = [w.sentence for w in kernels["Linux"].whys if "held off" in w.sentence]
            assert linux.endswith(" by low (no preemption in kernel code).")


def test_the_report_draws_the_recordings(tmp_path: Path, root: Path) -> None:
    results = replace(
        RESULTS, recordings={("linux", "none"): gzip.decompress(NONE.read_bytes()).decode()}
    )
    write_results(root / RECORDED, results)
    (root / RECORDINGS).mkdir()
    write_recordings(root / RECORDINGS, results)
    (root / "examples/traces").mkdir(parents=True)
    copy(ROOT / "examples/traces/preemption-models-plain-host.limen", root / "examples/traces")
    (figure,) = figures(shown(root, tmp_path))
    assert figure.title == "NONE: Linux 6.1, and Limen"
    assert [trace.name for trace in figure.traces] == [
        NONE.name,
        "preemption-models-plain-host.limen",
    ]
    assert "no preemption in kernel code" in figure.whys
    assert "not preempted" in figure.svg  # Linux
    assert "level 0" in figure.svg  # Limen
