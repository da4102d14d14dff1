# SPDX-License-Identifier: Apache-2.0
"""Build a program of a project, in the folder that its limen.toml names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.builds.lock import locked
from limen.errors import RunError
from limen.project.targets import place_for
from limen.run.build import find_root, run_cmake

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.project.settings import Settings
    from limen.project.targets import Place

__all__ = ["build_program", "place_of", "root_of"]

_STAMP: Final = "limen-configure.txt"


def root_of(settings: Settings) -> Path:
    """The folder of Limen for a project.

    Raises:
        RunError: limen.toml names another folder.
    """
    if settings.limen is None:
        try:
            return find_root(Path(__file__).parent)
        except RunError as error:
            problem = "this installation has no sources of Limen"
            remedy = 'clone them, and write limen = "FOLDER" in [project]'
            raise RunError(str(settings.file), problem, remedy) from error
    root = settings.limen.resolve()
    if not (root / "include/limen/limen.h").is_file():
        problem = f"{root} does not contain Limen"
        raise RunError(f"{settings.file}: project.limen", problem, "name its folder")
    return root


def place_of(settings: Settings, target: str | None) -> Place:
    """The place for a target of a project; None: its first one.

    Raises:
        RunError: limen.toml has no such target, or it is not as it should be.
    """
    name = target or next(iter(settings.targets))
    if name not in settings.targets:
        known = ", ".join(settings.targets)
        problem = f"unknown target {name}"
        remedy = f"take one of {known}, or add the table [target.{name}]"
        raise RunError(str(settings.file), problem, remedy)
    return place_for(root_of(settings), name, settings.targets[name])


def build_program(
    settings: Settings, place: Place, program: str, on_line: Callable[[str], None]
) -> Path:
    """Bring a program up to date.

    Args:
        settings: of the project.
        place: that it is built for.
        program: an executable of its CMakeLists.txt.
        on_line: is called with each line that CMake prints.

    Returns:
        The executable, an absolute path.

    Raises:
        RunError: it cannot be built.
    """
    folder = settings.build.resolve() / place.target.name
    log = folder / "limen-build.log"
    arguments = ["-S", str(settings.folder), "-B", str(folder), "-G", "Ninja"]
    arguments += [f"-DLIMEN={root_of(settings)}", *place.configure]
    with locked(folder.parent / f"{place.target.name}.lock"):
        stamp = folder / _STAMP
        wanted = "\n".join(arguments)
        is_current = stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted
        if not is_current or not (folder / "build.ninja").is_file():
            run_cmake(settings.folder, arguments, log, on_line)
            stamp.write_text(wanted, encoding="utf-8")
        run_cmake(settings.folder, ["--build", str(folder), "--target", program], log, on_line)
    for executable in (folder / program, folder / "bin" / program):
        if executable.is_file():
            return executable
    problem = f"CMake built {program}, but there is no {folder / program}"
    raise RunError(str(settings.file), problem, "set its RUNTIME_OUTPUT_DIRECTORY to that folder")
