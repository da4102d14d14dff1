# SPDX-License-Identifier: Apache-2.0
"""User threads: the rights of each, and its frames in user mode behind those of the kernel.

A user thread that waits in a call, or that was preempted, has its newest frames on its kernel
stack. The oldest of them is the gate (ports/port_user.h), whose stack pointer is the context: the
frame behind it is that of the thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gdb
from gdb.unwinder import Unwinder, register_unwinder

from .memory import address_of, container, enum_name, symbol_at

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["install", "is_entry", "is_gate", "user_of", "what_it_may_use"]

# The gate and the way back, in user_switch.S of the ports.
_GATE = {"lm_user_gate", "lm_user_traps", "lm_user_return"}

# Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6 to B1.5.8.
_ARM_EXCEPTION = ("r0", "r1", "r2", "r3", "r12", "lr", "pc", "xpsr")
_ARM_PRESERVED = tuple(f"r{number}" for number in range(4, 12))
_ALIGNED = 1 << 9  # in the xPSR: four bytes were left free above it

_RISCV_PRESERVED = tuple(f"s{number}" for number in range(12))
_RISCV_RANGES = (("t0_to_t6", "t"), ("a0_to_a7", "a"))

_READ, _WRITE, _EXECUTE, _DEVICE = 1, 2, 4, 8  # LM_USER_READ ... in limen/user.h


class _Id:
    """The values by which gdb identifies a frame."""

    def __init__(self, sp: Any, pc: Any) -> None:
        self.sp = sp
        self.pc = pc


class _Gate(Unwinder):  # type: ignore[misc]
    """Puts the frames of user mode behind the gate."""

    def __init__(self) -> None:
        super().__init__("limen-user")

    def __call__(self, pending: Any) -> Any:
        counter, stack = pending.read_register("pc"), pending.read_register("sp")
        if not is_gate(int(counter)):
            return None
        kind = gdb.lookup_type("struct lm_user_context")
        context = stack.cast(kind.pointer()).dereference()
        if pending.architecture().name().startswith("riscv"):
            way_back = gdb.parse_and_eval("(unsigned long)&lm_user_return")
            registers = _of_riscv(pending, context, is_whole=int(counter) >= int(way_back))
        else:
            registers = _of_cortex_m(pending, context)
        info = pending.create_unwind_info(_Id(stack, counter))
        for name, value in registers:
            info.add_saved_register(name, value.cast(pending.read_register(name).type))
        return info


def install() -> None:
    """Make gdb know the frames of user mode."""
    register_unwinder(None, _Gate(), replace=True)


def is_gate(counter: int) -> bool:
    """Return whether a frame is the last one of the kernel: the one behind it is in user mode."""
    return symbol_at(counter) in _GATE


def is_entry(frame: Any, user: Any) -> bool:
    """Return whether it is the frame of the entry function, the oldest one of the thread."""
    function = frame.function()
    return function is not None and int(function.value().address) == int(user["entry"]) & ~1


def user_of(thread: Any) -> Any | None:
    """The user thread that a thread is; None: it has privileges."""
    try:
        user = container("lm_user_thread", "thread", address_of(thread))
    except gdb.error:  # the program has none
        return None
    is_user = int(thread["stack"]) == int(user["kernel_stack"].address)
    return user if is_user else None


def what_it_may_use(user: Any) -> Iterator[str]:
    """The regions of a thread, its grants, and its last fault."""
    for place in range(user["areas"].type.range()[1] + 1):
        area = user["areas"][place]
        begin, size = int(area["base"]), int(area["bytes"])
        if size == 0:
            break
        yield f"region {begin:#x} to {begin + size:#x}: {_access(int(area['access']))}"
    for handle in range(int(user["grant_count"])):
        yield f"handle {handle}: {_grant(user['grants'][handle])}"
    if int(user["faults"]) > 0:
        fault = user["fault"]
        cause = enum_name("lm_user_cause", int(fault["cause"]), "LM_USER_").lower()
        at = f"address {int(fault['address']):#x}, pc {int(fault['pc']):#x}"
        yield f"faults: {int(user['faults'])}, the last one: {cause.replace('_', ' ')}, {at}"


def _access(bits: int) -> str:
    names = ((_READ, "read"), (_WRITE, "write"), (_EXECUTE, "execute"), (_DEVICE, "device"))
    return ", ".join(name for bit, name in names if bits & bit)


def _grant(grant: Any) -> str:
    """An object by its variable, and the calls that are allowed with it."""
    calls = gdb.parse_and_eval("lm_user_object_calls")
    rights = int(grant["rights"])
    allowed = [
        symbol_at(int(calls[number])).removeprefix("lm_")
        for number in range(1, calls.type.range()[1] + 1)
        if rights & 1 << (number - 1)
    ]
    return f"{symbol_at(int(grant['object']))}: {', '.join(allowed)}"


def _of_cortex_m(pending: Any, context: Any) -> Iterator[tuple[str, Any]]:
    word = gdb.lookup_type("unsigned int")
    frame = gdb.Value(int(context["frame"])).cast(word.pointer())
    pushed = {name: frame[place] for place, name in enumerate(_ARM_EXCEPTION)}
    yield from pushed.items()
    top = int(context["frame"]) + len(_ARM_EXCEPTION) * word.sizeof
    yield "sp", gdb.Value(top + word.sizeof * bool(int(pushed["xpsr"]) & _ALIGNED))
    for name in _ARM_PRESERVED:
        yield name, pending.read_register(name)


def _of_riscv(pending: Any, context: Any, *, is_whole: bool) -> Iterator[tuple[str, Any]]:
    """is_whole: an interrupt has left the thread, so that all registers are in the context."""
    for name in ("pc", "sp"):
        yield name, context[name]
    for name in _RISCV_PRESERVED:
        yield name, pending.read_register(name)
    if is_whole:
        yield "ra", context["ra"]
        yield "gp", context["gp"]
        for field, letter in _RISCV_RANGES:
            for number in range(context[field].type.range()[1] + 1):
                yield f"{letter}{number}", context[field][number]
