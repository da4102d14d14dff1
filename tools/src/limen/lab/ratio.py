# SPDX-License-Identifier: Apache-2.0
"""The model of a message and a switch, which explains the different ratios of two times on kernels.

The same work takes T1 with S1 context switches and T2 with S2 of them. If a piece of work, here a
message, costs m and a switch costs s, then

    T1 = N m + S1 s,    T2 = N m + S2 s,

so s = (T1 - T2) / (S1 - S2) and m = (T2 - S2 s) / N, and the ratio depends on s / m alone:

    T1 / T2 = (N + S1 s/m) / (N + S2 s/m).

It is 1 if a switch costs nothing, and S1 / S2 if a message costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from limen.lab.definition import Lab, Ratio
    from limen.lab.measure import Row

__all__ = ["HEADS", "Solved", "cells_of", "ratio_at", "solve", "solved_rows"]

HEADS = ("kernel and processor", "unit", "T1", "T2", "message m", "switch s", "s / m", "T1 / T2")

_LIBRARIES = {"ticks": "", "ticks_recording": ", with checks and recording"}


@dataclass(frozen=True, slots=True)
class Solved:
    """A kernel on a processor.

    Attributes:
        name: of both.
        unit: of the times.
        many, few: T1 and T2.
        message, switch: m and s.
        is_own: it was measured here.
    """

    name: str
    unit: str
    many: float
    few: float
    message: float
    switch: float
    is_own: bool

    @property
    def share(self) -> float:
        """A switch, in messages: s / m."""
        return self.switch / self.message

    @property
    def ratio(self) -> float:
        """T1 / T2."""
        return self.many / self.few


def solve(model: Ratio, name: str, unit: str, many: float, few: float, *, is_own: bool) -> Solved:
    """Solve for m and s.

    >>> from limen.lab.definition import Ratio
    >>> numbers = {"work": 9, "switches": (18, 4), "many": ("a.b",), "few": ("c.b",)}
    >>> model = Ratio.model_validate({"title": "", "see": "", **numbers})
    >>> of_paper = solve(model, "paper", "ticks", 7531, 4420, is_own=False)
    >>> round(of_paper.message), round(of_paper.switch), round(of_paper.ratio, 3)
    (392, 222, 1.704)
    >>> round(ratio_at(model, of_paper.share), 3)
    1.704
    """
    first, second = model.switches
    switch = (many - few) / (first - second)
    message = (few - second * switch) / model.work
    return Solved(name, unit, many, few, message, switch, is_own)


def ratio_at(model: Ratio, share: float) -> float:
    """Return T1 / T2 for the cost of a switch in messages."""
    first, second = model.switches
    return (model.work + first * share) / (model.work + second * share)


def solved_rows(lab: Lab, rows: Sequence[Row]) -> list[Solved]:
    """The kernels that the lab compares: those of others, then each target with both times."""
    model = lab.ratio
    if model is None:
        return []
    solved = [
        solve(model, peer.name, peer.unit, peer.many, peer.few, is_own=False) for peer in model.peer
    ]
    return [*solved, *_own(model, rows)]


def _own(model: Ratio, rows: Sequence[Row]) -> Iterator[Solved]:
    measured = {(f"{row.case}.{row.metric}", row.target): row for row in rows}
    for target in dict.fromkeys(row.target for row in rows):
        for many, few in zip(model.many, model.few, strict=True):
            first, second = measured.get((many, target)), measured.get((few, target))
            if first is None or second is None or not first.measured or not second.measured:
                continue
            library = _LIBRARIES.get(first.metric, f", {first.metric}")
            name = f"Limen, {target}{library}"
            times = float(first.measured), float(second.measured)
            yield solve(model, name, first.unit, *times, is_own=True)


def cells_of(solved: Solved) -> tuple[str, ...]:
    """A line of a table, as in HEADS."""
    return (
        solved.name,
        solved.unit,
        f"{solved.many:,.0f}",
        f"{solved.few:,.0f}",
        f"{solved.message:,.0f}",
        f"{solved.switch:,.0f}",
        f"{solved.share:.2f}",
        f"{solved.ratio:.2f}",
    )
