# SPDX-License-Identifier: Apache-2.0
"""What the commands about systems of threads share: their arguments, and how they show times."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["File", "Json", "Model", "shown"]

File = Annotated[Path, typer.Argument(help="system.toml or a CSV file", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="print one JSON value")]


class Model(StrEnum):
    """What a bound holds for."""

    SAFE = "safe"
    TIGHT = "tight"
    CONTINUOUS = "continuous"
    WS1999 = "ws1999"


def shown(time: int | None) -> str:
    """A time in ticks for a table."""
    return "none" if time is None else f"{time:,}"
