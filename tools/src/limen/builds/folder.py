# SPDX-License-Identifier: Apache-2.0
"""The folder for the build output of the tools, and whether what was built is current.

A checkout can be read-only: LIMEN_BUILD names another folder then.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = ["build_folder", "is_current"]

_VARIABLE: Final = "LIMEN_BUILD"
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "test"})


def build_folder(root: Path) -> Path:
    """The folder that LIMEN_BUILD names, or build in the repository.

    Args:
        root: of the repository.
    """
    named = os.environ.get(_VARIABLE)
    return Path(named).resolve() if named else root / "build"


def is_current(built: Path, sources: Iterable[Path], suffixes: Collection[str]) -> bool:
    """Return whether a file exists and is not older than its sources.

    Args:
        built: the file.
        sources: folders, which are searched with all folders in them.
        suffixes: of the files that count.
    """
    if not built.is_file():
        return False
    time = built.stat().st_mtime_ns
    return all(found <= time for source in sources for found in _times(str(source), suffixes))


def _times(folder: str, suffixes: Collection[str]) -> Iterator[int]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    yield from _times(entry.path, suffixes)
            elif os.path.splitext(entry.name)[1] in suffixes:  # noqa: PTH122 - each command does it
                yield entry.stat().st_mtime_ns
