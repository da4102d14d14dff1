# SPDX-License-Identifier: Apache-2.0
"""Commands whose modules are only loaded when they are called.

Some modules load large libraries, which would delay every other command. Some need libraries that a
wheel does not require, because only sweeps, labs and notebooks use them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from limen.errors import MissingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType

    import typer

__all__ = ["add_commands", "chosen", "command_module"]


def chosen(names: Iterable[str], words: Sequence[str]) -> list[str]:
    """The name that the words begin with; all names, for a help text, if there is none.

    >>> chosen(["info", "dump"], ["dump", "x"]), chosen(["info", "dump"], ["--help"])
    (['dump'], ['info', 'dump'])
    """
    known = list(names)
    return [words[0]] if words and words[0] in known else known


def add_commands(
    application: typer.Typer,
    commands: Mapping[str, str],
    words: Sequence[str],
    parts: Mapping[str, str] | None = None,
) -> None:
    """Add commands to an application.

    Args:
        application: to add them to.
        commands: modules in limen.cli by the names of commands, which are those of functions too.
        words: of the command line, from the name of the command on.
        parts: of the help text by the names of commands; None: it has none.
    """
    for name in chosen(commands, words):
        part = parts[name] if parts else None
        module = command_module(application, name, commands[name], words, part)
        if module is not None:
            application.command(name, rich_help_panel=part)(getattr(module, name))


def command_module(
    application: typer.Typer,
    name: str,
    module: str,
    words: Sequence[str],
    part: str | None = None,
) -> ModuleType | None:
    """The module of a command or of a group of commands.

    Args:
        application: that gets the command.
        name: of the command.
        module: its name in limen.cli.
        words: of the command line, from the name of the command on.
        part: of the help text; None: it has none.

    Returns:
        None if a library of it is not installed; then a list of commands says so.

    Raises:
        MissingError: the same, and the words begin with this command.
    """
    try:
        return import_module(f"limen.cli.{module}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "limen":
            raise
        if words and words[0] == name:
            problem = f"it needs {error.name}, which is not installed"
            raise MissingError(name, problem, "run: pip install 'limen[all]'") from None
    lacks = "(not installed: the extra all of limen has it)"
    application.command(name, help=lacks, rich_help_panel=part)(_nothing)
    return None


def _nothing() -> None:
    """The place of a command in the list."""
