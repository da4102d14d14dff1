# SPDX-License-Identifier: Apache-2.0
"""The longest time for which a Cortex-M program disabled interrupts.

Four instructions change PRIMASK. Whether ``msr primask`` enables interrupts depends on a register,
but it undoes an ``mrs; cpsid``. A pair that was executed with interrupts disabled undoes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from limen.errors import RunError
from limen.run.symbols import symbols_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = ["Masked", "functions_of", "longest_masked", "longest_masked_of_each"]

_CHANGES: Final = (
    ("off", re.compile(rb"\x72\xb6")),  # cpsid i
    ("on", re.compile(rb"\x62\xb6")),  # cpsie i
    ("restore", re.compile(rb"[\x80-\x8e]\xf3\x10\x88")),  # msr primask, rN
    ("ask", re.compile(rb"\xef\xf3\x10[\x80-\x8e]")),  # mrs rN, primask
)
_EXECUTABLE: Final = 4  # SHF_EXECINSTR


@dataclass(frozen=True, slots=True)
class Masked:
    """A stretch with interrupts off.

    Attributes:
        instructions: from the one after ``cpsid`` to the one that ends the interval.
        function: the one in which it began.
    """

    instructions: int
    function: str


def longest_masked(elf: Path, addresses: Iterable[int]) -> Masked:
    """The longest stretch with interrupts off.

    Args:
        elf: a program for ARMv6-M or ARMv7-M.
        addresses: of the instructions that it executed, in order (limen.run.addresses_between).

    Raises:
        RunError: the file is not an executable.
    """
    return longest_masked_of_each(elf, [addresses])[0]


def longest_masked_of_each(elf: Path, windows: Iterable[Iterable[int]]) -> list[Masked]:
    """The longest stretch with interrupts off in each window (limen.run.addresses_from_to).

    Raises:
        RunError: as longest_masked.
    """
    code = _Code.read(elf)
    longest = [_longest(code.changes, window) for window in windows]
    return [Masked(count, code.function(begin)) for count, begin in longest]


def functions_of(elf: Path, addresses: Iterable[int]) -> list[str]:
    """The function that each address is in, in order.

    Raises:
        RunError: as longest_masked.
    """
    functions = _Code.read(elf).functions
    starts = [start for start, _ in functions]
    places = (bisect_right(starts, address) for address in addresses)
    return [functions[place - 1][1] if place else "" for place in places]


def _longest(changes: Mapping[int, str], addresses: Iterable[int]) -> tuple[int, int]:
    """Instructions of the longest interval, and the function in which it began.

    >>> changes = {0: "ask", 2: "off", 4: "restore"}
    >>> _longest(changes, [0, 2, 8, 4])
    (2, 2)
    >>> _longest(changes, [0, 2, 0, 2, 8, 4, 8, 4, 8])
    (6, 2)
    """
    longest = where = begin = count = nested = 0
    masked = was_mrs = False
    for address in addresses:
        change = changes.get(address)
        count += masked
        if change == "off" and masked:
            nested += was_mrs
        elif change == "off":
            masked, count, begin = True, 0, address
        elif change == "restore" and nested:
            nested -= 1
        elif change in {"on", "restore"} and masked:
            masked, nested = False, 0
            longest, where = max((longest, where), (count, begin))
        was_mrs = change == "ask"
    return longest, where


@dataclass(frozen=True, slots=True)
class _Code:
    """The relevant parts of an executable.

    Attributes:
        changes: instructions about PRIMASK, by address: "off", "on", "restore", "ask".
        functions: (address, name), by address.
    """

    changes: dict[int, str]
    functions: tuple[tuple[int, str], ...]

    @classmethod
    def read(cls, elf: Path) -> _Code:
        changes: dict[int, str] = {}
        try:
            with elf.open("rb") as file:
                image = ELFFile(file)
                for section in image.iter_sections():
                    if section["sh_flags"] & _EXECUTABLE and section["sh_type"] == "SHT_PROGBITS":
                        changes |= _changes(section["sh_addr"], section.data())
        except (OSError, ELFError) as error:
            problem = f"this is not an executable ({error})"
            raise RunError(str(elf), problem, "build it first") from error
        functions = sorted((one.address, one.name) for one in symbols_of(elf) if one.is_function)
        return cls(changes, tuple(functions))

    def function(self, address: int) -> str:
        """The name of the function that an address is in."""
        names = [name for start, name in self.functions if start <= address]
        return names[-1] if names else ""


def _changes(base: int, code: bytes) -> dict[int, str]:
    """Return changes by address; some may be halves of other instructions, never executed."""
    return {
        base + at: kind
        for at in range(0, len(code), 2)
        for kind, pattern in _CHANGES
        if pattern.match(code, at)
    }
