# SPDX-License-Identifier: Apache-2.0
"""The place of a part of a description: the file, the line and the key that errors name."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from limen.errors import DescriptionError
from limen.system.positions import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from limen.system.positions import Path

__all__ = ["Place", "spelling"]

_NAMED: Final = ("thread", "interrupt", "resource", "queue", "semaphore")
_NAME_LENGTH_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class Place:
    """A description of a system.

    Attributes:
        file: its name; of a system that was made in Python: ``System(...)``.
        tables: its contents, if it has been read.
        lines: finds the lines of the keys; it is called only for an error.
        titles: other names that the description has for keys.
    """

    file: str
    tables: Mapping[str, object] | None = None
    lines: Callable[[], dict[Path, int]] | None = None
    titles: Mapping[str, str] | None = None

    def fail(self, path: Path, problem: str, remedy: str) -> NoReturn:
        """Complain about a value.

        Raises:
            DescriptionError: always.
        """
        line = line_of(path, self.lines()) if self.lines is not None else None
        parts = [self.file]
        if line is not None:
            parts.append(f"line {line}")
        titles = self.titles or {}
        shown = tuple(titles.get(part, part) if isinstance(part, str) else part for part in path)
        words = _words(shown, self.tables or {})
        if words:
            parts.append(words)
        raise DescriptionError(": ".join(parts), problem, remedy)


def spelling(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The remedy for a name that does not exist.

    >>> spelling("quene", ["queue", "semaphore"])
    'did you mean queue?'

    Args:
        word: the name.
        known: the names that exist.
        otherwise: the remedy if none of them is like it; empty: a list of them.
    """
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    return f"did you mean {close[0]}?" if close else otherwise or f"take one of {', '.join(names)}"


def _words(path: Path, tables: Mapping[str, object]) -> str:
    """A path in words.

    >>> _words(("thread", 0, "chunks", 1, "work"), {"thread": [{"name": "a"}]})
    'thread a: chunks[1].work'
    """
    if len(path) > 1 and path[0] in _NAMED and isinstance(path[1], int):
        entry = _entry(tables.get(str(path[0])), path[1])
        name = entry.get("name") if isinstance(entry, dict) else None
        is_plain = (
            isinstance(name, str) and 0 < len(name) <= _NAME_LENGTH_MAX and name.isprintable()
        )
        title = f"{path[0]} {name if is_plain else path[1] + 1}"
        rest = _dotted(path[2:])
        return f"{title}: {rest}" if rest else title
    return _dotted(path)


def _entry(entries: object, index: int) -> object:
    return entries[index] if isinstance(entries, list) and index < len(entries) else None


def _dotted(path: Path) -> str:
    words = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return words.lstrip(".")
