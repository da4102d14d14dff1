# SPDX-License-Identifier: Apache-2.0
"""Finds the lines of the keys of a TOML file, which neither tomllib nor tomlkit provides.

The text was parsed by tomllib before, so that it is known to be valid here.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Path", "line_of", "lines_of_keys"]

# Keys and indices that lead to a value: ("thread", 2, "period").
Path = tuple[str | int, ...]

_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")


def lines_of_keys(text: str) -> dict[Path, int]:
    r"""The line of each table, key and element of an array; the first line is 1.

    >>> lines_of_keys('name = "x"\n[[thread]]\nwork = 3\n')[("thread", 0, "work")]
    3
    """
    scan = _Scan(text)
    scan.document()
    return scan.lines


def line_of(path: Path, lines: dict[Path, int]) -> int | None:
    """The line of a value, or of the closest table or array around it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


@dataclass
class _Scan:
    """A pass over the text; ``at`` is the next character."""

    text: str
    at: int = 0
    lines: dict[Path, int] = field(default_factory=dict)
    counts: dict[Path, int] = field(default_factory=dict)  # of the tables in an array [[x]]
    _line: int = 1
    _line_at: int = 0

    def document(self) -> None:
        table: Path = ()
        while self._skip() < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip(self) -> int:
        """Go to the next character that is neither blank nor in a comment."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def _mark(self, path: Path) -> None:
        self._line += self.text.count("\n", self._line_at, self.at)
        self._line_at = self.at
        self.lines.setdefault(path, self._line)

    def _header(self) -> Path:
        is_array = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 2 if is_array else 1
        names = self._names()
        path: Path = ()
        for number, name in enumerate(names):
            path = (*path, name)
            if is_array and number == len(names) - 1:
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        self.at, end = start, self.at
        self._mark(path)
        self.at = end + (2 if is_array else 1)
        return path

    def _names(self) -> list[str]:
        """The parts of a dotted key; the next character is behind them."""
        names: list[str] = []
        while True:
            self._skip()
            match = _STRING.match(self.text, self.at) or _BARE.match(self.text, self.at)
            if match is None:  # only if the text is no TOML
                self.at = len(self.text)
                return [*names, ""]
            quoted = match[0][0] in "\"'"
            names.append(tomllib.loads(f"x = {match[0]}")["x"] if quoted else match[0])
            self.at = match.end()
            self._skip()
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1

    def _pair(self, table: Path) -> None:
        start = self.at
        path: Path = (*table, *self._names())
        self.at, end = start, self.at
        self._mark(path)
        self.at = end + 1  # behind the =
        self._skip()
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self.text[self.at : self.at + 1]
        if opening in ("[", "{"):
            self.at += 1
            self._items(path, is_array=opening == "[")
            return
        match = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
        self.at = match.end() if match else len(self.text)

    def _items(self, path: Path, *, is_array: bool) -> None:
        index = 0
        while self._skip() < len(self.text):
            if self.text[self.at] in "]}":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            elif is_array:
                self._mark((*path, index))
                self._value((*path, index))
                index += 1
            else:
                self._pair(path)
