# SPDX-License-Identifier: Apache-2.0
"""``limen new app`` and ``limen new board``: a new project or board outside of the repository."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from limen.cli.command import Argument, Option
from limen.cli.render import print_line
from limen.errors import RunError
from limen.project.new import PROCESSORS, Template

__all__ = ["app", "board"]


def app(
    folder: Annotated[Path, Argument(help="for the project; the program gets its name")],
    board: Annotated[
        str | None, Option(help="a target, or the folder of a board", metavar="BOARD")
    ] = None,
    limen: Annotated[
        str | None,
        Option(help="the folder of Limen, or the URL of a repository; without it: this one"),
    ] = None,
    tag: Annotated[str | None, Option(help="with a URL: the commit or tag")] = None,
    *,
    cmsis_rtos2: Annotated[bool, Option("--cmsis-rtos2", help="a program of CMSIS-RTOS2")] = False,
    freertos: Annotated[bool, Option("--freertos", help="a program of FreeRTOS")] = False,
    template: Annotated[
        Template, Option(help="a controller; product: with a console, a watchdog and a trace")
    ] = Template.CONTROL,
) -> None:
    """Write a project that builds at once: for the host, with a test, and for a board."""
    from limen.project.new import new_app

    if cmsis_rtos2 and freertos:
        problem = "a project is written for one interface"
        raise RunError("--freertos", problem, "leave out --cmsis-rtos2; calls can be mixed later")
    interface = "cmsis-rtos2" if cmsis_rtos2 else "freertos" if freertos else ""
    if interface and template is Template.PRODUCT:
        problem = "the template makes calls of Limen"
        raise RunError("--template product", problem, f"leave out --{interface}")
    new_app(folder, board, limen, tag, interface, template)
    place = quote(str(folder))
    try_ = "cmake --preset host" if tag else f"limen trace {place}"
    if template is Template.PRODUCT and not tag:
        try_ = f"limen run {place} --type 205ms:status --type 1s:quit"
    print_line(f"{folder}: try `{try_}`; {folder / 'README.md'} says more")


def board(
    folder: Annotated[Path, Argument(help="for the board; the target gets its name")],
    cpu: Annotated[str, Option(help=", ".join(PROCESSORS))] = "cortex-m4",
    clock_hz: Annotated[
        int | None,
        Option(help="rate of the clock; RISC-V: of mtime", min=1_000, max=1_000_000_000),
    ] = None,
    code: Annotated[str | None, Option(help="memory for code", metavar="ORIGIN:LENGTH")] = None,
    data: Annotated[str | None, Option(help="memory for data", metavar="ORIGIN:LENGTH")] = None,
    first_line: Annotated[
        int | None,
        Option(help="Cortex-M: the first of four interrupts that nothing on the chip uses"),
    ] = None,
    qemu: Annotated[
        str | None, Option(help="QEMU with the options of the machine", metavar="COMMAND")
    ] = None,
) -> None:
    """Write a board that builds at once; options that are not given are those of a machine of QEMU.

    The clock is SysTick, and mtime on RISC-V.
    """
    from limen.project.new import Board, new_board

    can_run = new_board(folder, Board(cpu, clock_hz, code, data, first_line, qemu))
    name = folder.resolve().name
    then = f"`limen run APP --target {name}`"
    if not can_run:
        then = f"add a command to {folder / 'board.toml'}: no known machine of QEMU has this memory"
    print_line(f"{folder}: try `limen new app APP --board {quote(str(folder))}`, then {then}")
