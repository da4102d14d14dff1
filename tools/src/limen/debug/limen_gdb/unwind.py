# SPDX-License-Identifier: Apache-2.0
"""The frames of a thread that does not run, from the context that the port has saved.

gdb unwinds from its newest frame. While a thread is shown, the frame behind the newest one has the
registers of the saved context. Nothing in the program changes, so this works for a core file, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gdb
from gdb.unwinder import Unwinder, register_unwinder

from .contexts import saved_registers
from .memory import start_at

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["entry_of", "frames_of", "install"]


class _Id:
    """The values by which gdb identifies a frame."""

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


def entry_of(thread: Any) -> str | None:
    """The function at whose first instruction a thread continues, as one that has not run does."""
    registers = _registers(thread)
    counter = next(registers[name] for name in ("pc", "rip", "eip") if name in registers)
    return start_at(counter) or None


def _registers(thread: Any) -> dict[str, int]:
    architecture = gdb.selected_frame().architecture().name()
    return saved_registers(architecture, int(thread["stack_pointer"]))


def frames_of(thread: Any) -> Iterator[Any]:
    """The frames of a thread that does not run, from the newest one on. Use each one at once."""
    _SAVED.registers, _SAVED.context = _registers(thread), int(thread["stack_pointer"])
    gdb.invalidate_cached_frames()
    try:
        frame = gdb.newest_frame().older()
        while frame is not None and frame.is_valid():
            yield frame
            frame = frame.older()
    finally:
        _SAVED.registers = None
        gdb.invalidate_cached_frames()
