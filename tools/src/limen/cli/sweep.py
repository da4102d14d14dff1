# SPDX-License-Identifier: Apache-2.0
"""``limen sweep``: acceptance ratios and other measures of many random systems."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from limen.cli.render import note, print_json, print_table
from limen.errors import SweepError
from limen.sweep.plan import METRICS, POLICIES, Axis, Deadlines, Periods, Plan, Utilisations
from limen.sweep.run import run_sweep
from limen.sweep.summary import plot_sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd

__all__ = ["sweep"]


def sweep(
    out: Annotated[
        Path, typer.Argument(help="folder of the results; continued if it has some", metavar="OUT")
    ],
    n: Annotated[int, typer.Option("--n", help="threads of each set")] = 10,
    util: Annotated[
        str, typer.Option(help="utilisations: LOW:HIGH:STEP, or one number")
    ] = "0.5:1:0.05",
    sets: Annotated[int, typer.Option(help="sets for each utilisation")] = 10_000,
    periods: Annotated[
        str, typer.Option(help="log:LOW:HIGH or uni:LOW:HIGH, in milliseconds")
    ] = "log:10:1000",
    deadlines: Annotated[str, typer.Option(help="implicit, or constrained:SHARE")] = "implicit",
    generator: Annotated[
        str, typer.Option(help="uunifast; or discard:LARGEST or drs:LARGEST utilisation")
    ] = "uunifast",
    policies: Annotated[
        str, typer.Option(help=f"some of {','.join(POLICIES)}")
    ] = "fp,np,np-opa,pts",
    metrics: Annotated[str, typer.Option(help=f"some of {','.join(METRICS)}")] = "accept",
    overhead: Annotated[str, typer.Option(help="JOB,PREEMPTION: costs in microseconds")] = "0,0",
    seed: Annotated[int, typer.Option(help="of all random numbers")] = 1,
    workers: Annotated[int | None, typer.Option(help="local processes", min=1)] = None,
    dask: Annotated[
        str | None, typer.Option(help="scheduler of a Dask cluster", metavar="ADDRESS")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="print one JSON value instead of a table")
    ] = False,
) -> None:
    """Draw random sets, ask each policy about them, and save results and pictures.

    Results are in OUT/results.parquet, and a picture of each metric in OUT/METRIC.svg. After an
    interruption the same command goes on where it was.
    """
    job_cost, preemption_cost = (int(part) for part in _numbers("--overhead", overhead, ",", 2))
    plan = Plan(
        threads=n,
        utilisation=_axis(util),
        sets=sets,
        seed=seed,
        periods=_periods(periods),
        deadlines=_deadlines(deadlines),
        utilisations=_utilisations(generator),
        policies=tuple(policies.split(",")),
        metrics=tuple(metrics.split(",")),
        job_cost=job_cost,
        preemption_cost=preemption_cost,
    )
    with _progress() as on_piece:
        results = run_sweep(plan, out, workers=workers, dask=dask, on_piece=on_piece)
    pictures = plot_sweep(results, out)
    if json:
        print_json(
            {"results": results.astype(object).where(results.notna(), None).to_dict("records")}
        )
        return
    _print(plan, results)
    for picture in pictures:
        note(f"picture: {picture}")


def _print(plan: Plan, results: pd.DataFrame) -> None:
    for metric in plan.metrics:
        of_metric = results[results["metric"] == metric].pivot_table(
            index="utilisation", columns="policy", values="mean", dropna=False
        )
        rows = [
            [f"{utilisation:g}", *(f"{line[policy]:.4f}" for policy in plan.policies)]
            for utilisation, line in of_metric.iterrows()
        ]
        heads = ["utilisation", *(f">{policy}" for policy in plan.policies)]
        print_table(f"{metric}: {plan.sets:,} sets of {plan.threads} threads", heads, rows)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing in a file."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _done, _all: None
        return
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("pieces")
        yield lambda done, every: progress.update(task, completed=done, total=every)


def _numbers(option: str, text: str, separator: str, count: int) -> list[float]:
    """The numbers of an option.

    Raises:
        SweepError: they are not as many, or no numbers.
    """
    try:
        numbers = [float(part) for part in text.split(separator)]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        remedy = f"give {separator.join(['NUMBER'] * count)}"
        raise SweepError(option, f"{text!r} is not understood", remedy)
    return numbers


def _axis(text: str) -> Axis:
    if ":" in text:
        return Axis(*_numbers("--util", text, ":", 3))
    [only] = _numbers("--util", text, ":", 1)
    return Axis(only, only, 1)


def _split(option: str, text: str, kinds: tuple[str, ...]) -> tuple[str, str]:
    kind, _, rest = text.partition(":")
    if kind not in kinds:
        raise SweepError(option, f"{text!r} is not understood", f"begin with {' or '.join(kinds)}")
    return kind, rest


def _periods(text: str) -> Periods:
    kind, rest = _split("--periods", text, ("log", "uni"))
    low, high = _numbers("--periods", rest, ":", 2)
    return Periods("log" if kind == "log" else "uni", low, high)


def _deadlines(text: str) -> Deadlines:
    kind, rest = _split("--deadlines", text, ("implicit", "constrained"))
    if kind == "implicit":
        return Deadlines()
    return Deadlines("constrained", _numbers("--deadlines", rest, ":", 1)[0])


def _utilisations(text: str) -> Utilisations:
    kind, rest = _split("--generator", text, ("uunifast", "discard", "drs"))
    if kind == "uunifast":
        return Utilisations()
    [largest] = _numbers("--generator", rest, ":", 1)
    return Utilisations("discard" if kind == "discard" else "drs", largest)
