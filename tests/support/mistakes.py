# SPDX-License-Identifier: Apache-2.0
"""Mistakes that are planted in a source, as files of this repository list them.

A file has an entry ``[[mistake]]`` for each: what a source has once, what takes its place, and what
is wrong then.
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
    """A mistake, what is wrong then, and which random case refutes it, if the file says so."""

    file: str
    was: str
    becomes: str
    wrong: str
    kind: str
    seed: int


def mistakes_of(file: Path) -> list[Mistake]:
    """All that a file lists."""
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
    """The text of a source with a mistake.

    Raises:
        SystemExit: the source does not have what the mistake changes, or has it more than once.
    """
    text = source.read_text("utf-8")
    if text.count(mistake.was) != 1:
        raise SystemExit(f"mistakes: {source.name} does not have once: {mistake.was}")
    return text.replace(mistake.was, mistake.becomes)
