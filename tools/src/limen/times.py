# SPDX-License-Identifier: Apache-2.0
"""Times as people write them: whole ticks, or a number with a unit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

__all__ = [
    "TIME_MAX",
    "TimeError",
    "format_tick",
    "in_unit_of",
    "nanoseconds",
    "parse_tick",
    "parse_time",
]

# Whole numbers up to it are exact in a page and in a spreadsheet, too.
TIME_MAX: Final = 2**53 - 1
TICK_NS_MAX: Final = 3600 * 10**9

_UNITS_NS: Final = {"ns": 1, "us": 10**3, "µs": 10**3, "ms": 10**6, "s": 10**9}
_TIME: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?(ns|us|µs|ms|s)")
_DIGITS_MAX: Final = 40  # of a number; the limit of Python for texts of numbers is far above it


class TimeError(ValueError):
    """A text is not a time: ``problem`` is the reason, and ``remedy`` the correct form."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}; {remedy}")
        self.problem = problem
        self.remedy = remedy


def parse_time(text: str, tick_ns: int) -> int:
    """The ticks of a number with a unit.

    >>> parse_time("250us", 1000), parse_time("0.5 ms", 1000)
    (250, 500)

    Args:
        text: such as ``"10 ms"``.
        tick_ns: length of a tick, nanoseconds.

    Raises:
        TimeError: the text is not a time, or not a whole number of ticks.
    """
    ticks = nanoseconds(text) / tick_ns
    if ticks.denominator != 1:
        problem = f'"{text}" is {float(ticks):g} ticks of {format_tick(tick_ns)}'
        raise TimeError(problem, "write a whole number of ticks, or take a shorter tick")
    return int(ticks)


def parse_tick(text: str) -> int:
    """The length of a tick in nanoseconds.

    >>> parse_tick("40ns"), parse_tick("1us")
    (40, 1000)

    Raises:
        TimeError: the text is not a time of a whole number of nanoseconds from 1 ns to 1 hour.
    """
    length = nanoseconds(text)
    if length.denominator != 1 or not 1 <= length <= TICK_NS_MAX:
        problem = f'a tick cannot be "{text}" long'
        raise TimeError(problem, "write whole nanoseconds, from 1ns to 3600s")
    return int(length)


def format_tick(tick_ns: int) -> str:
    """The length of a tick in its largest whole unit.

    >>> format_tick(40), format_tick(1_000_000)
    ('40ns', '1ms')
    """
    unit = next(unit for unit in ("s", "ms", "us", "ns") if tick_ns % _UNITS_NS[unit] == 0)
    return f"{tick_ns // _UNITS_NS[unit]}{unit}"


def in_unit_of(text: str, ticks: int, tick_ns: int) -> str | int:
    """Ticks in the unit of another time, if they are a whole number of it; else as they are.

    >>> in_unit_of("250us", 300, 1000), in_unit_of("1 ms", 300, 1000)
    ('300us', 300)
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return ticks
    number, rest = divmod(ticks * tick_ns, _UNITS_NS[match[2]])
    return ticks if rest else f"{number}{text[match.end(1) :]}"


def nanoseconds(text: str) -> Fraction:
    """A number with a unit, exactly.

    >>> nanoseconds("0.5 us")
    Fraction(500, 1)

    Raises:
        TimeError: the text is not a time.
    """
    match = _TIME.fullmatch(text)
    if match is None or len(match[1]) > _DIGITS_MAX:
        shown = text if len(text) <= _DIGITS_MAX else f"{text[:_DIGITS_MAX]}..."
        problem = f'"{shown}" is not a time'
        raise TimeError(problem, 'write a whole number of ticks, or a text such as "250us"')
    return Fraction(match[1]) * _UNITS_NS[match[2]]
