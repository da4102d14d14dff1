# SPDX-License-Identifier: Apache-2.0
"""The command ``limen``: parse, call one function, show the result.

Exit status: 0; 1 if a check failed; 2 for invalid input, with a one-line message on standard error
that names the place and the remedy; 130 after Ctrl-C, 128 and the number of another signal.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.core import TyperGroup

from limen.child import Terminated
from limen.cli.choose import add_commands, chosen, command_module
from limen.cli.render import note
from limen.cli.status import BAD_INPUT, DONE, INTERRUPTED
from limen.cli.version import show_version
from limen.errors import LimenError
from limen.project.settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "main"]

# The modules of groups of commands, and the modules of commands. Only the module of the command
# that is given is loaded.
_GROUPS: Final = ("image", "lab", "live", "new", "trace")
# Groups that also take the folder of a project, and the functions in limen.cli.project_trace.
_OF_PROJECTS: Final = {"live": "live_project", "trace": "trace_project"}
_COMMANDS: Final = {
    "run": "program",
    "export": "export",
    "doctor": "doctor",
    "report": "page",
    "view": "page",
    "analyze": "analyze",
    "assign": "assign",
    "simulate": "simulate",
    "play": "play",
    "generate": "generate",
    "compare": "compare",
    "sweep": "sweep",
    "headline": "sweep",
    "bench": "bench",
}
# The parts of the help text, in the order of the work with a program.
_PARTS: Final = {
    "Programs": ("new", "run", "live", "image", "export", "doctor"),
    "Traces": ("trace", "view", "report"),
    "Systems of threads": (
        *("analyze", "assign", "simulate", "play", "generate", "compare", "sweep", "headline"),
    ),
    "Experiments": ("lab", "bench"),
}
_PART_OF: Final = {name: part for part, names in _PARTS.items() for name in names}


class _InOrder(TyperGroup):
    """Lists commands in the order of the parts; typer alone lists groups behind all others."""

    def list_commands(self, ctx: object) -> list[str]:
        """The names of the commands."""
        del ctx
        return [name for name in _PART_OF if name in self.commands]


def app(arguments: Sequence[str] | None = None) -> int | None:
    """Run the command; return its exit status, None for 0.

    Args:
        arguments: argv[1] and on; None: those of the process.

    Raises:
        LimenError: the command cannot do what it is asked for.
        typer.TyperException: the command line is invalid.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    status: int | None = _application(words)(words, prog_name="limen", standalone_mode=False)
    return status


def _application(words: Sequence[str]) -> typer.Typer:
    """The commands, or only the one that the words begin with."""
    application = typer.Typer(
        cls=_InOrder,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        help="The workbench of the Limen real-time kernel.",
    )
    application.callback()(_common)  # so that a single command keeps its name
    wanted = chosen([*_GROUPS, *_COMMANDS], words)
    for name in _GROUPS:
        if name in wanted and name in _OF_PROJECTS and _is_project(words):
            module = import_module("limen.cli.project_trace")
            made = getattr(module, _OF_PROJECTS[name])
            application.command(name, rich_help_panel=_PART_OF[name])(made)
        elif name in wanted:
            _add_group(application, name, words)
    commands = {name: _COMMANDS[name] for name in wanted if name in _COMMANDS}
    add_commands(application, commands, words, _PART_OF)
    return application


def _add_group(application: typer.Typer, name: str, words: Sequence[str]) -> None:
    """A group of commands; one whose commands need different libraries chooses among them."""
    module = command_module(application, name, name, words, _PART_OF[name])
    if module is not None:
        chooses = hasattr(module, "application")
        group = module.application(words[1:]) if chooses else module.app
        application.add_typer(group, name=name, rich_help_panel=_PART_OF[name])


def _is_project(words: Sequence[str]) -> bool:
    """Whether a folder of a project follows the name of a group."""
    word = words[1] if len(words) > 1 else ""
    is_plain = "/" not in word and word not in {".", ".."}
    return bool(word) and (Path(word, SETTINGS).is_file() or (not is_plain and Path(word).is_dir()))


def _common(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="version and commit"),
    ] = False,
) -> None:
    """What is common to all commands."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command; ends the process.

    Args:
        arguments: argv[1] and on; None: those of the process.
    """
    if isinstance(sys.stdout, TextIOWrapper):  # a name of a file may have no form in its encoding
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = app(arguments) or DONE
        sys.stdout.flush()
        if status == INTERRUPTED:  # typer has turned Ctrl-C into a status
            raise KeyboardInterrupt  # noqa: TRY301
    except LimenError as error:
        note(f"limen: {error}")
        status = BAD_INPUT
    except typer.TyperException as error:
        note(_usage(error))
        status = BAD_INPUT
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_output()
        status = DONE
    except (KeyboardInterrupt, typer.Abort):
        note("limen: interrupted")
        status = INTERRUPTED
    except Terminated as ended:
        status = ended.status
    except OSError as error:  # a folder that cannot be created, a full disk
        place = error.filename if error.filename is not None else "standard output"
        note(f"limen: {place}: {error.strerror}; name another place, or make room there")
        if error.filename is None:
            _drop_output()
        status = BAD_INPUT
    sys.exit(status)


def _drop_output() -> None:
    """What is still in the buffer goes nowhere: its writing at the end would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(error: typer.TyperException) -> str:
    """A one-line message for an invalid command line; the help text if no command was given."""
    words = error.format_message() or "No command is given"
    message = words.replace("Value error, ", "").replace("Input should", "it has to")
    if "\n" in message:
        return message
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "limen"
    return f"{command}: {message.rstrip('.')}; see {command} --help"
