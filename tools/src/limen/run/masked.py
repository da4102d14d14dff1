# SPDX-License-Identifier: Apache-2.0
"""The longest time for which a program of a Cortex-M or of RISC-V disabled interrupts.

Four instructions change PRIMASK. Whether ``msr primask`` enables interrupts depends on a register,
but it undoes an ``mrs; cpsid``. A pair that was executed with interrupts disabled undoes nothing.

On RISC-V a trap disables them, as do ``csrc`` and a write to mstatus; ``csrs`` and ``mret`` let
them come again. ``csrrc`` keeps the state in a register, from which ``csrs`` brings it back.

With several cores, such a stretch may hold the shared lock: a ticket is drawn by ``strex``, the
first ``dmb`` behind it is where the lock is taken, and the store behind the second one frees it.
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
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["Masked", "functions_of", "held_of_each", "longest_masked", "longest_masked_of_each"]

_CHANGES: Final = (
    ("off", re.compile(rb"\x72\xb6")),  # cpsid i
    ("on", re.compile(rb"\x62\xb6")),  # cpsie i
    ("restore", re.compile(rb"[\x80-\x8e]\xf3\x10\x88")),  # msr primask, rN
    ("ask", re.compile(rb"\xef\xf3\x10[\x80-\x8e]")),  # mrs rN, primask
    ("draw", re.compile(rb"[\x40-\x4f]\xe8")),  # strex
    ("fence", re.compile(rb"\xbf\xf3[\x50-\x5f]\x8f")),  # dmb
    ("store", re.compile(rb".[\x60-\x67]|[\xc0-\xcf]\xf8", re.DOTALL)),  # str
)
_OF_RISCV: Final = (  # the bits that say it, their values
    (0xFFFFFFFF, 0x30047073, "off"),  # csrci mstatus, 8
    (0xFFFFFFFF, 0x30046073, "on"),  # csrsi mstatus, 8
    (0xFFFFFFFF, 0x30200073, "on"),  # mret
    (0xFFFFF07F, 0x30047073, "ask-off"),  # csrrci rd, mstatus, 8
    (0xFFF07FFF, 0x30001073, "off"),  # csrw mstatus, rs: with MIE 0
    (0xFFF07FFF, 0x30002073, "restore"),  # csrs mstatus, rs
)
_TRAPS: Final = frozenset({"lm_port_traps", "lm_user_traps"})
_ENTRIES: Final = range(0, 64, 4)  # in them
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


def held_of_each(elf: Path, windows: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    """The times for which the stretches of each window hold the shared lock, and how often they do.

    Returns:
        the instructions from the one after the ticket to the one that frees the lock, at most; how
        often one stretch with interrupts off takes it, at most.

    Raises:
        RunError: as longest_masked.
    """
    changes = _Code.read(elf).changes
    found: list[tuple[int, int]] = []
    for window in windows:
        sections = [_held(changes, stretch) for _, stretch in _stretches(changes, window)]
        lengths = [length for each in sections for length in each]
        found.append((max(lengths, default=0), max(map(len, sections), default=0)))
    return found


def _held(changes: Mapping[int, str], stretch: Sequence[int]) -> list[int]:
    """The instructions of each section under the shared lock; a store ends a section.

    >>> changes = {2: "draw", 4: "fence", 6: "store", 8: "store"}
    >>> _held(changes, [8, 2, 0, 4, 6, 0, 4, 6, 8, 4, 6])
    [6]
    """
    sections: list[int] = []
    begin = fences = 0
    for place, address in enumerate(stretch):
        change = changes.get(address)
        if change == "draw":
            begin, fences = place, 2
        elif change == "fence" and fences:
            fences -= 1
        elif change == "store" and begin and not fences:
            sections.append(place - begin)
            begin = 0
    return sections


def _longest(changes: Mapping[int, str], addresses: Iterable[int]) -> tuple[int, int]:
    """Instructions of the longest interval, and the function in which it began.

    >>> changes = {0: "ask", 2: "off", 4: "restore"}
    >>> _longest(changes, [0, 2, 8, 4])
    (2, 2)
    >>> _longest(changes, [0, 2, 0, 2, 8, 4, 8, 4, 8])
    (6, 2)
    """
    lengths = ((len(stretch), begin) for begin, stretch in _stretches(changes, addresses))
    return max(lengths, default=(0, 0))


def _stretches(
    changes: Mapping[int, str], addresses: Iterable[int]
) -> Iterator[tuple[int, list[int]]]:
    """The beginning of each interval with interrupts off, and the instructions executed in it."""
    begin = nested = 0
    stretch: list[int] = []
    masked = was_mrs = False
    for address in addresses:
        change = changes.get(address)
        if masked:
            stretch.append(address)
        if change == "off" and masked:
            nested += was_mrs
        elif change == "ask-off" and masked:
            nested += 1
        elif change in {"off", "ask-off"}:
            masked, stretch, begin = True, [], address
        elif change == "restore" and nested:
            nested -= 1
        elif change in {"on", "restore"} and masked:
            masked, nested = False, 0
            yield begin, stretch
        was_mrs = change == "ask"


@dataclass(frozen=True, slots=True)
class _Code:
    """The relevant parts of an executable.

    Attributes:
        changes: instructions about PRIMASK and the shared lock, by address, as in _CHANGES.
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
                is_riscv = image["e_machine"] == "EM_RISCV"
                find = _changes_of_riscv if is_riscv else _changes
                for section in image.iter_sections():
                    if section["sh_flags"] & _EXECUTABLE and section["sh_type"] == "SHT_PROGBITS":
                        changes |= find(section["sh_addr"], section.data())
        except (OSError, ELFError) as error:
            problem = f"this is not an executable ({error})"
            raise RunError(str(elf), problem, "build it first") from error
        if is_riscv:
            traps = [one.address for one in symbols_of(elf) if one.name in _TRAPS]
            changes |= {trap + entry: "off" for trap in traps for entry in _ENTRIES}
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


def _changes_of_riscv(base: int, code: bytes) -> dict[int, str]:
    """The instructions for RISC-V, by the words at all even addresses.

    >>> _changes_of_riscv(0, bytes.fromhex("73700430" "73750430" "73200530" "73002030"))
    {0: 'off', 4: 'ask-off', 8: 'restore', 12: 'on'}
    """
    words = ((at, int.from_bytes(code[at : at + 4], "little")) for at in range(0, len(code), 2))
    kinds = ((base + at, _kind_of_riscv(word)) for at, word in words)
    return {at: kind for at, kind in kinds if kind}


def _kind_of_riscv(word: int) -> str:
    return next((kind for bits, value, kind in _OF_RISCV if word & bits == value), "")
