# SPDX-License-Identifier: Apache-2.0
"""``limen export``: the sources for one board in a folder, for any build system."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from limen.cli.render import build_output, print_line
from limen.project.export import LIBRARIES
from limen.project.export import export as write
from limen.run import find_root

__all__ = ["export"]


def export(
    folder: Annotated[Path, typer.Argument(help="that is not there yet, or is empty")],
    board: Annotated[
        str, typer.Option(help="a target, or the folder of a board", metavar="BOARD")
    ] = "host",
    library: Annotated[str, typer.Option(help=", ".join(LIBRARIES))] = "limen-traced",
) -> None:
    """Write the kernel, one port and one board into a folder, with a Makefile."""
    with build_output() as on_line:
        write(find_root(Path(__file__).parent), folder, board, library, on_line)
    print_line(f"{folder}: `make -C {folder}` makes the program of main.c")
