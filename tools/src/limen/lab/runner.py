# SPDX-License-Identifier: Apache-2.0
"""Run labs: build, run each case in a folder of its own, and measure."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from limen.lab.console import parse_console
from limen.lab.costs import with_costs
from limen.lab.measure import Evidence, Row, compare_with_trace, derive, evaluate
from limen.lab.steps import count_steps
from limen.run import addresses_between, build, count_between, run_program
from limen.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.lab.definition import Case, Lab
    from limen.run import Target

__all__ = ["Settings", "run_labs"]


def _ignore(_line: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to run labs.

    Attributes:
        root: of the repository.
        on_step: is called with a line at the beginning of each build and each run.
        on_line: is called with each line of a build's output.
        traces: where to keep the traces, if anywhere: LAB-CASE-TARGET.limen.
        timeout_seconds: of wall clock, for each case.
    """

    root: Path
    on_step: Callable[[str], None] = field(default=_ignore)
    on_line: Callable[[str], None] = field(default=_ignore)
    traces: Path | None = None
    timeout_seconds: float = 60.0


def run_labs(labs: Sequence[Lab], targets: Sequence[Target], settings: Settings) -> list[Row]:
    """Run all cases of labs on targets.

    Returns:
        The results, by target and lab, in the order of lab.toml.

    Raises:
        LimenError: something does not build or cannot be run.
    """
    if settings.traces is not None:
        settings.traces.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for target in targets:
        programs = [name for lab in labs for name in _programs(lab, target)]
        settings.on_step(f"build for {target.name}: {', '.join(programs)}")
        executables = build(settings.root, target, programs, settings.on_line)
        for lab in labs:
            rows += _run_lab(lab, target, executables, settings)
    return rows


def _programs(lab: Lab, target: Target) -> list[str]:
    programs = [f"lab-{lab.name}"]
    metrics = [metric for case in lab.cases for metric in case.metric]
    if any(m.origin in {"instructions", "steps"} and target.name in m.targets for m in metrics):
        programs.append(f"lab-{lab.name}-fast")
    return programs


def _run_lab(
    lab: Lab, target: Target, executables: dict[str, Path], settings: Settings
) -> list[Row]:
    rows: list[Row] = []
    if lab.costs is not None:
        target = with_costs(settings.root, target, lab.costs)
    for case in lab.cases:
        settings.on_step(f"run lab {lab.name}, case {case.name}, on {target.name}")
        with TemporaryDirectory(prefix="limen-") as scratch:
            rows += _run_case(lab, case, target, executables, Path(scratch), settings)
    measured = {f"{row.case}.{row.metric}": row.measured for row in rows}
    derived = (derive(lab.name, target.name, each, measured) for each in lab.derived)
    return rows + [row for row in derived if row is not None]


def _run_case(
    lab: Lab,
    case: Case,
    target: Target,
    executables: dict[str, Path],
    scratch: Path,
    settings: Settings,
) -> list[Row]:
    limit = settings.timeout_seconds
    program = executables[f"lab-{lab.name}"]
    run = run_program(target, program, [case.name], scratch=scratch, timeout_seconds=limit)
    place = f"lab {lab.name}, case {case.name}, {target.name}"
    if run.trace is not None and settings.traces is not None:
        kept = settings.traces / f"{lab.name}-{case.name}-{target.name}.limen"
        shutil.copyfile(run.trace, kept)

    @cache
    def instructions() -> list[int]:
        fast = executables[f"lab-{lab.name}-fast"]
        return count_between(fast, "lab_mark", [case.name], timeout_seconds=limit)

    @cache
    def steps(cycle: int) -> Mapping[str, int]:
        fast = executables[f"lab-{lab.name}-fast"]
        found = addresses_between(fast, "lab_mark", cycle, [case.name], timeout_seconds=limit)
        return count_steps(fast, settings.root, found)

    evidence = Evidence(
        lab=lab.name,
        target=target.name,
        case=case.name,
        console=parse_console(run.output, place),
        trace=read_trace(run.trace) if run.trace is not None else None,
        instructions=instructions,
        steps=steps,
    )
    chosen = [metric for metric in case.metric if target.name in metric.targets]
    rows = [evaluate(evidence, metric) for metric in chosen]
    rows += compare_with_trace(evidence)
    if run.status != 0:
        rows.append(_failed(evidence, run.status, run.output))
    return rows


def _failed(evidence: Evidence, status: int, output: str) -> Row:
    said = (output.strip().splitlines() or ["nothing"])[-1]
    return Row(
        lab=evidence.lab,
        target=evidence.target,
        case=evidence.case,
        metric="exit_status",
        unit="",
        paper=None,
        measured=status,
        ok=False,
        note=f"its last words: {said}",
    )
