# SPDX-License-Identifier: Apache-2.0
"""The commands by their names, and their help.

The module of a command is loaded when the command is called or its help is asked for. The list of
all commands is help.txt, which the program ``limen`` of a checkout prints without Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from limen.cli.command import Command, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from limen.cli.command import Word

__all__ = ["COMMANDS", "GROUPS", "HELP", "Found", "help_of", "is_help", "resolve"]

HELP: Final = Path(__file__).with_name("help.txt")
# Modules of limen.cli and functions in them.
COMMANDS: Final = {
    "run": "program:run",
    "export": "export:export",
    "doctor": "doctor:doctor",
    "view": "page:view",
    "report": "page:report",
    "analyze": "analyze:analyze",
    "assign": "assign:assign",
    "simulate": "simulate:simulate",
    "play": "play:play",
    "generate": "generate:generate",
    "compare": "compare:compare",
    "sweep": "sweep:sweep",
    "headline": "sweep:headline",
    "inject": "inject:inject",
    "bench": "bench:bench",
}
GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "new": {"app": "new:app", "board": "new:board"},
    "live": {"attach": "live:attach"},
    "image": {"uf2": "image:uf2"},
    "trace": {
        name: f"trace_{name}:{name}"
        for name in (
            "info",
            "findings",
            "changes",
            "stats",
            "why",
            "cut",
            "merge",
            "sql",
            "dump",
            "convert",
        )
    },
    "lab": {
        "list": "lab:list_labs",
        "run": "lab:run",
        "report": "lab_report:write_report",
        "calibrate": "lab:calibrate",
        "ports": "lab:run_on_ports",
    },
}
# Groups that take the folder of a project instead of a command.
_OF_PROJECTS: Final = {
    "live": "project_trace:live_project",
    "trace": "project_trace:trace_project",
}
_SETTINGS: Final = "limen.toml"
_WIDTH: Final = 100
_COLUMN: Final = 26


@dataclass(frozen=True, slots=True)
class Found:
    """The command that the first words of a command line name.

    Attributes:
        path: these words.
        command: None if only a group of commands is named, or nothing.
        rest: the words that follow.
    """

    path: str
    command: Command | None
    rest: Sequence[str] = ()


def is_help(words: Sequence[str]) -> bool:
    """Return whether help is asked for, in the words of this program."""
    own = words[: words.index("--")] if "--" in words else words
    return "--help" in own


def resolve(words: Sequence[str]) -> Found:
    """Find the command that a command line names.

    Raises:
        UsageError: the command does not exist.
    """
    if not words or words[0] == "--help":
        return Found("limen", None)
    name, rest = words[0], words[1:]
    if name in COMMANDS:
        return Found(f"limen {name}", _load(f"limen {name}", COMMANDS[name]), rest)
    if name not in GROUPS:
        kind = "option" if name.startswith("-") else "command"
        raise UsageError("limen", f"No such {kind} '{name}'")
    path = f"limen {name}"
    if not rest or rest[0] == "--help":
        return Found(path, None)
    if name in _OF_PROJECTS and _is_project(rest[0]):
        return Found(path, _load(path, _OF_PROJECTS[name]), rest)
    if rest[0] not in GROUPS[name]:
        is_here = name in _OF_PROJECTS and Path(_SETTINGS).is_file()
        remedy = f"; for the project in this folder: {path} ." if is_here else ""
        raise UsageError(path, f"No such command '{rest[0]}'{remedy}")
    path = f"{path} {rest[0]}"
    return Found(path, _load(path, GROUPS[name][rest[0]]), rest[1:])


def _is_project(word: str) -> bool:
    """Return whether a word is the folder of a project."""
    is_plain = "/" not in word and word not in {".", ".."}
    return Path(word, _SETTINGS).is_file() or (not is_plain and Path(word).is_dir())


def _load(path: str, place: str) -> Command:
    module, name = place.split(":")
    return Command(path, getattr(import_module(f"limen.cli.{module}"), name))


def help_of(found: Found) -> str:
    """Return the help of a command, of a group of commands, or of the program."""
    if found.command is not None:
        return _help_of_command(found.command)
    text = HELP.read_text(encoding="utf-8").rstrip()
    if found.path == "limen":
        return text
    name = found.path.split()[-1]
    (said,) = (line for line in text.splitlines() if line.split()[:1] == [name])
    rows = [
        (one, _paragraphs(_load(f"{found.path} {one}", place))[0])
        for one, place in GROUPS[name].items()
    ]
    head = [f"Usage: {found.path} COMMAND ...", "", said.split(maxsplit=1)[1]]
    return "\n".join([*head, *_section("Commands", rows)])


def _help_of_command(command: Command) -> str:
    arguments = [word for word in command.words if not word.is_option]
    options = [word for word in command.words if word.is_option]
    usage = " ".join([command.path, *(word.usage for word in arguments), "[OPTIONS]"])
    lines = [f"Usage: {usage}"]
    for paragraph in _paragraphs(command):
        lines += ["", *wrap(paragraph, _WIDTH)]
    lines += _section("Arguments", map(_row, arguments))
    lines += _section("Options", [*map(_row, options), ("--help", "show this")])
    return "\n".join(lines)


def _paragraphs(command: Command) -> list[str]:
    """Return the documentation of the function."""
    text = command.function.__doc__ or ""
    return [" ".join(part.split()) for part in text.split("\n\n")]


def _row(word: Word) -> tuple[str, str]:
    return word.label, word.line


def _section(title: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    """Return a head, and a line or more for each row; nothing without rows."""
    lines = []
    for label, said in rows:
        first = f"  {label:<{_COLUMN}}"
        fits = len(label) < _COLUMN
        texts = wrap(said, _WIDTH - _COLUMN - 2) or [""]
        lines += [f"{first}{texts[0]}".rstrip()] if fits else [f"  {label}"]
        lines += [" " * (_COLUMN + 2) + text for text in (texts[1:] if fits else texts)]
    return ["", f"{title}:", *lines] if lines else []
