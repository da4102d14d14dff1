# SPDX-License-Identifier: Apache-2.0
"""Commands whose modules are only loaded when they are called.

Some modules load large libraries, which would delay every other command.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import typer

__all__ = ["add_commands", "chosen"]


def chosen(names: Iterable[str], words: Sequence[str]) -> list[str]:
    """The name that the words begin with; all names, for a help text, if there is none.

    >>> chosen(["info", "dump"], ["dump", "x"]), chosen(["info", "dump"], ["--help"])
    (['dump'], ['info', 'dump'])
    """
    known = list(names)
    return [words[0]] if words and words[0] in known else known


def add_commands(
    application: typer.Typer, commands: Mapping[str, str], words: Sequence[str]
) -> None:
    """Add commands to an application.

    Args:
        application: to add them to.
        commands: modules in limen.cli by the names of commands, which are those of functions too.
        words: of the command line, from the name of the command on.
    """
    for name in chosen(commands, words):
        module = import_module(f"limen.cli.{commands[name]}")
        application.command(name)(getattr(module, name))
