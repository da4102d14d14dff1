# SPDX-License-Identifier: Apache-2.0
"""Parse the output of a lab.

    result METRIC VALUE
    counter NAME VALUE                   of the system, as in struct lm_counters
    thread-counter THREAD NAME VALUE     of a thread

Other lines are ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from limen.errors import LabError
from limen.trace.counters import COUNTER_NAMES, SYSTEM

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Console", "parse_console"]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_COUNT = re.compile(r"[0-9]+")
_FORMS = {
    "result": (3, _DECIMAL, "'result NAME NUMBER'"),
    "counter": (3, _COUNT, "'counter NAME COUNT'"),
    "thread-counter": (4, _COUNT, "'thread-counter THREAD NAME COUNT'"),
}


@dataclass(frozen=True, slots=True)
class Console:
    """The values that a program printed.

    Attributes:
        results: values by name of the metric.
        counters: values by (name of the thread or SYSTEM, name of the counter).
    """

    results: Mapping[str, int | float]
    counters: Mapping[tuple[str, str], int]


def parse_console(output: str, place: str) -> Console:
    r"""Read a lab's output.

    Args:
        output: all of it.
        place: name of the output in messages.

    Raises:
        LabError: a line for us is not as it should be; names it.

    >>> parse_console("hello\nresult ticks 12.5\ncounter yields 3\n", "demo").results["ticks"]
    12.5
    """
    results: dict[str, int | float] = {}
    counters: dict[tuple[str, str], int] = {}
    for number, line in enumerate(output.splitlines(), start=1):
        fields = line.split()
        if not fields or fields[0] not in _FORMS:
            continue
        where = f"{place}: output line {number}"
        length, pattern, form = _FORMS[fields[0]]
        if len(fields) != length or not pattern.fullmatch(fields[-1]):
            raise LabError(where, f"not understood: {line.strip()!r}", f"print {form}")
        *names, text = fields[1:]
        if fields[0] == "result":
            _set(results, names[0], float(text) if "." in text else int(text), where)
        else:
            thread = names[0] if fields[0] == "thread-counter" else SYSTEM
            _set(counters, (thread, _counter(names[-1], where)), int(text), where)
    return Console(MappingProxyType(results), MappingProxyType(counters))


def _counter(name: str, where: str) -> str:
    if name not in COUNTER_NAMES:
        known = ", ".join(COUNTER_NAMES)
        raise LabError(where, f"unknown counter {name}", f"take one of {known}")
    return name


def _set(table: dict[_Key, _Value], key: _Key, value: _Value, where: str) -> None:
    if key in table:
        raise LabError(where, f"{key} was printed before", "print each number once")
    table[key] = value
