# SPDX-License-Identifier: Apache-2.0
"""The plan of a sweep: the random sets, and the metrics to compute.

A plan is cut into pieces of a few thousand sets. The sets of a piece depend on the plan and on the
number of the piece alone. So a sweep has the same result on any number of workers, in any order,
and after any interruption.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, Literal

from limen.choices import METRICS, POLICIES
from limen.errors import SweepError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["METRICS", "POLICIES", "Axis", "Deadlines", "Periods", "Piece", "Plan", "Utilisations"]

_TASKS_MAX: Final = 1000
_POINTS_MAX: Final = 10_000
_HORIZON_MAX: Final = 1_000_000
_PERIODS_MS: Final = 0.001, 1_000_000  # a microsecond, and a thousand seconds


@dataclass(frozen=True, slots=True)
class Axis:
    """Numbers from ``low`` to ``high``, both included, in equal steps.

    Attributes:
        low: the first.
        high: the last.
        step: between two; of no use if there is only one.
    """

    low: float
    high: float
    step: float

    def values(self) -> tuple[float, ...]:
        """The numbers, rounded to six digits.

        >>> Axis(0.8, 0.9, 0.05).values()
        (0.8, 0.85, 0.9)
        """
        count = round((self.high - self.low) / self.step) + 1 if self.high > self.low else 1
        return tuple(round(self.low + number * self.step, 6) for number in range(count))


@dataclass(frozen=True, slots=True)
class Periods:
    """The distribution of periods.

    Attributes:
        kind: uniform, or uniform in the logarithm.
        low: milliseconds.
        high: milliseconds.
    """

    kind: Literal["log", "uni"] = "log"
    low: float = 10
    high: float = 1000


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The distribution of deadlines.

    Attributes:
        kind: equal to the period; or uniform between ``C + share (T - C)`` and ``T``.
        share: of the constrained ones.
    """

    kind: Literal["implicit", "constrained"] = "implicit"
    share: float = 0.5


@dataclass(frozen=True, slots=True)
class Utilisations:
    """The division of the utilisation of a set among its threads.

    Attributes:
        kind: UUniFast; the same without vectors that have a larger share; Dirichlet-Rescale; or
            ``scaled``, the set-up of Wang and Saksena (RTCSA 1999): uniform in 0.05 to 0.5, and
            then scaled to the sum.
        largest: of one thread; for ``discard`` and ``drs``.
    """

    kind: Literal["uunifast", "discard", "drs", "scaled"] = "uunifast"
    largest: float = 1.0


@dataclass(frozen=True, slots=True)
class Piece:
    """Sets of a plan that one worker does at once.

    Attributes:
        number: in the plan, from 0.
        utilisation: of all of them.
        sets: how many.
    """

    number: int
    utilisation: float
    sets: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A sweep.

    Attributes:
        threads: in each set.
        utilisation: the points of the sweep.
        sets: at each point.
        seed: of all random numbers.
        periods, deadlines, utilisations: how sets are drawn.
        policies: keys of POLICIES.
        metrics: some of METRICS.
        job_cost: overhead of each job, microseconds; added to its work.
        preemption_cost: microseconds for each preemption.
        horizon: how long each set is simulated, in longest periods; for ``preemptions`` and
            ``nested``.
        piece: sets that a worker does at once.
    """

    threads: int = 10
    utilisation: Axis = Axis(0.5, 1.0, 0.05)
    sets: int = 10_000
    seed: int = 1
    periods: Periods = Periods()
    deadlines: Deadlines = Deadlines()
    utilisations: Utilisations = Utilisations()
    policies: tuple[str, ...] = ("fp", "np", "np-opa", "pts")
    metrics: tuple[str, ...] = ("accept",)
    job_cost: int = 0
    preemption_cost: int = 0
    horizon: int = 20
    piece: int = 5_000

    def __post_init__(self) -> None:
        """Check the limits that the types do not have.

        Raises:
            SweepError: a number is out of range, or a name is not known.
        """
        _check_names("policies", self.policies, tuple(POLICIES))
        _check_names("metrics", self.metrics, METRICS)
        axis, periods = self.utilisation, self.periods
        rules = (
            (1 <= self.threads <= _TASKS_MAX, "n", f"a number from 1 to {_TASKS_MAX}"),
            (self.sets >= 1, "sets", "a number from 1"),
            (self.piece >= 1, "piece", "a number from 1"),
            (1 <= self.horizon <= _HORIZON_MAX, "horizon", f"a number from 1 to {_HORIZON_MAX}"),
            (self.seed >= 0, "seed", "a number from 0"),
            (0 < axis.low <= axis.high and axis.step > 0, "util", "LOW:HIGH:STEP, 0 < LOW <= HIGH"),
            (
                axis.high - axis.low < axis.step * _POINTS_MAX,
                "util",
                f"a larger STEP: at most {_POINTS_MAX} utilisations",
            ),
            (
                _PERIODS_MS[0] <= periods.low <= periods.high <= _PERIODS_MS[1],
                "periods",
                f"LOW <= HIGH, in milliseconds from {_PERIODS_MS[0]} to {_PERIODS_MS[1]}",
            ),
            (0 <= self.deadlines.share <= 1, "deadlines", "constrained:SHARE, 0 <= SHARE <= 1"),
            (
                axis.high <= self.threads * self.utilisations.largest and axis.high <= self.threads,
                "util",
                "no more than the threads can have together",
            ),
            (
                "false-accepts" not in self.metrics or "pts" in self.policies,
                "policies",
                "pts, too: false-accepts is about thresholds",
            ),
            (self.job_cost >= 0 and self.preemption_cost >= 0, "overhead", "numbers from 0"),
        )
        for holds, place, remedy in rules:
            if not holds:
                raise SweepError(place, "the sweep cannot be made with this", f"give {remedy}")

    def pieces(self) -> Iterator[Piece]:
        """All pieces, in the order of their numbers."""
        number = 0
        for utilisation in self.utilisation.values():
            for first in range(0, self.sets, self.piece):
                yield Piece(number, utilisation, min(self.piece, self.sets - first))
                number += 1

    def to_json(self) -> str:
        """All values that determine the result, in one line."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def identity(self) -> str:
        """A short text that differs between plans."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]


def _check_names(place: str, names: tuple[str, ...], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise SweepError(place, f"{name!r} is not known", f"use some of {', '.join(known)}")
    if not names or len({*names}) != len(names):
        raise SweepError(place, "a name is missing, or twice there", "name each of them once")
