# SPDX-License-Identifier: Apache-2.0
"""The memory of a machine in QEMU, by way of its monitor (QMP).

The monitor answers from QEMU's main loop and copies memory while the processor goes on: with
-icount, time is instructions executed, and looking takes none of it.
"""

from __future__ import annotations

import json
import re
import socket
import tempfile
from pathlib import Path
from typing import Any, Final

from limen.errors import RunError
from limen.live.probe import GoneError, Region, UnreadableError

__all__ = ["QmpProbe"]

_ANSWER_SECONDS: Final = 10.0
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

    def start(self) -> None:
        """Let a machine run that QEMU was told to hold (-S)."""
        self._ask("cont")

    def regions(self) -> list[Region]:
        """The machine's RAM."""
        listing = self._ask("human-monitor-command", {"command-line": "info mtree -f"})
        spans = {(int(low, 16), int(high, 16)) for low, high in _RAM.findall(str(listing))}
        return [Region(low, high - low + 1) for low, high in sorted(spans)]

    def read(self, address: int, size: int) -> bytes:
        """See Probe."""
        where = {"val": address, "size": size, "filename": str(self._file)}
        self._ask("pmemsave", where)
        content = self._file.read_bytes()
        if len(content) != size:
            raise UnreadableError
        return content

    def close(self) -> None:
        """See Probe."""
        self._stream.close()
        self._socket.close()
        self._folder.cleanup()

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
