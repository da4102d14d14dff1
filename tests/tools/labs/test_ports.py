# SPDX-License-Identifier: Apache-2.0
"""Goal: the labs about switches and messages have the same results on every processor.

Method: all events of cycles in the steady state, including all switches and messages, are equal.
Times differ, so cases in which threads work for a time are excluded. Short tests run one case of
each lab. The output of the command equals its text in docs/labs/ports.md.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.lab import load_lab
from limen.run import (
    MORE_PORT_TARGETS,
    PORT_TARGETS,
    build,
    find_root,
    run_program,
    target_named,
)
from limen.trace import Event, cycle_window, read_trace
from support.further import IS_LONG, without_further

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
REFERENCE = target_named("mps2-an385")
TARGETS = without_further((*PORT_TARGETS, *MORE_PORT_TARGETS))
LABS: Final = ("threshold", "priorities", "switch-cost")
WORKS: Final = re.compile(r"burst-.*|empty|own|store")  # no switches, or after a time
SAMPLE: Final = {"threshold", "equal", "interrupt"}
FIRST, LAST = 4, 7  # cycles of the steady state


def cycles(target: Target, lab: str, case: str, scratch: Path) -> list[tuple[int, int, int]]:
    """Return event, thread and object of all events of the cycles."""
    program = build(ROOT, target, [f"lab-{lab}"], lambda _: None)[f"lab-{lab}"]
    scratch.mkdir()
    run = run_program(target, program, [case], scratch=scratch)
    assert run.status == 0, run.output
    assert run.trace is not None
    trace = read_trace(run.trace)
    first, _ = cycle_window(trace, FIRST)
    _, last = cycle_window(trace, LAST)
    columns = (trace.event, trace.thread, trace.object)
    return list(zip(*(column[first:last].tolist() for column in columns), strict=True))


@pytest.mark.parametrize(
    ("lab", "case"),
    [
        (lab, case.name)
        for lab in LABS
        for case in load_lab(ROOT, lab).cases
        if not WORKS.fullmatch(case.name) and (IS_LONG or case.name in SAMPLE)
    ],
)
def test_a_cycle_is_that_of_the_cortex_m3(lab: str, case: str, tmp_path: Path) -> None:
    expected = cycles(REFERENCE, lab, case, tmp_path / REFERENCE.name)
    assert case == "call" or Event.SWITCH in {event for event, _, _ in expected}
    for target in TARGETS:
        assert cycles(target, lab, case, tmp_path / target.name) == expected, target.name


def lab_command(*words: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "limen"), "lab", "run", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def on_page(case: str, metric: str, core: str) -> str:
    """Return a cell of the table of lab threshold on the page."""
    text = (ROOT / "docs/labs/ports.md").read_text(encoding="utf-8").split("\n## ")[1]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    heads = next(row for row in rows if row[:1] == ["case"])
    return next(row for row in rows if row[:2] == [case, metric])[heads.index(core)]


@pytest.mark.long("labs for further processors, whose instructions the page quotes")
@pytest.mark.parametrize(
    ("target", "core"), [("virt-riscv32", "RV32"), ("mps2-an505", "Cortex-M33")]
)
def test_the_command_prints_what_the_page_says(target: str, core: str) -> None:
    done = lab_command("threshold", "--target", target, "--case", "threshold", "--json")
    assert done.returncode == 0, done.stderr
    rows = {row["metric"]: row for row in json.loads(done.stdout)["results"]}
    assert {row["target"] for row in rows.values()} == {target}
    for metric in ("context_switches", "messages_sent", "ticks"):
        assert on_page("threshold", metric, core) == f"{rows[metric]['measured']:,}"
    assert rows["context_switches"]["measured"] == 4
    assert rows["ticks"]["measured"] > 9 * 10  # nine messages take more than a few instructions


def test_a_lab_that_cannot_run_there_says_where_it_can() -> None:
    done = lab_command("window", "--target", "virt-riscv32")
    assert done.returncode != 0
    assert done.stdout == ""
    assert "nothing of window is measured there; take one of host, mps2-an385" in done.stderr
