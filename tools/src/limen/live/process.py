# SPDX-License-Identifier: Apache-2.0
"""The memory of a process on this machine, by way of Linux's /proc."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from limen.errors import RunError
from limen.live.probe import GoneError, Region, UnreadableError

__all__ = ["ProcessProbe"]

# Reserved address space, not a program's data.
_REGION_BYTES_MAX: Final = 256 << 20


class ProcessProbe:
    """A process; the kernel copies its memory without stopping it."""

    def __init__(self, pid: int) -> None:
        """Open a process.

        Raises:
            RunError: the process does not exist, or this user has no access.
        """
        self._maps = Path(f"/proc/{pid}/maps")
        try:
            self._memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
        except PermissionError as error:
            remedy = "do it as root, or let sysctl kernel.yama.ptrace_scope be 0"
            raise RunError(f"process {pid}", "its memory may not be read", remedy) from error
        except OSError as error:
            raise RunError(f"process {pid}", "it does not exist", "look for it with ps") from error

    def regions(self) -> list[Region]:
        """Writable memory. Adjacent regions are joined, because a variable may be in both."""
        regions: list[Region] = []
        for line in self._map_lines():
            span, access = line.split()[:2]
            begin, end = (int(part, 16) for part in span.split("-"))
            if not access.startswith("rw") or end - begin > _REGION_BYTES_MAX:
                continue
            if regions and regions[-1].address + regions[-1].size == begin:
                begin = regions.pop().address
            regions.append(Region(begin, end - begin))
        return regions

    def read(self, address: int, size: int) -> bytes:
        """See Probe."""
        try:
            content = os.pread(self._memory, size, address)
        except OSError:
            content = b""
        if len(content) != size:
            self._map_lines()
            raise UnreadableError
        return content

    def _map_lines(self) -> list[str]:
        """Return no lines if the process has ended."""
        try:
            lines = self._maps.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise GoneError from error
        if not lines:
            raise GoneError
        return lines

    def close(self) -> None:
        """See Probe."""
        os.close(self._memory)
