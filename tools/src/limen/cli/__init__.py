# SPDX-License-Identifier: Apache-2.0
"""The command ``limen``: parse, call one function, show the result.

Exit status: 0; 1 if a check failed; 2 for invalid input, with a one-line message on standard error
that names the place and the remedy.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import typer

from limen.cli import image, lab, live, trace
from limen.cli.analyze import analyze
from limen.cli.assign import assign
from limen.cli.bench import bench
from limen.cli.compare import compare
from limen.cli.generate import generate
from limen.cli.page import report, view
from limen.cli.play import play
from limen.cli.program import run
from limen.cli.render import note
from limen.cli.simulate import simulate
from limen.cli.status import BAD_INPUT, DONE
from limen.cli.sweep import headline, sweep
from limen.cli.trace_cut import cut
from limen.cli.trace_sql import sql
from limen.errors import LimenError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The workbench of the Limen real-time kernel.",
)
app.add_typer(image.app, name="image")
app.add_typer(lab.app, name="lab")
app.add_typer(live.app, name="live")
app.add_typer(trace.app, name="trace")
trace.app.command()(cut)
trace.app.command()(sql)
app.command()(analyze)
app.command()(assign)
app.command()(run)
app.command()(report)
app.command()(view)
app.command()(bench)
app.command()(sweep)
app.command()(headline)
app.command()(compare)
app.command()(generate)
app.command()(simulate)
app.command()(play)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command; ends the process.

    Args:
        arguments: argv[1] and on; None: those of the process.
    """
    try:
        status = app(arguments, prog_name="limen", standalone_mode=False) or DONE
        sys.stdout.flush()
    except LimenError as error:
        note(f"limen: {error}")
        status = BAD_INPUT
    except typer.TyperException as error:
        note(_usage(error))
        status = BAD_INPUT
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = DONE
    except OSError as error:  # a folder that cannot be created, a full disk
        place = error.filename if error.filename is not None else "limen"
        note(f"limen: {place}: {error.strerror}; name another place, or make room there")
        status = BAD_INPUT
    sys.exit(status)


def _usage(error: typer.TyperException) -> str:
    """A one-line message for an invalid command line; the help text if no command was given."""
    message = (
        error.format_message().replace("Value error, ", "").replace("Input should", "it has to")
    )
    if "\n" in message:
        return message
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "limen"
    return f"{command}: {message.rstrip('.')}; see {command} --help"
