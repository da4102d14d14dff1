# SPDX-License-Identifier: Apache-2.0
"""One at a time: two commands that build in the same folder would spoil each other's output."""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["locked"]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait for the lock and hold it. The end of a process releases it, too.

    Args:
        path: of a file that is only locked; it and its folder are created if they do not exist.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
