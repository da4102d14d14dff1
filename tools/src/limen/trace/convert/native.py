# SPDX-License-Identifier: Apache-2.0
"""Write the formats of engine/src/convert, which the engine returns in chunks."""

from __future__ import annotations

import zlib
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, Self

from limen.trace.native import trace_error
from limen.whole import written_whole

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace

__all__ = ["NATIVE_FORMS", "write_native"]

# The engine's names of the formats, by suffix.
NATIVE_FORMS: Final = {".json": "chrome", ".pftrace": "perfetto", ".ctf": "ctf", ".btf": "btf"}
# Perfetto: fields of a trace and of a packet, as in trace.proto and trace_packet.proto.
_PACKET, _COMPRESSED_PACKETS = 1, 50
_LENGTH_DELIMITED: Final = 2
_LEVEL: Final = 1  # the others take longer than all the rest, and save little


def write_native(trace: Trace | TrxTrace, path: Path, clock_hz: int) -> None:
    """Write a trace; the suffix of the file chooses the form.

    Args:
        trace: of Limen or of ThreadX.
        path: of the file, or of the folder if the form has several files.
        clock_hz: ticks in a second.

    Raises:
        TraceError: its times cannot be shown in this form; then no file is written.
        OSError: a file cannot be written.
    """
    form = NATIVE_FORMS[path.suffix.lower()]
    with _Files(path, is_packed=form == "perfetto") as files:
        try:
            trace.native.convert(form, clock_hz, files.take)
        except ValueError as error:
            raise trace_error(error, "trace") from None


class _Files:
    """The files of a form. They are opened with their first chunks."""

    def __init__(self, path: Path, *, is_packed: bool) -> None:
        self._path = path
        self._is_packed = is_packed
        self._open: dict[str, BinaryIO] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def take(self, name: str, chunk: bytes) -> None:
        """Write a chunk to a file of the folder; no name: to the one file."""
        if name not in self._open:
            if name:
                self._path.mkdir(exist_ok=True)
            place = self._path / name if name else self._path
            self._open[name] = self._stack.enter_context(written_whole(place))
        self._open[name].write(_packed(chunk) if self._is_packed else chunk)


def _packed(packets: bytes) -> bytes:
    """Packets of Perfetto as one packet that contains them."""
    content = _block(_COMPRESSED_PACKETS, zlib.compress(packets, _LEVEL))
    return _block(_PACKET, content)


def _block(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | _LENGTH_DELIMITED) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    """A number, seven bits to a byte, the lowest first.

    >>> _varint(300).hex()
    'ac02'
    """
    octets = bytearray()
    while value > 0x7F:  # noqa: PLR2004
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    octets.append(value)
    return bytes(octets)
