# SPDX-License-Identifier: Apache-2.0
"""A Unix socket that only this user can open, at which an emulator waits for gdb."""

from __future__ import annotations

import os
import socket
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from limen.child import terminable
from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["unix_door"]

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_NOT_OTHERS: Final = 0o077


@contextmanager
def unix_door(path: Path) -> Iterator[socket.socket]:
    """A socket that listens until the block ends, also by a signal.

    Args:
        path: of the socket. Its folder is made, for this user alone, if it does not exist. A socket
            that an ended process has left there is replaced.

    Raises:
        RunError: others can write into the folder, or something else is at the path.
    """
    _make_folder(path)
    _clear(path)
    door = socket.socket(socket.AF_UNIX)
    with terminable(), door:
        before = os.umask(_NOT_OTHERS)
        try:
            door.bind(str(path))
        except OSError as error:
            problem = f"no socket can be made there ({error.strerror or error})"
            raise RunError(str(path), problem, "name another, shorter path") from error
        finally:
            os.umask(before)
        door.listen()
        try:
            yield door
        finally:
            with suppress(OSError):
                path.unlink()


def _make_folder(path: Path) -> None:
    folder = path.parent
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.stat()
    except OSError as error:
        problem = f"this folder cannot be made ({error.strerror})"
        raise RunError(str(folder), problem, "name another path") from error
    if status.st_uid != os.getuid() or status.st_mode & _OTHERS_WRITE:
        remedy = "name a path in a folder that is yours alone, or that does not exist yet"
        raise RunError(str(folder), "others can put a socket of their own there", remedy)


def _clear(path: Path) -> None:
    """Remove a socket at which no process waits. Keep any other file."""
    try:
        is_socket = stat.S_ISSOCK(path.lstat().st_mode)
    except OSError:
        return
    if not is_socket:
        raise RunError(str(path), "this is not a socket", "name a path that does not exist")
    with socket.socket(socket.AF_UNIX) as visitor, suppress(ConnectionRefusedError):
        visitor.connect(str(path))
        raise RunError(str(path), "another program waits for gdb there", "name another path")
    path.unlink(missing_ok=True)
