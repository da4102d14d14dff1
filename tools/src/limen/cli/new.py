# SPDX-License-Identifier: Apache-2.0
"""``limen new app`` and ``limen new board``: files to begin with, outside of the repository."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from limen.cli.render import print_line
from limen.project.new import PROCESSORS, Board, new_app, new_board

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Begin a project or a board of your own.")

_QEMU: Final = (
    "qemu-system-arm -M mps2-an386 -display none -monitor none -icount shift=6,align=off,sleep=off"
)


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
        int, typer.Option(help="of the processor", min=1_000, max=1_000_000_000)
    ] = 25_000_000,
    code: Annotated[
        str, typer.Option(help="memory for code", metavar="ORIGIN:LENGTH")
    ] = "0x00000000:256K",
    data: Annotated[
        str, typer.Option(help="memory for data", metavar="ORIGIN:LENGTH")
    ] = "0x20000000:64K",
    first_line: Annotated[
        int, typer.Option(help="the first of four interrupts that nothing on the chip uses")
    ] = 20,
    qemu: Annotated[
        str, typer.Option(help="QEMU with the options of the machine", metavar="COMMAND")
    ] = _QEMU,
) -> None:
    """Write a board that builds at once, with SysTick as its clock. The defaults run in QEMU."""
    new_board(folder, Board(cpu, clock_hz, code, data, first_line, qemu))
    name = folder.resolve().name
    print_line(
        f"{folder}: try `limen new app APP --board {folder}`, then `limen run APP --target {name}`"
    )
