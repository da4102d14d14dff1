# SPDX-License-Identifier: Apache-2.0
"""What a program has at an address: a variable, a line of its source, a load or a store."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.run.symbols import symbols_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elftools.dwarf.dwarfinfo import DWARFInfo
    from elftools.elf.elffile import ELFFile

__all__ = ["Source", "source_of"]

_READ: Final = "read"
_WROTE: Final = "wrote to"
_UNKNOWN: Final = ""
_FIRST_WITH_FILE_0: Final = 5  # version of DWARF


class Source:
    """A program that was compiled with ``-g``; without, only its symbols are known."""

    def __init__(self, path: Path, elf: ELFFile) -> None:
        self._path, self._elf = path, elf
        self._debug: DWARFInfo | None = elf.get_dwarf_info() if elf.has_dwarf_info() else None

    def variable_at(self, address: int) -> str:
        """The variable that has this address, ``table + 12``; empty: none."""
        for one in symbols_of(self._path):
            if one.is_variable and one.address <= address < one.address + max(one.size, 1):
                return _with_offset(one.name, address - one.address)
        return ""

    def instruction_at(self, address: int) -> str:
        """Its line, ``parse.c:41``, or the function with an offset; empty: neither is known."""
        return self._line_at(address) or self._function_at(address)

    def verb_at(self, address: int) -> str:
        """What the instruction does to memory: ``read``, ``wrote to``; empty: none of these."""
        code = self._bytes_at(address)
        words = [int.from_bytes(code[at : at + 2], "little") for at in (0, 2)]
        machine = self._elf["e_machine"]
        if machine == "EM_ARM":
            return _verb_of_thumb(*words)
        return _verb_of_riscv(*words) if machine == "EM_RISCV" else _UNKNOWN

    def _function_at(self, address: int) -> str:
        for one in symbols_of(self._path):
            if one.is_function and one.address <= address < one.address + max(one.size, 1):
                return _with_offset(one.name, address - one.address)
        return ""

    def _line_at(self, address: int) -> str:
        ranges = None if self._debug is None else self._debug.get_aranges()
        at = None if ranges is None else ranges.cu_offset_at_addr(address)
        if self._debug is None or at is None:
            return ""
        lines = self._debug.line_program_for_CU(self._debug.get_CU_at(at))
        if lines is None:
            return ""
        first_file = 0 if lines.header["version"] >= _FIRST_WITH_FILE_0 else 1
        before = None
        for entry in lines.get_entries():
            state = entry.state
            if state is None:
                continue
            if before is not None and before.address <= address < state.address:
                file = lines["file_entry"][before.file - first_file].name.decode(errors="replace")
                return f"{PurePath(file).name}:{before.line}"
            before = None if state.end_sequence else state
        return ""

    def _bytes_at(self, address: int) -> bytes:
        """Four bytes of a section with contents; zeros outside."""
        for section in self._elf.iter_sections():
            begin = section["sh_addr"]
            if section["sh_type"] == "SHT_PROGBITS" and begin != 0 or section["sh_flags"] & 2:
                if begin <= address < begin + section["sh_size"]:
                    found: bytes = section.data()[address - begin : address - begin + 4]
                    return found.ljust(4, b"\0")
        return bytes(4)


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


def _with_offset(name: str, offset: int) -> str:
    return name if offset == 0 else f"{name} + {offset}"


def _verb_of_thumb(first: int, second: int) -> str:
    """Armv7-M Architecture Reference Manual (DDI 0403E), A5.2 and A5.3.

    >>> _verb_of_thumb(0x6008, 0), _verb_of_thumb(0x7808, 0), _verb_of_thumb(0xF801, 0x2B01)
    ('wrote to', 'read', 'wrote to')
    >>> _verb_of_thumb(0x1840, 0)
    ''
    """
    if first >> 13 != 0b111 or first >> 11 == 0b11100:
        return _verb_of_narrow_thumb(first)
    is_multiple_or_double = first >> 9 == 0b1110100
    is_single = first >> 9 == 0b1111100
    is_of_floats = first >> 9 == 0b1110110 and second >> 9 & 0b111 == 0b101
    if is_multiple_or_double or is_single or is_of_floats:
        return _READ if first & 1 << 4 else _WROTE
    return _UNKNOWN


def _verb_of_narrow_thumb(word: int) -> str:
    top = word >> 12
    if word >> 11 == 0b01001:  # a literal
        return _READ
    if top == 0b0101:  # with an offset in a register: str, strh, strb, and then loads
        return _WROTE if word >> 9 & 0b111 < 3 else _READ
    if top in {0b0110, 0b0111, 0b1000, 0b1001, 0b1100}:
        return _READ if word & 1 << 11 else _WROTE
    if word >> 9 == 0b1011010:  # push
        return _WROTE
    return _READ if word >> 9 == 0b1011110 else _UNKNOWN  # pop


def _verb_of_riscv(first: int, _second: int) -> str:
    """The RISC-V Instruction Set Manual, Volume I, 34 and 28 (compressed).

    >>> _verb_of_riscv(0x2023, 0), _verb_of_riscv(0xC398, 0), _verb_of_riscv(0x4398, 0)
    ('wrote to', 'wrote to', 'read')
    """
    if first & 0b11 == 0b11:
        return {0x03: _READ, 0x07: _READ, 0x23: _WROTE, 0x27: _WROTE, 0x2F: _WROTE}.get(
            first & 0x7F, _UNKNOWN
        )
    kind = first >> 13
    if first & 0b11 == 0b01 or kind in {0, 4}:
        return _UNKNOWN
    return _READ if kind < 4 else _WROTE
