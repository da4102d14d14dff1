# SPDX-License-Identifier: Apache-2.0
"""Run programs of another release of Debian here, from a folder and without privileges.

They need a newer C library than this machine has. Each program is replaced by a script of the same
name that starts it by the dynamic loader of its own release, with the libraries of that. Programs
that start each other by path, as a compiler does, then start these scripts.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["is_dynamic_program", "make_runnable"]

_LIBRARIES: Final = "usr/lib/x86_64-linux-gnu"
_LOADER: Final = f"{_LIBRARIES}/ld-linux-x86-64.so.2"
_ORIGINAL: Final = ".elf"
_SCRIPT: Final = """#!/bin/sh
exec {loader} --library-path {libraries} --argv0 "$0" {original} "$@"
"""
_ELF64: Final = b"\x7fELF\x02\x01"  # 64 bits, little-endian
_HEADER_BYTES: Final = 64
_TABLE: Final = 0x20  # offset of the program headers; at 0x36 their size and number
_SIZES: Final = 0x36
_INTERPRETER: Final = 3  # PT_INTERP


def make_runnable(folder: Path, at: Path, system: Path) -> None:
    """Replace all programs below a folder.

    Args:
        folder: with the unpacked packages.
        at: its path when the programs are started.
        system: then: the root folder of the release, with its C library.
    """
    files = [path for path in sorted(folder.rglob("*")) if _is_file(path)]
    for path in filter(is_dynamic_program, files):
        original = path.with_name(path.name + _ORIGINAL)
        path.rename(original)
        path.write_text(
            _SCRIPT.format(
                loader=system / _LOADER,
                libraries=system / _LIBRARIES,
                original=at / original.relative_to(folder),
            ),
            encoding="utf-8",
        )
        path.chmod(0o755)


def _is_file(path: Path) -> bool:
    is_library = ".so" in path.suffixes or path.name.startswith("ld-linux")
    return path.is_file() and not path.is_symlink() and not is_library


def is_dynamic_program(path: Path) -> bool:
    """Return whether it is a program that needs a dynamic loader."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
        if len(header) < _HEADER_BYTES or not header.startswith(_ELF64):
            return False
        (table,) = struct.unpack_from("<Q", header, _TABLE)
        if table >= path.stat().st_size:
            return False
        size, number = struct.unpack_from("<HH", header, _SIZES)
        file.seek(table)
        entries = file.read(size * number)
    kinds = (
        struct.unpack_from("<I", entries, place)[0]
        for place in range(0, len(entries) - 3, max(size, 1))
    )
    return _INTERPRETER in kinds
