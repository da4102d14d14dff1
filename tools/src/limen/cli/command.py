# SPDX-License-Identifier: Apache-2.0
"""Read a command line as the signature of a function says.

The parameters of a command are annotated with an Argument or an Option. Only the standard library
is used, so that help works before anything is installed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Union, get_args, get_origin, get_type_hints

from limen.errors import LimenError
from limen.parts import need, parts_of, unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Argument", "Command", "Exit", "Option", "UsageError", "Word", "words_of"]

_MISSING: Final = Parameter.empty


class UsageError(Exception):
    """The command line is invalid.

    Attributes:
        command: the command whose help shows how it is written.
    """

    def __init__(self, command: str, problem: str) -> None:
        super().__init__(command, problem)
        self.command = command
        self.problem = problem

    def __str__(self) -> str:
        """One line that names the command, the problem and the help."""
        return f"{self.command}: {self.problem}; see {self.command} --help"


class Exit(Exception):  # noqa: N818 - it is not an error
    """End the command with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A word of the command line that is known by its position.

    Attributes:
        help: its line in the help.
        metavar: its name there; empty: that of the parameter.
        names: of an option; an argument has none.
        min: the least number.
        max: the greatest number.
        is_read: it names a file that has to exist.
    """

    help: str
    metavar: str = ""
    names: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    is_read: bool = False


def Option(  # noqa: N802 - an annotation, as Argument
    *names: str,
    help: str,  # noqa: A002
    metavar: str = "",
    min: float | None = None,  # noqa: A002
    max: float | None = None,  # noqa: A002
) -> Argument:
    """A word of the command line that follows its name.

    Args:
        names: ``--output``, ``-o``; none: that of the parameter.
        help: its line in the help.
        metavar: the name of its value there; empty: that of the type.
        min: the least number.
        max: the greatest number.
    """
    return Argument(help=help, metavar=metavar, names=names or ("--",), min=min, max=max)


class Word:
    """A parameter of a command: its type, and its text in the help."""

    def __init__(self, name: str, hint: object, default: Any) -> None:  # noqa: ANN401
        kind, known = _annotated(name, hint)
        self.name = name
        self.default = default
        self.known = known
        self.is_option = bool(known.names)
        self.type, self.is_list = _plain(kind)
        self.is_flag = self.type is bool
        plain = name.strip("_").replace("_", "-")
        self.names = (f"--{plain}",) if known.names == ("--",) else known.names
        self.negative = f"--no-{plain}" if self.is_flag and default is True else ""

    @property
    def metavar(self) -> str:
        """The value in the help."""
        if self.known.metavar:
            return self.known.metavar
        if not self.is_option:
            return self.name.upper()
        if issubclass(self.type, StrEnum):
            return "|".join(self.type)
        return {Path: "PATH", int: "NUMBER", float: "NUMBER"}.get(self.type, "TEXT")

    @property
    def label(self) -> str:
        """All its names, and its value, in the help."""
        if not self.is_option:
            return self.metavar
        names = ", ".join(name for name in (*self.names, self.negative) if name)
        return names if self.is_flag else f"{names} {self.metavar}"

    @property
    def usage(self) -> str:
        """The text in the usage line of the command."""
        text = f"{self.metavar}..." if self.is_list and not self.known.metavar else self.metavar
        return text if self.default is _MISSING else f"[{text}]"

    @property
    def line(self) -> str:
        """The text in the help."""
        shown = self.default
        is_plain = self.is_flag or shown is _MISSING or shown is None
        return self.known.help if is_plain else f"{self.known.help} [{shown}]"

    def value(self, text: str) -> Any:  # noqa: ANN401 - of its type
        """Convert a word of the command line.

        Raises:
            ValueError: the word has no value; the message says why.
        """
        if issubclass(self.type, StrEnum):
            if text not in list(self.type):
                choices = ", ".join(f"'{one}'" for one in self.type)
                raise ValueError(f"'{text}' is not one of {choices}")
        elif self.type in {int, float}:
            return self._number(text)
        return self.type(text)

    def _number(self, text: str) -> float:
        try:
            number: float = self.type(text)
        except ValueError:
            what = "a whole number" if self.type is int else "a number"
            raise ValueError(f"'{text}' is not {what}") from None
        least, most = self.known.min, self.known.max
        if least is not None and not number >= least:
            raise ValueError(f"it has to be greater than or equal to {least:g}")
        if most is not None and not number <= most:
            raise ValueError(f"it has to be less than or equal to {most:g}")
        return number


def _annotated(name: str, hint: object) -> tuple[object, Argument]:
    kind, *marks = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    known = next((mark for mark in marks if isinstance(mark, Argument)), None)
    if known is None:
        raise TypeError(f"{name} is annotated with neither Argument nor Option")
    return kind, known


def _plain(kind: object) -> tuple[type, bool]:
    """Return the type of one value, and whether several are allowed."""
    if get_origin(kind) in {Union, UnionType}:
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    is_list = get_origin(kind) is list
    if is_list:
        (kind,) = get_args(kind)
    if not isinstance(kind, type):
        raise TypeError(f"{kind} is not a type of a word")
    return kind, is_list


def words_of(function: Callable[..., object]) -> list[Word]:
    """Return the parameters of a command in their order."""
    hints = get_type_hints(function, include_extras=True)
    return [
        Word(name, hints[name], parameter.default)
        for name, parameter in signature(function).parameters.items()
    ]


class Command:
    """A function that the command line calls."""

    def __init__(self, path: str, function: Callable[..., object]) -> None:
        self.path = path
        self.function = function
        self.words = words_of(function)
        self._arguments = [word for word in self.words if not word.is_option]
        self._options = {name: word for word in self.words for name in word.names}
        self._options |= {word.negative: word for word in self.words if word.negative}

    def call(self, words: Sequence[str]) -> object:
        """Call the function with the words that follow the command's name.

        Raises:
            UsageError: the words are invalid.
        """
        given, rest = self._split(list(words))
        self._place(given, rest)
        for word in self.words:
            if word.name not in given and word.default is _MISSING:
                raise UsageError(self.path, _missing(word))
        names = parts_of(self.function)
        self._look_at_files(given)
        need(*names)
        try:
            return self.function(**given)
        except ModuleNotFoundError as error:
            told = unavailable(error, names)
            if told is None:
                raise
            raise told from None

    def _look_at_files(self, given: dict[str, Any]) -> None:
        """Report a missing file before anything is installed for it."""
        for word in self.words:
            if word.known.is_read and isinstance(file := given.get(word.name), Path):
                try:
                    file.stat()
                except OSError as error:
                    problem = error.strerror or str(error)
                    raise LimenError(str(file), problem, "name a file that exists") from None

    def _split(self, words: list[str]) -> tuple[dict[str, Any], list[str]]:
        """Return the values of the options, and the words that belong to no option."""
        given: dict[str, Any] = {}
        rest: list[str] = []
        while words:
            text = words.pop(0)
            if text == "--":
                return given, [*rest, *words]
            if not text.startswith("-") or text == "-":
                rest.append(text)
                continue
            name, is_assigned, value = text.partition("=") if text[:2] == "--" else _short(text)
            word = self._options.get(name)
            if word is None:
                raise UsageError(self.path, f"No such option: {name}")
            if word.is_flag and not is_assigned:
                given[word.name] = name != word.negative
                continue
            if word.is_flag or not (is_assigned or words):
                problem = "takes no value" if word.is_flag else "requires an argument"
                raise UsageError(self.path, f"Option '{name}' {problem}")
            self._give(given, word, name, value if is_assigned else words.pop(0))
        return given, rest

    def _place(self, given: dict[str, Any], rest: list[str]) -> None:
        """Give the words that belong to no option to the arguments, in their order.

        A list leaves a word for each argument behind it, but takes one at least.
        """
        for place, word in enumerate(self._arguments):
            behind = len(self._arguments) - place - 1
            taken = max(1, len(rest) - behind) if word.is_list else 1
            for text in rest[:taken]:
                self._give(given, word, word.metavar, text)
            del rest[:taken]
        if rest:
            raise UsageError(self.path, f"Got unexpected extra argument ({' '.join(rest)})")

    def _give(self, given: dict[str, Any], word: Word, name: str, text: str) -> None:
        try:
            value = word.value(text)
        except ValueError as error:
            raise UsageError(self.path, f"Invalid value for '{name}': {error}") from None
        if word.is_list:
            given.setdefault(word.name, []).append(value)
        else:
            given[word.name] = value


def _short(text: str) -> tuple[str, str, str]:
    """Return the name and the value of ``-ofile``."""
    return text[:2], text[2:], text[2:]


def _missing(word: Word) -> str:
    if word.is_option:
        return f"Missing option {' / '.join(map(repr, word.names))}"
    return f"Missing argument '{word.metavar}'"
