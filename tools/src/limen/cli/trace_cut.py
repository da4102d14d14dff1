# SPDX-License-Identifier: Apache-2.0
"""``limen trace cut``: a part of a trace as a separate file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.cli.command import Argument
from limen.cli.trace_window import (
    Begin,
    End,
    Files,
    Force,
    Wrap,
    check_out,
    instant_text,
    window_of,
)
from limen.errors import TraceError
from limen.whole import write_whole

__all__ = ["cut"]


def cut(
    file: Files,
    out: Annotated[Path, Argument(help="the file to write", metavar="OUT")],
    begin: Begin = None,
    end: End = None,
    wrap: Wrap = None,
    force: Force = False,
) -> None:
    """Write a part of the trace as a trace, with all objects."""
    from limen.trace.convert import cut_image
    from limen.trace.files import open_trace, place_of

    check_out(file, out, force=force)
    trace = open_trace(file, wrap)
    first, last = window_of(trace, begin, end)
    if first >= last and len(trace) > 0:
        times = (int(trace.time[0]), int(trace.time[-1]))
        since, until = (instant_text(trace, time, in_ticks=False) for time in times)
        problem = f"no event is in this part: the trace lasts from {since} to {until}"
        raise TraceError("--from, --to", problem, "give times within it")
    write_whole(out, cut_image(trace, first, last, place_of(file)))
