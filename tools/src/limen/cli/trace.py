# SPDX-License-Identifier: Apache-2.0
"""``limen trace``: the contents of a trace file.

A command loads its own module alone: what one needs, such as SQL, does not delay the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from limen.cli.choose import add_commands

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["application"]

_COMMANDS: Final = {
    name: f"trace_{name}"
    for name in ("info", "findings", "stats", "why", "cut", "sql", "dump", "convert")
}


def application(words: Sequence[str]) -> typer.Typer:
    """The commands about traces, or only the one that the words begin with."""
    made = typer.Typer(no_args_is_help=True, help="Look into a trace file.")
    add_commands(made, _COMMANDS, words)
    return made
