# SPDX-License-Identifier: Apache-2.0
"""A process that kills the rest of our programs when this process is gone.

It reads the process groups from a pipe whose other end is only in this process. The pipe ends with
this process, for any reason.

A new process enters its group itself, before it executes its program: this process may be killed
before it knows that the new one exists.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from itertools import count
from threading import Lock
from typing import Final

__all__ = ["Entry"]

# A process of its own: a fork of this one would be a copy of all its memory and locks.
_PROGRAM: Final = """
import os, signal, sys
groups = {}
for line in sys.stdin:
    entry, _, group = line.partition(" ")
    if group:
        groups[entry] = int(group)
    else:
        groups.pop(entry.strip(), None)
for group in groups.values():
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""
_lock: Final = Lock()
_warden: list[subprocess.Popen[bytes]] = []
_numbers: Final = count()


class Entry:
    """A group that ends when this process ends.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self) -> None:
        with _lock:
            if not _warden:
                _warden.append(_started())
                atexit.register(_release)
            self._number = next(_numbers)

    def enter(self) -> None:
        """Enter the group of the calling process.

        It can be called in a new process, because it is one system call.
        """
        _tell(f"{self._number} {os.getpid()}\n")

    def forget(self) -> None:
        """Remove a group that has ended or never began, because its number may be reused."""
        _tell(f"{self._number}\n")


def _started() -> subprocess.Popen[bytes]:
    """Start it in its own session, so that Ctrl-C does not reach it."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _PROGRAM],
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _tell(line: str) -> None:
    """Write a line, which a pipe takes as a whole, also if another process writes, too."""
    for process in _warden:
        if process.stdin is not None:
            with suppress(BrokenPipeError):  # it was killed
                os.write(process.stdin.fileno(), line.encode())


def _release() -> None:
    for process in _warden:
        if process.stdin is not None:
            process.stdin.close()
        process.wait()
