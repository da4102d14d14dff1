# SPDX-License-Identifier: Apache-2.0
"""A lock for build folders: two commands in the same folder would spoil each other's output.

A command in a read-only folder builds nothing, and does not wait.
"""

from __future__ import annotations

import errno
import fcntl
import time
from collections import defaultdict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

from limen.progress import announced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import TextIOWrapper
    from pathlib import Path

__all__ = ["locked"]

_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_SILENT_SECONDS: Final = 0.5  # a command that only looks whether its folder is current is done then

# The threads of this process wait for each other without a message: its progress is already shown.
_threads: Final[defaultdict[Path, Lock]] = defaultdict(Lock)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait for the lock and hold it. The end of a process releases it, too.

    Args:
        path: of a file that is only locked; it and its folder are created if they do not exist.
    """
    file = _opened(path)
    if file is None:
        yield
        return
    with _threads[path.resolve()], file:
        if not _is_soon_locked(file):
            with announced("waiting for another command in this folder", f"it holds {path}"):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _is_soon_locked(file: TextIOWrapper) -> bool:
    end = time.monotonic() + _SILENT_SECONDS
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(_SILENT_SECONDS / 20)
        else:
            return True


def _opened(path: Path) -> TextIOWrapper | None:
    """The file; None if its folder is read-only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w")
    except OSError as error:
        if error.errno in _READ_ONLY:
            return None
        raise
