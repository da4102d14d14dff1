# SPDX-License-Identifier: Apache-2.0
"""Parse the output of labs/linux/init.sh, whose first comment describes the lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from limen.errors import LabError
from limen.lab.transcript import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Cyclic", "Delay", "Late", "Log", "parse_log", "parse_recording"]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_REMEDY: Final = "look at the whole log: --logs FOLDER keeps it"
_WORD: Final = r"([a-z0-9_]+)"
_NUMBER: Final = r"(-?[0-9]{1,12})"
_NAME: Final = r"(\S{1,64})"
_EXCERPT: Final = 80


@dataclass(frozen=True, slots=True)
class Late:
    """The delay of the urgent thread, and the duration of the read()."""

    late_us: int
    busy_us: int


@dataclass(frozen=True, slots=True)
class Delay:
    """The time that a handler waited (negative: it never ran), and the place where it ran."""

    delay_us: int
    is_hard: bool
    priority: int
    task: str


@dataclass(frozen=True, slots=True)
class Cyclic:
    """The measurements of cyclictest."""

    samples: int
    average_us: int
    maximum_us: int


@dataclass(frozen=True, slots=True)
class Log:
    """The measurements of one boot.

    Attributes:
        kernel: its release.
        version: of its package and its build, as uname says it.
        choice: by model, the kernel's name of its preemption model, if it has one.
        transcripts: of the program of the article, by model.
        late: by model and case.
        delay: by model and priority of the spinner.
        threads: priorities of kernel threads, by model and name.
        cyclic: by model and load.
    """

    kernel: str
    version: str = ""
    choice: dict[str, str] = field(default_factory=dict)
    transcripts: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    late: dict[tuple[str, str], Late] = field(default_factory=dict)
    delay: dict[tuple[str, int], Delay] = field(default_factory=dict)
    threads: dict[tuple[str, str], int] = field(default_factory=dict)
    cyclic: dict[tuple[str, str], Cyclic] = field(default_factory=dict)


def _late(log: Log, fields: tuple[str, ...]) -> bool:
    model, case, late, busy = fields
    return _set(log.late, (model, case), Late(int(late), int(busy)))


def _delay(log: Log, fields: tuple[str, ...]) -> bool:
    model, spinner, delay, where, priority, task = fields
    reading = Delay(int(delay), where == "hard", int(priority), task)
    return _set(log.delay, (model, int(spinner)), reading)


def _thread(log: Log, fields: tuple[str, ...]) -> bool:
    model, name, priority = fields
    log.threads[model, name] = int(priority)  # names of threads are not unique
    return True


def _transcript(log: Log, fields: tuple[str, ...]) -> bool:
    model, second, text = fields
    log.transcripts[model] = (*log.transcripts.get(model, ()), Line(float(second), text))
    return True


def _preempt(log: Log, fields: tuple[str, ...]) -> bool:
    model, choice = fields
    return _set(log.choice, model, choice)


def _cyclic(log: Log, fields: tuple[str, ...]) -> bool:
    model, load, *numbers = fields
    return _set(log.cyclic, (model, load), Cyclic(*map(int, numbers)))


_LINES: Final[dict[str, tuple[str, Callable[[Log, tuple[str, ...]], bool]]]] = {
    "late": (f"{_WORD} {_WORD} {_NUMBER} {_NUMBER}", _late),
    "delay": (f"{_WORD} {_NUMBER} {_NUMBER} (hard|thread) {_NUMBER} {_NAME}", _delay),
    "thread": (f"{_WORD} {_NAME} {_NUMBER}", _thread),
    "transcript": (f"{_WORD} ([0-9]{{1,6}}\\.[0-9]{{1,6}}) ([a-z0-9 ]{{1,64}})", _transcript),
    "preempt": (f"{_WORD} {_WORD}", _preempt),
    "cyclic": (f"{_WORD} {_WORD} {_NUMBER} {_NUMBER} {_NUMBER}", _cyclic),
}


def _set(table: dict[_Key, _Value], key: _Key, value: _Value) -> bool:
    """Return False if it existed before."""
    return table.setdefault(key, value) is value


def parse_log(text: str, place: str) -> Log:
    r"""Parse a serial console; lines of the kernel and of other programs are ignored.

    Args:
        text: all of it.
        place: name of the console in messages.

    Raises:
        LabError: a line for us is not as it should be, or the end is missing.

    >>> parse_log("lab kernel 6.1\nlab late rt plain 57 500001\nlab end\n", "x").late
    {('rt', 'plain'): Late(late_us=57, busy_us=500001)}
    """
    lines = [line.rstrip() for line in text.split("\n")]
    ours = [(number, line) for number, line in enumerate(lines, 1) if line.startswith("lab ")]
    if not ours or ours[-1][1] != "lab end":
        said = next((line for line in reversed(lines) if line), "nothing")
        problem = f"it ended too early; its last words: {said[:_EXCERPT]}"
        raise LabError(place, problem, _REMEDY)
    first = re.fullmatch(rf"lab kernel {_NAME}", ours[0][1])
    if first is None:
        raise LabError(place, "it does not name its kernel", _REMEDY)
    begin = 1
    second = re.fullmatch(r"lab version (.{1,160})", ours[1][1])
    if second is not None:
        begin = 2
    log = Log(kernel=first[1], version="" if second is None else second[1])
    for number, line in ours[begin:-1]:
        kind, _, rest = line.removeprefix("lab ").partition(" ")
        pattern, keep = _LINES.get(kind, ("(?!)", _thread))
        match = re.fullmatch(pattern, rest, re.ASCII)
        where = f"{place}: line {number}"
        if match is None:
            raise LabError(where, f"not understood: {line[:_EXCERPT]!r}", _REMEDY)
        if not keep(log, match.groups()):
            raise LabError(where, f"measured twice: {line[:_EXCERPT]!r}", _REMEDY)
    return log


def parse_recording(text: str, models: Sequence[str], place: str) -> dict[str, str]:
    r"""Split the output of the second serial port into the texts of ftrace, by model.

    Args:
        text: all of it.
        models: that the boot runs, in any order.
        place: name of the boot in messages.

    Raises:
        LabError: the recording of a model is missing or has no event.

    >>> parse_recording("# model rt\n# tracer: nop\n a-1 [000] 1.0: b\n", ["rt"], "x")
    {'rt': '# tracer: nop\n a-1 [000] 1.0: b\n'}
    """
    parts = re.split(r"^# model (\w+)\r?\n", text, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    for model in models:
        if not re.search(r"^[^#\n]", found.get(model, ""), re.MULTILINE):
            raise LabError(place, f"ftrace has recorded nothing of model {model}", _REMEDY)
    return found
