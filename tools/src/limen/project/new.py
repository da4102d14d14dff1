# SPDX-License-Identifier: Apache-2.0
"""Write a new project, or a new board, into a folder that does not exist or is empty."""

from __future__ import annotations

import os
import re
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.debug import GDB_SCRIPT
from limen.errors import RunError
from limen.prebuilt import prebuilt
from limen.project.settings import read_board
from limen.project.targets import BOARD_FILE, BOARD_PATH, UNITS, find_board
from limen.run.build import find_root
from limen.run.target import ALL_TARGETS
from limen.whole import private_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PROCESSORS", "Board", "Template", "check_folder", "new_app", "new_board", "write_files"]


class Template(StrEnum):
    """The program that a new project begins with."""

    CONTROL = "control"
    PRODUCT = "product"


_TEMPLATES: Final = Path(__file__).parent
# Files of a project, by the names of their templates.
_APP: Final = {
    "CMakeLists.txt": "CMakeLists.txt",
    "CMakePresets.json": "CMakePresets.json",
    "README.md": "README.md",
    "control.c": "control.c",
    "control.h": "control.h",
    "devcontainer.json": ".devcontainer/devcontainer.json",
    "gitignore": ".gitignore",
    "launch.json": ".vscode/launch.json",
    "limen.toml": "limen.toml",
    "main.c": "main.c",
    "tasks.json": ".vscode/tasks.json",
    "test_control.c": "test_control.c",
}


_IMPORT: Final = "limen_import.cmake"
# The folders of the files that a project shares with the repository.
_SHARED: Final = {_IMPORT: "cmake", "FreeRTOSConfig.h": "examples/freertos/starter"}


@dataclass(frozen=True, slots=True)
class _Interface:
    """The interface that a project is written for.

    Attributes:
        files: those of _APP with another template, and further ones.
        words: of its templates.
        shared: files of the repository that are copied unchanged.
    """

    files: Mapping[str, str]
    words: Mapping[str, str]
    shared: tuple[str, ...] = (_IMPORT,)


_INTERFACES: Final = {
    "": _Interface({}, {"LIBRARY": "traced", "FOLDERS": "", "TEST_FOLDERS": ""}),
    "cmsis-rtos2": _Interface(
        {"control.c": "control_cmsis_rtos2.c"},
        {"LIBRARY": "cmsis-rtos2", "FOLDERS": "", "TEST_FOLDERS": ""},
    ),
    "freertos": _Interface(
        {"control.c": "control_freertos.c"},
        {
            "LIBRARY": "freertos",
            "FOLDERS": "target_include_directories(@NAME@ PRIVATE .) # FreeRTOSConfig.h\n",
            "TEST_FOLDERS": "    target_include_directories(test-control PRIVATE .)\n",
        },
        (_IMPORT, "FreeRTOSConfig.h"),
    ),
}
# Templates whose main.c is another one.
_MAINS: Final = {Template.CONTROL: "main.c", Template.PRODUCT: "product.c"}
_BOARD: Final = {
    "board.c": "board.c",
    "board.cmake": "board.cmake",
    "board.h.in": "board.h",
    "board.toml": "board.toml",
    "board_stamp.h": "board_stamp.h",
    "link.ld": "link.ld",
}
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
# Names of CMake's own targets and of Limen's.
_TAKEN: Final = re.compile(r"(limen|threadx|azrtos|unit|test|all|install|clean|help)\b.*")
_MEMORY: Final = re.compile(r"(0x[0-9A-Fa-f]+|\d+):(\d+[KM]?)")
_URL: Final = re.compile(r"\w+://|[\w.-]+@[\w.-]+:")
_USUAL_BOARD: Final = "mps2-an385"
_PLACEHOLDER: Final = re.compile(r"@([A-Z_]+)@")


_MACHINE: Final = "-display none -monitor none -icount shift=6,align=off,sleep=off"


@dataclass(frozen=True, slots=True)
class Board:
    """The parameters of a new board. Those that are None are chosen for an emulator.

    Attributes:
        cpu: one of PROCESSORS.
        clock_hz: of the processor; of a RISC-V: of mtime.
        code: ORIGIN:LENGTH of the memory for code.
        data: ORIGIN:LENGTH of the memory for data.
        first_line: the first of four unused interrupts of the chip; not of a RISC-V.
        qemu: QEMU with the options of the machine.
    """

    cpu: str
    clock_hz: int | None = None
    code: str | None = None
    data: str | None = None
    first_line: int | None = None
    qemu: str | None = None


