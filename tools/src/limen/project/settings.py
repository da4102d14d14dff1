# SPDX-License-Identifier: Apache-2.0
"""Read limen.toml of a project, and board.toml of a board outside of the repository."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["SETTINGS", "Commands", "Settings", "read_board", "read_settings"]

SETTINGS: Final = "limen.toml"
_ROOT_KEYS: Final = ("project", "target")
_PROJECT_KEYS: Final = ("program", "build", "limen")
_TEXTS: Final = ("board", "title", "toolchain", "qemu", "run", "flash", "debug")
# Only in board.toml of a board.
_BOARD_TEXTS: Final = ("core", "emulator", "trace_events", "group", "bench", "bench_title")
_TARGET_KEYS: Final = (*_TEXTS, "ticks_per_instruction", "options")


@dataclass(frozen=True, slots=True)
class Commands:
    """The settings of a target; None: not set.

    Attributes:
        place: the file and the table, for messages.
        folder: of the file, from which paths count.
        board: the folder of its board.
        title: for people.
        toolchain: the name of a file in Limen's cmake, or a path.
        qemu: QEMU with the options of the machine; those of the program follow.
        run: a command that runs the program in another way.
        flash: a command that writes the program to the board.
        debug: a command that starts a debugger.
        ticks_per_instruction: of an emulator in which each instruction takes the same time.
        options: for CMake.
        core: of a board: its processor, for tables.
        emulator: of a board: the emulator instead of QEMU: rp2040, tools/emulator; ibex,
            tools/ibex.
        trace_events: of a board: number of events for which its memory has room, beside a program.
        group: of a board of the repository: usual, port, further, owned or model, as in
            limen.run.target.
        bench: ...: the suffix of its groups of benches.
        bench_title: ...: its processor in their titles.
    """

    place: str
    folder: Path
    board: str | None = None
    title: str | None = None
    toolchain: str | None = None
    qemu: str | None = None
    run: str | None = None
    flash: str | None = None
    debug: str | None = None
    ticks_per_instruction: Fraction | None = None
    options: tuple[str, ...] = ()
    core: str | None = None
    emulator: str | None = None
    trace_events: str | None = None
    group: str | None = None
    bench: str | None = None
    bench_title: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """A limen.toml.

    Attributes:
        file: its absolute path.
        program: the executable of CMake that is run if no other one is named.
        build: folder for the build output.
        limen: the folder of Limen; None: that of the command.
        targets: by name, in the order of the file; the first one is the usual one.
    """

    file: Path
    program: str
    build: Path
    limen: Path | None
    targets: Mapping[str, Commands]

    @property
    def folder(self) -> Path:
        """The folder of the project."""
        return self.file.parent


def read_settings(folder: Path) -> Settings:
    """The settings of a project.

    Args:
        folder: with limen.toml.

    Raises:
        RunError: the file does not exist, or is not valid.
    """
    file = (folder / SETTINGS).resolve()
    table = _load(file, "name a folder with this file; `limen new app DIR` makes one")
    _check_keys(str(file), table, _ROOT_KEYS)
    project = _table(f"{file}: project", table.get("project", {}))
    _check_keys(f"{file}: project", project, _PROJECT_KEYS)
    program = _text(f"{file}: project.program", project.get("program"))
    if program is None:
        remedy = "name the executable that CMakeLists.txt makes"
        raise RunError(f"{file}: project.program", "it is missing", remedy)
    build = _text(f"{file}: project.build", project.get("build")) or "build"
    limen = _text(f"{file}: project.limen", project.get("limen"))
    targets = _table(f"{file}: target", table.get("target", {"host": {}}))
    if not targets:
        raise RunError(f"{file}: target", "it is missing", "add the table [target.host]")
    return Settings(
        file,
        program,
        file.parent / build,
        None if limen is None else file.parent / limen,
        {name: _commands(f"{file}: target.{name}", file, one) for name, one in targets.items()},
    )


def read_board(folder: Path) -> Commands:
    """The settings of a board for running its programs.

    Args:
        folder: with board.cmake; without board.toml nothing is said.

    Raises:
        RunError: board.toml is not as it should be.
    """
    file = (folder / "board.toml").resolve()
    if not file.is_file():
        return Commands(str(file), folder.resolve())
    table = _load(file, "correct that")
    texts = {key: _text(f"{file}.{key}", table.pop(key, None)) for key in _BOARD_TEXTS}
    if not (texts["trace_events"] or "1").isdigit():
        raise RunError(f"{file}.trace_events", "it has to be a number", 'write "8192"')
    return replace(
        _commands(str(file), file, table),
        core=texts["core"],
        emulator=texts["emulator"],
        trace_events=texts["trace_events"],
        group=texts["group"],
        bench=texts["bench"],
        bench_title=texts["bench_title"],
    )


def _load(file: Path, remedy: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunError(str(file), f"it cannot be read ({error.strerror})", remedy) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RunError(str(file), f"this is not TOML ({error})", "correct that") from error


def _commands(place: str, file: Path, value: object) -> Commands:
    table = _table(place, value)
    _check_keys(place, table, _TARGET_KEYS)
    texts = {key: _text(f"{place}.{key}", table.get(key)) for key in _TEXTS}
    if texts["qemu"] is not None and texts["run"] is not None:
        raise RunError(f"{place}.run", "qemu is set, too", "remove one of the two")
    options = table.get("options", [])
    if not isinstance(options, list) or not all(isinstance(one, str) for one in options):
        problem = "it has to be a list of texts"
        raise RunError(f"{place}.options", problem, 'write ["-DLM_LEVELS=64"]')
    ticks = _fraction(f"{place}.ticks_per_instruction", table.get("ticks_per_instruction"))
    return Commands(
        place, file.parent, **texts, ticks_per_instruction=ticks, options=tuple(options)
    )


def _fraction(place: str, value: object) -> Fraction | None:
    text = _text(place, value)
    try:
        ticks = None if text is None else Fraction(text)
    except (ValueError, ZeroDivisionError):
        ticks = Fraction(0)
    if ticks is not None and ticks <= 0:
        raise RunError(place, f"'{text}' is not a positive number", 'write "8/5" or "1.6"')
    return ticks


def _table(place: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RunError(place, "it has to be a table", "write it as [table], with keys below")
    return value


def _text(place: str, value: object) -> str | None:
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise RunError(place, "it has to be a text", 'write it in quotes: "..."')
    return value


def _check_keys(place: str, table: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            problem = f"the key {key} is not known"
            raise RunError(place, problem, f"take one of {', '.join(known)}")
