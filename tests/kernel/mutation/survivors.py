# SPDX-License-Identifier: Apache-2.0
"""Read survivors.toml, which has the mutants that no test can find and the reasons."""

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
        why: explanations, by function, operator, text, and the place among mutants with the same
            text; 0: all of them.
        is_complete: each surviving mutant has an explanation.
    """

    why: Mapping[tuple[Key, int], str]
    is_complete: bool

    @classmethod
    def read(cls, file: Path = _FILE) -> Survivors:
        """Read the file.

        Raises:
            SystemExit: an entry occurs twice or has no explanation.
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
        """Return the reason why no test finds the mutant; empty if the file has none."""
        return self.why.get((mutant.key, 0), "") or self.why.get((mutant.key, mutant.nth), "")

    def unused(self, mutants: Iterable[Mutant]) -> list[tuple[Key, int]]:
        """Return the explanations of mutants that do not exist."""
        there = {(mutant.key, nth) for mutant in mutants for nth in (0, mutant.nth)}
        return sorted({*self.why} - there)
