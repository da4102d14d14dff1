# SPDX-License-Identifier: Apache-2.0
"""A linked program with user threads, and the calls that it should allow."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from capstone import CS_ARCH_ARM, CS_MODE_MCLASS, CS_MODE_THUMB, Cs
from elftools.elf.elffile import ELFFile

ROOT = Path(__file__).resolve().parents[4]
WORDS = {"lm_timeout": 2, "uint64_t": 2}
READ, WRITE = 1, 3  # LM_USER_READ, LM_USER_WRITE
# The code that is executed: the port and the layer. Kernel functions are the ends of paths.
OF_PORT = (
    *("lm_user_gate", "SVC_Handler", "PendSV_Handler", "HardFault_Handler"),
    *("lm_user_refuse", "lm_port_user_faulted"),
)
MEMBERS = (
    *(("lm_user_thread", name) for name in ("areas", "kernel_stack", "context")),
    *(("lm_user_context", name) for name in ("frame", "loaded", "gate", "regions")),
    *(("lm_cpu", "running"), ("lm_queue", "message_bytes"), ("lm_user_kind", "rights")),
)


@dataclass(frozen=True, slots=True)
class Buffer:
    """An argument in the memory of the caller.

    Attributes:
        word: of the arguments of the kernel's function; the fifth one is on the stack.
        access: the access that the caller needs.
        is_place: the buffer is one word or NULL; otherwise the object has the length.
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
    """Return all rows."""
    table = json.loads((ROOT / "spec/calls.json").read_text("utf-8"))
    return [_call(row) for row in table["calls"]]


def _members(elf: ELFFile) -> dict[tuple[str, str], int]:
    """Return the offsets of members; a member without a name has the size of its structure."""
    wanted = {structure for structure, _ in MEMBERS}
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
        code: its bytes from address 0 on.
        symbols: addresses by name.
        bodies: the executed functions, as (begin, end).
        members: offsets, by structure and name.
    """

    code: bytes
    symbols: dict[str, int]
    bodies: dict[str, tuple[int, int]]
    members: dict[tuple[str, str], int]

    @classmethod
    def read(cls, path: Path) -> Program:
        """Read an executable."""
        with path.open("rb") as file:
            elf = ELFFile(file)
            code = next(
                segment.data()
                for segment in elf.iter_segments()
                if segment["p_type"] == "PT_LOAD" and segment["p_paddr"] == 0
            )
            executed = {*OF_PORT, *(call.name for call in calls())}
            symbols, bodies = {}, {}
            table: Any = elf.get_section_by_name(".symtab")
            for symbol in table.iter_symbols():
                begin = symbol["st_value"]
                if symbol["st_info"]["type"] == "STT_FUNC":
                    begin &= ~1
                    if symbol.name in executed and symbol["st_size"]:
                        bodies[symbol.name] = begin, begin + symbol["st_size"]
                symbols[symbol.name] = begin
            return cls(code, symbols, bodies, _members(elf))

    def instruction(self, function: str, text: str, nth: int = 0) -> tuple[int, int]:
        """Return address and size of the nth instruction of a function that begins with a text."""
        begin, end = self.bodies[function]
        decoder = Cs(CS_ARCH_ARM, CS_MODE_THUMB | CS_MODE_MCLASS)
        found = [
            one
            for one in decoder.disasm(self.code[begin:end], begin)
            if f"{one.mnemonic} {one.op_str}".startswith(text)
        ]
        return found[nth].address, found[nth].size

    def patched(self, address: int, text: bytes) -> Program:
        """Return the program with other bytes at an address."""
        code = self.code[:address] + text + self.code[address + len(text) :]
        return replace(self, code=code)

    def word(self, address: int) -> int:
        """Return a word of the code or of its constants."""
        return int.from_bytes(self.code[address : address + 4], "little")

    def name_at(self, address: int) -> str:
        """Return the name of the function at an address."""
        return next(
            (name for name, at in self.symbols.items() if at == address and name[0] not in "$."),
            hex(address),
        )
