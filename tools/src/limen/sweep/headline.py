# SPDX-License-Identifier: Apache-2.0
"""Published results that a sweep confirms, within the sampling errors of both sides."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from limen.sweep.plan import METRICS, Axis, Plan
from limen.sweep.text import deadlines_of, periods_of, utilisations_of
from limen.sweep.work import do_piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.sweep.work import Row

__all__ = ["Headline", "check_headlines"]

_FILE: Final = Path(__file__).parent / "headline.toml"
_ERRORS: Final = 4  # standard errors: one of 16,000 comparisons is further off by chance
_ROUNDING: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Headline:
    """A published result, and that of the sweep.

    Attributes:
        name: of the series.
        setup: the set-up in words.
        policy: of the result.
        metric: of the result.
        expected: the mean that was published or measured before.
        mean: of this sweep.
        margin: how far the two may be apart.
        ok: whether they are not further.
    """

    name: str
    setup: str
    policy: str
    metric: str
    expected: float
    mean: float
    margin: float
    ok: bool


def check_headlines(sets: int, seed: int = 1) -> Iterator[Headline]:
    """Compare all results of the list.

    Args:
        sets: that are drawn for each result.
        seed: of the random numbers.
    """
    for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["result"]:
        yield from _check(entry, sets, seed)


def _check(entry: dict[str, Any], sets: int, seed: int) -> Iterator[Headline]:
    drawn = min(sets, entry.get("most", sets))  # a simulation takes long
    metrics = tuple(metric for metric in METRICS if metric in entry)
    plan = Plan(
        threads=entry["n"],
        utilisation=Axis(entry["util"], entry["util"], 1),
        sets=drawn,
        piece=drawn,
        seed=seed,
        periods=periods_of(entry["periods"]),
        deadlines=deadlines_of(entry["deadlines"]),
        utilisations=utilisations_of(entry["generator"]),
        policies=tuple({policy: None for metric in metrics for policy in entry[metric]}),
        metrics=metrics,
    )
    [piece] = plan.pieces()
    for row in do_piece(plan, piece):
        if row["policy"] in entry[str(row["metric"])]:
            yield _compared(entry, row, drawn)


def _compared(entry: dict[str, Any], row: Row, drawn: int) -> Headline:
    policy, metric = str(row["policy"]), str(row["metric"])
    expected = float(entry[metric][policy])
    count = max(int(row["sets"]), 1)  # some metrics are those of the accepted sets only
    others = max(entry["sets"] * count / drawn, 1)
    mean = float(row["sum"]) / count
    variance = float(row["squares"]) / count - mean * mean
    if metric == "accept":  # few hits say little about their own variance
        variance = max(variance, expected * (1 - expected), 1 / count)
    margin = _ERRORS * sqrt(max(variance, 0) * (1 / count + 1 / others))
    margin += entry.get("rounding", {}).get(metric, _ROUNDING)
    setup = f"n = {entry['n']}, periods {entry['periods']}, U = {entry['util']}"
    if entry["deadlines"] != "implicit":
        setup += f", deadlines {entry['deadlines']}"
    ok = abs(mean - expected) <= margin
    return Headline(entry["name"], setup, policy, metric, expected, mean, margin, ok)