# Machines of QEMU, and their memories: the first address and the one behind the last one. A
# Cortex-M4 runs the code of a Cortex-M0 or M3.
_MPS2: Final = Board("", 25_000_000, "0x00000000:256K", "0x20000000:64K", 20)
_CHIPS: Final = {
    "mps2-an386": _MPS2,
    "mps2-an500": _MPS2,
    "mps2-an505": replace(
        _MPS2, clock_hz=20_000_000, code="0x10000000:256K", data="0x38000000:64K"
    ),
    "mps3-an547": Board("", 32_000_000, "0x10000000:256K", "0x30000000:64K", 80),
}
_ZBT: Final = ((0, 0x40_0000), (0x2000_0000, 0x2040_0000))
_MEMORIES: Final = {
    "mps2-an386": (*_ZBT, (0x2100_0000, 0x2200_0000)),
    "mps2-an500": (*_ZBT, (0x6000_0000, 0x6100_0000)),
    "mps2-an505": ((0x1000_0000, 0x1040_0000), (0x3800_0000, 0x3840_0000)),
    "mps3-an547": ((0x1000_0000, 0x1008_0000), (0x3000_0000, 0x3008_0000)),
    "virt": ((0x8000_0000, 0x8800_0000),),
}


@dataclass(frozen=True, slots=True)
class Processor:
    """The properties of a processor.

    Attributes:
        options: of compiler and linker.
        architecture: folder of the port for it; empty: the port has none.
        interrupts: how many it can have; 0: software sorts them.
        bits: of a RISC-V.
        machine: of QEMU, which runs its code.
    """

    options: str
    architecture: str = ""
    interrupts: int = 0
    bits: int = 32
    machine: str = "mps2-an386"

    @property
    def template(self) -> str:
        """The folder with the files of a board."""
        return "board" if self.architecture else "board-riscv"

    @property
    def emulated(self) -> Board:
        """Make a board that QEMU has."""
        if self.architecture:
            qemu = f"qemu-system-arm -M {self.machine} {_MACHINE}"
            return replace(_CHIPS[self.machine], qemu=qemu)
        qemu = f"qemu-system-riscv{self.bits} -M {self.machine} -bios none {_MACHINE}"
        return Board("", 10_000_000, "0x80000000:256K", "0x80040000:64K", 0, qemu)


def _soft(name: str) -> str:
    return f"-mcpu={name} -mthumb -mfloat-abi=soft"


def _hard(name: str, fpu: str = "auto") -> str:
    return f"-mcpu={name} -mthumb -mfloat-abi=hard -mfpu={fpu}"


# An f at the end: with the FPU, as all cortex-m33 and cortex-m55 here; the latter has vectors, too.
# With -misa-spec, gcc 12 chooses the right library of RISC-V.
PROCESSORS: Final = {
    "cortex-m0": Processor(_soft("cortex-m0"), "v6m", 32),
    "cortex-m0plus": Processor(_soft("cortex-m0plus"), "v6m", 32),
    "cortex-m3": Processor(_soft("cortex-m3"), "v7m", 240),
    "cortex-m4": Processor(_soft("cortex-m4"), "v7m", 240),
    "cortex-m4f": Processor(_hard("cortex-m4", "fpv4-sp-d16"), "fpu", 240),
    "cortex-m7": Processor(_soft("cortex-m7"), "v7m", 240, machine="mps2-an500"),
    "cortex-m7f": Processor(_hard("cortex-m7", "fpv5-d16"), "fpu", 240, machine="mps2-an500"),
    "cortex-m33": Processor(_hard("cortex-m33", "fpv5-sp-d16"), "fpu", 480, machine="mps2-an505"),
    "cortex-m55": Processor(_hard("cortex-m55"), "fpu", 480, machine="mps3-an547"),
    "rv32imac": Processor("-march=rv32imac -mabi=ilp32 -misa-spec=2.2", machine="virt"),
    "rv64imac": Processor(
        "-march=rv64imac -mabi=lp64 -mcmodel=medany -misa-spec=2.2", bits=64, machine="virt"
    ),
}


