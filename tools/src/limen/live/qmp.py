# SPDX-License-Identifier: Apache-2.0
"""The memory of a machine in QEMU.

Its RAM is memory of the QEMU process, and the monitor of QEMU (QMP) gives its address. The machine
continues while the RAM is read, and QEMU itself has no work. If the user has no access to the
process, the monitor copies memory. This takes milliseconds, but no time of the machine, whose time
with -icount is the number of instructions that it executes.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from limen.errors import RunError
from limen.live.probe import GoneError, Region, UnreadableError
from limen.live.process import ProcessProbe

__all__ = ["QmpProbe"]

_ANSWER_SECONDS: Final = 60.0
_HOST: Final = re.compile(r" is 0x([0-9a-f]+)|^0x([0-9a-f]+)")
_CREDENTIALS: Final = struct.Struct("3i")
_RAM: Final = re.compile(r"^ +([0-9a-f]{16})-([0-9a-f]{16}) \(prio -?\d+, ram\)", re.MULTILINE)


class QmpProbe:
    """A QEMU that was started with -qmp unix:PATH,server=on,wait=off."""

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        """Connect to the socket.

        Args:
            path: of the socket.
            folder: in which QEMU can write; None: the system's for temporary files.

        Raises:
            RunError: QEMU does not respond.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="limen-qmp-", dir=folder)
        self._file = Path(self._folder.name) / "memory"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_ANSWER_SECONDS)
        try:
            self._socket.connect(str(path))
            self._stream = self._socket.makefile("rb")
            self._stream.readline()  # the greeting
            self._ask("qmp_capabilities")
        except (OSError, UnreadableError) as error:
            self._socket.close()
            self._folder.cleanup()
            remedy = "start QEMU with -qmp unix:PATH,server=on,wait=off, and use it exclusively"
            raise RunError(str(path), "no monitor of QEMU answers there", remedy) from error

        self._process = self._open_process()
        # Where a region begins in QEMU's process; the machine may be changed only while it is off.
        self._places: dict[Region, int] = {}

    def start(self) -> None:
        """Continue a machine that QEMU was started with in a stopped state (-S).

        A program that ends at once takes QEMU with it before that answers; then the next read finds
        the target gone.
        """
        with suppress(GoneError):
            self._ask("cont")

    def regions(self) -> list[Region]:
        """The machine's RAM."""
        listing = self._ask("human-monitor-command", {"command-line": "info mtree -f"})
        spans = {(int(low, 16), int(high, 16)) for low, high in _RAM.findall(str(listing))}
        regions = [Region(low, high - low + 1) for low, high in sorted(spans)]
        if self._process is not None:
            self._places = {region: self._place(region.address) for region in regions}
        return regions

    def read(self, address: int, size: int) -> bytes:
        """See Probe."""
        for region, place in self._places.items():
            offset = address - region.address
            if self._process is not None and 0 <= offset <= region.size - size:
                return self._process.read(place + offset, size)
        return self._copy(address, size)

    def _copy(self, address: int, size: int) -> bytes:
        """Memory, by the monitor."""
        where = {"val": address, "size": size, "filename": str(self._file)}
        self._ask("pmemsave", where)
        content = self._file.read_bytes()
        if len(content) != size:
            raise UnreadableError
        return content

    def close(self) -> None:
        """See Probe."""
        if self._process is not None:
            self._process.close()
        self._stream.close()
        self._socket.close()
        self._folder.cleanup()

    def _open_process(self) -> ProcessProbe | None:
        """The process of QEMU; None if this user has no access to it."""
        length = _CREDENTIALS.size
        peer = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, length)
        try:
            return ProcessProbe(_CREDENTIALS.unpack(peer)[0])
        except RunError:
            return None

    def _place(self, address: int) -> int:
        """The address in QEMU of a byte of the RAM of the machine."""
        answer = str(self._ask("human-monitor-command", {"command-line": f"gpa2hva {address}"}))
        match = _HOST.search(answer)
        if match is None:
            raise UnreadableError(answer)
        return int(match[1] or match[2], 16)

    def _ask(self, command: str, arguments: dict[str, Any] | None = None) -> object:
        """The response to a command; events in between are skipped."""
        request = {"execute": command, "arguments": arguments or {}}
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
            while line := self._stream.readline():
                answer = json.loads(line)
                if "return" in answer:
                    return answer["return"]
                if "error" in answer:
                    raise UnreadableError(answer["error"])
        except (OSError, ValueError) as error:
            raise GoneError from error
        raise GoneError
