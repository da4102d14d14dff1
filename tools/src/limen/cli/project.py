# SPDX-License-Identifier: Apache-2.0
"""Finds and builds the programs that commands name: of the repository, or of a project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from limen.child import run_on_terminal
from limen.cli.command import UsageError
from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.project.settings import Settings
    from limen.project.targets import Place
    from limen.run import Target

__all__ = ["built", "built_for_place", "program_here", "project_at"]


def project_at(word: str) -> tuple[Settings, str] | None:
    """Return the project that a word of the command line names, and the program in it.

    Args:
        word: a folder with limen.toml, or a program, in a folder inside of a project.

    Returns:
        None if it names a program of the repository.

    Raises:
        RunError: the folder has no limen.toml, or one that is not valid.
    """
    from limen.project.settings import SETTINGS, read_settings

    path = Path(word)
    if path.is_dir() or path.name == SETTINGS:
        settings = read_settings(path if path.is_dir() else path.parent)
        return settings, settings.program
    if "/" in word:
        remedy = f"name the folder of a project, with {SETTINGS}, or an executable of CMake"
        raise RunError(word, "the folder does not exist", remedy)
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / SETTINGS).is_file():
            return read_settings(folder), word
    return None


def program_here() -> str:
    """Return the program that ``limen run`` means if it names none.

    It is that of the project around this folder, or of the only project in it.

    Raises:
        UsageError: there is neither; the message lists what this folder has.
    """
    from limen.builds.folder import build_folder
    from limen.project.settings import SETTINGS
    from limen.run import find_root, programs_for_users

    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / SETTINGS).is_file():
            return str(folder)
    projects = sorted(file.parent.name for file in here.glob(f"*/{SETTINGS}"))
    if len(projects) == 1:
        return projects[0]
    names = projects or programs_for_users(build_folder(find_root(here)) / "host")
    known = f"take one of {', '.join(names)}" if names else "example-hello is one"
    raise UsageError("limen run", f"Missing argument 'PROGRAM'; {known}")


def built(
    word: str,
    target: str | None,
    on_line: Callable[[str], None],
    *,
    flash: bool = False,
    debug: bool = False,
) -> tuple[Target, Path]:
    """Build the program that a word of the command line names.

    Args:
        word: see project_at.
        target: None: the host, or the first target of the project.
        on_line: is called with each line that CMake prints.
        flash: also run the command that writes it to the board.
        debug: also run the command that starts a debugger.

    Raises:
        RunError: the program or target is unknown, it cannot be built, or it cannot be run there.
    """
    from limen.project.build import place_of
    from limen.project.settings import SETTINGS
    from limen.project.targets import find_target
    from limen.run import build, find_root

    project = project_at(word)
    if project is not None:
        place = place_of(project[0], target)
        executable = built_for_place(*project, place, on_line, is_run=not (flash or debug))
        if flash:
            _call(place, "flash", place.commands.flash, executable)
        if debug:
            _call(place, "debug", place.commands.debug, executable)
        return place.target, executable
    if flash or debug:
        remedy = f"name the folder of a project with {SETTINGS}"
        raise RunError("--flash, --debug", f"{word} is not a project", remedy)
    where = find_target(target or "host")
    return where, build(find_root(Path.cwd()), where, [word], on_line)[word]


def built_for_place(
    settings: Settings,
    program: str,
    place: Place,
    on_line: Callable[[str], None],
    *,
    is_run: bool = True,
) -> Path:
    """Build a program of a project.

    Args:
        settings: of the project.
        program: of its CMakeLists.txt.
        place: to build it for.
        on_line: is called with each line that CMake prints.
        is_run: it will be run there.

    Raises:
        RunError: it cannot be built, or it cannot be run there.
    """
    from limen.project.build import build_program
    from limen.project.targets import check_can_run

    if is_run:
        check_can_run(place.target, place.commands.place)
    return build_program(settings, place, program, on_line)


def _call(place: Place, key: str, line: str | None, executable: Path) -> None:
    """Run a command of limen.toml with the terminal of this command."""
    from limen.project.targets import words_of

    where = f"{place.commands.place}.{key}"
    if line is None:
        raise RunError(where, "it is missing", f'write {key} = "COMMAND {{program}}"')
    words = [word.replace("{program}", str(executable)) for word in words_of(where, line)]
    try:
        status = run_on_terminal(words, place.commands.folder)
    except OSError as error:
        raise RunError(
            where, f"{words[0]}: {error.strerror}", "install it, or correct it"
        ) from error
    if status != 0:
        raise RunError(where, f"it ended with status {status}", "see its output")
