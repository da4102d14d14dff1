# SPDX-License-Identifier: Apache-2.0
"""The processes that another process has started, and the addresses at which they listen."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from limen.run import SAFETY_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

PROC = Path("/proc")
LISTENS = "0A"


class Process(NamedTuple):
    """A process. The time of its start distinguishes it from a later process with its number."""

    pid: int
    start: int

    @classmethod
    def of(cls, pid: int) -> Self | None:
        """Return the process with a number."""
        state = _state(pid)
        process = cls(pid, int(state[19])) if state is not None else None
        return process if process is not None and process.runs() else None

    def runs(self) -> bool:
        state = _state(self.pid)
        return state is not None and state[0] not in "ZX" and int(state[19]) == self.start

    def is_held(self) -> bool:
        """Return whether a debugger has stopped it."""
        state = _state(self.pid)
        return state is not None and state[0] == "t"

    def words(self) -> list[str]:
        try:
            return (PROC / str(self.pid) / "cmdline").read_text(errors="replace").split("\0")
        except OSError:
            return []


def _state(pid: int) -> list[str] | None:
    """Return the fields of /proc/PID/stat after the name."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def started_by(pid: int) -> list[Process]:
    """Return the processes that a process has started, and their descendants."""
    parents: dict[int, list[Process]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdecimal() and (state := _state(int(entry.name))) is not None:
            process = Process(int(entry.name), int(state[19]))
            parents.setdefault(int(state[1]), []).append(process)
    found = []
    waiting = [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += [child.pid for child in children]
    return found


def ports_of(pid: int) -> list[str]:
    """Return the TCP addresses where a process and its descendants listen, in the form of /proc."""
    opened = set()
    for process in (pid, *(one.pid for one in started_by(pid))):
        for file in (PROC / str(process) / "fd").iterdir():
            try:
                opened |= set(re.findall(r"socket:\[(\d+)\]", str(file.readlink())))
            except OSError:
                continue
    found = []
    for table in ("tcp", "tcp6"):
        for line in (PROC / "net" / table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENS and fields[9] in opened:
                found.append(fields[1])
    return found


def wait_until(happens: Callable[[], object], what: str) -> None:
    """Wait until a condition holds, also on a busy machine."""
    limit = time.monotonic() + SAFETY_SECONDS
    while not happens():
        assert time.monotonic() < limit, what
        time.sleep(0.02)
