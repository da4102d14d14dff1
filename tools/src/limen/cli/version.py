# SPDX-License-Identifier: Apache-2.0
"""``limen --version``: what to name in a report of a mistake."""

from __future__ import annotations

import typer

__all__ = ["show_version"]


def show_version(wanted: bool) -> None:
    """Print the version and end, if it is asked for."""
    if wanted:
        from limen.made_by import made_by  # noqa: PLC0415 - few commands start programs

        typer.echo(made_by())
        raise typer.Exit
