# SPDX-License-Identifier: Apache-2.0
"""The targets of a project: those of the repository, and boards outside of it.

A board outside is a folder NAME with board.cmake, in one of the folders that LIMEN_BOARD_PATH
names, or a folder that limen.toml names. CMake reads the same variable (cmake/board.cmake).
"""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from limen.errors import RunError
from limen.project.settings import Commands, read_board
from limen.run.build import find_root
from limen.run.target import Target, clock_of, target_named

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "BOARD_FILE",
    "BOARD_PATH",
    "UNITS",
    "Place",
    "board_path",
    "check_can_run",
    "find_board",
    "find_target",
    "options_of",
    "place_for",
    "words_of",
]

BOARD_FILE: Final = "board.cmake"
BOARD_PATH: Final = "LIMEN_BOARD_PATH"
# The line of the skeleton's linker script for the memory for data.
_DATA: Final = re.compile(r"DATA\b.*LENGTH\s*=\s*(0x[0-9A-Fa-f]+|\d+)([KM]?)")
# The units K and M of linker scripts.
UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20}
_EVENT_BYTES: Final = 16
_EVENTS_MAX: Final = 8192  # as other targets without much memory
# Variables of a preset that concern the build of Limen, not compilers and other tools.
_OURS: Final = ("LIMEN_TARGET", "LM_", "CMAKE_BUILD_TYPE")


@dataclass(frozen=True, slots=True)
class Place:
    """A target of a project: where its programs run, and how CMake builds them.

    Attributes:
        target: runs them.
        configure: arguments of CMake.
        commands: of the target in limen.toml, completed by those of the board.
    """

    target: Target
    configure: tuple[str, ...]
    commands: Commands


def board_path() -> list[Path]:
    """The folders that LIMEN_BOARD_PATH names."""
    return [Path(name) for name in os.environ.get(BOARD_PATH, "").split(":") if name]


def find_board(name: str) -> Path | None:
    """The folder of a board outside of the repository; None: there is none of this name."""
    places = (folder / name for folder in board_path())
    return next((place for place in places if (place / BOARD_FILE).is_file()), None)


def find_target(name: str, *, is_run: bool = True) -> Target:
    """A target of the repository, or the board in LIMEN_BOARD_PATH, which comes first.

    Args:
        name: of the target, or of the folder of a board.
        is_run: programs will be run there.

    Raises:
        RunError: there is none, its board.toml is not as it should be, or it cannot run programs.
    """
    folder = find_board(name)
    if folder is None:
        try:
            known = target_named(name)
        except RunError as error:
            place, problem, remedy = error.args
            raise RunError(place, problem, f"{remedy}, or set {BOARD_PATH}") from error
        if is_run:
            check_can_run(known, name)
        return known
    root = find_root(Path(__file__).parent)
    target = _outside(root, name, folder, Commands(name, Path.cwd())).target
    if is_run:
        check_can_run(target, str(folder))
    return target


def check_can_run(target: Target, place: str) -> None:
    """Check that programs can be run on a target.

    Args:
        target: that is wanted.
        place: that describes it.

    Raises:
        RunError: it has no command that runs programs.
    """
    if not target.can_run:
        problem = "it has no command that runs programs"
        raise RunError(place, problem, "add qemu or run, or take --flash")


def options_of(root: Path, target: Target) -> tuple[str, ...]:
    """The arguments of CMake that select a target in a project which contains Limen.

    Args:
        root: of the repository.
        target: of the repository, or outside of it.
    """
    if target.configure:
        return target.configure
    return tuple(f"-D{key}={value}" for key, value in _preset(root, target.name).items())


def place_for(root: Path, name: str, commands: Commands) -> Place:
    """Return the target on which programs run, for a target of limen.toml.

    Args:
        root: of the repository.
        name: of the target.
        commands: from limen.toml.

    Raises:
        RunError: the board does not exist, or its board.toml is not as it should be.
    """
    if commands.board is not None:
        folder = (commands.folder / commands.board).resolve()
        if not (folder / BOARD_FILE).is_file():
            problem = f"{folder / BOARD_FILE} does not exist"
            remedy = f"name the folder of a board; `limen new board {commands.board}` makes one"
            raise RunError(f"{commands.place}.board", problem, remedy)
        return _outside(root, name, folder, commands)
    outside = find_board(name)
    if outside is not None:
        return _outside(root, name, outside, commands)
    try:
        known = target_named(name)
    except RunError as error:
        remedy = f"{error.args[2]}, add board = FOLDER, or set {BOARD_PATH}"
        raise RunError(commands.place, error.args[1], remedy) from error
    variables = options_of(root, known)
    return Place(_adapt(known, commands), (*variables, *commands.options), commands)


