# SPDX-License-Identifier: Apache-2.0
"""``limen analyze``: response times of a system, proven before it runs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Final

from limen.choices import Model
from limen.cli.command import Option
from limen.cli.render import print_line, print_result, print_table
from limen.cli.status import CHECK_FAILED, DONE
from limen.cli.system import File, Json, shown
from limen.errors import AnalysisError
from limen.parts import needs
from limen.times import format_tick

if TYPE_CHECKING:
    from limen.analysis import Analysis, Scenario, Sensitivity, ThreadBound
    from limen.system.model import System

__all__ = ["analysis_json", "analyze", "print_analysis"]

_JOBS_MAX: Final = 1000  # of a thread in the JSON value


@needs("analysis")
def analyze(
    file: File,
    model: Annotated[Model, Option(help="the bound that decides")] = Model.SAFE,
    explain: Annotated[bool, Option("--explain", help="show how each worst case arises")] = False,
    sensitivity: Annotated[
        bool, Option("--sensitivity", help="show how far works and periods can change")
    ] = False,
    json: Json = False,
) -> int:
    """Prove which threads of a system meet their deadlines, and why others do not.

    Status 1: some thread may miss its deadline.
    """
    from limen.analysis import analyze as analyze_system
    from limen.analysis import sensitivity as sensitivity_of
    from limen.analysis.budgets import is_limited
    from limen.system.load import load_system

    system = load_system(file)
    analysis = analyze_system(system, model=model.value)
    limits = sensitivity_of(system, model=model.value) if sensitivity else None
    is_plain = not system.is_on_cores and not is_limited(system)
    scenarios = _scenarios(system) if explain and is_plain else {}
    if json:
        print_result(analysis_json(analysis, limits, scenarios))
    else:
        print_analysis(analysis)
        if explain and system.is_on_cores:
            _print_delays(analysis)
        if limits is not None:
            _print_limits(analysis, limits)
        for name, scenario in scenarios.items():
            _print_scenario(name, scenario)
    return DONE if analysis.schedulable else CHECK_FAILED


def _scenarios(system: System) -> dict[str, Scenario | None]:
    from limen.analysis import analyze as analyze_system

    tight = analyze_system(system, model="tight")
    return {bound.name: _scenario(system, tight, bound) for bound in tight.threads}


def _scenario(system: System, tight: Analysis, bound: ThreadBound) -> Scenario | None:
    """Return the scenario; None: the response has no bound, or the scenario has too many jobs."""
    from limen.analysis import scenario_of

    try:
        return scenario_of(system, bound.name, tight)
    except AnalysisError:
        return None


def analysis_json(
    analysis: Analysis,
    limits: Sensitivity | None = None,
    scenarios: dict[str, Scenario | None] | None = None,
) -> dict[str, Any]:
    """Return an analysis as one JSON value; docs/analysis.md has its schema."""
    from limen.system.gate import gate_of

    of_thread = {item.name: item for item in limits.threads} if limits is not None else {}
    threads = []
    for bound in analysis.threads:
        row: dict[str, Any] = {
            "name": bound.name,
            "priority": bound.priority,
            "threshold": bound.threshold,
            "period": bound.period,
            "work": bound.work,
            "jitter": bound.jitter,
            "response_tight": bound.response_tight,
            "response_safe": bound.response_safe,
            "response_continuous": bound.response_continuous,
            "blocking": bound.blocking,
            "blocked_by": [asdict(item) for item in bound.blocked_by],
            "deadline": bound.deadline,
            "slack": bound.slack,
            "ok": bound.ok,
            "unbounded": bound.unbounded,
            "jobs": [asdict(job) for job in bound.jobs[:_JOBS_MAX]],
            "job_count": len(bound.jobs),
        }
        if analysis.system.is_on_cores:
            row["core"], row["spin"], row["wait"] = bound.core, bound.spin, bound.wait
            row["delays"] = [asdict(delay) for delay in bound.delays]
        if bound.name in of_thread:
            row["work_max"] = of_thread[bound.name].work_max
            row["period_min"] = of_thread[bound.name].period_min
        if scenarios:
            row["scenario"] = _scenario_json(scenarios.get(bound.name))
        threads.append(row)
    value: dict[str, Any] = {
        "system": analysis.system.name,
        "tick_ns": analysis.system.tick_ns,
        "model": analysis.model,
        "schedulable": analysis.schedulable,
        "utilisation": analysis.utilisation,
        "threads": threads,
        "interrupts": [asdict(item) for item in analysis.interrupts],
        "stack": asdict(analysis.stack),
        "preemptions": [list(pair) for pair in analysis.pairs],
        "groups": [list(group) for group in analysis.groups],
    }
    if any(thread.memory is not None for thread in analysis.system.threads):
        value["gate"] = asdict(gate_of(analysis.system))
    if limits is not None:
        value["scaling"] = limits.scaling
    return value


def _scenario_json(scenario: Scenario | None) -> dict[str, Any] | None:
    if scenario is None:
        return None
    return {
        "job": scenario.job,
        "instant": scenario.instant,
        "until": scenario.until,
        "response": scenario.response,
        "exact": scenario.exact,
        "offsets": {thread.name: thread.offset for thread in scenario.system.threads},
        "releases": [asdict(release) for release in scenario.releases],
        "text": " ".join(scenario.sentences),
    }


def print_analysis(analysis: Analysis) -> None:
    """Print a table of the threads, and a line for each verdict."""
    from limen.system.gate import gate_note

    system = analysis.system
    is_on_cores = system.is_on_cores
    heads = ["thread", *[">core"] * is_on_cores, ">priority", ">threshold", ">work"]
    heads += [*[">spins", ">waits"] * is_on_cores, ">period", ">deadline"]
    heads += [">tight", ">safe", ">continuous", ">blocking", ">slack", "ok"]
    rows = [
        [
            bound.name,
            *[bound.core] * is_on_cores,
            bound.priority,
            bound.threshold,
            bound.work,
            *[bound.spin, shown(bound.wait)] * is_on_cores,
            bound.period,
            bound.deadline,
            shown(bound.response_tight),
            shown(bound.response_safe),
            shown(bound.response_continuous),
            bound.blocking,
            shown(bound.slack),
            bound.ok,
        ]
        for bound in sorted(analysis.threads, key=lambda bound: bound.core)
    ]
    title = (
        f"{system.name}: response times in ticks of {format_tick(system.tick_ns)}, "
        f"model {analysis.model}"
    )
    print_table(title, heads, rows)
    for line in filter(None, (*system.notes, gate_note(system))):
        print_line(line)
    for bound in analysis.threads:
        print_line(_verdict(bound))
    stack = analysis.stack
    if stack.waiting:
        names = ", ".join(stack.waiting)
        print_line(f"No stack can be shared: {names} can wait for a mutex.")
    elif stack.separate:
        chain = " < ".join(stack.chain)
        print_line(f"Stack: {stack.shared:,} bytes shared ({chain}), {stack.separate:,} separate.")
    if stack.own:
        print_line(f"Not counted, because they share no stack: {', '.join(stack.own)}.")
    groups = "; ".join(", ".join(group) for group in analysis.groups)
    print_line(f"Preempting pairs: {len(analysis.pairs)}. Non-preemptive groups: {groups}.")
    word = "schedulable" if analysis.schedulable else "not schedulable"
    if analysis.model == "ws1999":
        word += " by the published test of 1999, which is not sound"
    of_cores = f" of {system.cores} cores" if system.cores > 1 else ""
    print_line(f"Utilisation {analysis.utilisation:.1%}{of_cores}: {word}.")


def _verdict(bound: ThreadBound) -> str:
    if bound.unbounded is not None:
        return f"{bound.name}: no bound: {bound.unbounded}."
    word = "meets" if bound.ok else "can miss"
    text = f"{bound.name}: {word} its deadline: {shown(bound.response)} of {bound.deadline:,}"
    if bound.blocked_by:
        blockers = [f" by {item.name}, which {item.reason}" for item in bound.blocked_by]
        text += f", {shown(bound.blocking)} of it blocked{', and'.join(blockers)}"
    if bound.worst_job:
        text += f"; job {bound.worst_job + 1} of {len(bound.jobs)} is the worst one"
    return f"{text}."


def _print_delays(analysis: Analysis) -> None:
    """Print what the jobs of each thread wait for on other cores."""
    for bound in analysis.threads:
        if not bound.delays:
            print_line(f"{bound.name}: it waits for no other core.")
            continue
        wait = "for a time without bound" if bound.wait is None else f"{bound.wait:,} ticks at most"
        print_line(
            f"{bound.name}: a job of it spins {bound.spin:,} ticks at most, and waits {wait}:"
        )
        for delay in bound.delays:
            verb = "spins" if delay.spins else "waits"
            ticks = "without bound" if delay.ticks is None else f"{delay.ticks:,} ticks"
            print_line(f"    {verb} for {delay.resource} behind {delay.behind}: {ticks}")
    print_line(
        "A bound counts each wait as work, and once more what can block the thread at its end."
    )


def _print_limits(analysis: Analysis, limits: Sensitivity) -> None:
    rows = [
        [bound.name, bound.work, shown(item.work_max), bound.period, shown(item.period_min)]
        for bound, item in zip(analysis.threads, limits.threads, strict=True)
    ]
    heads = ["thread", ">work", ">largest work", ">period", ">smallest period"]
    print_table("How far each thread can change while the others stay", heads, rows)
    print_line(f"All works can be multiplied by {limits.scaling:g}.")


def _print_scenario(name: str, scenario: Scenario | None) -> None:
    if scenario is None:
        print_line(f"{name}: it has no worst case, or one with too many jobs.")
        return
    kind = "the worst case" if scenario.exact else "a bad case, which the bound covers"
    print_line(f"{name}: {kind} at whole ticks, {scenario.response:,} ticks:")
    for sentence in scenario.sentences:
        print_line(f"    {sentence}")
