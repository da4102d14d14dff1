# SPDX-License-Identifier: Apache-2.0
"""The memory of a machine in QEMU.

Its RAM is memory of QEMU's process; QEMU's monitor (QMP) says where. So the machine goes on while
it is read, and QEMU itself has nothing to do. Where the process may not be looked into, the
monitor copies memory: that takes milliseconds, but none of the machine's time, which with -icount
is the instructions that it executes.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import tempfile
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

    def __init__(self, path: Path) -> None:
        """Connect to the socket.

        Raises:
            RunError: nobody answers there.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="limen-qmp-")
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
            remedy = "start QEMU with -qmp unix:PATH,server=on,wait=off, and let nobody else use it"
            raise RunError(str(path), "no monitor of QEMU answers there", remedy) from error

        self._process = self._open_process()
        # Where a region begins in QEMU's process; the machine may be changed only while it is off.
        self._places: dict[Region, int] = {}

    def start(self) -> None:
        """Let a machine run that QEMU was told to hold (-S)."""
        self._ask("cont")

    def regions(self) -> list[Region]:
        """The machine's RAM."""
        listing = self._ask("human-monitor-command", {"command-line": "info mtree -f"})
        spans = {(int(low, 16), int(high, 16)) for low, high in _RAM.findall(str(listing))}
        found = [Region(low, high - low + 1) for low, high in sorted(spans)]
        if self._process is not None:
            self._places = {region: self._place(region.address) for region in found}
        return found

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
        """QEMU's process; None if this user may not look into it."""
        length = _CREDENTIALS.size
        peer = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, length)
        try:
            return ProcessProbe(_CREDENTIALS.unpack(peer)[0])
        except RunError:
            return None

    def _place(self, address: int) -> int:
        """Where QEMU keeps a byte of the machine's RAM."""
        answer = str(self._ask("human-monitor-command", {"command-line": f"gpa2hva {address}"}))
        match = _HOST.search(answer)
        if match is None:
            raise UnreadableError(answer)
        return int(match[1] or match[2], 16)

    def _ask(self, command: str, arguments: dict[str, Any] | None = None) -> object:
        """The answer to a command; events in between are passed over."""
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
