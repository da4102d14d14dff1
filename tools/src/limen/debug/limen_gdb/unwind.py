# SPDX-License-Identifier: Apache-2.0
"""The frames of a thread that does not run, from the context that the port has saved.

gdb unwinds from its newest frame. While a thread is shown, the frame behind the newest one has the
registers of the saved context. Nothing in the program changes, so this works for a core file, too.

The layout of a context is a structure of the port: struct lm_host_context, whose members are named
after registers, and struct frame of the ports for boards. What an exception pushes is determined by
the processor (Armv7-M Architecture Reference Manual, B1.5.6).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import gdb
from gdb.unwinder import Unwinder, register_unwinder

from .memory import frame_type

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["frames_of", "install"]

_RANGE = re.compile(r"r(\d+)_to_r(\d+)")
_EXCEPTION_FRAME = ("r0", "r1", "r2", "r3", "r12", "lr", "pc", "xpsr")
_EXCEPTION_ALIGNED = 1 << 9  # in the xPSR: four bytes were left free above it
_THUMB = 1 << 24  # of the xPSR: the only state of these processors
_NO_REGISTERS = ("working", "unused", "returns_to", "d8_to_d15")
_HOSTS = {"i386:x86-64": ("rip", "rsp"), "i386": ("eip", "esp"), "aarch64": ("pc", "sp")}


class _Id:
    """What gdb identifies a frame by."""

    def __init__(self, sp: Any, pc: Any) -> None:
        self.sp = sp
        self.pc = pc


class _Saved(Unwinder):  # type: ignore[misc]
    """Puts the frames of a thread behind the newest frame, while there are registers."""

    registers: dict[str, int] | None = None
    context: int = 0

    def __init__(self) -> None:
        super().__init__("limen")

    def __call__(self, pending: Any) -> Any:
        if self.registers is None or pending.level() != 0:
            return None
        # gdb ends a backtrace where a stack seems to go back: the frame is said to be on this one.
        counter = pending.read_register("pc")
        stack = gdb.Value(self.context).cast(counter.type)
        info = pending.create_unwind_info(_Id(stack, counter))
        for name, number in self.registers.items():
            kind = pending.read_register(name).type
            info.add_saved_register(name, gdb.Value(number).cast(kind))
        return info


_SAVED = _Saved()


def install() -> None:
    """Make gdb know the contexts of the kernel."""
    register_unwinder(None, _SAVED, replace=True)


def frames_of(thread: Any) -> Iterator[Any]:
    """The frames of a thread that does not run, from the newest one on. Use each one at once."""
    architecture = gdb.selected_frame().architecture().name()
    at = int(thread["stack_pointer"])
    registers = _of_host(architecture, at) if architecture in _HOSTS else _of_board(at)
    _SAVED.registers, _SAVED.context = registers, at
    gdb.invalidate_cached_frames()
    try:
        frame = gdb.newest_frame().older()
        while frame is not None and frame.is_valid():
            yield frame
            frame = frame.older()
    finally:
        _SAVED.registers = None
        gdb.invalidate_cached_frames()


def _of_host(architecture: str, at: int) -> dict[str, int]:
    counter, stack_pointer = _HOSTS[architecture]
    kind = gdb.lookup_type("struct lm_host_context")
    context = gdb.Value(at).cast(kind.pointer()).dereference()
    registers = {
        field.name: int(context[field])
        for field in kind.fields()
        if field.name not in _NO_REGISTERS
    }
    registers[counter] = int(context["returns_to"])
    registers[stack_pointer] = at + kind.sizeof
    if registers[counter] == _symbol("swapped"):
        # The word above the context is where the call of the thread returns: switch_*.S.
        word = gdb.lookup_type("unsigned long").pointer()
        registers[counter] = int(gdb.Value(at + kind.sizeof).cast(word).dereference())
        registers[stack_pointer] += 16 if architecture == "aarch64" else word.target().sizeof
    return registers


def _of_board(at: int) -> dict[str, int]:
    kind = frame_type("frame", "lm_port_prepare")
    context = gdb.Value(at).cast(kind.pointer()).dereference()
    registers = dict(_named(context, kind))
    registers["sp"] = at + kind.sizeof
    if registers["lr"] & ~1 == _symbol("resume_preempted") & ~1:
        registers |= _of_exception(registers["sp"])
    else:
        registers["pc"] = registers["lr"] & ~1
    return {**registers, "xpsr": _THUMB}


def _named(context: Any, kind: Any) -> Iterator[tuple[str, int]]:
    """The registers that members stand for."""
    for field in kind.fields():
        several = _RANGE.fullmatch(field.name)
        if several is not None:
            first, last = int(several[1]), int(several[2])
            yield from ((f"r{n}", int(context[field][n - first])) for n in range(first, last + 1))
        else:
            yield ("r0" if field.name == "result" else field.name), int(context[field])


def _of_exception(at: int) -> dict[str, int]:
    """What the processor pushed when an interrupt preempted the thread."""
    word = gdb.lookup_type("unsigned int")
    frame = gdb.Value(at).cast(word.pointer())
    registers = {name: int(frame[place]) for place, name in enumerate(_EXCEPTION_FRAME)}
    aligned = 4 if registers.pop("xpsr") & _EXCEPTION_ALIGNED else 0
    registers["sp"] = at + len(_EXCEPTION_FRAME) * word.sizeof + aligned
    return registers


def _symbol(name: str) -> int:
    """The address of a place in the assembly of a port; it has no type."""
    try:
        return int(gdb.parse_and_eval(f"(unsigned long)&{name}"))
    except gdb.error:
        return -1
