# SPDX-License-Identifier: Apache-2.0
"""The registers of a thread that does not run, out of the context that its port has saved.

The layout of a context is a structure of the port: struct lm_host_context, or struct frame of the
ports for boards, whose members are named after registers. What a processor pushes by itself is
determined by its manual, and what an interrupt of a RISC-V pushes by ports/riscv/switch.S.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import gdb

from .memory import frame_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["saved_registers"]

_RANGE = re.compile(r"([a-z]+)(\d+)_to_\1(\d+)")
_NO_REGISTERS = ("working", "unused", "returns_to", "result", "limit", "d8_to_d15")
_HOSTS = {"i386:x86-64": ("rip", "rsp"), "i386": ("eip", "esp"), "aarch64": ("pc", "sp")}

# Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6 to B1.5.8.
_ARM_EXCEPTION = ("r0", "r1", "r2", "r3", "r12", "lr", "pc", "xpsr")
_ARM_WORDS, _ARM_WORDS_WITH_FLOATS = 8, 26
_ALIGNED = 1 << 9  # in the xPSR: four bytes were left free above it
_NO_FLOATS = 1 << 4  # in EXC_RETURN
_THUMB = 1 << 24  # in the xPSR: the only state of these processors
_PRESERVED_FLOATS = 16
_FLOATS_OF_CALL = _PRESERVED_FLOATS + 2  # FPSCR and lr are above them

_RISCV_INTERRUPT = (
    "ra",
    *(f"t{number}" for number in range(7)),
    *(f"a{number}" for number in range(8)),
    "pc",
)
_RISCV_INTERRUPT_WORDS = 20


def saved_registers(architecture: str, at: int) -> dict[str, int]:
    """The registers with which a thread continues, by the names of gdb.

    Args:
        architecture: as gdb names it.
        at: where the context is: the stack pointer that the kernel keeps.
    """
    if architecture in _HOSTS:
        return _of_host(architecture, at)
    kind = frame_type("frame", "lm_port_prepare")
    context = gdb.Value(at).cast(kind.pointer()).dereference()
    registers = {**dict(_named(context, kind)), "sp": at + kind.sizeof}
    if architecture.startswith("riscv"):
        return _of_riscv(registers)
    return _of_cortex_m(registers, int(context["result"]))


def _of_host(architecture: str, at: int) -> dict[str, int]:
    counter, stack_pointer = _HOSTS[architecture]
    kind = gdb.lookup_type("struct lm_host_context")
    context = gdb.Value(at).cast(kind.pointer()).dereference()
    registers = dict(_named(context, kind))
    registers[counter] = int(context["returns_to"])
    registers[stack_pointer] = at + kind.sizeof
    if registers[counter] == _symbol("swapped"):
        # The word above the context is where the call of the thread returns: switch_*.S.
        word = gdb.lookup_type("unsigned long")
        registers[counter] = _words(registers[stack_pointer], 1, word)[0]
        registers[stack_pointer] += 16 if architecture == "aarch64" else word.sizeof
    return registers


def _of_cortex_m(registers: dict[str, int], result: int) -> dict[str, int]:
    word = gdb.lookup_type("unsigned int")
    at, continues = registers["sp"], registers["lr"] & ~1
    if continues == _symbol("resume_preempted") & ~1:
        # Only the port for FPUs has an EXC_RETURN in the place of the result.
        has_floats = _symbol("resume_floats") >= 0 and not result & _NO_FLOATS
        at += _PRESERVED_FLOATS * word.sizeof * has_floats
        pushed = dict(zip(_ARM_EXCEPTION, _words(at, len(_ARM_EXCEPTION), word), strict=True))
        count = _ARM_WORDS_WITH_FLOATS if has_floats else _ARM_WORDS
        registers |= pushed
        registers["sp"] = at + count * word.sizeof + 4 * bool(pushed["xpsr"] & _ALIGNED)
    elif continues == _symbol("resume_floats") & ~1:
        registers["pc"] = _words(at, _FLOATS_OF_CALL, word)[-1] & ~1
        registers["sp"] = at + _FLOATS_OF_CALL * word.sizeof
    else:
        registers["pc"] = continues
    return {**registers, "xpsr": _THUMB}


def _of_riscv(registers: dict[str, int]) -> dict[str, int]:
    word = gdb.lookup_type("unsigned long")
    if registers["ra"] != 0:
        return {**registers, "pc": registers["ra"]}
    at = registers["sp"]
    pushed = _words(at, len(_RISCV_INTERRUPT), word)
    registers |= dict(zip(_RISCV_INTERRUPT, pushed, strict=True))
    registers["sp"] = at + _RISCV_INTERRUPT_WORDS * word.sizeof
    return registers


def _named(context: Any, kind: Any) -> Iterator[tuple[str, int]]:
    """The registers that members represent."""
    for field in kind.fields():
        several = _RANGE.fullmatch(field.name)
        if field.name in _NO_REGISTERS:
            continue
        if several is None:
            yield field.name, int(context[field])
        else:
            first, last = int(several[2]), int(several[3])
            for number in range(first, last + 1):
                yield f"{several[1]}{number}", int(context[field][number - first])


def _words(at: int, count: int, word: Any) -> Sequence[int]:
    pointer = gdb.Value(at).cast(word.pointer())
    return [int(pointer[place]) for place in range(count)]


def _symbol(name: str) -> int:
    """The address of a place in the assembly of a port, which has no type; -1: it has none."""
    try:
        return int(gdb.parse_and_eval(f"(unsigned long)&{name}"))
    except gdb.error:
        return -1
