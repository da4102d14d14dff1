# SPDX-License-Identifier: Apache-2.0
"""Options that several commands about traces share, and the window that two of them mean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from limen.errors import TraceError

if TYPE_CHECKING:
    from limen.trace import Trace
    from limen.trace.trx import TrxTrace

__all__ = ["Begin", "Definitions", "End", "File", "Json", "Wrap", "window_of"]

File = Annotated[Path, typer.Argument(help="a memory image of the trace buffer", metavar="FILE")]
Wrap = Annotated[
    int | None,
    typer.Option(help="ticks after which a ThreadX clock begins again, if not by its mask", min=1),
]
Definitions = Annotated[
    Path | None,
    typer.Option(help="a .trxc file: names of the events of a ThreadX program", metavar="FILE"),
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON value instead of a table")]
Begin = Annotated[int | None, typer.Option("--from", help="first tick", min=0)]
End = Annotated[int | None, typer.Option("--to", help="tick after the last", min=0)]


def window_of(trace: Trace | TrxTrace, begin: int | None, end: int | None) -> tuple[int, int]:
    """The events from one tick to another: the first one, and the one after the last.

    Raises:
        TraceError: the end is before the start.
    """
    if begin is not None and end is not None and end < begin:
        raise TraceError("--from", f"{begin} is after --to {end}", "swap them")
    first = 0 if begin is None else trace.index_at(begin)
    return first, len(trace) if end is None else trace.index_at(end)
