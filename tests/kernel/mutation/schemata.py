# SPDX-License-Identifier: Apache-2.0
"""Write a C source with all of its mutants.

A number chooses one of them at run time. Each function gets a copy with its mutants. The copy is
called only if it contains the chosen mutant, so that the rest of the program runs at full speed:

    static int clamp_mutated(int x)          int clamp(int x)
    {                                        {
        if (LM_MUTANT(1792) ? (0) :              if (LM_MUTATED(7)) {
            LM_MUTANT(1793) ? (1) :                  return clamp_mutated(x);
            (x > 9)) {                           }
            ...                                  ...

Comments with its number enclose each mutant. They identify the mutants that do not compile.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from operators import functions_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from operators import Change, Function

__all__ = ["PER_FUNCTION", "Mutant", "Source", "number_at"]

# The number of a mutant is the number of its function, times this, plus its place in the function.
# Functions are numbered by their names, so that a change of one function does not change other
# files.
PER_FUNCTION: Final = 256
_FUNCTIONS: Final = 1 << 20
_MARK: Final = re.compile(r"/\*([<>])(\d+)\*/")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant of a file.

    Attributes:
        file: relative to the repository.
        function: that contains it.
        number: by which it is chosen.
        change: the change of the text.
        nth: its place among the mutants of the function with the same description, from 1.
    """

    file: str
    function: str
    number: int
    change: Change
    nth: int

    @property
    def key(self) -> tuple[str, str, str]:
        """Return a name that is stable while its function contains this text."""
        return self.function, self.change.operator, self.change.text

    def __str__(self) -> str:
        """Return the mutant in the format of a compiler message."""
        change = self.change
        return f"{self.file}:{change.line}: {self.function}: {change.operator}: {change.text}"


class Source:
    """A file with its mutants."""

    def __init__(self, file: str, text: bytes, taken: set[int]) -> None:
        """Find the mutants.

        Args:
            file: relative to the repository.
            text: its contents.
            taken: numbers of functions of other files; those of this one are added.
        """
        self.file = file
        self._text = text
        self._functions: list[tuple[int, Function]] = []
        for function in functions_of(text):
            number = zlib.crc32(f"{file}:{function.name}".encode()) % _FUNCTIONS
            while number in taken or number == 0:
                number = (number + 1) % _FUNCTIONS
            taken.add(number)
            self._functions.append((number, function))
        self.mutants = [
            mutant
            for number, function in self._functions
            for mutant in _mutants(file, number, function)
        ]

    def rewritten(self, numbers: Collection[int] | None = None) -> str:
        """Return the text with the mutants that have these numbers; None: with all."""
        pieces, position = [], 0
        for number, function in self._functions:
            wanted = [
                (number * PER_FUNCTION + place, change)
                for place, change in enumerate(function.changes[:PER_FUNCTION])
                if numbers is None or number * PER_FUNCTION + place in numbers
            ]
            pieces.append(self._text[position : function.start].decode())
            pieces.append(_two_functions(self._text, number, function, wanted))
            position = function.end
        return "".join([*pieces, self._text[position:].decode()])


def _mutants(file: str, number: int, function: Function) -> Iterator[Mutant]:
    """Return the mutants of the function that has this number."""
    described: Counter[tuple[str, str]] = Counter()
    for place, change in enumerate(function.changes[:PER_FUNCTION]):
        words = change.operator, change.text
        described[words] += 1
        yield Mutant(file, function.name, number * PER_FUNCTION + place, change, described[words])


def _two_functions(
    source: bytes, slot: int, function: Function, wanted: Sequence[tuple[int, Change]]
) -> str:
    """Return the function, preceded by its copy with the mutants."""
    whole = source[function.start : function.end].decode()
    if not wanted:
        return whole
    head = source[function.start : function.body].decode().rstrip()
    before = source[function.start : function.name_start].decode()
    behind = source[function.name_start + len(function.name) : function.body].decode()
    copy = f"{function.name}_mutated"
    static = "" if function.is_static else "static "
    body = source[function.body + 1 : function.end].decode()
    call = f"{copy}({', '.join(function.parameters)})"
    mutated = _Body(source, wanted).text(function.body, function.end)
    return (
        f"{head};\n{static}__attribute__((unused)) {before}{copy}{behind}{mutated}\n"
        f"{head}\n{{\n    if (LM_MUTATED({slot})) {{\n        return {call};\n    }}\n{body}"
    )


class _Body:
    """The text of a function's body, with mutants."""

    def __init__(self, source: bytes, wanted: Sequence[tuple[int, Change]]) -> None:
        self._source = source
        self._wanted = wanted
        self._next = 0

    def text(self, start: int, end: int) -> str:
        """Return the text of a part of the source, with the next mutants, which this part has."""
        pieces = []
        while self._next < len(self._wanted) and self._wanted[self._next][1].start < end:
            change = self._wanted[self._next][1]
            pieces.append(self._source[start : change.start].decode())
            pieces.append(self._node(change.start, change.end))
            start = change.end
        return "".join([*pieces, self._source[start:end].decode()])

    def _node(self, start: int, end: int) -> str:
        """Return a node with all of its mutants, and those within it."""
        own: list[tuple[int, Change]] = []
        while self._next < len(self._wanted):
            number, change = self._wanted[self._next]
            if (change.start, change.end) != (start, end):
                break
            own.append((number, change))
            self._next += 1
        text = self.text(start, end)
        for number, change in own:
            text = f"/*<{number}*/{_either(number, change, text)}/*>{number}*/"
        return text


def _either(number: int, change: Change, text: str) -> str:
    if change.is_statement:
        return f"if (!LM_MUTANT({number})) {{ {text} }}"
    return f"(LM_MUTANT({number}) ? ({change.replacement}) : ({text}))"


def number_at(text: str, line: int, column: int) -> int | None:
    """Return the innermost mutant around a place of a rewritten text.

    Line and column count from 1.
    """
    lines = text.split("\n")
    place = sum(len(row) + 1 for row in lines[: line - 1]) + column - 1
    around: list[int] = []
    for mark in _MARK.finditer(text, 0, place):
        if mark[1] == "<":
            around.append(int(mark[2]))
        else:
            around.pop()
    return around[-1] if around else None
