# SPDX-License-Identifier: Apache-2.0
"""The folder for the build output of the tools, so that a checkout can be read-only."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["build_folder"]

_VARIABLE: Final = "LIMEN_BUILD"


def build_folder(root: Path) -> Path:
    """The folder that LIMEN_BUILD names, or build in the repository.

    Args:
        root: of the repository.
    """
    named = os.environ.get(_VARIABLE)
    return Path(named).resolve() if named else root / "build"
