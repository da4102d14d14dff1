# SPDX-License-Identifier: Apache-2.0
"""The command ``limen``: parse, call one function, show the result.

Exit status: 0; 1, a check failed; 2, bad input - with one line on stderr that names the place
and the remedy.
"""

from __future__ import annotations

import typer

from limen.cli import lab, trace
from limen.cli.run import run

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The workbench of the Limen real-time kernel.",
)
app.add_typer(lab.app, name="lab")
app.add_typer(trace.app, name="trace")
app.command()(run)


def main() -> None:
    """Entry point of the command."""
    app()
