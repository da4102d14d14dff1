# SPDX-License-Identifier: Apache-2.0
"""``limen export``: the sources for one board in a folder, for any build system."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from limen.cli.command import Argument, Option
from limen.cli.render import build_output, print_line
from limen.project.export import FORMATS, LIBRARIES

__all__ = ["export"]

_NEXT: Final = {
    "make": "`make -C {folder}` makes the program of main.c",
    "platformio": "write `lib_deps = symlink://{folder}` into platformio.ini",
    "cmsis": "a pack and its description, for `cpackget add` and other tools",
}


def export(
    folder: Annotated[Path, Argument(help="a new folder, or an empty one")],
    board: Annotated[
        str, Option(help="a target, or the folder of a board", metavar="BOARD")
    ] = "host",
    library: Annotated[str, Option(help=", ".join(LIBRARIES))] = "limen-traced",
    format_: Annotated[
        str, Option("--format", help=", ".join(FORMATS), metavar="FORMAT")
    ] = FORMATS[0],
    user_threads: Annotated[
        bool,
        Option(
            "--user-threads", help="include user threads; each program then contains their code"
        ),
    ] = False,
) -> None:
    """Write the kernel, one port and one board into a folder, for another build system."""
    from limen.project.export import export as write
    from limen.run import find_root

    with build_output() as on_line:
        write(
            find_root(Path(__file__).parent),
            folder,
            board,
            library,
            on_line,
            format_,
            user_threads=user_threads,
        )
    print_line(f"{folder}: {_NEXT[format_].format(folder=folder)}")
