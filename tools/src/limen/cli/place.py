# SPDX-License-Identifier: Apache-2.0
"""Checks the output files that a user names before the work begins.

A run can take minutes, and a mistyped folder should not cost its result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.errors import RunError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["check_output"]


def check_output(*files: Path | None) -> None:
    """Check that files can be written; None: no file.

    Raises:
        RunError: the folder does not exist, or the file is a folder.
    """
    for file in files:
        if file is None:
            continue
        if not file.absolute().parent.is_dir():
            raise RunError(str(file), "the folder does not exist", "make it, or name another file")
        if file.is_dir():
            raise RunError(str(file), "this is a folder", "name a file in it")