def check_folder(folder: Path) -> None:
    """Check that files can be written into a folder without loss of others.

    Raises:
        RunError: it is there and not empty.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        problem = "the folder exists and is not empty"
        raise RunError(str(folder), problem, "name a folder that does not exist yet")


def write_files(folder: Path, texts: Mapping[str, str | bytes]) -> None:
    """Write all files or, if one fails, none.

    Args:
        folder: as check_folder wants it.
        texts: contents by path in the folder.

    Raises:
        RunError: they cannot be written.
    """
    check_folder(folder)
    folder = folder.resolve()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with private_folder(folder) as temporary:
            for name, text in texts.items():
                file = temporary / folder.name / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text if isinstance(text, bytes) else text.encode())
            (temporary / folder.name).replace(folder)
    except OSError as error:
        problem = f"it cannot be written ({error.strerror})"
        raise RunError(str(folder), problem, "name another folder") from error


def new_app(
    folder: Path,
    board: str | None,
    limen: str | None = None,
    tag: str | None = None,
    interface: str = "",
    template: Template = Template.CONTROL,
) -> None:
    """Write a project.

    Args:
        folder: of the project; its name is that of the program.
        board: a target of the repository, a board in LIMEN_BOARD_PATH, or the folder of a board.
        limen: the folder of Limen, or the URL for git; None: that of this package.
        tag: with the latter, the commit or tag.
        interface: for which it is written: of Limen (empty), cmsis-rtos2 or freertos.
        template: what the project begins with.

    Raises:
        RunError: the name, the board or the place of Limen is wrong, or it cannot be written.
    """
    name = folder.resolve().name
    if not _NAME.fullmatch(name) or _TAKEN.fullmatch(name):
        remedy = (
            "begin with a letter, take letters, digits, - and _, and no name of a target of CMake "
            "or of Limen"
        )
        raise RunError(str(folder), f"no program can be called {name}", remedy)
    check_folder(folder)
    chosen = _INTERFACES[interface]
    of_interface = {key: text.replace("@NAME@", name) for key, text in chosen.words.items()}
    words = {"NAME": name, **_limen_words(limen, tag), **_board_words(folder, board)}
    words |= of_interface
    files = {path: source for source, path in _APP.items()} | dict(chosen.files)
    files["main.c"] = _MAINS[template]
    texts = {path: _filled("app", source, words) for path, source in files.items()}
    shared = {name: _shared_file(name).read_text(encoding="utf-8") for name in chosen.shared}
    write_files(folder, {**texts, **shared})


def _shared_file(name: str) -> Path:
    """A file of the repository, which a wheel has, too."""
    return prebuilt(name) or find_root(Path(__file__).parent) / _SHARED[name] / name


def _limen_words(limen: str | None, tag: str | None) -> dict[str, str]:
    """The texts about Limen in the files of a project."""
    words = {"COMMAND": "limen", "GDB_SCRIPT": str(GDB_SCRIPT), "MOUNT": ""}
    words["LIMEN_KEY"] = (
        '# limen = "../limen"         # the folder of Limen; without it, that of the command'
    )
    if limen is not None and not Path(limen).is_dir():
        if not _URL.match(limen):
            remedy = "name a folder with Limen, or what git can clone: an URL with ://"
            raise RunError("--limen", f"the folder {limen} does not exist", remedy)
        if tag is None:
            raise RunError("--tag", "it is missing", "name the commit or tag of Limen to fetch")
        lines = (
            f'set(LIMEN_GIT_REPOSITORY "{limen}" CACHE STRING "Where Limen is fetched from")',
            f'set(LIMEN_GIT_TAG "{tag}" CACHE STRING "The commit or tag that is fetched")',
        )
        return {**words, "LIMEN": limen, "WHERE": "\n".join(lines)}
    if tag is not None:
        raise RunError("--tag", "it goes with a repository", "name its URL with --limen")
    if limen is None:
        try:
            root = find_root(Path(__file__).parent)
        except RunError as error:
            problem = "this installation has no sources of Limen"
            remedy = "name the folder of a clone, or the URL of a repository and --tag COMMIT"
            raise RunError("--limen", problem, remedy) from error
        words["COMMAND"] = f"{root}/limen"
    else:
        root = Path(limen).resolve()
        if not (root / "include/limen/limen.h").is_file():
            raise RunError("--limen", f"{root} does not contain Limen", "name its folder")
        words["LIMEN_KEY"] = f'limen = "{root}"          # the folder of Limen'
    return {
        **words,
        "LIMEN": str(root),
        "WHERE": f'set(LIMEN "{root}" CACHE PATH "The folder of Limen")',
        "MOUNT": f'"source={root},target={root},type=bind,readonly"',
    }


def _board_words(folder: Path, board: str | None) -> dict[str, str]:
    """The texts about the second target in the files of a project."""
    name = board or _USUAL_BOARD
    if name == "host":
        problem = "a project has the host in any case"
        raise RunError("--board", problem, f"take {_USUAL_BOARD}, or another board")
    place = Path(name).resolve() if (Path(name) / BOARD_FILE).is_file() else find_board(name)
    if place is None and "/" in name:
        problem = f"{Path(name) / BOARD_FILE} does not exist"
        raise RunError("--board", problem, f"`limen new board {name}` makes one")
    if place is None:
        known = [one.name for one in ALL_TARGETS]
        if name not in known:
            remedy = f"take one of {', '.join(known)}, the folder of a board, or set {BOARD_PATH}"
            raise RunError("--board", f"unknown target {name}", remedy)
        return {"BOARD": name, "BOARD_KEY": "# no keys: limen knows this target", "BOARD_PATH": ""}
    read_board(place)
    near = _near(place.parent, folder.resolve())
    from_preset = f"${{sourceDir}}/{near}" if near else str(place.parent)
    return {
        "BOARD": place.name,
        "BOARD_KEY": f'board = "{near or place.parent}/{place.name}"',
        "BOARD_PATH": f', "LIMEN_BOARD_PATH": "{from_preset}"',
    }


def _near(path: Path, folder: Path) -> str | None:
    """The path from the folder, if both are likely to move together; else None."""
    is_near = path.is_relative_to(folder.parent)
    return os.path.relpath(path, folder) if is_near else None


def new_board(folder: Path, board: Board) -> bool:
    """Write the skeleton of a board.

    Args:
        folder: of the board; its name is that of the target.
        board: its parameters.

    Returns:
        Whether QEMU runs its programs: the machine of the command, or one that has its memory.

    Raises:
        RunError: it is described wrongly, or it cannot be written.
    """
    name = folder.resolve().name
    if not _NAME.fullmatch(name):
        remedy = "begin with a letter, and take letters, digits, - and _"
        raise RunError(str(folder), f"no target can be called {name}", remedy)
    if board.cpu not in PROCESSORS:
        remedy = f"take one of {', '.join(PROCESSORS)}"
        raise RunError("--cpu", f"no port supports {board.cpu}", remedy)
    processor = PROCESSORS[board.cpu]
    _check_first_line(board, processor)
    given = {key: value for key, value in asdict(board).items() if value is not None}
    whole = replace(processor.emulated, **given)
    memories = (_memory("--code", str(whole.code)), _memory("--data", str(whole.data)))
    can_run = board.qemu is not None or all(one.is_in(processor.machine) for one in memories)
    qemu = str(whole.qemu)
    words = {
        "NAME": name,
        "ARCHITECTURE": processor.architecture,
        "CPU_OPTIONS": processor.options,
        "CLOCK_HZ": str(whole.clock_hz),
        "CODE": memories[0].text,
        "DATA": memories[1].text,
        "FIRST_LINE": str(whole.first_line),
        "QEMU": f'qemu = "{qemu}"' if can_run else f'# qemu = "{qemu.split(maxsplit=1)[0]}"',
    }
    files = _BOARD if processor.interrupts == 0 else {**_BOARD, "vectors.S": "vectors.S"}
    texts = {path: _filled(processor.template, template, words) for template, path in files.items()}
    write_files(folder, texts)
    return can_run


def _check_first_line(board: Board, processor: Processor) -> None:
    lines = processor.interrupts
    if board.first_line is None:
        return
    if lines == 0:
        problem = f"{board.cpu} has no interrupts for it; software sorts those of its lines"
        raise RunError("--first-line", problem, "leave it out")
    if not 0 <= board.first_line <= lines - 4:
        problem = f"{board.cpu} has {lines} interrupts at most, and four are needed"
        raise RunError("--first-line", problem, f"take 0 to {lines - 4}")


@dataclass(frozen=True, slots=True)
class _Memory:
    """A memory.

    Attributes:
        text: the words of a linker script for it.
        first: its first address.
        end: the address behind it.
    """

    text: str
    first: int
    end: int

    def is_in(self, machine: str) -> bool:
        """Return whether a machine of QEMU has this memory."""
        return any(first <= self.first and self.end <= end for first, end in _MEMORIES[machine])


def _memory(option: str, text: str) -> _Memory:
    match = _MEMORY.fullmatch(text)
    if match is None:
        raise RunError(option, f"'{text}' is not a memory", "write ORIGIN:LENGTH as 0x20000000:64K")
    length = int(match[2].rstrip("KM")) * UNITS[match[2].lstrip("0123456789")]
    first = int(match[1], 0)
    return _Memory(f"{match[1]}, LENGTH = {match[2]}", first, first + length)


def _filled(kind: str, template: str, words: Mapping[str, str]) -> str:
    """A template with words for its placeholders."""
    text = (_TEMPLATES / kind / template).read_text(encoding="utf-8")
    return _PLACEHOLDER.sub(lambda match: words[match[1]], text)
