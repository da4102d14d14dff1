# SPDX-License-Identifier: Apache-2.0
"""``limen new app`` and ``limen new board``: files to begin with, outside of the repository."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from limen.cli.render import print_line
from limen.project.new import PROCESSORS, Board, new_app, new_board

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Begin a project or a board of your own.")


@app.command("app")
def app_command(
    folder: Annotated[Path, typer.Argument(help="of the project; its name is the program's")],
    board: Annotated[
        str | None, typer.Option(help="a target, or the folder of a board", metavar="BOARD")
    ] = None,
    limen: Annotated[
        str | None,
        typer.Option(help="its folder, or the URL of a repository; without it: this one"),
    ] = None,
    tag: Annotated[str | None, typer.Option(help="with an URL: the commit or tag")] = None,
) -> None:
    """Write a project that builds at once: for the host, with a test, and for a board."""
    new_app(folder, board, limen, tag)
    try_ = "cmake --preset host" if tag else f"limen trace {folder}"
    print_line(f"{folder}: try `{try_}`; {folder / 'README.md'} says more")


@app.command("board")
def board_command(
    folder: Annotated[Path, typer.Argument(help="of the board; its name is the target's")],
    cpu: Annotated[str, typer.Option(help=", ".join(PROCESSORS))] = "cortex-m4",
    clock_hz: Annotated[
        int | None,
        typer.Option(help="of the processor; RISC-V: of mtime", min=1_000, max=1_000_000_000),
    ] = None,
    code: Annotated[
        str | None, typer.Option(help="memory for code", metavar="ORIGIN:LENGTH")
    ] = None,
    data: Annotated[
        str | None, typer.Option(help="memory for data", metavar="ORIGIN:LENGTH")
    ] = None,
    first_line: Annotated[
        int | None,
        typer.Option(help="Cortex-M: the first of four interrupts that nothing on the chip uses"),
    ] = None,
    qemu: Annotated[
        str | None, typer.Option(help="QEMU with the options of the machine", metavar="COMMAND")
    ] = None,
) -> None:
    """Write a board that builds at once; what is not given is that of a machine of QEMU.

    The clock is SysTick, and mtime on RISC-V.
    """
    new_board(folder, Board(cpu, clock_hz, code, data, first_line, qemu))
    name = folder.resolve().name
    print_line(
        f"{folder}: try `limen new app APP --board {folder}`, then `limen run APP --target {name}`"
    )
