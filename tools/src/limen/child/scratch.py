# SPDX-License-Identifier: Apache-2.0
"""A folder for files that a command needs only while it runs."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from limen.child.signals import terminable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["scratch_folder"]


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder of this user alone. It is removed when the block ends, also by a signal."""
    with terminable(), TemporaryDirectory(prefix="limen-") as folder:
        yield Path(folder)
