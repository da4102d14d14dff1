# SPDX-License-Identifier: Apache-2.0
"""Values of the program by their types: where threads are, and which structure has a member."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import TYPE_CHECKING, Any

import gdb

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "address_of",
    "container",
    "enum_name",
    "frame_type",
    "start_at",
    "symbol_at",
    "text",
    "thread_variables",
    "variable_at",
]

_THREAD = "lm_thread"
# A symbol of .data or .bss, global or of a file.
_VARIABLE = re.compile(r"^\[ *\d+\] [DBdb] 0x\w+ (\w+)", re.MULTILINE)
_AGGREGATES = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


def address_of(value: Any) -> int:
    """The address of a value, or the one in a pointer."""
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        return int(value)
    return int(value.address)


def text(pointer: Any) -> str:
    """The text behind a pointer; empty for a null pointer."""
    return pointer.string("utf-8", "replace") if int(pointer) != 0 else ""


def enum_name(kind: str, number: int, prefix: str) -> str:
    """The name of a number of an enumeration, without its prefix."""
    for field in gdb.lookup_type(f"enum {kind}").fields():
        if field.enumval == number:
            return str(field.name).removeprefix(prefix)
    return str(number)


def container(kind: str, member: str, address: int) -> Any:
    """The structure whose member is at an address."""
    whole = gdb.lookup_type(f"struct {kind}")
    offset = next(field.bitpos // 8 for field in whole.fields() if field.name == member)
    return gdb.Value(address - offset).cast(whole.pointer()).dereference()


def frame_type(kind: str, function: str) -> Any:
    """Return a structure in the file of a function, because another file may have one of that name.

    gdb.lookup_type() would return the other one if gdb has read it first.
    """
    block = gdb.lookup_global_symbol(function).symtab.static_block()
    return next(symbol.type for symbol in block if symbol.name == kind and _is_structure(symbol))


def _is_structure(symbol: Any) -> bool:
    return bool(symbol.type.code == gdb.TYPE_CODE_STRUCT) and not symbol.is_variable


def variable_at(address: int) -> str:
    """The variable at an address, such as "worker" or "workers + 96"."""
    found = gdb.execute(f"info symbol {address}", to_string=True)
    name, _, section = str(found).partition(" in section ")
    return name if section else f"{address:#x}"


def symbol_at(address: int) -> str:
    """The name of the function, variable or label at or before an address; empty: there is none."""
    return _symbol_and_rest(address)[0]


def start_at(address: int) -> str:
    """The function whose first instruction is at an address; empty: there is none.

    gdb treats the address of each frame except the newest as the one after a call, so it would
    search the function before it.
    """
    name, rest = _symbol_and_rest(address)
    return "" if rest.startswith("+") else name


def _symbol_and_rest(address: int) -> tuple[str, str]:
    """Return the symbol at or before an address, and gdb's text after its name."""
    name, _, rest = str(gdb.execute(f"info symbol {address}", to_string=True)).partition(" ")
    return ("", "") if rest.startswith("symbol") else (_name_in_source(name, address), rest)


def _name_in_source(name: str, address: int) -> str:
    """Return the public name of a function that has two: gdb returns either of them."""
    block = gdb.block_for_pc(address) if name.endswith("_plain") else None
    while block is not None and not block.is_static:  # from the innermost inlined function outwards
        name = block.function.name if block.function is not None else name
        block = block.superblock
    return name


def thread_variables() -> Iterator[Any]:
    """The threads in the global and static variables of the program, also in parts of them."""
    program = gdb.current_progspace().filename
    if not all(symbol.is_valid() for symbol in _variables(program)):  # it was built again
        _variables.cache_clear()
    for symbol in _variables(program):
        yield from _threads_in(symbol.value())


@cache
def _variables(program: str) -> tuple[Any, ...]:
    """The variables with threads, which stay the same while the program does.

    Variables of libraries are left out: no library contains a thread. The names come from
    the symbol table of the program, because "info variables" reads the debug information of the C
    library, which takes seconds where it is installed.
    """
    own = gdb.lookup_objfile(program)
    symbols = f"maint print msymbols -objfile {shlex.quote(own.filename)}"
    names = set(_VARIABLE.findall(gdb.execute(symbols, to_string=True)))
    found: list[Any] = []
    for name in sorted(names):
        if own.lookup_static_symbol(name) is not None:
            found += gdb.lookup_static_symbols(name)
        found.append(own.lookup_global_symbol(name))
    return tuple(
        symbol
        for symbol in found
        if symbol is not None
        and symbol.is_variable
        and not symbol.needs_frame
        and _has_threads(symbol.type)
    )


def _has_threads(kind: Any) -> bool:
    kind = kind.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_ARRAY:
        return _has_threads(kind.target())
    if kind.code not in _AGGREGATES:
        return False
    return kind.tag == _THREAD or any(_has_threads(field.type) for field in kind.fields())


def _threads_in(value: Any) -> Iterator[Any]:
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_ARRAY:
        first, last = kind.range()
        for place in range(first, last + 1):
            yield from _threads_in(value[place])
    elif kind.tag == _THREAD:
        yield value
    else:
        for field in kind.fields():
            if _has_threads(field.type):
                yield from _threads_in(value[field])
