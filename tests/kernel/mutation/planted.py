# SPDX-License-Identifier: Apache-2.0
"""Read planted.toml, the mistakes that no operator makes, and plant them into the sources.

They are planted after the other mutants, into the original functions and into macros, so that they
do not change the other mutants.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from operators import Change
from schemata import PER_FUNCTION, Mutant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Mistake", "is_planted", "plant", "planted_mutants", "read_mistakes"]

_FILE: Final = Path(__file__).parent / "planted.toml"
_MARK: Final = "LM_PLANTED"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of a person.

    Attributes:
        number: of the mutant, below those of all functions.
        name: of the mistake.
        file: that contains it.
        was: the text of the file, which occurs once.
        becomes: the text with the mistake, where LM_PLANTED is true.
    """

    number: int
    name: str
    file: str
    was: str
    becomes: str


def read_mistakes(file: Path = _FILE) -> list[Mistake]:
    """Read the file.

    Raises:
        SystemExit: two have the same name, or there are too many.
    """
    entries = tomllib.loads(file.read_text("utf-8"))["mistake"]
    found = [
        Mistake(number, entry["name"], entry["file"], entry["was"], entry["is"])
        for number, entry in enumerate(entries, 1)
    ]
    if len({mistake.name for mistake in found}) < len(found) or len(found) >= PER_FUNCTION:
        raise SystemExit(f"{file.name}: names are not unique, or there are too many")
    return found


def is_planted(mutant: Mutant) -> bool:
    """Return whether the mutant was planted."""
    return mutant.number < PER_FUNCTION


def plant(mistakes: Iterable[Mistake], file: str, original: str, rewritten: str) -> str:
    """Return the rewritten text of a file with its mistakes.

    Raises:
        SystemExit: the text that a mistake changes does not occur exactly once in the file.
    """
    for mistake in mistakes:
        if mistake.file == file:
            if original.count(mistake.was) != 1 or mistake.was not in rewritten:
                raise SystemExit(f"planted.toml: {mistake.name}: what it changes is not in {file}")
            number = f"LM_MUTANT({mistake.number})"
            becomes = mistake.becomes.replace(_MARK, number)
            rewritten = rewritten.replace(mistake.was, becomes)
    return rewritten


def planted_mutants(mistakes: Sequence[Mistake], texts: dict[str, str]) -> list[Mutant]:
    """Return the mistakes as mutants. texts: the sources."""
    return [
        Mutant(
            mistake.file,
            mistake.name,
            mistake.number,
            Change(
                start=0,
                end=0,
                operator="planted",
                text=" ".join(mistake.was.split()),
                replacement="",
                is_statement=False,
                line=texts[mistake.file].partition(mistake.was)[0].count("\n") + 1,
            ),
            1,
        )
        for mistake in mistakes
    ]
