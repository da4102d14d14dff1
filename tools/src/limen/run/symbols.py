# SPDX-License-Identifier: Apache-2.0
"""The symbols of a program.

A program has thousands, and a run that counts instructions needs two of them, so the table is read
as a whole and not entry by entry.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from limen.errors import RunError

if TYPE_CHECKING:
    from pathlib import Path

    from elftools.elf.sections import SymbolTableSection

__all__ = ["Symbol", "symbols_of"]

_VARIABLE: Final = 1  # STT_OBJECT, in the lower half of st_info
_FUNCTION: Final = 2  # STT_FUNC
# Elf32_Sym and Elf64_Sym of the System V ABI, and the places of name, value, size, info in them.
_ENTRY: Final = {32: ("IIIBBH", (0, 1, 2, 3)), 64: ("IBBHQQ", (0, 4, 5, 1))}


class Symbol(NamedTuple):
    """A name of an address.

    Attributes:
        name: of the function or variable.
        address: without the Thumb bit.
        size: in bytes; 0 of a label.
        is_function, is_variable: its type says so.
    """

    name: str
    address: int
    size: int
    is_function: bool
    is_variable: bool


def symbols_of(elf: Path) -> tuple[Symbol, ...]:
    """The symbols of a program, in their order.

    Raises:
        RunError: the file is not an executable.
    """
    # Here, because all that start programs load this module, and few look into one.
    from elftools.common.exceptions import ELFError  # noqa: PLC0415

    try:
        status = elf.stat()
        return _read(elf, status.st_mtime_ns, status.st_size)
    except (OSError, ELFError) as error:
        problem = f"this is not an executable ({error})"
        raise RunError(str(elf), problem, "build it first") from error


@lru_cache(maxsize=16)
def _read(elf: Path, _changed: int, _size: int) -> tuple[Symbol, ...]:
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415
    from elftools.elf.sections import SymbolTableSection  # noqa: PLC0415

    with elf.open("rb") as file:
        image = ELFFile(file)
        order = "<" if image.little_endian else ">"
        tables = (part for part in image.iter_sections() if isinstance(part, SymbolTableSection))
        return tuple(symbol for table in tables for symbol in _symbols(table, order))


def _symbols(table: SymbolTableSection, order: str) -> list[Symbol]:
    form, places = _ENTRY[table.elffile.elfclass]
    names = bytes(table.stringtable.data())
    entries = bytes(table.data())
    entry = Struct(order + form)
    found = []
    for values in entry.iter_unpack(entries[: len(entries) - len(entries) % entry.size]):
        begin, address, size, info = (values[place] for place in places)
        name = names[begin : names.find(b"\0", begin)].decode(errors="replace")
        kind = info & 0xF
        is_function = kind == _FUNCTION
        place = address & ~1 if is_function else address
        found.append(Symbol(name, place, size, is_function, kind == _VARIABLE))
    return found
