# SPDX-License-Identifier: Apache-2.0
"""One at a time: two commands that build in the same folder would spoil each other's output.

Where nothing can be written, nothing can be built, and nobody has to wait.
"""

from __future__ import annotations

import errno
import fcntl
from contextlib import contextmanager
from typing import TYPE_CHECKING

from limen.progress import announced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import TextIOWrapper
    from pathlib import Path

__all__ = ["locked"]

_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


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
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with announced(f"waiting for another command, which holds {path}", "some time"):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _opened(path: Path) -> TextIOWrapper | None:
    """The file; None if its folder is read-only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w")
    except OSError as error:
        if error.errno in _READ_ONLY:
            return None
        raise
