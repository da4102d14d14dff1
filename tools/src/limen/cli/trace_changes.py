# SPDX-License-Identifier: Apache-2.0
"""``limen trace changes``: the differences between two traces of a program, in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.cli.command import Argument
from limen.cli.render import print_line
from limen.cli.trace_window import File, Hz, Wrap, give_clock
from limen.errors import TraceError

__all__ = ["changes"]


def changes(
    before: File,
    after: Annotated[
        list[Path], Argument(help="a later trace of the same program", metavar="AFTER")
    ],
    wrap: Wrap = None,
    hz: Hz = None,
) -> None:
    """Compare two traces in at most five sentences, the greatest change of a response first."""
    from limen.trace.analysis import analyse
    from limen.trace.files import open_trace

    if len(after) > 1:
        raise TraceError(
            ", ".join(map(str, [before, *after])),
            f"these are {len(after) + 1} files, and changes compares two traces",
            "put the files of each trace in a folder or an archive, and name these two",
        )
    first, second = (open_trace(file, wrap) for file in (before, after[0]))
    for trace in (first, second):
        give_clock(trace, hz)
        analyse(trace)
    for sentence in second.native.changes(first.native):
        print_line(sentence)
