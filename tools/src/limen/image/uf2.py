# SPDX-License-Identifier: Apache-2.0
"""UF2: files that a boot loader accepts as a USB disk, in independent blocks of 512 bytes.

    offset  what
    ------  ------------------------------------------
         0  magic 0, magic 1
         8  flags: a family is given
        12  address of the payload
        16  payload bytes: 256
        20  number of this block, number of blocks
        28  family: which chips load it
        32  payload, and zeros
       508  magic at the end

Source: the UF2 specification of Microsoft; RP2040 datasheet, 2.8.4.2.
"""

from __future__ import annotations

import struct
from itertools import groupby
from typing import TYPE_CHECKING, Final

from limen.errors import ImageError
from limen.image.elf import Segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["BLOCK_BYTES", "FAMILY_RP2040", "PAGE_BYTES", "decode", "encode"]

FAMILY_RP2040: Final = 0xE48BFF56
BLOCK_BYTES: Final = 512
PAGE_BYTES: Final = 256

_MAGIC_0: Final = 0x0A324655
_MAGIC_1: Final = 0x9E5D5157
_MAGIC_END: Final = 0x0AB16F30
_FAMILY_GIVEN: Final = 0x2000
_BLOCK: Final = struct.Struct("<8I476sI")


def encode(segments: Iterable[Segment], family: int = FAMILY_RP2040) -> bytes:
    """A file that loads the segments; pages that they fill in part are filled up with zeros.

    >>> len(encode([Segment(0x20000000, b"a"), Segment(0x20000080, b"b")]))
    512
    """
    pages = _pages(segments)
    blocks = [
        _BLOCK.pack(
            _MAGIC_0,
            _MAGIC_1,
            _FAMILY_GIVEN,
            address,
            PAGE_BYTES,
            number,
            len(pages),
            family,
            page,
            _MAGIC_END,
        )
        for number, (address, page) in enumerate(sorted(pages.items()))
    ]
    return b"".join(blocks)


def _pages(segments: Iterable[Segment]) -> dict[int, bytes]:
    """All pages that a segment touches, by address."""
    pages: dict[int, bytearray] = {}
    for segment in segments:
        for address, piece in _pieces(segment):
            base = address - address % PAGE_BYTES
            page = pages.setdefault(base, bytearray(PAGE_BYTES))
            page[address - base : address - base + len(piece)] = piece
    return {base: bytes(page) for base, page in pages.items()}


def _pieces(segment: Segment) -> Iterator[tuple[int, bytes]]:
    """The segment, cut at the borders of pages."""
    at = segment.address
    while at < segment.end:
        end = min(at - at % PAGE_BYTES + PAGE_BYTES, segment.end)
        yield at, segment.data[at - segment.address : end - segment.address]
        at = end


def decode(file: bytes, name: str = "UF2") -> tuple[int, tuple[Segment, ...]]:
    """Family and content of a file; neighbouring pages are one segment.

    Args:
        file: made by encode or by another tool.
        name: of the file, for messages.

    Raises:
        ImageError: it is not a UF2 file, or is incomplete.
    """
    if not file or len(file) % BLOCK_BYTES != 0:
        problem = f"{len(file)} bytes are not a whole number of blocks of {BLOCK_BYTES}"
        raise ImageError(name, problem, "name a whole UF2 file")
    count = len(file) // BLOCK_BYTES
    blocks = [_decode_block(file, number, count, name) for number in range(count)]
    families = {family for family, _ in blocks}
    if len(families) != 1:
        raise ImageError(name, "its blocks are for more than one family", "split the file")
    return families.pop(), _joined([page for _, page in blocks])


def _decode_block(file: bytes, number: int, count: int, name: str) -> tuple[int, Segment]:
    block = _BLOCK.unpack_from(file, number * BLOCK_BYTES)
    *magics, flags, address, length, own_number, own_count, family, payload, end = block
    place = f"{name}: block {number}"
    if [*magics, end] != [_MAGIC_0, _MAGIC_1, _MAGIC_END]:
        raise ImageError(place, "its magic numbers are wrong", "name a UF2 file")
    if (own_number, own_count) != (number, count):
        problem = f"its number is {own_number} of {own_count}, and there are {count}"
        raise ImageError(place, problem, "name a whole UF2 file")
    if not flags & _FAMILY_GIVEN or not 0 < length <= len(payload):
        problem = f"flags {flags:#x}, {length} bytes: not what a boot loader of this kind takes"
        raise ImageError(place, problem, "make it with limen image uf2")
    return family, Segment(address, payload[:length])


def _joined(pages: Sequence[Segment]) -> tuple[Segment, ...]:
    """Pages that follow each other, as one."""
    ordered = sorted(pages, key=lambda page: page.address)
    # Neighbours have the same difference between the address and the number of preceding bytes.
    ahead = 0
    runs: list[tuple[int, Segment]] = []
    for page in ordered:
        runs.append((page.address - ahead, page))
        ahead += len(page.data)
    return tuple(
        Segment(group[0].address, b"".join(page.data for page in group))
        for group in ([page for _, page in run] for _, run in groupby(runs, lambda run: run[0]))
    )
