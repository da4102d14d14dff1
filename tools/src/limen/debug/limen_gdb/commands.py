# SPDX-License-Identifier: Apache-2.0
"""The commands: ``limen threads``, ``limen why``, ``limen bt THREAD``, ``limen user THREAD``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gdb

from .kernel import name_of, running, standings, state_of, thread_named, threads
from .memory import address_of, start_at
from .standing import reason
from .unwind import entry_of, frames_of, install
from .user import install as install_user
from .user import is_entry, is_gate, user_of, what_it_may_use

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .standing import Standing

__all__ = ["add_commands"]

_HEADS = ("thread", ">priority", ">threshold", ">level", "state", "waits for", ">since", ">stack")


def add_commands() -> None:
    """Make the commands known to gdb."""
    install()
    install_user()
    for made in (_Limen, _Threads, _Why, _Backtrace, _User):
        made()


class _Limen(gdb.Command):  # type: ignore[misc]
    """Show the kernel: limen threads, limen why, limen bt THREAD, limen user THREAD."""

    def __init__(self) -> None:
        super().__init__("limen", gdb.COMMAND_STATUS, prefix=True)


class _Threads(gdb.Command):  # type: ignore[misc]
    """List the threads: urgency, state, what each waits for and since when, and its stack.

    Times are in ticks. Since when is known if the program records a trace.
    """

    def __init__(self) -> None:
        super().__init__("limen threads", gdb.COMMAND_STATUS)

    def invoke(self, _argument: str, _from_tty: bool) -> None:  # noqa: FBT001 - as gdb calls it
        rows = [_HEADS, *(_row(standing) for standing in standings())]
        for line in _columns(rows):
            gdb.write(f"{line}\n")
        if running() is None:
            gdb.write("the processor is idle\n")


class _Why(gdb.Command):  # type: ignore[misc]
    """Say why the running thread runs, and why each other thread does not."""

    def __init__(self) -> None:
        super().__init__("limen why", gdb.COMMAND_STATUS)

    def invoke(self, _argument: str, _from_tty: bool) -> None:  # noqa: FBT001 - as gdb calls it
        known = standings()
        now = next((standing for standing in known if standing.is_running), None)
        if now is None:
            gdb.write("the processor is idle: no thread is ready\n")
        for standing in sorted(known, key=lambda each: not each.is_running):
            verb = "runs" if standing.is_running else "does not run"
            gdb.write(f"{standing.name} {verb}: {reason(standing, now)}\n")


class _Backtrace(gdb.Command):  # type: ignore[misc]
    """Show where a thread is: limen bt THREAD, by name or number; without one, all threads."""

    def __init__(self) -> None:
        super().__init__("limen bt", gdb.COMMAND_STACK)

    def invoke(self, argument: str, _from_tty: bool) -> None:  # noqa: FBT001 - as gdb calls it
        name = argument.strip()
        for thread in [thread_named(name)] if name else threads():
            gdb.write(f"thread {name_of(thread)}\n")
            _show(thread)


class _User(gdb.Command):  # type: ignore[misc]
    """Show regions, grants, faults and registers: limen user THREAD; without one, of each."""

    def __init__(self) -> None:
        super().__init__("limen user", gdb.COMMAND_DATA)

    def invoke(self, argument: str, _from_tty: bool) -> None:  # noqa: FBT001 - as gdb calls it
        name = argument.strip()
        for thread in [thread_named(name)] if name else threads():
            user = user_of(thread)
            if user is not None:
                gdb.write(f"thread {name_of(thread)}\n")
                for line in (*what_it_may_use(user), *_user_registers(thread)):
                    gdb.write(f"  {line}\n")
            elif name:
                gdb.write(f"thread {name} has privileges\n")


def _user_registers(thread: Any) -> Iterator[str]:
    """The registers of a thread in user mode, if it does not run and has begun."""
    now = running()
    if now is not None and address_of(now) == address_of(thread):
        return
    if state_of(thread) == "TERMINATED" or entry_of(thread) is not None:
        return
    is_behind_gate = False
    for frame in frames_of(thread):
        if is_behind_gate:
            names = [register.name for register in frame.architecture().registers("general")]
            values = {name: frame.read_register(name) for name in names}
            known = [
                f"{name} {int(value) & (1 << 8 * value.type.sizeof) - 1:#x}"
                for name, value in values.items()
                if not value.is_optimized_out  # a call need not keep it
            ]
            yield from (" ".join(known[at : at + 8]) for at in range(0, len(known), 8))
            return
        is_behind_gate = is_gate(int(frame.pc()))


def _show(thread: Any) -> None:
    """The frames of a thread."""
    now = running()
    if now is not None and address_of(now) == address_of(thread):
        gdb.execute("backtrace")
    elif state_of(thread) == "TERMINATED":
        gdb.write("it has ended\n")
    elif (entry := entry_of(thread)) is not None:
        gdb.write(f"#0  {entry} (), which has not begun\n")
    else:
        _show_frames(thread, user_of(thread))


def _show_frames(thread: Any, user: Any | None) -> None:
    is_behind_gate = False
    for number, frame in enumerate(frames_of(thread)):
        counter = int(frame.pc())
        start = start_at(counter) if is_behind_gate else ""
        shown = f"{counter:#x} in {start} ()" if start else _frame(frame)
        gdb.write(f"#{number:<3}{shown}\n")
        if user is not None and ((is_behind_gate and start) or is_entry(frame, user)):
            return
        is_behind_gate = user is not None and is_gate(counter)


def _frame(frame: Any) -> str:
    place = frame.find_sal()
    name = frame.name() or "??"
    if place.symtab is None:
        return f"{frame.pc():#x} in {name} ()"
    return (
        f"{frame.pc():#x} in {name} ({_arguments(frame)}) at {place.symtab.filename}:{place.line}"
    )


def _arguments(frame: Any) -> str:
    try:
        block = frame.block()
    except RuntimeError:  # the frame has no symbols
        return ""
    while block.function is None and block.superblock is not None:
        block = block.superblock
    shown = []
    for symbol in block:
        if symbol.is_argument:
            value = frame.read_var(symbol, block)
            shown.append(f"{symbol.name}={value.format_string(max_elements=8, symbols=True)}")
    return ", ".join(shown)


def _row(standing: Standing) -> tuple[str, ...]:
    raised = standing.priority != standing.base_priority
    priority = f"{standing.priority} ({standing.base_priority})" if raised else standing.priority
    until = "" if standing.until is None else f", until {standing.until:,}"
    return (
        standing.name,
        str(priority),
        str(standing.threshold),
        str(standing.level),
        standing.state_shown,
        f"{standing.waits_for}{until}",
        "" if standing.since is None else f"{standing.since:,}",
        f"{standing.stack_used:,} of {standing.stack_bytes:,}",
    )


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines of a table; a head that begins with ``>`` is that of numbers."""
    rights = [head.startswith(">") for head in rows[0]]
    cells = [[cell.removeprefix(">") for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, rights, strict=True)
        ).rstrip()
        for row in cells
    ]
