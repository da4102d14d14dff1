# SPDX-License-Identifier: Apache-2.0
"""Figures of other kernels, measured elsewhere; peers.toml describes how."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Peers", "load_peers"]


@dataclass(frozen=True, slots=True)
class Peers:
    """Other kernels' figures.

    Attributes:
        kernels: their names.
        figures: of a measurement ("calls/yield"), one for each kernel; None where there is none.
    """

    kernels: tuple[str, ...]
    figures: Mapping[str, tuple[int | None, ...]]


def load_peers() -> Peers:
    """Read peers.toml, which is part of the package.

    >>> load_peers().figures["calls/yield"][0]
    128
    """
    content = tomllib.loads(files("limen.bench").joinpath("peers.toml").read_text("utf-8"))
    kernels = tuple(content.pop("kernels"))
    figures = {
        f"{group}/{name}": tuple(value if value != "" else None for value in values)
        for group, rows in content.items()
        for name, values in rows.items()
    }
    return Peers(kernels, figures)
