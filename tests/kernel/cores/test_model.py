# SPDX-License-Identifier: Apache-2.0
"""Goal: the protocol between cores loses and duplicates nothing, in every order of the steps.

Method: SPIN goes through all states of shared.pml, which models kernel/cores with two cores and
four threads. Each mutant of the model, a mistake that a person would make, violates an assertion.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

MODEL = Path(__file__).with_name("shared.pml")
MUTANTS = sorted(set(re.findall(r"MUTANT_[A-Z_]*[A-Z]", MODEL.read_text(encoding="utf-8"))))
DEPTH_MAX = 1000000


def errors(options: list[str], folder: Path) -> tuple[int, str]:
    """Return the number of errors that SPIN finds, and its report."""
    subprocess.run(["spin", "-a", *options, str(MODEL)], cwd=folder, check=True)
    subprocess.run(
        ["gcc", "-O2", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"],
        cwd=folder,
        check=True,
    )
    report = subprocess.run(  # -E: a state in which no thread can run is not an error
        ["./pan", "-E", f"-m{DEPTH_MAX}"], cwd=folder, check=True, capture_output=True, text=True
    ).stdout
    found = re.search(r"errors: (\d+)", report)
    assert found is not None, report
    return int(found[1]), report


REQUESTS = pytest.param(["-DREQUESTS"], marks=pytest.mark.long("ten million states"))


@pytest.mark.parametrize(
    "options", [pytest.param([], marks=pytest.mark.long("make prove searches it")), REQUESTS]
)
def test_nothing_is_lost_or_doubled_in_any_order(options: list[str], tmp_path: Path) -> None:
    found, report = errors(options, tmp_path)
    assert found == 0, report
    assert "max search depth too small" not in report


@pytest.mark.long("a checker is compiled for each")
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_is_found(mutant: str, tmp_path: Path) -> None:
    with_requests = ["-DREQUESTS"] if "REQUEST" in mutant else []
    found, report = errors([f"-D{mutant}", *with_requests], tmp_path)
    assert found > 0, report
