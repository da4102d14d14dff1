# SPDX-License-Identifier: Apache-2.0
"""Files that a wheel contains and a checkout builds when needed: the page.

``scripts/wheel`` puts them into the folder ``prebuilt`` of the package; a checkout has none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["prebuilt", "prebuilt_folder"]

_FOLDER: Final = Path(__file__).parent / "prebuilt"


def prebuilt(name: str) -> Path | None:
    """A file of the wheel.

    Args:
        name: of the file.

    Returns:
        None in a checkout, where it has to be built.
    """
    path = _FOLDER / name
    return path if path.is_file() else None


def prebuilt_folder(name: str) -> Path | None:
    """A folder of the wheel; None in a checkout."""
    path = _FOLDER / name
    return path if path.is_dir() else None
