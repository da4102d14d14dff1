# SPDX-License-Identifier: Apache-2.0
"""``limen trace merge``: the traces of several cores as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.cli.command import Argument
from limen.cli.trace_window import Files, Force, Wrap, check_out
from limen.whole import write_whole

__all__ = ["merge"]


def merge(
    file: Files,
    out: Annotated[Path, Argument(help="the file to write", metavar="OUT")],
    wrap: Wrap = None,
    force: Force = False,
) -> None:
    """Write the traces of several cores, or the files of one trace, as one file."""
    from limen.trace.convert import cut_image
    from limen.trace.files import open_trace, place_of

    check_out(file, out, force=force)
    trace = open_trace(file, wrap)
    write_whole(out, cut_image(trace, 0, len(trace), place_of(file)))
