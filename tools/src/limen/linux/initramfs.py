# SPDX-License-Identifier: Apache-2.0
"""The first file system of a kernel: the same files always give the same bytes."""

from __future__ import annotations

import gzip
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["initramfs"]

_FOLDER: Final = 0o040755
_PROGRAM: Final = 0o100755
_END: Final = "TRAILER!!!"


def initramfs(files: Mapping[str, bytes]) -> bytes:
    """A packed archive (cpio, "newc") of files, all of them executable.

    Args:
        files: contents, by name without leading slash.
    """
    folders = {str(parent) for name in files for parent in PurePosixPath(name).parents} - {"."}
    entries = [
        *((name, _FOLDER, b"") for name in sorted(folders)),
        *((name, _PROGRAM, files[name]) for name in sorted(files)),
        (_END, 0, b""),
    ]
    packed = (_entry(number, *entry) for number, entry in enumerate(entries, 1))
    return gzip.compress(b"".join(packed), mtime=0)


def _entry(number: int, name: str, mode: int, data: bytes) -> bytes:
    """Header, name and contents, each padded to four bytes.

    >>> _entry(1, "a", _PROGRAM, b"xyz")[:14], len(_entry(1, "a", _PROGRAM, b"xyz"))
    (b'07070100000001', 116)
    """
    name_bytes = name.encode() + b"\0"
    nothing = (0,) * 4  # devices: that of the file, and the one that it represents
    owner, links, time = (0, 0), 1, 0
    fields = (number, mode, *owner, links, time, len(data), *nothing, len(name_bytes), 0)
    header = b"070701" + b"".join(b"%08x" % field for field in fields)
    return _padded(header + name_bytes) + _padded(data)


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)
