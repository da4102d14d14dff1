# SPDX-License-Identifier: Apache-2.0
"""Figures of other kernels, measured elsewhere, goals, and the reasons why rows miss them.

peers.toml describes the figures, reasons.toml the reasons.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Peers", "load_peers"]

# Groups whose rows are compared with the same figures as those of another one.
_COMPARED_WITH: Final = {
    "footprint-small": "footprint-size",
    "control-block-small": "control-block",
}


@dataclass(frozen=True, slots=True)
class Peers:
    """The values with which rows are compared.

    Attributes:
        figures: of other kernels, by row ("calls/yield") and by kernel.
        goals: by row.
        reasons: the reason why a row is worse than another kernel or its goal, by row.
    """

    figures: Mapping[str, Mapping[str, float]]
    goals: Mapping[str, float]
    reasons: Mapping[str, str]

    def best(self, key: str) -> tuple[str, float] | None:
        """The best kernel of a row, and its figure; None: there is none.

        >>> load_peers().best("calls/yield")
        ('ChibiOS', 86)
        """
        figures = self.figures.get(key)
        return min(figures.items(), key=lambda item: item[1]) if figures else None


def load_peers() -> Peers:
    """Read peers.toml, goals.toml and reasons.toml, which are parts of the package.

    >>> load_peers().figures["calls/yield"]["ThreadX"], load_peers().goals["calls/yield"]
    (128, 62)
    """
    figures, goals, reasons = (
        {
            f"{group}/{name}": value
            for group, rows in tomllib.loads(
                files("limen.bench").joinpath(file).read_text("utf-8")
            ).items()
            for name, value in rows.items()
        }
        for file in ("peers.toml", "goals.toml", "reasons.toml")
    )
    for group, others in _COMPARED_WITH.items():
        rows = [key for key in figures if key.startswith(f"{others}/")]
        figures |= {key.replace(others, group, 1): figures[key] for key in rows}
    return Peers(figures, goals, reasons)
