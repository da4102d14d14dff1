# SPDX-License-Identifier: Apache-2.0
"""A drop of the sources: the kernel with one port and one board in a folder, for other builds.

CMake reports the sources and their options, and the compiler reports the included headers. So the
drop contains exactly the files of the repository's build. limen.project.drop describes it to make,
PlatformIO and the tools for CMSIS-Packs.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

from limen.builds.process import execute
from limen.child import scratch_folder
from limen.errors import RunError
from limen.project.drop import FORMATS, Drop, content
from limen.project.new import check_folder, write_files
from limen.project.settings import Commands
from limen.project.targets import place_for
from limen.run.build import run_cmake

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.project.targets import Place

__all__ = ["FORMATS", "LIBRARIES", "export"]

LIBRARIES: Final = (
    "limen",
    "limen-traced",
    "limen-unchecked",
    "limen-unchecked-traced",
    "limen-small",
    "cmsis-rtos2",
    "freertos",
    "stm32cube",
)
# Libraries that are layers on a kernel of their own, with a program for them.
_KERNEL_OF_LAYERS: Final = "limen-layer"
_LAYERS: Final = {
    "cmsis-rtos2": (("cmsis-rtos2",), "examples/cmsis-rtos2/station"),
    "freertos": (("freertos",), "examples/freertos/starter"),
    "stm32cube": (("cmsis-rtos2", "freertos"), "examples/stm32cube"),
}
# The folder in the drop for FreeRTOSConfig.h, which belongs to the program.
_CONFIGURATION: Final = "config/include"
_BOARD_OBJECTS: Final = "limen-board-objects"
# The folder of sources that each program contains if they do not come from a library.
_USER_THREADS: Final = "user"
_PUBLIC: Final = ("include", "drivers/include")
_MAIN: Final = "examples/producer_consumer.c"
_CFLAGS: Final = ("-m", "-f", "-std=", "--specs=", "-Os")  # -Os: of a library alone
_OPTIONS: Final = ("-D", "-I", *_CFLAGS)
_LAYOUT: Final = ("LM_COUNTED=", "LM_LEVELS=", "LM_SMALL=")


class _Options(TypedDict):
    """The attributes of Drop for its compilation."""

    compiler: str
    options: tuple[str, ...]
    own_options: tuple[str, ...]
    definitions: tuple[str, ...]
    own_definitions: tuple[str, ...]
    folders: tuple[str, ...]
    own_folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Names:
    """Paths in the drop: those of the repository; a board outside of it is in boards."""

    root: Path
    board: Path

    def of(self, file: Path) -> str:
        """The path of a file or folder."""
        if file.is_relative_to(self.root):
            return file.relative_to(self.root).as_posix()
        if file.is_relative_to(self.board):
            return f"boards/{self.board.name}/{file.relative_to(self.board).as_posix()}".rstrip(
                "/."
            )
        return f"boards/{self.board.name}/{file.name}"  # it was generated


def export(
    root: Path,
    folder: Path,
    board: str,
    library: str,
    on_line: Callable[[str], None],
    format_: str = FORMATS[0],
    *,
    user_threads: bool = False,
) -> None:
    """Write a drop.

    Args:
        root: of the repository.
        folder: does not exist yet, or is empty.
        board: a target of the repository, a board in LIMEN_BOARD_PATH, or the folder of a board.
        library: one of LIBRARIES.
        on_line: is called with each line that CMake prints.
        format_: one of FORMATS, with its purpose.
        user_threads: with them, and then each program contains their code.

    Raises:
        RunError: the folder is not empty, the board, library or format is unknown or has no user
            threads, CMake fails, or it cannot be written.
    """
    check_folder(folder)
    for option, name, known in (
        ("--library", library, LIBRARIES),
        ("--format", format_, FORMATS),
    ):
        if name not in known:
            raise RunError(option, f"unknown value {name}", f"take one of {', '.join(known)}")
    path = Path(board)
    is_folder = (path / "board.cmake").is_file()
    given = Commands("--board", Path.cwd(), board=str(path.resolve()) if is_folder else None)
    place = place_for(root, path.resolve().name if is_folder else board, given)
    with scratch_folder() as scratch:
        drop = _collect(root, place, library, scratch, on_line, user_threads=user_threads)
        write_files(folder, content(drop, format_))


def _collect(
    root: Path,
    place: Place,
    library: str,
    scratch: Path,
    on_line: Callable[[str], None],
    *,
    user_threads: bool,
) -> Drop:
    """The files of a library, and how they are compiled."""
    log = scratch / "log"
    configure = ["-S", str(root), "-B", str(scratch), "-G", "Ninja"]
    export_commands = "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
    run_cmake(root, [*configure, *place.configure, export_commands], log, on_line)
    entries = json.loads((scratch / "compile_commands.json").read_text(encoding="utf-8"))
    layers, example = _LAYERS.get(library, ((), _MAIN))
    libraries = (_KERNEL_OF_LAYERS, *layers) if layers else (library,)
    targets = {*libraries, _BOARD_OBJECTS}
    wanted = [one for one in entries if _target_of(one["command"]) in targets]
    without = [one for one in wanted if Path(one["file"]).parent.name != _USER_THREADS]
    if user_threads and len(without) == len(wanted):
        problem = f"{library} has no user threads on {place.target.name}"
        remedy = "take limen or limen-traced on a board with an MPU or a PMP, or drop the option"
        raise RunError("--user-threads", problem, remedy)
    wanted = wanted if user_threads else without
    if not all(Path(one["file"]).is_file() for one in wanted):  # some are generated
        run_cmake(root, ["--build", str(scratch), "--target", _BOARD_OBJECTS], log, on_line)
    said = json.loads((scratch / "package/export.json").read_text(encoding="utf-8"))
    board = Path(said["board_dir"]).resolve()
    names = _Names(root, board)
    files = {Path(one["file"]) for one in wanted} | _headers(wanted)
    for public in (*_PUBLIC, *(f"compat/{layer}/include" for layer in layers)):
        files |= set((root / public).rglob("*.h*"))
    script = board / said["linker_script"] if said["linker_script"] else None
    if script is not None:
        common = Path(said["common_dir"])
        files |= {script, common / "sections.ld", common / "instances.ld"}
    texts = {names.of(file.resolve()): file.read_text(encoding="utf-8") for file in files}
    texts["LICENSE"] = (root / "LICENSE").read_text(encoding="utf-8")
    main = root / example / "main.c" if layers else root / example
    for header in main.parent.glob("*.h") if layers else ():
        texts[f"{_CONFIGURATION}/{header.name}"] = header.read_text(encoding="utf-8")
    commands = {_target_of(one["command"]): shlex.split(one["command"]) for one in wanted}
    of_board = commands[_BOARD_OBJECTS]
    # All files are compiled with the options of all.
    of_library = [word for one in libraries for word in commands[one]]
    if layers:
        of_library = list(dict.fromkeys([*of_library, f"-I{root / _CONFIGURATION}"]))
    options = _options(of_library, of_board, names, set(texts))
    in_cxx = [one for one in options["options"] if not one.startswith("-std=")]
    return Drop(
        version=said["version"],
        target=place.target.name,
        library=library,
        main=main.read_text(encoding="utf-8"),
        files=texts,
        script=None if script is None else names.of(script),
        script_folder=None if script is None else names.of(Path(said["common_dir"])),
        link=tuple(one for one in said["link_options"].split(";") if one),
        cxx_options=(*in_cxx, *filter(None, said["cxx_options"].split(";"))),
        link_libraries=tuple(one for one in said["link_libraries"].split(";") if one),
        **options,
    )


def _target_of(command: str) -> str:
    """The target of CMake for which a command compiles.

    >>> _target_of("cc -c a.c -o CMakeFiles/limen.dir/a.c.o")
    'limen'
    """
    match = re.search(r"CMakeFiles/([^/]+)\.dir/", command)
    return match[1] if match else ""


def _headers(entries: Sequence[Mapping[str, str]]) -> set[Path]:
    """All headers that sources include, except those of the system."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in entries:
        compiler, *words = shlex.split(one["command"])
        options = [word for word in words if word.startswith(_OPTIONS)]
        groups.setdefault((compiler, *options), []).append(one["file"])
    found: set[Path] = set()
    for command, sources in groups.items():
        done = execute([*command, "-MM", *sources], directory=Path("/"))
        if done.status != 0:
            problem = f"it cannot list headers: {done.output.strip().splitlines()[0]}"
            raise RunError(command[0], problem, "see whether the sources compile")
        words = done.output.replace("\\\n", " ").split()
        found |= {Path(word) for word in words if not word.endswith(":")}
    return found


def _options(
    words: Sequence[str], common: Sequence[str], names: _Names, files: set[str]
) -> _Options:
    """Return the options with which the files are compiled.

    Options that the board also has are for programs; the rest is for the library only.
    """
    folders = [names.of(Path(word[2:]).resolve()) for word in words if word.startswith("-I")]
    folders = [one for one in folders if any(file.startswith(f"{one}/") for file in files)]
    definitions = [word[2:] for word in words if word.startswith("-D")]
    of_board = {word[2:] for word in common if word.startswith("-D")}
    public = [one for one in definitions if one in of_board or one.startswith(_LAYOUT)]
    options = [word for word in words if word.startswith(_CFLAGS)]
    return {
        "compiler": Path(words[0]).name,
        "options": tuple(one for one in options if one in common),
        "own_options": tuple(one for one in options if one not in common),
        "definitions": tuple(public),
        "own_definitions": tuple(one for one in definitions if one not in public),
        "folders": tuple(one for one in folders if one.split("/")[-1] == "include"),
        "own_folders": tuple(one for one in folders if one.split("/")[-1] != "include"),
    }
