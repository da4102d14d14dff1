# SPDX-License-Identifier: Apache-2.0
"""Build programs with CMake, in the folders that its presets name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.builds.folder import build_folder
from limen.builds.lock import locked
from limen.builds.process import execute
from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from limen.run.target import Target

__all__ = ["build", "find_root", "programs_for_users", "run_cmake"]

_ERROR: Final = re.compile(
    r"(?<![-\w])error\b|undefined reference|will not fit in region", re.IGNORECASE
)
_PROGRAM: Final = re.compile(r"^build bin/([^:$ ]+): \w+_EXECUTABLE_LINKER", re.MULTILINE)
_REFUSED: Final = re.compile(r"^refused: (.*)\nremedy: (.*)$", re.MULTILINE)  # cmake/programs.cmake
_FOR_USERS: Final = re.compile(r"(example|lab)-(?!.*-fast)")  # -fast: only for measurements
_NO_COMPILER: Final = re.compile(
    r"CMAKE_\w+_COMPILER:\s+(\S+)\s+is not a full path|No CMAKE_(\w+)_COMPILER could be found"
)
_LANDMARKS: Final = ("CMakePresets.json", "include/limen/limen.h")


def find_root(start: Path) -> Path:
    """The repository: the folder around start, or the one that this package was installed from.

    Raises:
        RunError: neither is in a repository of Limen.
    """
    package = Path(__file__).resolve()
    for folder in (start.resolve(), *start.resolve().parents, *package.parents):
        if all((folder / landmark).is_file() for landmark in _LANDMARKS):
            return folder
    raise RunError(str(start), "this is in no repository of Limen", "change to one and try again")


def build(
    root: Path,
    target: Target,
    programs: Sequence[str],
    on_line: Callable[[str], None],
) -> dict[str, Path]:
    """Bring programs up to date.

    Args:
        root: of the repository.
        target: of the build.
        programs: names of CMake targets.
        on_line: is called with each line that CMake prints; all of them are in log, too.

    Returns:
        The executables, by name of the program; absolute paths.

    Raises:
        RunError: the program does not exist, or it could not be built.
    """
    folder = build_folder(root) / target.name
    log = build_folder(root) / f"log/{target.name}.log"
    preset = ["--preset", target.name]
    is_usual = not target.configure and folder == root / "build" / target.name
    with locked(log.with_suffix(".lock")):
        # A cache stays after an error.
        if target.configure or not (folder / "build.ninja").is_file():
            first = ["-S", ".", "-G", "Ninja", *target.configure] if target.configure else preset
            elsewhere = [] if is_usual else ["-B", str(folder)]
            run_cmake(root, [*first, *elsewhere], log, on_line)
        command = ["--build", *(preset if is_usual else [str(folder)]), "--target", *programs]
        try:
            run_cmake(root, command, log, on_line)
        except RunError:
            _check_refusal(log, programs)
            _check_names(folder, programs)  # CMake's message has no list of them
            raise
    return {program: _executable(root, target, program) for program in programs}


def _check_refusal(log: Path, programs: Sequence[str]) -> None:
    """Raise an error with the message of a program that is only for other targets."""
    said = _REFUSED.search(log.read_text("utf-8"))
    if said is not None:
        raise RunError(", ".join(programs), said[1], said[2])


def _check_names(folder: Path, programs: Sequence[str]) -> None:
    """Raise an error that lists the programs if one of these does not exist."""
    known = _programs(folder)
    for program in programs:
        if known and program not in known:
            near = get_close_matches(program, known, cutoff=0.5)
            meant = f"do you mean {' or '.join(near)}? " if near else ""
            shown = ", ".join(programs_for_users(folder))
            problem = f"unknown program for {folder.name}"
            raise RunError(program, problem, f"{meant}take one of {shown}, or one of tests")


def programs_for_users(folder: Path) -> list[str]:
    """The examples and labs in a build folder; none before CMake has configured it."""
    return sorted(filter(_FOR_USERS.match, _programs(folder)))


def _programs(folder: Path) -> list[str]:
    ninja = folder / "build.ninja"
    return _PROGRAM.findall(ninja.read_text("utf-8")) if ninja.is_file() else []


def run_cmake(
    root: Path, arguments: Sequence[str], log: Path, on_line: Callable[[str], None]
) -> None:
    """Run CMake.

    Args:
        root: of the repository.
        arguments: of the command.
        log: gets all that it prints.
        on_line: is called with each line of it.

    Raises:
        RunError: it failed.
    """
    command = ["cmake", *arguments]
    done = execute(command, directory=root, on_line=on_line)
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(done.output, encoding="utf-8")
    if done.status != 0:
        _check_compilers(done.output)
        where = log.relative_to(root) if log.is_relative_to(root) else log
        remedy = f"correct that; the whole output is in {where}"
        problem = f"it failed and said: {_reason(done.output)}"
        raise RunError(" ".join(command), problem, remedy)


def _check_compilers(output: str) -> None:
    """Raise an error that says what to install if CMake found no compiler."""
    match = _NO_COMPILER.search(output)
    if match is not None:
        name = match[1] or f"a compiler for {match[2]}"
        raise RunError(name, "it is not installed", "`limen doctor` names the package")


def _reason(output: str) -> str:
    r"""The line, or CMake's paragraph, that most likely describes the error.

    >>> _reason("CMake Error at a.cmake:1 (message):\n  No\n  board.\n\n-- Configuring incomplete")
    'CMake Error at a.cmake:1 (message): No board.'

    >>> _reason("gcc -Werror -c a.c\na.c:1:2: error: what?\nninja: stopped.")
    'a.c:1:2: error: what?'
    >>> _reason("ld: a section .bss will not fit in region DATA\nld: error: 1")
    'ld: a section .bss will not fit in region DATA'
    """
    said = re.search(r"^CMake Error.*:\n+((?: +.*\n)+)", output, re.MULTILINE)
    if said is not None:
        return " ".join(said[0].split())
    lines = output.strip().splitlines() or ["nothing"]
    return next((line for line in lines if _ERROR.search(line)), lines[0]).strip()


def _executable(root: Path, target: Target, program: str) -> Path:
    executable = build_folder(root) / target.name / "bin" / program
    if not executable.is_file():
        problem = "CMake built something, but not this program"
        raise RunError(str(executable), problem, "name an executable")
    return executable
