# SPDX-License-Identifier: Apache-2.0
"""``limen compare``: bounds, simulated and measured response times of a system."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from limen.cli.command import Argument, Exit, Option
from limen.cli.place import check_output
from limen.cli.render import build_output, note, print_result, print_table
from limen.cli.status import CHECK_FAILED
from limen.parts import needs
from limen.times import format_tick
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.compare.compare import Comparison, Row

__all__ = ["compare"]

_DIGITS = 3  # of ticks, in tables
_JSON_DIGITS = 9


@needs("analysis", "programs")
def compare(
    file: Annotated[Path, Argument(help="a system: system.toml, a CSV file", is_read=True)],
    target: Annotated[
        str | None,
        Option(help="host, mps2-an385, rp2040, ...; without it: that of the system"),
    ] = None,
    json: Annotated[
        bool, Option("--json", help="print one JSON value: spec/compare.schema.json")
    ] = False,
    trace: Annotated[Path | None, Option(help="write the trace of the run here")] = None,
    jobs: Annotated[int | None, Option(help="run for about this many jobs", min=1)] = None,
    seed: Annotated[int, Option(help="for random jitters", min=0, max=2**63 - 1)] = 0,
    aligned: Annotated[
        bool, Option("--aligned", help="also run it with the worst phases of each thread")
    ] = False,
) -> None:
    """Analyse, simulate and run a system. Status 1 if a response is above its bound."""
    from limen.compare.compare import compare as compare_system
    from limen.project.targets import find_target
    from limen.run import find_root
    from limen.system.load import load_system

    system = load_system(file)
    check_output(trace)
    where = find_target(target or system.board or "host")
    with build_output() as on_line:
        done = compare_system(
            find_root(Path.cwd()),
            system,
            where,
            on_line,
            source=file.name,
            jobs=jobs,
            seed=seed,
            aligned=range(len(system.threads)) if aligned else (),
        )
    if trace is not None:
        write_whole(trace, done.measurement.trace_bytes)
    for sentence in system.notes:
        note(f"limen: {file}: {sentence}")
    if json:
        print_result(_value(done))
    else:
        _print(done)
    for row in done.rows:
        if row.problem is not None:
            note(f"limen: {file}: thread {row.name}: {row.problem}")
    if not done.ok:
        raise Exit(CHECK_FAILED)


def _print(done: Comparison) -> None:
    heads = ["thread", ">priority", ">threshold", ">deadline", ">bound", ">without kernel"]
    heads += [">simulated", ">measured", ">margin", ">bound/measured", ">jobs", ">misses"]
    tick = format_tick(done.system.tick_ns)
    title = f"{done.system.name} on {done.measurement.target}, in ticks of {tick}"
    print_table(title, heads, [_cells(row) for row in done.rows])
    unit = Fraction(10**6, done.measurement.clock_hz)
    shown = ", ".join(
        f"{one.name} {_short(getattr(done.costs, one.name) * unit)}" for one in fields(done.costs)
    )
    print(f"Kernel, in us: {shown}; measured, and a quarter more.")
    if not done.measurement.project.is_whole:
        print("The run is shorter than two hyperperiods.")


def _cells(row: Row) -> list[Any]:
    bound = "none" if row.bound is None else _short(row.bound)
    plain = "none" if row.bound_plain is None else row.bound_plain
    simulated = "" if row.simulated is None else row.simulated
    measured = "" if row.measured is None else _short(row.measured)
    margin = "" if row.margin is None else _short(row.margin)
    ratio = "" if row.ratio is None else _short(row.ratio)
    cells = [row.name, row.priority, row.threshold, row.deadline, bound, plain]
    return [*cells, simulated, measured, margin, ratio, row.jobs, row.misses]


def _short(number: Fraction) -> str:
    return f"{float(number):.{_DIGITS}f}"


def _number(number: Fraction | None) -> float | None:
    return None if number is None else round(float(number), _JSON_DIGITS)


def _value(done: Comparison) -> dict[str, Any]:
    nanoseconds = Fraction(10**9, done.measurement.clock_hz)
    threads = [
        {
            "name": row.name,
            "priority": row.priority,
            "threshold": row.threshold,
            "deadline": row.deadline,
            "bound": _number(row.bound),
            "bound_without_kernel": row.bound_plain,
            "simulated": row.simulated,
            "measured": _number(row.measured),
            "margin": _number(row.margin),
            "bound_by_measured": _number(row.ratio),
            "jobs": row.jobs,
            "misses": row.misses,
            "ok": row.problem is None,
            "problem": row.problem,
        }
        for row in done.rows
    ]
    return {
        "system": done.system.name,
        "target": done.measurement.target,
        "tick_ns": done.system.tick_ns,
        "ticks": done.measurement.project.end,
        "is_whole": done.measurement.project.is_whole,
        "kernel_ns": {
            one.name: int(getattr(done.costs, one.name) * nanoseconds) for one in fields(done.costs)
        },
        "threads": threads,
        "schedulable": done.schedulable,
        "ok": done.ok,
    }
