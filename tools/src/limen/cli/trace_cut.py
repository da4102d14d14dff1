# SPDX-License-Identifier: Apache-2.0
"""``limen trace cut``: a part of a trace as a separate file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from limen.errors import TraceError
from limen.trace.convert import cut_image
from limen.trace.files import open_trace
from limen.whole import write_whole

__all__ = ["cut"]


def cut(
    file: Annotated[
        Path, typer.Argument(help="a memory image of the trace buffer", metavar="FILE")
    ],
    out: Annotated[Path, typer.Argument(help="the file to write", metavar="OUT")],
    begin: Annotated[int | None, typer.Option("--from", help="first tick", min=0)] = None,
    end: Annotated[int | None, typer.Option("--to", help="tick after the last", min=0)] = None,
) -> None:
    """Write a part of the trace as a trace: all objects, and no empty places."""
    trace = open_trace(file)
    if begin is not None and end is not None and end < begin:
        raise TraceError("--from", f"{begin} is after --to {end}", "swap them")
    first = 0 if begin is None else trace.index_at(begin)
    last = len(trace) if end is None else trace.index_at(end)
    write_whole(out, cut_image(trace, first, last, str(file)))
