# SPDX-License-Identifier: Apache-2.0
"""``limen trace convert``: a trace for another program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.choices import FORMS
from limen.cli.command import Argument, Option
from limen.cli.render import note
from limen.cli.trace_window import Definitions, Files, Force, Wrap, check_out
from limen.cli.trx import use_definitions

__all__ = ["convert"]


def convert(
    file: Files,
    out: Annotated[Path, Argument(help=f"its suffix chooses: {' '.join(FORMS)}", metavar="OUT")],
    hz: Annotated[int | None, Option(help="ticks in a second", min=1, max=1 << 32)] = None,
    definitions: Definitions = None,
    wrap: Wrap = None,
    force: Force = False,
) -> None:
    """Write the trace in a form that another program reads."""
    from limen.trace.convert import convert as write_trace
    from limen.trace.files import open_trace
    from limen.trace.trx import TrxTrace

    check_out(file, out, force=force)
    trace = open_trace(file, wrap)
    use_definitions(trace, definitions)
    shown = write_trace(trace, out, hz)
    if shown is not None and hz is None and isinstance(trace, TrxTrace):
        note(f"{out}: ThreadX does not record its clock rate: shown at {shown} Hz; --hz sets it")
