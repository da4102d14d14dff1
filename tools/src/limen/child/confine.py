# SPDX-License-Identifier: Apache-2.0
"""Confine a program to one folder: it can read others, but not write, and has no TCP.

This uses Linux's Landlock, which needs no privileges. A kernel without it (before 5.13, or with
another configuration) confines nothing; a kernel with a part of it confines this part.
"""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path
from typing import Final

__all__ = ["can_confine", "enter", "ruleset"]

# The numbers are those of all processors. Source: Linux, include/uapi/linux/landlock.h, prctl.h.
_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_VERSION: Final = 1
_PATH_BENEATH: Final = 1
_NO_NEW_PRIVILEGES: Final = 38

_WRITE_FILE: Final = 1 << 1
_CHANGE_FOLDERS: Final = sum(1 << bit for bit in range(4, 13))  # remove and make files
_REFER: Final = 1 << 13  # move between folders, since version 2
_TRUNCATE: Final = 1 << 14  # since version 3
_TCP: Final = 0b11  # bind and connect, since version 4
_SINCE: Final = {2: _REFER, 3: _TRUNCATE}
_TCP_SINCE: Final = 4
_DEVICES: Final = Path("/dev")

_libc: Final = ctypes.CDLL(None, use_errno=True)


def can_confine() -> bool:
    """Return whether the kernel of this machine can confine programs."""
    return _version() >= 1


def _version() -> int:
    if os.uname().sysname != "Linux":
        return 0
    return int(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION))


def ruleset(folder: Path) -> int | None:
    """Rules that let a program write to one folder and to devices, as a file descriptor.

    Returns:
        None if the kernel cannot confine programs.

    Raises:
        OSError: the folder does not exist.
    """
    version = _version()
    if version < 1:
        return None
    files = _WRITE_FILE | _CHANGE_FOLDERS
    files |= sum(right for since, right in _SINCE.items() if version >= since)
    handled = struct.pack("=QQ", files, _TCP) if version >= _TCP_SINCE else struct.pack("=Q", files)
    rules = _checked(
        _libc.syscall(_CREATE_RULESET, handled, ctypes.c_size_t(len(handled)), 0), folder
    )
    try:
        _allow(rules, folder, files)
        _allow(rules, _DEVICES, files & (_WRITE_FILE | _TRUNCATE))
    except OSError:
        os.close(rules)
        raise
    return rules


def _allow(rules: int, folder: Path, rights: int) -> None:
    place = os.open(folder, os.O_PATH | os.O_CLOEXEC | os.O_DIRECTORY)
    try:
        rule = struct.pack("=Qi", rights, place)
        _checked(_libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0), folder)
    finally:
        os.close(place)


def _checked(result: int, place: Path) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(place))
    return result


def enter(rules: int) -> None:
    """Confine this process permanently.

    It can be called in a new process, because it makes only two system calls.

    Raises:
        OSError: the kernel refuses.
    """
    place = Path()
    _checked(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), place)
    _checked(_libc.syscall(_RESTRICT_SELF, rules, 0), place)
