# SPDX-License-Identifier: Apache-2.0
"""A TCP port for gdb in front of QEMU's stub, which would serve every sender of packets.

Each page in a browser can send requests to a port of this machine, and the stub finds packets in
the middle of them. Therefore a connection is forwarded only if it begins as gdb does, and each byte
must belong to a packet. The stub's packet for commands of the monitor, which can write files of
this machine, is replaced by one that no stub supports.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from select import select
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final, Self

from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["Filter", "Gate", "RefusedError"]

_LOOPBACK: Final = "127.0.0.1"
_FIRST_BYTES: Final = frozenset(b"+$")
# gdb sends at once; a browser that opens a connection ahead of a request does not.
_FIRST_SECONDS: Final = 30.0
_PIECE_BYTES: Final = 1 << 16
_PACKET_BYTES_MAX: Final = 1 << 20
_ACKNOWLEDGE: Final = frozenset(b"+-")
_INTERRUPT: Final = 3
_BEGIN, _END, _ESCAPE, _REPEAT = b"$#}*"
_ESCAPED: Final = 0x20
_SUM: Final = re.compile(rb"[0-9a-fA-F]{2}")
_MONITOR: Final = b"qRcmd"
_UNKNOWN: Final = b"qLimenRefused"


class RefusedError(Exception):
    """The received data is not a packet of gdb."""


class Filter:
    """Forwards packets of gdb to the stub, except forbidden ones. Source: gdb, remote protocol."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> bytes:
        """The complete packets, acknowledgements and interrupts in the data that has come so far.

        Raises:
            RefusedError: there is something else.
        """
        self._rest += piece
        passed = bytearray()
        at = 0
        while at < len(self._rest) and (size := self._size(at)) > 0:
            passed += _harmless(self._rest[at : at + size])
            at += size
        self._rest = self._rest[at:]
        if len(self._rest) > _PACKET_BYTES_MAX:
            raise RefusedError
        return bytes(passed)

    def _size(self, at: int) -> int:
        """The bytes of the packet or sign that begins at a place; 0: it is not complete."""
        first = self._rest[at]
        if first in _ACKNOWLEDGE or first == _INTERRUPT:
            return 1
        if first != _BEGIN:
            raise RefusedError
        end = self._rest.find(_END, at)
        return end + 3 - at if 0 < end <= len(self._rest) - 3 else 0


def _harmless(item: bytes) -> bytes:
    if item[0] != _BEGIN:
        return item
    body, found = item[1:-3], _SUM.fullmatch(item[-2:])
    # Neither begins a packet within one, and gdb repeats no bytes by a count.
    if found is None or _BEGIN in body or _REPEAT in body:
        raise RefusedError
    return _packet(_UNKNOWN) if _without_escapes(body).startswith(_MONITOR) else item


def _without_escapes(body: bytes) -> bytes:
    text = bytearray()
    is_escaped = False
    for byte in body:
        if byte == _ESCAPE and not is_escaped:
            is_escaped = True
        else:
            text.append(byte ^ _ESCAPED if is_escaped else byte)
            is_escaped = False
    return bytes(text)


def _packet(body: bytes) -> bytes:
    return b"$%s#%02x" % (body, sum(body) % 256)


class Gate:
    """Listens on the loopback interface while the ``with`` block runs."""

    def __init__(self, port: int, stub: Path, say: Callable[[str], None]) -> None:
        """Take the port.

        Args:
            port: of this machine; 0: any that is free.
            stub: the Unix socket of QEMU.
            say: shows a line to the user, from any thread.

        Raises:
            RunError: the port is taken.
        """
        try:
            self._server = _Server(port, stub, say)
        except OSError as error:
            problem = f"the port {port} cannot be taken ({error.strerror})"
            raise RunError("--gdb-server", problem, "name another one") from error
        self._thread = Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)

    @property
    def address(self) -> str:
        """The address for gdb."""
        return f"{_LOOPBACK}:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_reason: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, stub: Path, say: Callable[[str], None]) -> None:
        self.stub, self.say = stub, say
        self.session = Lock()  # the stub serves one debugger
        super().__init__((_LOOPBACK, port), _Visit)


class _Visit(BaseRequestHandler):
    server: _Server
    request: socket.socket

    def handle(self) -> None:
        with suppress(OSError):
            self.request.settimeout(_FIRST_SECONDS)
            first = self.request.recv(1)
            if not first:
                return
            if first[0] not in _FIRST_BYTES:
                self._refuse("a program other than gdb, such as a browser")
            elif not self.server.session.acquire(blocking=False):
                self._refuse("a second debugger")
            else:
                try:
                    self._serve(first)
                finally:
                    self.server.session.release()

    def _refuse(self, who: str) -> None:
        self.server.say(f"limen: {who} has connected, and is not served")

    def _serve(self, first: bytes) -> None:
        self.request.settimeout(None)
        packets = Filter()
        with socket.socket(socket.AF_UNIX) as stub:
            stub.connect(str(self.server.stub))
            try:
                stub.sendall(packets.feed(first))
                while _pass(self.request, stub, packets.feed):
                    pass
            except RefusedError:
                self._refuse("a program that does not speak as gdb")


def _pass(debugger: socket.socket, stub: socket.socket, change: Callable[[bytes], bytes]) -> bool:
    """Forward the data of both sides. Return False if one has ended."""
    for source in select([debugger, stub], [], [])[0]:
        piece = source.recv(_PIECE_BYTES)
        if not piece:
            return False
        if source is debugger:
            stub.sendall(change(piece))
        else:
            debugger.sendall(piece)
    return True
