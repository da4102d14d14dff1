# SPDX-License-Identifier: Apache-2.0
"""A program with user threads, as a linker has made it, and the calls that it should allow."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from capstone import Cs
from elftools.elf.constants import P_FLAGS
from elftools.elf.elffile import ELFFile

ROOT = Path(__file__).resolve().parents[4]
WORDS = {"lm_timeout": 2, "uint64_t": 2}
READ, WRITE = 1, 3  # LM_USER_READ, LM_USER_WRITE
STRUCTURES = ("lm_user_thread", "lm_user_context", "lm_cpu", "lm_queue")


@dataclass(frozen=True, slots=True)
class Port:
    """What differs with the processor in a program.

    Attributes:
        functions: of the port, which are executed besides those of the layer. Kernel functions are
            the ends of paths.
        decoder: capstone's architecture and mode.
        nop: of 2 bytes.
        of_functions: the bits that the address of a function has besides.
    """

    functions: tuple[str, ...]
    decoder: tuple[int, int]
    nop: bytes
    of_functions: int = 0


@dataclass(frozen=True, slots=True)
class Buffer:
    """An argument in the memory of the caller.

    Attributes:
        word: of the arguments of the kernel's function; the fifth one is on the stack.
        access: that the caller needs.
        is_place: for one word, or nothing; otherwise the object has the length.
    """

    word: int
    access: int
    is_place: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A row of spec/calls.json."""

    name: str
    number: int
    kind: str
    buffers: tuple[Buffer, ...]


def _call(row: list[Any]) -> Call:
    word = 1 if row[2] else 0
    buffers = []
    for argument in row[4]:
        way = argument[1]
        is_place = way.endswith(" out")
        if is_place or way in {"in", "out"}:
            buffers.append(Buffer(word, READ if way == "in" else WRITE, is_place))
        words = WORDS.get(way, 1)
        word += words + (word % 2 if words > 1 else 0)
    return Call(row[0], row[1], row[2], tuple(buffers))


def calls() -> list[Call]:
    """All rows."""
    table = json.loads((ROOT / "spec/calls.json").read_text("utf-8"))
    return [_call(row) for row in table["calls"]]


def _members(elf: ELFFile) -> dict[tuple[str, str], int]:
    """Offsets of members, and sizes of structures as members without a name."""
    wanted = set(STRUCTURES)
    found: dict[tuple[str, str], int] = {}
    for unit in elf.get_dwarf_info().iter_CUs():
        for entry in unit.get_top_DIE().iter_children():
            name = entry.attributes.get("DW_AT_name")
            size = entry.attributes.get("DW_AT_byte_size")
            if entry.tag != "DW_TAG_structure_type" or name is None or size is None:
                continue
            structure = name.value.decode()
            if structure not in wanted:
                continue
            wanted.remove(structure)
            found[structure, ""] = size.value
            for member in entry.iter_children():
                text = member.attributes["DW_AT_name"].value.decode()
                found[structure, text] = member.attributes["DW_AT_data_member_location"].value
        if not wanted:
            break
    return found


@dataclass(frozen=True, slots=True)
class Program:
    """An executable.

    Attributes:
        port: of its processor.
        begin: the address of the code.
        code: its bytes.
        symbols: addresses by name.
        bodies: of the functions that are executed, as (begin, end).
        members: offsets, by structure and name.
    """

    port: Port
    begin: int
    code: bytes
    symbols: dict[str, int]
    bodies: dict[str, tuple[int, int]]
    members: dict[tuple[str, str], int]

    @classmethod
    def read(cls, path: Path, port: Port) -> Program:
        """Read an executable."""
        with path.open("rb") as file:
            elf = ELFFile(file)
            code = next(
                segment
                for segment in elf.iter_segments()
                if segment["p_type"] == "PT_LOAD" and segment["p_flags"] & P_FLAGS.PF_X
            )
            executed = {*port.functions, *(call.name for call in calls())}
            symbols, bodies = {}, {}
            table: Any = elf.get_section_by_name(".symtab")
            for symbol in table.iter_symbols():
                begin = symbol["st_value"]
                if symbol["st_info"]["type"] == "STT_FUNC":
                    begin &= ~1
                    if symbol.name in executed and symbol["st_size"]:
                        bodies[symbol.name] = begin, begin + symbol["st_size"]
                symbols[symbol.name] = begin
            return cls(port, code["p_vaddr"], code.data(), symbols, bodies, _members(elf))

    @property
    def end(self) -> int:
        """The address behind the code."""
        return self.begin + len(self.code)

    def decoder(self) -> Cs:
        """One for its instructions."""
        decoder = Cs(*self.port.decoder)
        decoder.detail = True
        return decoder

    def text(self, address: int, size: int) -> bytes:
        """The code there."""
        return self.code[address - self.begin :][:size] if address >= self.begin else b""

    def constant(self, address: int, size: int) -> int | None:
        """The number in the code, or in its constants; None: the address is outside."""
        if not self.begin <= address <= self.end - size:
            return None
        return int.from_bytes(self.text(address, size), "little")

    def instruction(self, function: str, text: str, nth: int = 0) -> tuple[int, int]:
        """The address and the size of the nth instruction of a function that begins like this."""
        begin, end = self.bodies[function]
        found = [
            one
            for one in self.decoder().disasm(self.text(begin, end - begin), begin)
            if f"{one.mnemonic} {one.op_str}".startswith(text)
        ]
        return found[nth].address, found[nth].size

    def patched(self, address: int, text: bytes) -> Program:
        """The program with other bytes at an address."""
        at = address - self.begin
        return replace(self, code=self.code[:at] + text + self.code[at + len(text) :])

    def name_at(self, address: int) -> str:
        """The name of the function that begins at an address."""
        names = (name for name, at in self.symbols.items() if at == address)
        return next((name for name in names if name[:1] not in {"", "$", "."}), hex(address))
