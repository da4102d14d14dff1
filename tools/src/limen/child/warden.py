# SPDX-License-Identifier: Apache-2.0
"""A process that kills what is left of our programs when this process is gone.

It reads which process groups there are from a pipe whose other end is only in this process. The end
of the pipe is the end of this process, of whatever kind.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import Final

__all__ = ["forget", "watch"]

# A process of its own: a fork of this one would be a copy of all its memory and locks.
_PROGRAM: Final = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    change, group = line[0], int(line[1:])
    (groups.add if change == "+" else groups.discard)(group)
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""
_lock: Final = Lock()
_warden: list[subprocess.Popen[bytes]] = []


def watch(group: int) -> None:
    """End the group when this process ends.

    Raises:
        OSError: no process can be started.
    """
    with _lock:
        if not _warden:
            _warden.append(_started())
            atexit.register(_release)
        _tell(f"+{group}\n")


def forget(group: int) -> None:
    """The group is over, and its number may soon be another's."""
    with _lock:
        _tell(f"-{group}\n")


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
    for process in _warden:
        if process.stdin is not None:
            with suppress(BrokenPipeError):  # somebody has killed it
                os.write(process.stdin.fileno(), line.encode())


def _release() -> None:
    for process in _warden:
        if process.stdin is not None:
            process.stdin.close()
        process.wait()
