# SPDX-License-Identifier: Apache-2.0
"""``limen sweep``: acceptance ratios and other measures of many random systems."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from limen.choices import METRICS, POLICIES
from limen.cli.command import Argument, Option
from limen.cli.render import note, print_result, print_table
from limen.cli.status import CHECK_FAILED, DONE
from limen.parts import needs
from limen.progress import announced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd

    from limen.sweep.plan import Plan

__all__ = ["headline", "sweep"]


@needs("sweep")
def sweep(
    out: Annotated[
        Path, Argument(help="folder of the results; continued if it has some", metavar="OUT")
    ],
    n: Annotated[int, Option("--n", help="threads of each set")] = 10,
    util: Annotated[str, Option(help="utilisations: LOW:HIGH:STEP, or one number")] = "0.5:1:0.05",
    sets: Annotated[int, Option(help="sets for each utilisation")] = 10_000,
    periods: Annotated[
        str, Option(help="log:LOW:HIGH or uni:LOW:HIGH, in milliseconds")
    ] = "log:10:1000",
    deadlines: Annotated[str, Option(help="implicit, or constrained:SHARE")] = "implicit",
    generator: Annotated[
        str, Option(help="uunifast, scaled, discard:LARGEST, drs:LARGEST utilisation")
    ] = "uunifast",
    policies: Annotated[str, Option(help=f"some of {','.join(POLICIES)}")] = "fp,np,np-opa,pts",
    metrics: Annotated[str, Option(help=f"some of {','.join(METRICS)}")] = "accept",
    overhead: Annotated[str, Option(help="JOB,PREEMPTION: costs in microseconds")] = "0,0",
    horizon: Annotated[int, Option(help="simulated time for preemptions, in longest periods")] = 20,
    seed: Annotated[int, Option(help="for all random numbers")] = 1,
    workers: Annotated[int | None, Option(help="local processes", min=1)] = None,
    dask: Annotated[
        str | None, Option(help="scheduler of a Dask cluster", metavar="ADDRESS")
    ] = None,
    json: Annotated[bool, Option("--json", help="print one JSON value instead of a table")] = False,
) -> None:
    """Draw random sets, ask each policy about them, and save results and pictures.

    Results are in OUT/results.parquet, and a picture of each metric in OUT/METRIC.svg. After an
    interruption, the same command continues.
    """
    from limen.sweep.plan import Plan
    from limen.sweep.run import run_sweep
    from limen.sweep.summary import plot_sweep
    from limen.sweep.text import axis_of, costs_of, deadlines_of, periods_of, utilisations_of

    job_cost, preemption_cost = costs_of(overhead)
    plan = Plan(
        threads=n,
        utilisation=axis_of(util),
        sets=sets,
        seed=seed,
        periods=periods_of(periods),
        deadlines=deadlines_of(deadlines),
        utilisations=utilisations_of(generator),
        policies=tuple(policies.split(",")),
        metrics=tuple(metrics.split(",")),
        job_cost=job_cost,
        preemption_cost=preemption_cost,
        horizon=horizon,
    )
    with _progress() as on_piece:
        results = run_sweep(plan, out, workers=workers, dask=dask, on_piece=on_piece)
    pictures = plot_sweep(results, out)
    if json:
        print_result(
            {"results": results.astype(object).where(results.notna(), None).to_dict("records")}
        )
        return
    _print(plan, results)
    for picture in pictures:
        note(f"picture: {picture}")


@needs("sweep")
def headline(
    sets: Annotated[int, Option(help="sets for each result", min=1)] = 1000,
    seed: Annotated[int, Option(help="for all random numbers", min=0)] = 1,
    json: Annotated[bool, Option("--json", help="print one JSON value instead of a table")] = False,
) -> int:
    """Compare sweeps with known results. Status 1 if one is outside the sampling errors."""
    from limen.sweep.headline import check_headlines

    found = list(check_headlines(sets, seed))
    if json:
        print_result({"results": [asdict(each) for each in found]})
    else:
        rows = [
            [
                each.name,
                each.setup,
                each.policy,
                each.metric,
                f"{each.expected:.3f}",
                f"{each.mean:.3f}",
                f"{each.margin:.3f}",
                "" if each.ok else "differs",
            ]
            for each in found
        ]
        heads = ["result", "set-up", "policy", "metric", ">known", ">measured", ">margin", ""]
        print_table(f"{sets:,} sets each", heads, rows)
    return DONE if all(each.ok for each in found) else CHECK_FAILED


def _print(plan: Plan, results: pd.DataFrame) -> None:
    for metric in plan.metrics:
        of_metric = results[results["metric"] == metric].pivot_table(
            index="utilisation", columns="policy", values="mean", dropna=False
        )
        # The test of 1999 is one of thresholds, so false-accepts has no other column.
        policies = [policy for policy in plan.policies if policy in of_metric]
        rows = [
            [f"{utilisation:g}", *(f"{line[policy]:.4f}" for policy in policies)]
            for utilisation, line in of_metric.iterrows()
        ]
        heads = ["utilisation", *(f">{policy}" for policy in policies)]
        print_table(f"{metric}: {plan.sets:,} sets of {plan.threads} threads", heads, rows)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Yield a function that reports how many pieces are done."""
    with announced("sweeping") as on_line:
        yield lambda done, every: on_line(f"{done} of {every} pieces")
