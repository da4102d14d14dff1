# SPDX-License-Identifier: Apache-2.0
"""Draw random task sets.

Sources: UUniFast: Bini and Buttazzo, "Measuring the performance of schedulability tests", Real-Time
Systems 30 (2005), figure 4. UUniFast-Discard: Davis and Burns, "Priority assignment for global
fixed priority pre-emptive scheduling in multiprocessor real-time systems", RTSS 2009.
Dirichlet-Rescale: Griffin, Bate and Davis, "Generating utilization vectors for the systematic
evaluation of schedulability tests", RTSS 2020, by the authors' package, which warns that its
vectors are not uniform; those of UUniFast-Discard are. Log-uniform periods: Emberson, Stafford and
Davis, WATERS 2010.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import SweepError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.sweep.plan import Deadlines, Periods, Piece, Plan, Utilisations

__all__ = ["Sets", "draw_sets", "uunifast"]

_TICKS_PER_MS: Final = 1000
_STACK_BYTES: Final = (64, 1008)
_SCALED: Final = (0.05, 0.5)
_ATTEMPTS: Final = 1000  # to draw a vector without a share that is too large


@dataclass(frozen=True, slots=True)
class Sets:
    """Task sets with implicit names; each column has the shape (sets, threads).

    Attributes:
        work: microseconds.
        period: microseconds.
        deadline: microseconds.
        priority: deadline monotonic, 0 to threads - 1.
        stack: bytes, 64 to 1008.
    """

    work: NDArray[np.int64]
    period: NDArray[np.int64]
    deadline: NDArray[np.int64]
    priority: NDArray[np.int64]
    stack: NDArray[np.int64]


def draw_sets(plan: Plan, piece: Piece) -> Sets:
    """The sets of a piece, always the same."""
    shape = piece.sets, plan.threads
    generator = np.random.default_rng([plan.seed, piece.number])
    shares = _shares(plan.utilisations, shape, piece, generator)
    period = _periods(plan.periods, shape, generator)
    work = np.maximum(np.rint(shares * period).astype(np.int64), 1)
    deadline = _deadlines(plan.deadlines, work, period, generator)
    stack = 16 * generator.integers(_STACK_BYTES[0] // 16, _STACK_BYTES[1] // 16 + 1, shape)
    rank = np.argsort(np.argsort(deadline, axis=1, kind="stable"), axis=1, kind="stable")
    return Sets(work, period, deadline, np.ascontiguousarray(rank, np.int64), stack)


def _shares(
    how: Utilisations, shape: tuple[int, int], piece: Piece, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Utilisations of threads, whose rows sum up to that of the piece.

    Raises:
        SweepError: hardly any vector has no share above the bound.
    """
    sets, threads = shape
    if how.kind == "drs":
        return _rescaled(how.largest, shape, piece.utilisation, generator)
    if how.kind == "scaled":
        shares = generator.uniform(*_SCALED, shape)
        shares *= piece.utilisation / shares.sum(axis=1, keepdims=True)
        return shares
    shares = uunifast(sets, threads, piece.utilisation, generator)
    if how.kind == "discard":
        for _ in range(_ATTEMPTS):
            bad = np.flatnonzero((shares > how.largest).any(axis=1))
            if not bad.size:
                return shares
            shares[bad] = uunifast(bad.size, threads, piece.utilisation, generator)
        problem = (
            f"of {_ATTEMPTS} vectors with the sum {piece.utilisation}, all have a larger share"
        )
        raise SweepError("generator", problem, "give a larger bound, or use drs")
    return shares


def uunifast(
    sets: int, threads: int, utilisation: float, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Shares of threads, (sets, threads), whose rows sum up to the utilisation."""
    shares = np.empty((sets, threads))
    left = np.full(sets, utilisation)
    for thread in range(threads - 1):
        rest = left * generator.random(sets) ** (1.0 / (threads - 1 - thread))
        shares[:, thread] = left - rest
        left = rest
    shares[:, threads - 1] = left
    return shares


def _rescaled(
    largest: float, shape: tuple[int, int], utilisation: float, generator: np.random.Generator
) -> NDArray[np.float64]:
    sets, threads = shape
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # see above
        from drs import drs  # noqa: PLC0415
    random.seed(int(generator.integers(2**63)))  # drs draws from here
    bounds = [largest] * threads
    return np.array([drs(threads, utilisation, bounds) for _ in range(sets)])


def _periods(
    how: Periods, shape: tuple[int, int], generator: np.random.Generator
) -> NDArray[np.int64]:
    if how.kind == "uni":
        period = generator.uniform(how.low, how.high, shape)
    else:
        period = np.exp(generator.uniform(np.log(how.low), np.log(how.high), shape))
    return np.maximum(np.rint(period * _TICKS_PER_MS).astype(np.int64), 1)


def _deadlines(
    how: Deadlines,
    work: NDArray[np.int64],
    period: NDArray[np.int64],
    generator: np.random.Generator,
) -> NDArray[np.int64]:
    if how.kind == "implicit":
        return period.copy()
    low = work + how.share * (period - work)
    return np.maximum(np.rint(generator.uniform(low, period)).astype(np.int64), 1)
