# SPDX-License-Identifier: Apache-2.0
"""Open a trace of any origin: the first bytes identify it, otherwise its name."""

from __future__ import annotations

import mmap
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING, Final

from limen.engine import engine
from limen.errors import TraceError
from limen.trace.model import Trace
from limen.trace.native import open_native
from limen.trace.trx.model import TrxTrace

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "looks_like_trx",
    "open_trace",
    "parse_trace",
    "parse_trx",
    "place_of",
    "read_trace",
    "read_trx",
]

_TRX: Final = ".trx"
_METADATA: Final = "metadata"  # of a trace in the Common Trace Format
_BYTES_READ_MAX: Final = 1 << 30  # a longer file is mapped, because it may be longer than memory
_FILES_MAX: Final = 64  # in a folder without metadata: a recording of each core, and notes


def looks_like_trx(start: bytes) -> bool:
    """Return whether these first bytes (32 are enough) belong to a trace of ThreadX, in any form.

    >>> looks_like_trx(b"BTXT...."), looks_like_trx(b":10000000"), looks_like_trx(b"LIMN")
    (True, True, False)
    """
    return bool(engine().looks_like_trx(start))


def open_trace(path: Path | Sequence[Path], wrap: int | None = None) -> Trace | TrxTrace:
    """Read a trace of Limen, of ThreadX or of another kernel.

    Args:
        path: a memory image of the trace buffer; bytes after the ring are ignored. One of ThreadX
            may also be Intel HEX, S-records or plain digits. Of another kernel: a file, an archive
            or a folder in a format of docs/other-kernels.md; or several files of one trace.
        wrap: ThreadX: ticks after which the clock wraps, for clocks whose mask does not contain it.

    Raises:
        TraceError: it cannot be read, or is not a valid trace.
    """
    paths = [path] if isinstance(path, Path) else list(path)
    is_threadx = len(paths) == 1 and paths[0].suffix.lower() == _TRX
    is_one = len(paths) == 1
    files = dict.fromkeys(file for one in paths for file in _files_of(one, is_one=is_one))
    contents = [(file.name, _content(file, is_threadx=is_threadx)) for file in files]
    return _parsed(contents, place_of(paths), wrap)


def place_of(paths: Path | Sequence[Path]) -> str:
    """The name of a trace of one file or of several, for messages."""
    return str(paths) if isinstance(paths, Path) else ", ".join(map(str, paths))


def read_trace(path: Path) -> Trace:
    """Read a trace file of Limen; see open_trace."""
    return parse_trace(_content(path, is_threadx=False), str(path))


def parse_trace(image: bytes | mmap.mmap, place: str = "trace") -> Trace:
    """Read a trace of Limen from memory.

    Args:
        image: the bytes of the buffer; further bytes after them are ignored.
        place: its name in messages.

    Raises:
        TraceError: it is not a valid trace.
    """
    trace = _parsed([("", image)], place)
    if isinstance(trace, Trace):
        return trace
    raise TraceError(place, "this is a trace of ThreadX", "call open_trace or parse_trx")


def read_trx(path: Path, wrap: int | None = None) -> TrxTrace:
    """Read a trace file of ThreadX; see open_trace."""
    return parse_trx(_content(path, is_threadx=True), str(path), wrap)


def parse_trx(
    content: bytes | mmap.mmap, place: str = "trace", wrap: int | None = None
) -> TrxTrace:
    """Read a trace of ThreadX from memory.

    Args:
        content: the bytes of a file.
        place: its name in messages.
        wrap: see open_trace.

    Raises:
        TraceError: it is not a valid trace.
    """
    trace = _parsed([(_TRX, content)], place, wrap)
    if isinstance(trace, TrxTrace):
        return trace
    problem = f"this is a trace of {trace.kernel}"
    raise TraceError(place, problem, "call open_trace or parse_trace")


def _parsed(
    files: list[tuple[str, bytes | mmap.mmap]], place: str, wrap: int | None = None
) -> Trace | TrxTrace:
    native = open_native(files, wrap, place)
    return Trace.of(native) if native.header()["origin"] == "limen" else TrxTrace.of(native)


def _files_of(path: Path, *, is_one: bool) -> list[Path]:
    """A file, with the metadata beside it; those of a folder, of which hidden ones do not count.

    If the only path is that of metadata, its folder is meant.

    Without metadata, the files of a folder are one trace only if they are few: a folder of many
    files was named by mistake.
    """
    beside = path.parent / _METADATA
    if not path.is_dir():
        if path.name != _METADATA or not is_one:
            return [path, beside] if path.suffix == "" and beside.is_file() else [path]
        path = path.parent
    found = sorted(file for file in path.iterdir() if file.is_file() and file.name[0] != ".")
    if len(found) > _FILES_MAX and path / _METADATA not in found:
        problem = f"this folder has {len(found)} files, and none of them is {_METADATA}"
        raise TraceError(str(path), problem, "name one file, or a folder with the files of a trace")
    if not found:
        problem = "this folder has no files"
        raise TraceError(str(path), problem, "name one file, or a folder with the files of a trace")
    return found


def _content(path: Path, *, is_threadx: bool) -> bytes | mmap.mmap:
    try:
        status = path.stat()
        is_folder = S_ISDIR(status.st_mode)  # the attempt to open it reports the error
        if not S_ISREG(status.st_mode) and (is_threadx or not is_folder):
            raise TraceError(str(path), "this is not a regular file", "name a trace file")
        with path.open("rb") as file:
            if status.st_size > _BYTES_READ_MAX:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            return file.read()
    except (OSError, ValueError) as error:  # ValueError: it has become empty since then
        reason = getattr(error, "strerror", None) or "it cannot be read"
        raise TraceError(str(path), reason, "name a trace file") from error
