# SPDX-License-Identifier: Apache-2.0
"""Run labs: build, run each case in a separate folder, and measure."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

from limen.child import scratch_folder, together
from limen.errors import LabError
from limen.lab.console import parse_console
from limen.lab.costs import with_costs
from limen.lab.measure import Evidence, Row, compare_with_trace, derive, evaluate
from limen.lab.ports import lab_on
from limen.lab.recorder import Recorder
from limen.lab.steps import count_steps
from limen.run import (
    SAFETY_SECONDS,
    addresses_between,
    addresses_from_to,
    build,
    count_between,
    cycles,
    run_program,
)
from limen.run.masked import longest_masked_of_each
from limen.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from limen.lab.definition import Case, Lab
    from limen.lab.observation import Observation
    from limen.run import Target

__all__ = ["Settings", "run_labs"]

_COUNTED: Final = frozenset({"instructions", "cycles", "steps"})
_MASKED: Final = "bench-masked-user"


def _ignore(_line: str) -> None:
    """Ignore the message."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run of labs.

    Attributes:
        root: of the repository.
        on_step: is called with a line at the beginning of each build and each run.
        on_line: is called with each line of a build's output.
        traces: folder for the traces, if they are saved: LAB-CASE-TARGET.limen.
        signals: folder for the recorded signals, if they are saved: LAB-CASE.vcd, and their
            pictures, LAB-CASE-VIEW.svg.
        on_paper: pictures of signals have a light ground.
        cases: the names of those to run; none: all.
        timeout_seconds: of wall clock, for each case.
        jobs: number of cases that run at the same time.
        reads_traces: whether traces are measured and compared with counters, which needs the
            engine.
    """

    root: Path
    on_step: Callable[[str], None] = field(default=_ignore)
    on_line: Callable[[str], None] = field(default=_ignore)
    traces: Path | None = None
    signals: Path | None = None
    on_paper: bool = False
    cases: frozenset[str] = frozenset()
    timeout_seconds: float = SAFETY_SECONDS
    jobs: int = 1
    reads_traces: bool = True


def run_labs(labs: Sequence[Lab], targets: Sequence[Target], settings: Settings) -> list[Row]:
    """Run the cases of labs, each on those of the targets on which it has metrics.

    Returns:
        The results, by target and lab, in the order of lab.toml.

    Raises:
        LimenError: a program cannot be built or run.
    """
    for folder in filter(None, (settings.traces, settings.signals)):
        folder.mkdir(parents=True, exist_ok=True)
    _check_cases(labs, settings.cases)
    rows: list[Row] = []
    for target in targets:
        here = [lab for lab in (lab_on(lab, target.name) for lab in labs) if lab is not None]
        programs = [name for lab in here for name in _programs(lab, target, settings)]
        if not programs:
            continue
        settings.on_step(f"build for {target.name}: {', '.join(programs)}")
        executables = build(settings.root, target, programs, settings.on_line)
        for lab in here:
            rows += _run_lab(lab, target, executables, settings)
    return rows


def _check_cases(labs: Sequence[Lab], names: frozenset[str]) -> None:
    known = list(dict.fromkeys(case.name for lab in labs for case in lab.cases))
    for name in sorted(names.difference(known)):
        raise LabError("--case", f"unknown case {name}", f"take one of {', '.join(known)}")


def _cases(lab: Lab, target: Target, settings: Settings) -> list[Case]:
    """The cases to run: one with metrics only on targets that have some of them."""
    return [
        case
        for case in lab.cases
        if (not settings.cases or case.name in settings.cases)
        and (not case.metric or any(target.name in m.targets for m in case.metric))
    ]


def _programs(lab: Lab, target: Target, settings: Settings) -> list[str]:
    cases = _cases(lab, target, settings)
    programs = list(dict.fromkeys(lab.program(case) for case in cases))
    metrics = [metric for case in cases for metric in case.metric]
    origins = {metric.origin for metric in metrics if target.name in metric.targets}
    if lab.signals is None and origins & _COUNTED:
        programs.append(f"lab-{lab.name}-fast")
    if "masked" in origins:
        programs.append(_MASKED)
    return programs


def _run_lab(
    lab: Lab, target: Target, executables: dict[str, Path], settings: Settings
) -> list[Row]:
    def run(case: Case) -> list[Row]:
        costs = case.costs or lab.costs
        place = with_costs(settings.root, target, costs) if costs is not None else target
        settings.on_step(f"run lab {lab.name}, case {case.name}, on {target.name}")
        with scratch_folder() as scratch:
            return _run_case(lab, case, place, executables, scratch, settings)

    with together(settings.jobs) as pool:
        rows = [row for of_case in pool.map(run, _cases(lab, target, settings)) for row in of_case]
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
    program = executables[lab.program(case)]
    recorder = Recorder(lab, case, scratch) if lab.signals and target.has_pins else None
    run = run_program(
        target,
        program,
        [] if lab.signals else [case.name],
        scratch=scratch,
        timeout_seconds=limit,
        watch=recorder.watch if recorder else None,
    )
    place = f"lab {lab.name}, case {case.name}, {target.name}"
    if run.trace is not None and settings.traces is not None:
        trace_file = settings.traces / f"{lab.name}-{case.name}-{target.name}.limen"
        shutil.copyfile(run.trace, trace_file)
    if recorder is not None and settings.signals is not None:
        recorder.keep(settings.signals, on_paper=settings.on_paper)
    fast = program if lab.signals else executables.get(f"lab-{lab.name}-fast", program)

    @cache
    def counts() -> list[int]:
        return _counts(fast, case.name, target, limit)

    @cache
    def steps(cycle: int) -> Mapping[str, int]:
        return count_steps(
            fast, settings.root, _counts_by_address(fast, case.name, cycle, target, limit)
        )

    @cache
    def observation() -> Observation:
        if recorder is None:
            raise LabError(place, "its pins are not recorded", "run it on rp2040")
        return recorder.observation()

    @cache
    def masked() -> int:
        return _longest_masked(executables[_MASKED], target, limit)

    evidence = Evidence(
        lab=lab.name,
        target=target.name,
        case=case.name,
        console=parse_console(run.output, place),
        trace=read_trace(run.trace) if run.trace is not None and settings.reads_traces else None,
        counts=counts,
        steps=steps,
        observation=observation,
        masked=masked,
    )
    chosen = [metric for metric in case.metric if target.name in metric.targets]
    rows = [evaluate(evidence, metric) for metric in chosen]
    rows += compare_with_trace(evidence)
    if run.status != 0:
        rows.append(_failed(evidence, run.status, run.output))
    return rows


def _counts(fast: Path, case: str, target: Target, limit: float) -> list[int]:
    """Cycles where the emulator has them, otherwise instructions, between the marks of a case."""
    if target.simulator:
        return cycles.count_between(
            fast, "lab_mark", [case], target=target.name, timeout_seconds=limit
        )
    return count_between(fast, "lab_mark", [case], target=target.name, timeout_seconds=limit)


def _longest_masked(program: Path, target: Target, limit: float) -> int:
    """Instructions with interrupts off, in the longest trial."""
    _, windows = addresses_from_to(
        program, "bench_begin", "bench_end", target=target.name, timeout_seconds=limit
    )
    return max(one.instructions for one in longest_masked_of_each(program, windows))


def _counts_by_address(
    fast: Path, case: str, cycle: int, target: Target, limit: float
) -> Mapping[int, int]:
    """Count the instructions of one cycle of a case by address."""
    if target.simulator:
        return cycles.cycles_by_address(
            fast, "lab_mark", cycle, [case], target=target.name, timeout_seconds=limit
        )
    addresses = addresses_between(
        fast, "lab_mark", cycle, [case], target=target.name, timeout_seconds=limit
    )
    return Counter(addresses)


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
