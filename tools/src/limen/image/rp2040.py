# SPDX-License-Identifier: Apache-2.0
"""The images that the boot ROM of the RP2040 can load: in flash, with the second stage, or in RAM.

Source: RP2040 datasheet, 2.2 (addresses), 2.8.1.3.1 (second stage), 2.8.3 (boot from RAM).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from limen.errors import ImageError
from limen.image.boot2 import BOOT2_BYTES, is_boot2
from limen.image.elf import Segment, read_segments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["FLASH", "RAM", "check_image", "image_from_elf"]

FLASH: Final = range(0x10000000, 0x11000000)
RAM: Final = range(0x20000000, 0x20042000)


def image_from_elf(elf: Path) -> tuple[Segment, ...]:
    """The data that the boot ROM has to load, by address.

    Raises:
        ImageError: the file is not a program for the RP2040, or its bootrom would not start it.
    """
    segments = read_segments(elf)
    check_image(str(elf), segments)
    return segments


def check_image(name: str, segments: Sequence[Segment]) -> None:
    """Check that the bootrom would load and start these segments.

    Args:
        name: of the program, for messages.
        segments: by address.

    Raises:
        ImageError: it would not.
    """
    if not segments:
        raise ImageError(name, "there is nothing in it to load", "link it with the board's script")
    for segment in segments:
        if not any(_is_within(segment, region) for region in (FLASH, RAM)):
            where = f"segment {segment.address:#010x} to {segment.end - 1:#010x}"
            problem = f"{where} is outside of flash ({_text(FLASH)}) and RAM ({_text(RAM)})"
            raise ImageError(name, problem, "build it with the preset rp2040 or rp2040-ram")
    if len({segment.address in FLASH for segment in segments}) > 1:
        problem = "it has segments in flash and in RAM, and the boot loader takes one kind"
        raise ImageError(name, problem, "load the initial data from flash: AT > CODE")
    for before, after in pairwise(segments):
        if after.address < before.end:
            problem = f"two segments overlap at {after.address:#010x}"
            raise ImageError(name, problem, "correct the linker script")
    _check_start(name, segments[0])


def _check_start(name: str, first: Segment) -> None:
    region = FLASH if first.address in FLASH else RAM
    if first.address != region.start:
        problem = f"it begins at {first.address:#010x}; the bootrom enters it at {region.start:#x}"
        raise ImageError(name, problem, "link it with the board's script")
    if region is FLASH and not is_boot2(first.data[:BOOT2_BYTES]):
        problem = "the second stage at 0x10000000 has a wrong checksum: the bootrom ignores it"
        raise ImageError(name, problem, "link boot2 of boards/rp2040, which the build completes")


def _is_within(segment: Segment, region: range) -> bool:
    return region.start <= segment.address and segment.end <= region.stop


def _text(region: range) -> str:
    return f"{region.start:#x} to {region.stop - 1:#x}"
