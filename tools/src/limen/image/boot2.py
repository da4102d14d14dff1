# SPDX-License-Identifier: Apache-2.0
"""The checksum of the RP2040's second stage: 252 bytes, and the CRC that its bootrom checks.

The build runs this file as a program, with any Python, so it imports only the standard library.
Source: RP2040 datasheet, 2.8.1.3.1.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

__all__ = ["BOOT2_BYTES", "checksum", "is_boot2", "with_checksum"]

BOOT2_BYTES: Final = 256
_CRC_BYTES: Final = 4
_CODE_BYTES: Final = BOOT2_BYTES - _CRC_BYTES
_POLYNOMIAL: Final = 0x04C11DB7
_START: Final = 0xFFFFFFFF


def _register_after(top_byte: int) -> int:
    register = top_byte << 24
    for _ in range(8):
        register = register << 1 ^ (_POLYNOMIAL if register >> 31 else 0)
        register &= 0xFFFFFFFF
    return register


_TABLE: Final = tuple(_register_after(byte) for byte in range(256))


def checksum(data: bytes) -> int:
    """CRC-32 as the bootrom computes it: the most significant bit first, not inverted.

    >>> hex(checksum(b"123456789"))
    '0x376e6e7'
    """
    register = _START
    for byte in data:
        register = (register << 8 & 0xFFFFFFFF) ^ _TABLE[register >> 24 ^ byte]
    return register


def with_checksum(code: bytes) -> bytes:
    """The 256 bytes at the beginning of the flash.

    Raises:
        ValueError: the code is longer than 252 bytes, or there is none.
    """
    if not 0 < len(code) <= _CODE_BYTES:
        raise ValueError(f"boot2 has {len(code)} bytes; it can have 1 to {_CODE_BYTES}")
    padded = code.ljust(_CODE_BYTES, b"\0")
    return padded + checksum(padded).to_bytes(4, "little")


def is_boot2(sector: bytes) -> bool:
    """Return whether the bootrom would enter the second stage at the beginning of these bytes."""
    code, crc = sector[:_CODE_BYTES], sector[_CODE_BYTES:BOOT2_BYTES]
    return len(crc) == _CRC_BYTES and checksum(code) == int.from_bytes(crc, "little")


def _as_assembly(sector: bytes) -> str:
    words = [int.from_bytes(sector[i : i + 4], "little") for i in range(0, len(sector), 4)]
    lines = [f"    .word 0x{word:08X}" for word in words]
    return "\n".join(['    .section .boot2, "a"', *lines, ""])


def _main(arguments: list[str]) -> None:
    try:
        code, out = map(Path, arguments)
    except ValueError:
        sys.exit("usage: boot2.py CODE.bin OUT.S")
    try:
        out.write_text(_as_assembly(with_checksum(code.read_bytes())), encoding="utf-8")
    except ValueError as error:
        sys.exit(f"{code}: {error}")


if __name__ == "__main__":
    _main(sys.argv[1:])
