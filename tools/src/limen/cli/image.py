# SPDX-License-Identifier: Apache-2.0
"""``limen image``: converts programs for the boot loader of a chip."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.cli.command import Argument, Option
from limen.cli.render import print_line
from limen.parts import needs
from limen.whole import write_whole

__all__ = ["uf2"]


@needs("programs")
def uf2(
    elf: Annotated[Path, Argument(help="a program of the presets rp2040, rp2040-ram")],
    out: Annotated[
        Path | None, Option("--out", "-o", help="the file; by default PROGRAM.uf2")
    ] = None,
) -> None:
    """Make the file that a user drags onto a Raspberry Pi Pico in its boot mode."""
    from limen.image import encode, image_from_elf

    segments = image_from_elf(elf)
    file = encode(segments)
    where = out if out is not None else elf.with_name(f"{elf.name}.uf2")
    write_whole(where, file)
    loaded = sum(len(segment.data) for segment in segments)
    print_line(f"{where}: {loaded} bytes from {segments[0].address:#010x}")
