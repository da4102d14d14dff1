# SPDX-License-Identifier: Apache-2.0
"""The kernel inside of a bzImage, which boots without unpacking itself first.

QEMU enters it by the PVH protocol. Unpacking it here takes a second; emulated, it takes ten.
"""

from __future__ import annotations

import lzma
import shutil
import struct
import zlib
from typing import TYPE_CHECKING, Final

from limen.child import answer_of
from limen.errors import LabError, MissingError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["extract"]

_REMEDY: Final = "fetch it again: remove the cache's folder kernels-*"
_SECTOR: Final = 512
_MAGIC: Final = (0x202, b"HdrS")
_SETUP_SECTORS: Final = 0x1F1
_PAYLOAD: Final = 0x248  # offset and length, in protocol 2.08 and newer
_LENGTH_BYTES: Final = 4  # of the unpacked data, after the payload


def _unpack_zstd(data: bytes) -> bytes:
    """Unpack with the program zstd: Python has no such module before 3.14."""
    program = shutil.which("zstd")
    if program is None:
        raise MissingError("zstd", "the command is not installed", "run scripts/setup")
    done = answer_of([program, "-dcq"], data)
    if done is None or done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip() if done is not None else "no answer"
        raise zlib.error(said)
    return done.stdout


_UNPACK: Final[dict[bytes, Callable[[bytes], bytes]]] = {
    b"\xfd7zXZ\0": lzma.decompress,
    b"\x1f\x8b": lambda data: zlib.decompress(data, wbits=31),
    b"\x28\xb5\x2f\xfd": _unpack_zstd,
}


def extract(image: bytes, place: str) -> bytes:
    """The ELF file inside of an image; the image itself if it is packed in a way unknown here.

    Raises:
        LabError: the file is not an image of a kernel, or it is truncated.
    """
    offset, magic = _MAGIC
    if image[offset : offset + len(magic)] != magic or len(image) < _PAYLOAD + 8:
        raise LabError(place, "this is not an image of an x86 kernel", _REMEDY)
    begin, length = struct.unpack_from("<II", image, _PAYLOAD)
    begin += ((image[_SETUP_SECTORS] or 4) + 1) * _SECTOR
    payload = image[begin : begin + length]
    if len(payload) != length or length <= _LENGTH_BYTES:
        raise LabError(place, "it is cut off", _REMEDY)
    for start, unpack in _UNPACK.items():
        if payload.startswith(start):
            try:
                return unpack(payload[:-_LENGTH_BYTES])
            except (lzma.LZMAError, zlib.error) as error:
                raise LabError(place, f"it is damaged ({error})", _REMEDY) from error
    return image
