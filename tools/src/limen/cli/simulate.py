# SPDX-License-Identifier: Apache-2.0
"""``limen simulate``: run a system with the real kernel, in this process and in virtual time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from limen.cli.command import Argument, Exit, Option
from limen.cli.place import check_output
from limen.cli.render import note, print_line, print_result, print_table
from limen.cli.status import CHECK_FAILED
from limen.errors import AnalysisError, DescriptionError
from limen.parts import needs
from limen.times import TimeError, format_tick, parse_time
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.simulate import Simulation, ThreadObservation
    from limen.system.model import System

__all__ = ["simulate"]


@needs("analysis")
def simulate(
    file: Annotated[
        Path, Argument(help="a system: system.toml, a CSV file, a trace", is_read=True)
    ],
    runs: Annotated[int, Option(help="the number of runs, each with its own seed")] = 1,
    seed: Annotated[int, Option(help="for the first run")] = 0,
    jobs: Annotated[int | None, Option(help="end a run after this many jobs")] = None,
    time: Annotated[
        str | None, Option("--for", help="end a run at this time: 2 s, 500 ms, ticks")
    ] = None,
    random_offsets: Annotated[
        bool, Option("--random-offsets", help="draw offsets below the periods")
    ] = False,
    random_work: Annotated[
        bool, Option("--random-work", help="draw the work of each job: work_min to work")
    ] = False,
    trace: Annotated[
        Path | None, Option(help="write the trace of the run with the worst response")
    ] = None,
    workers: Annotated[
        int | None, Option(help="runs at the same time; without it: one for each processor", min=1)
    ] = None,
    json: Annotated[
        bool, Option("--json", help="print one JSON value: spec/simulate.schema.json")
    ] = False,
) -> None:
    """Simulate a system on the real kernel.

    Status 1 if a response is above its bound, which is a fault of Limen.
    """
    from limen.simulate import simulate as simulate_system
    from limen.system.load import load_system

    system = load_system(file)
    check_output(trace)
    done = simulate_system(
        system,
        seed=seed,
        runs=runs,
        jobs=jobs,
        horizon=_ticks(time, system) if time is not None else None,
        execution="uniform" if random_work else "worst",
        offsets="random" if random_offsets else "file",
        workers=workers,
        trace=trace is not None,
    )
    if trace is not None and done.trace is not None:
        write_whole(trace, done.trace)
    for sentence in system.notes:
        note(f"limen: {file}: {sentence}")
    bounds = _bounds(system)
    if json:
        print_result(_value(done, bounds))
    else:
        _print(done, bounds)
    above = [
        thread.name
        for thread, bound in zip(done.threads, bounds, strict=True)
        if bound is not None and (thread.response_max or 0) > bound
    ]
    for name in above:
        note(f"limen: {file}: thread {name}: an observed response is above its bound")
    if above:
        raise Exit(CHECK_FAILED)


def _ticks(text: str, system: System) -> int:
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        return parse_time(text, system.tick_ns)
    except TimeError as error:
        raise DescriptionError("--for", error.problem, error.remedy) from error


def _bounds(system: System) -> tuple[int | None, ...]:
    """Return the proven response times; None: the analysis proves nothing."""
    from limen.analysis import analyze

    try:
        return tuple(thread.response_safe for thread in analyze(system).threads)
    except AnalysisError:
        return (None,) * len(system.threads)


def _print(done: Simulation, bounds: tuple[int | None, ...]) -> None:
    system = done.system
    heads = [
        "thread",
        *[">core"] * system.is_on_cores,
        ">priority",
        ">threshold",
        ">deadline",
        ">jobs",
        ">shortest",
        ">mean",
    ]
    heads += [">longest", ">bound", ">blocked", ">preempted", ">misses"]
    title = f"{system.name}: responses observed in {done.runs} run{'s' * (done.runs > 1)}"
    rows = [
        _cells(system, index, thread, bounds[index]) for index, thread in enumerate(done.threads)
    ]
    print_table(f"{title}, in ticks of {format_tick(system.tick_ns)}", heads, rows)
    print_line(
        f"{done.jobs:,} jobs in {done.time:,} ticks; {done.switches:,} switches between threads, "
        f"{done.preemptions:,} preemptions; at most {done.stack_threads} jobs begun at a time"
        + (f", with {done.stack_bytes:,} bytes of stack." if done.stack_bytes else ".")
    )
    if done.worst is not None:
        worst = done.worst
        print_line(
            f"Worst for its deadline: job {worst.job} of {worst.thread}, in run {worst.run} "
            f"(--seed {worst.seed}), which ends at {worst.end:,}."
        )
    if any(thread.budget is not None for thread in system.threads):
        print_line("Budgets are not simulated: each job runs until its work is done.")
    print_line("The longest response was observed; another run may take longer, up to the bound.")


def _cells(system: System, index: int, seen: ThreadObservation, bound: int | None) -> list[Any]:
    thread = system.threads[index]
    mean = f"{float(seen.response_mean):.1f}" if seen.response_mean is not None else ""
    return [
        thread.name,
        *[thread.core] * system.is_on_cores,
        thread.priority,
        _threshold(system, index),
        thread.deadline,
        seen.jobs,
        "" if seen.response_min is None else seen.response_min,
        mean,
        "" if seen.response_max is None else seen.response_max,
        "none" if bound is None else bound,
        seen.blocking_max,
        seen.preemptions,
        seen.misses,
    ]


def _threshold(system: System, index: int) -> int:
    thread = system.threads[index]
    return thread.chunks[-1].threshold if thread.chunks else thread.threshold


def _value(done: Simulation, bounds: tuple[int | None, ...]) -> dict[str, Any]:
    return {
        "system": done.system.name,
        "tick_ns": done.system.tick_ns,
        "seed": done.seed,
        "runs": done.runs,
        "ticks": done.time,
        "jobs": done.jobs,
        "switches": done.switches,
        "to_idle": done.to_idle,
        "from_idle": done.from_idle,
        "preemptions": done.preemptions,
        "interrupts": done.interrupts,
        "stack_threads": done.stack_threads,
        "stack_bytes": done.stack_bytes,
        "misses": done.misses,
        "worst": _worst(done),
        "threads": [
            _thread(done.system, index, thread, bounds[index])
            for index, thread in enumerate(done.threads)
        ],
    }


def _worst(done: Simulation) -> dict[str, Any] | None:
    worst = done.worst
    if worst is None:
        return None
    return {
        "thread": worst.thread,
        "response": worst.response,
        "run": worst.run,
        "seed": worst.seed,
        "job": worst.job,
        "end": worst.end,
    }


def _thread(
    system: System, index: int, seen: ThreadObservation, bound: int | None
) -> dict[str, Any]:
    thread = system.threads[index]
    mean = seen.response_mean
    return {
        "name": thread.name,
        **({"core": thread.core} if system.is_on_cores else {}),
        "priority": thread.priority,
        "threshold": _threshold(system, index),
        "deadline": thread.deadline,
        "jobs": seen.jobs,
        "observed_min": seen.response_min,
        "observed_mean": None if mean is None else round(float(mean), 9),
        "observed_max": seen.response_max,
        "bound": bound,
        "blocking": seen.blocking_max,
        "preemptions": seen.preemptions,
        "misses": seen.misses,
        "unfinished": seen.unfinished,
        "worst_seed": None if seen.worst is None else seen.worst.seed,
    }
