# SPDX-License-Identifier: Apache-2.0
"""From a file to the memory image that is in it: raw, Intel HEX, S-records or bare digits.

Everything that TraceX opens can be opened: records are joined in the order of the file, whatever
their addresses, and wrong checksums are accepted. They are counted for a message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import TraceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Container", "looks_like_trx", "unpack"]

RAW_STARTS: Final = (b"BTXT", b"TXTB", b"\0\0\0\0TXTB")
_DIGITS: Final = re.compile(rb"\s*(?:42\s*54\s*58\s*54|(?:(?:00\s*){4})?54\s*58\s*54\s*42)")
_AGAIN: Final = "save the trace buffer again, as it is in memory"
_NOT_OURS: Final = "give the memory image of the buffer that tx_trace_enable was called with"
_S_DATA: Final = {ord("1"): 2, ord("2"): 3, ord("3"): 4}  # bytes of the address
_S_END: Final = b"789"
_SHORTEST: Final = 4  # bytes: count, address of two bytes, kind or checksum


@dataclass(frozen=True, slots=True)
class Container:
    """A memory image and how it was packed.

    Attributes:
        form: ``binary``, ``ihex``, ``srec`` or ``asciihex``.
        image: its bytes.
        bad_checksums: records with a wrong checksum.
    """

    form: str
    image: bytes
    bad_checksums: int


def looks_like_trx(start: bytes) -> bool:
    """Do these first bytes (32 are enough) belong to a trace of ThreadX, in any form?

    >>> looks_like_trx(b"BTXT...."), looks_like_trx(b":10000000"), looks_like_trx(b"LIMN")
    (True, True, False)
    """
    if start.startswith(RAW_STARTS):
        return True
    is_record = re.match(rb":[0-9A-Fa-f]{8}|S[0-9][0-9A-Fa-f]{2}", start)
    return is_record is not None or _DIGITS.match(start) is not None


def unpack(content: bytes, place: str) -> Container:
    """The memory image in a file.

    Args:
        content: all bytes of the file.
        place: its name in messages.

    Raises:
        TraceError: it is in none of the forms, or a record of it is broken.

    Cost:
        O(bytes) time and memory, whatever lengths the records announce.
    """
    if content.startswith(RAW_STARTS):
        return Container("binary", content, 0)
    if content.startswith(b":"):
        return _join("ihex", content, place, _ihex)
    if content.startswith(b"S"):
        return _join("srec", content, place, _srec)
    try:
        return Container("asciihex", bytes.fromhex(content.decode("ascii")), 0)
    except ValueError:
        problem = "this is not a trace of ThreadX: it does not begin with a known mark"
        raise TraceError(f"{place}: byte 0", problem, _NOT_OURS) from None


def _join(
    form: str, content: bytes, place: str, data: Callable[[bytes, bytes], bytes | None]
) -> Container:
    """Data of all records up to the last one; ``data`` takes it out of one, None ends."""
    pieces = []
    bad = 0
    is_ihex = form == "ihex"
    for number, line, octets in _records(content, b":" if is_ihex else b"S", place):
        piece = data(line, octets)
        if piece is None:
            break
        if len(octets) != octets[0] + (5 if is_ihex else 1):
            problem = "the length of the record is wrong"
            raise TraceError(f"{place}: line {number}", problem, _AGAIN)
        # All bytes of a record add up to 0 in Intel HEX, to 0xFF in S-records.
        bad += sum(octets) & 0xFF != (0 if is_ihex else 0xFF)
        pieces.append(piece)
    return Container(form, b"".join(pieces), bad)


def _records(content: bytes, mark: bytes, place: str) -> Iterator[tuple[int, bytes, bytes]]:
    """Number, text and bytes of each line that has any."""
    for number, line in enumerate(content.splitlines(), 1):
        text = line.strip()
        if not text:
            continue
        try:
            digits = text[1:] if mark == b":" else text[2:]
            octets = bytes.fromhex(digits.decode("ascii")) if text.startswith(mark) else b""
        except ValueError:
            octets = b""
        if len(octets) < _SHORTEST:
            raise TraceError(f"{place}: line {number}", "this is not a record of digits", _AGAIN)
        yield number, text, octets


def _ihex(_line: bytes, octets: bytes) -> bytes | None:
    """Data of a record; None: it is the last one."""
    kind = octets[3]
    if kind == 1:
        return None
    return octets[4:-1] if kind == 0 else b""


def _srec(line: bytes, octets: bytes) -> bytes | None:
    """Data of a record; None: it is the last one."""
    kind = line[1]
    if kind in _S_END:
        return None
    address = _S_DATA.get(kind)
    return b"" if address is None else octets[1 + address : -1]
