# SPDX-License-Identifier: Apache-2.0
"""Shared by the commands about systems of threads: their arguments, and the format of times."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.cli.command import Argument, Option

__all__ = ["File", "Json", "shown"]

File = Annotated[Path, Argument(help="system.toml or a CSV file", is_read=True)]
Json = Annotated[bool, Option("--json", help="print one JSON value")]


def shown(time: int | None) -> str:
    """Format a time in ticks for a table."""
    return "none" if time is None else f"{time:,}"
