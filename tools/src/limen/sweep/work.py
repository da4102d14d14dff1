# SPDX-License-Identifier: Apache-2.0
"""The work on a piece of a sweep: draw its sets, and compute their metrics in the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.engine import engine
from limen.sweep.draw import Sets, draw_sets
from limen.sweep.plan import POLICIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from limen.sweep.plan import Piece, Plan

__all__ = ["Row", "do_piece"]

Row = dict[str, str | int | float]
# (sets, threads) priorities and thresholds; (sets,) whether the deadlines are met with them.
Levels = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.bool_]"]

_MODEL: Final = "tight"  # works and periods are whole microseconds
_MILLION: Final = 1_000_000
# The orders of priorities by which thresholds are assigned, for measures of accepted sets.
_ORDERS: Final = {"pts": "dm", "pts-search": "search", "np-opa": "np-opa"}


def do_piece(plan: Plan, piece: Piece) -> list[Row]:
    """The results of a piece.

    Returns:
        A row for each policy and metric: how many sets count, the sum of their values, and the sum
        of the squares.
    """
    sets = draw_sets(plan, piece)
    work = sets.work + plan.job_cost
    return [
        {
            "piece": piece.number,
            "threads": plan.threads,
            "utilisation": piece.utilisation,
            "policy": policy,
            "metric": metric,
            "sets": len(values),
            "sum": float(values.sum()),
            "squares": float((values * values).sum()),
        }
        for policy in plan.policies
        for metric, values in _measure(plan, policy, sets, work)
    ]


def _measure(
    plan: Plan, policy: str, sets: Sets, work: NDArray[np.int64]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Values of one policy, a number for each set that counts."""
    columns = work, sets.period, sets.deadline, np.zeros_like(work), sets.priority
    name, cost = POLICIES[policy], plan.preemption_cost
    if "accept" in plan.metrics:
        accepted = engine().accepted(*columns, sets.priority, name, _MODEL, cost)
        yield "accept", accepted.astype(np.float64)
    if "breakdown" in plan.metrics:
        factors = engine().scalings(*columns, sets.priority, name, _MODEL, cost)
        share = (sets.work / sets.period).sum(axis=1)
        yield "breakdown", factors / _MILLION * share
    metrics = {*plan.metrics}
    if metrics & {"stack", "threads", "pairs", "preemptions", "nested"}:
        levels = _thresholds(plan, policy, columns)
        if metrics & {"stack", "threads", "pairs"}:
            yield from _memory(plan, levels, sets.stack)
        if metrics & {"preemptions", "nested"}:
            yield from _preemptions(plan, levels, columns)
    if "false-accepts" in plan.metrics and policy == "pts":
        yield "false-accepts", _false_accepts(columns)


def _memory(
    plan: Plan, levels: Levels, stack: NDArray[np.int64]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """The stack memory of the accepted sets.

    That is the shared stack as a share of the sum of all stacks, the number of stacks, and the
    pairs of which one thread can preempt the other.
    """
    priority, threshold, met = levels
    chosen = (np.ascontiguousarray(column[met]) for column in (priority, threshold, stack))
    least, pairs, groups = engine().stacks(*chosen)
    values = {"stack": least / stack[met].sum(axis=1), "threads": groups, "pairs": pairs}
    for metric in ("stack", "threads", "pairs"):
        if metric in plan.metrics:
            yield metric, values[metric].astype(np.float64)


def _preemptions(
    plan: Plan, levels: Levels, columns: tuple[NDArray[np.int64], ...]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Preemptions per job of the accepted sets, counted by the kernel in virtual time.

    All threads are released together at 0. If a preempted job continues only after two others,
    ``preemptions`` counts one; ``nested`` counts each job that begins while another one has begun
    and has not ended.
    """
    priority, threshold, met = levels
    chosen = (np.ascontiguousarray(column[met]) for column in (*columns[:2], priority, threshold))
    horizon = plan.horizon * columns[1][met].max(axis=1)
    jobs, preemptions, nested = engine().preemptions(*chosen, horizon, plan.preemption_cost)
    for metric, values in (("preemptions", preemptions), ("nested", nested)):
        if metric in plan.metrics:
            yield metric, values / np.maximum(jobs, 1)


def _false_accepts(columns: tuple[NDArray[np.int64], ...]) -> NDArray[np.float64]:
    """Return for each set that Wang and Saksena (1999) accept whether it misses a deadline."""
    threshold = engine().thresholds(*columns, "minimal", "ws1999")
    accepted = threshold[:, 0] >= 0
    chosen = tuple(np.ascontiguousarray(each[accepted]) for each in (*columns, threshold))
    response = engine().responses(*chosen, _MODEL)
    late = (response < 0) | (response > chosen[2])
    return np.asarray(late.any(axis=1), np.float64)


def _thresholds(plan: Plan, policy: str, columns: tuple[NDArray[np.int64], ...]) -> Levels:
    """Return the levels with which a policy accepts sets: valid where the last array is true."""
    priority, cost = columns[4], plan.preemption_cost
    if policy in _ORDERS:
        order, threshold, met = engine().priorities(*columns, _ORDERS[policy], _MODEL, cost)
        return order, np.zeros_like(order) if policy == "np-opa" else threshold, met
    if policy == "fp-opa":
        order, _, _ = engine().priorities(*columns, "fp-opa", _MODEL, cost)
        met = engine().accepted(*columns[:4], order, order, "fp", _MODEL, cost)
        return order, order, met
    met = engine().accepted(*columns, priority, POLICIES[policy], _MODEL, cost)
    return priority, np.zeros_like(priority) if policy == "np" else priority, met
