# SPDX-License-Identifier: Apache-2.0
"""The files of the repository: those that git tracks, and those that it would add."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def files() -> frozenset[str]:
    """Return paths relative to the root."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return frozenset(name for name in names.split("\0") if name and (ROOT / name).is_file())


def matching(*suffixes: str, below: str = "") -> list[str]:
    """Return the files with one of the suffixes in a folder."""
    return sorted(name for name in files() if name.endswith(suffixes) and name.startswith(below))


@cache
def read(name: str) -> str:
    """Return the text of a file. Invalid UTF-8 is replaced, since some files are not text."""
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def scripts() -> list[str]:
    """Return the programs without a suffix."""
    return sorted(name for name in files() if "." not in Path(name).name and read(name)[:2] == "#!")


def python_sources() -> list[str]:
    """Return the modules and programs in Python."""
    return matching(".py") + [name for name in scripts() if "python" in read(name).split("\n")[0]]
