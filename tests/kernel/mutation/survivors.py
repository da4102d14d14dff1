# SPDX-License-Identifier: Apache-2.0
"""Read survivors.toml: the mutants that no test can find, and why."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemata import Mutant

__all__ = ["Survivors"]

_FILE: Final = Path(__file__).parent / "survivors.toml"


Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Survivors:
    """The explanations of mutants that no test finds.

    Attributes:
        why: explanations, by function, operator and text, and which of those that have the same;
            0: all of them.
        is_complete: it is said of all mutants that survive.
    """

    why: Mapping[tuple[Key, int], str]
    is_complete: bool

    @classmethod
    def read(cls, file: Path = _FILE) -> Survivors:
        """Read the file.

        Raises:
            SystemExit: an entry is twice there or explains nothing.
        """
        why: dict[tuple[Key, int], str] = {}
        content = tomllib.loads(file.read_text())
        for entry in content.get("survivor", []):
            for operator in entry["operators"]:
                for nth in entry.get("nth", [0]):
                    key = (entry["function"], operator, entry["text"]), nth
                    if key in why or not entry["why"].strip():
                        raise SystemExit(f"{file.name}: {key} is twice there, or not explained")
                    why[key] = entry["why"]
        return cls(why, bool(content["complete"]))

    def explain(self, mutant: Mutant) -> str:
        """Why no test finds it; empty if nothing is said about it."""
        return self.why.get((mutant.key, 0), "") or self.why.get((mutant.key, mutant.nth), "")

    def unused(self, mutants: Iterable[Mutant]) -> list[tuple[Key, int]]:
        """The explanations of mutants that do not exist."""
        there = {(mutant.key, nth) for mutant in mutants for nth in (0, mutant.nth)}
        return sorted({*self.why} - there)