def _outside(root: Path, name: str, folder: Path, commands: Commands) -> Place:
    folder = folder.resolve()
    board = read_board(folder)
    toolchain = _toolchain(root, commands if commands.toolchain else board)
    merged = replace(
        commands,
        title=commands.title or board.title,
        qemu=commands.qemu or (None if commands.run else board.qemu),
        run=commands.run or (None if commands.qemu else board.run),
        flash=commands.flash or board.flash,
        debug=commands.debug or board.debug,
        ticks_per_instruction=commands.ticks_per_instruction or board.ticks_per_instruction,
        options=(*board.options, *commands.options),
    )
    variables = (
        "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
        f"-DLIMEN_TARGET={folder.name}",
        f"-DLIMEN_BOARD_PATH={folder.parent}",
        f"-DCMAKE_TOOLCHAIN_FILE={toolchain}",
    )
    configure = (*variables, *merged.options)
    target = Target(
        name,
        merged.title or f"the board {folder}",
        configure=configure,
        clock_hz=clock_of(folder / BOARD_FILE),
        trace_events=int(board.trace_events or _trace_events(folder)),
        can_run=merged.qemu is not None or merged.run is not None,
    )
    return Place(_adapt(target, merged), configure, merged)


def _number_in(file: Path, pattern: re.Pattern[str]) -> int | None:
    """The number in the first match, with K and M as a linker reads them."""
    match = pattern.search(file.read_text(encoding="utf-8")) if file.is_file() else None
    if match is None:
        return None
    return int(match[1], 0) * UNITS[match[2] if len(match.groups()) > 1 else ""]


def _trace_events(folder: Path) -> int:
    """The records that fit into half of the data memory, a power of two; 1024 if unknown."""
    lengths = (_number_in(file, _DATA) for file in sorted(folder.glob("*.ld")))
    length = next((one for one in lengths if one), 2 * _EVENT_BYTES << 10)
    room = max(length // (2 * _EVENT_BYTES), 1)
    return int(min(1 << room.bit_length() - 1, _EVENTS_MAX))


def _adapt(target: Target, commands: Commands) -> Target:
    """Apply the settings of the emulator."""
    if commands.qemu is not None:
        target = replace(target, emulator=words_of(f"{commands.place}.qemu", commands.qemu))
    if commands.run is not None:
        target = replace(target, template=words_of(f"{commands.place}.run", commands.run))
    if commands.ticks_per_instruction is not None:
        target = replace(target, ticks_per_instruction=commands.ticks_per_instruction)
    return replace(target, title=commands.title or target.title)


def words_of(place: str, line: str) -> tuple[str, ...]:
    """The words of a command.

    Raises:
        RunError: its quotes do not match.
    """
    try:
        return tuple(shlex.split(line))
    except ValueError as error:
        raise RunError(
            place, f"'{line}' is not a command ({error})", "correct its quotes"
        ) from error


def _toolchain(root: Path, commands: Commands) -> Path:
    name = commands.toolchain or "arm-none-eabi"
    places = (root / "cmake" / f"{name}.cmake", commands.folder / name)
    for place in places:
        if place.is_file():
            return place.resolve()
    problem = f"unknown toolchain {name}"
    remedy = "name a file of cmake/ in Limen without .cmake, or a path"
    raise RunError(f"{commands.place}.toolchain", problem, remedy)


def _preset(root: Path, name: str) -> dict[str, str]:
    """The variables of a preset of the repository, with those that it inherits."""
    presets = json.loads((root / "CMakePresets.json").read_text(encoding="utf-8"))
    by_name = {one["name"]: one for one in presets["configurePresets"]}
    variables: dict[str, str] = {}
    for one in reversed(_lineage(by_name, name)):
        of_limen = one.get("cacheVariables", {}).items()
        variables |= {key: str(value) for key, value in of_limen if key.startswith(_OURS)}
        if "toolchainFile" in one:
            file = one["toolchainFile"].replace("${sourceDir}", str(root))
            variables["CMAKE_TOOLCHAIN_FILE"] = file
    return variables


def _lineage(by_name: dict[str, dict[str, Any]], name: str) -> Sequence[dict[str, Any]]:
    line = [by_name[name]]
    while "inherits" in line[-1]:
        line.append(by_name[line[-1]["inherits"]])
    return line
