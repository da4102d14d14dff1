# SPDX-License-Identifier: Apache-2.0
"""Plants the mistakes that files of this repository list.

A file has an entry ``[[mistake]]`` for each: the text that occurs once in a source, its
replacement, and the error that follows.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Mistake", "mistakes_of", "planted"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake, the error that follows, and the random case that refutes it, if any."""

    file: str
    was: str
    becomes: str
    wrong: str
    kind: str
    seed: int


def mistakes_of(file: Path) -> list[Mistake]:
    """Return the mistakes of a file."""
    return [
        Mistake(
            row.get("file", ""),
            row["was"],
            row["is"],
            row["wrong"],
            row.get("kind", ""),
            row.get("seed", 0),
        )
        for row in tomllib.loads(file.read_text("utf-8"))["mistake"]
    ]


def planted(mistake: Mistake, source: Path) -> str:
    """Return the text of a source with a mistake.

    Raises:
        SystemExit: the text that the mistake changes does not occur exactly once in the source.
    """
    text = source.read_text("utf-8")
    if text.count(mistake.was) != 1:
        raise SystemExit(f"mistakes: {source.name} does not have once: {mistake.was}")
    return text.replace(mistake.was, mistake.becomes)
