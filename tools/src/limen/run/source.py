# SPDX-License-Identifier: Apache-2.0
"""Finds the variable, the line of the source, the load or the store at an address of a program."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.run.symbols import symbols_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from elftools.dwarf.dwarfinfo import DWARFInfo
    from elftools.dwarf.lineprogram import LineProgram, LineState
    from elftools.elf.elffile import ELFFile

__all__ = ["Source", "source_of"]

_FIRST_WITH_FILE_0: Final = 5  # version of DWARF
_IN_MEMORY: Final = 2  # SHF_ALLOC
_READ: Final = "read"
_WROTE: Final = "wrote to"
# Loads and stores: a mask of the first two bytes, their value, and the kind of access.
# Armv7-M Architecture Reference Manual (DDI 0403E), A5.2 and A5.3.
_THUMB: Final = (
    (0xF800, 0x4800, _READ),  # a literal
    (0xFC00, 0x5000, _WROTE),  # with an offset in a register: str, strh, strb, then loads
    (0xFE00, 0x5400, _WROTE),
    (0xF000, 0x5000, _READ),
    (0xE800, 0x6000, _WROTE),  # with an offset in the instruction
    (0xE800, 0x6800, _READ),
    (0xE800, 0x8000, _WROTE),
    (0xE800, 0x8800, _READ),
    (0xF800, 0xC000, _WROTE),  # several registers
    (0xF800, 0xC800, _READ),
    (0xFE00, 0xB400, _WROTE),
    (0xFE00, 0xBC00, _READ),
    (0xFE10, 0xE800, _WROTE),  # of 32 bits: several registers, two, exclusive
    (0xFE10, 0xE810, _READ),
    (0xFE10, 0xF800, _WROTE),
    (0xFE10, 0xF810, _READ),
    (0xFE10, 0xEC00, _WROTE),  # of floats
    (0xFE10, 0xEC10, _READ),
)
# The RISC-V Instruction Set Manual, Volume I: opcodes, and compressed instructions.
_RISCV: Final = (
    (0x007F, 0x0003, _READ),
    (0x007F, 0x0007, _READ),
    (0x007F, 0x0023, _WROTE),
    (0x007F, 0x0027, _WROTE),
    (0x007F, 0x002F, _WROTE),  # atomic
    *((0xE003, kind << 13 | part, _READ) for kind in (1, 2, 3) for part in (0, 2)),
    *((0xE003, kind << 13 | part, _WROTE) for kind in (5, 6, 7) for part in (0, 2)),
)
_TABLES: Final = {"EM_ARM": _THUMB, "EM_RISCV": _RISCV}


class Source:
    """A program that was compiled with ``-g``; without, only its symbols are known."""

    def __init__(self, path: Path, elf: ELFFile) -> None:
        self._path, self._elf = path, elf
        self._debug: DWARFInfo | None = elf.get_dwarf_info() if elf.has_dwarf_info() else None

    def variable_at(self, address: int) -> str:
        """The variable that has this address, ``table + 12``; empty: none."""
        return self._symbol_at(address, is_function=False)

    def instruction_at(self, address: int) -> str:
        """The line of an instruction, ``parse.c:41``, or function and offset; empty: not known."""
        return self._line_at(address) or self._symbol_at(address, is_function=True)

    def verb_at(self, address: int) -> str:
        """The access of an instruction to memory: ``read``, ``wrote to``; empty: none of these."""
        first = int.from_bytes(self._bytes_at(address), "little")
        return _verb(first, _TABLES.get(self._elf["e_machine"], ()))

    def _symbol_at(self, address: int, *, is_function: bool) -> str:
        for one in symbols_of(self._path):
            is_kind = one.is_function if is_function else one.is_variable
            offset = address - one.address
            if is_kind and 0 <= offset < max(one.size, 1):
                return one.name if offset == 0 else f"{one.name} + {offset}"
        return ""

    def _line_at(self, address: int) -> str:
        for lines in self._lines_near(address):
            found = _entry_at(lines, address)
            if found is not None:
                first = 0 if lines.header["version"] >= _FIRST_WITH_FILE_0 else 1
                name = lines["file_entry"][found.file - first].name.decode(errors="replace")
                return f"{PurePath(name).name}:{found.line}"
        return ""

    def _lines_near(self, address: int) -> Iterator[LineProgram]:
        """The lines of the file that has an address, or of all if the compiler wrote no index."""
        if self._debug is None:
            return
        ranges = self._debug.get_aranges()
        at = None if ranges is None else ranges.cu_offset_at_addr(address)
        units = self._debug.iter_CUs() if at is None else [self._debug.get_CU_at(at)]
        for unit in units:
            lines = self._debug.line_program_for_CU(unit)
            if lines is not None:
                yield lines

    def _bytes_at(self, address: int) -> bytes:
        """Two bytes of the program; nothing outside of it."""
        for section in self._elf.iter_sections():
            offset = address - section["sh_addr"]
            is_there = section["sh_flags"] & _IN_MEMORY and section["sh_type"] == "SHT_PROGBITS"
            if is_there and 0 <= offset < section["sh_size"]:
                found: bytes = section.data()[offset : offset + 2]
                return found
        return b""


@contextmanager
def source_of(path: Path) -> Iterator[Source]:
    """Open a program.

    Raises:
        RunError: the file is not an executable.
    """
    # Here, because all that start programs load this package, and few look into one.
    from elftools.common.exceptions import ELFError  # noqa: PLC0415
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415

    try:
        with path.open("rb") as stream:
            yield Source(path, ELFFile(stream))
    except (OSError, ELFError) as error:
        problem = f"this is not an executable ({error})"
        raise RunError(str(path), problem, "name the program that made the trace") from error


def _entry_at(lines: LineProgram, address: int) -> LineState | None:
    """The entry whose instructions contain an address."""
    before = None
    for entry in lines.get_entries():
        state = entry.state
        if state is None:
            continue
        if before is not None and before.address <= address < state.address:
            return before
        before = None if state.end_sequence else state
    return None


def _verb(first: int, table: Sequence[tuple[int, int, str]]) -> str:
    """The access of an instruction to memory, by its first two bytes.

    >>> _verb(0x6008, _THUMB), _verb(0x7808, _THUMB), _verb(0xF801, _THUMB)
    ('wrote to', 'read', 'wrote to')
    >>> _verb(0x2023, _RISCV), _verb(0xC398, _RISCV), _verb(0x4398, _RISCV)
    ('wrote to', 'wrote to', 'read')
    >>> _verb(0x1840, _THUMB), _verb(0x0533, _RISCV)
    ('', '')
    """
    return next((verb for mask, value, verb in table if first & mask == value), "")
