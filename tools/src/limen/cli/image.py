# SPDX-License-Identifier: Apache-2.0
"""``limen image``: programs in the form that the boot loader of a chip takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from limen.cli.render import print_line
from limen.image import encode, image_from_elf
from limen.whole import write_whole

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Make files for boot loaders.")


@app.callback()
def image() -> None:
    """Make files for boot loaders."""


@app.command()
def uf2(
    elf: Annotated[Path, typer.Argument(help="a program of the presets rp2040, rp2040-ram")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="the file; by default PROGRAM.uf2")
    ] = None,
) -> None:
    """Make the file that one drags onto a Raspberry Pi Pico in its boot mode."""
    segments = image_from_elf(elf)
    file = encode(segments)
    where = out if out is not None else elf.with_name(f"{elf.name}.uf2")
    write_whole(where, file)
    loaded = sum(len(segment.data) for segment in segments)
    print_line(f"{where}: {loaded} bytes from {segments[0].address:#010x}")
