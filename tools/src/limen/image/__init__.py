# SPDX-License-Identifier: Apache-2.0
"""Programs in the form that the boot loader of a chip takes."""

from __future__ import annotations

from limen.image.boot2 import BOOT2_BYTES, is_boot2
from limen.image.elf import Segment, read_segments
from limen.image.rp2040 import check_image, image_from_elf
from limen.image.uf2 import FAMILY_RP2040, decode, encode

__all__ = [
    "BOOT2_BYTES",
    "FAMILY_RP2040",
    "Segment",
    "check_image",
    "decode",
    "encode",
    "image_from_elf",
    "is_boot2",
    "read_segments",
]
