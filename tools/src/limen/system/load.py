# SPDX-License-Identifier: Apache-2.0
"""Load a system from a file of any kind that describes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.errors import DescriptionError, TraceError
from limen.system.observed import observed_system
from limen.system.table import parse_csv
from limen.system.toml import parse_toml
from limen.trace import open_trace

if TYPE_CHECKING:
    from pathlib import Path

    from limen.system.model import System

__all__ = ["FILE_BYTES_MAX", "load_system", "parse_system", "read_content"]

# A system of 50,000 threads; more is a mistake, and would take minutes.
FILE_BYTES_MAX: Final = 8 << 20

_PARSERS: Final = {".toml": parse_toml, ".csv": parse_csv}


def load_system(path: Path) -> System:
    """The system that a file describes.

    Threads of a file without priorities get them by their deadlines (deadline-monotonic, equal ones
    in the order of the file); ``System.notes`` says so then.

    A trace gives the system that was observed; ``System.origin`` and ``System.notes`` say so.

    Args:
        path: of a ``.toml`` or ``.csv`` file, or of a trace of any kernel.

    Raises:
        DescriptionError: it cannot be read, or describes no valid system.
        TraceError: the file is not a valid trace.
    """
    if path.suffix in _PARSERS:
        return parse_system(read_content(path), path)
    try:
        return observed_system(open_trace(path), path.stem)
    except TraceError as error:
        place, problem, remedy = error.args
        kinds = " or ".join(_PARSERS)
        raise TraceError(place, problem, f"{remedy}; {kinds} files describe systems") from error


def read_content(path: Path) -> bytes:
    """The content of a file that may describe a system.

    Raises:
        DescriptionError: it cannot be read, or is too large.
    """
    if path.suffix not in _PARSERS:
        problem = "only a description of a system can be changed"
        raise DescriptionError(str(path), problem, f"write a new {' or '.join(_PARSERS)} file")
    try:
        size = path.stat().st_size
        if size > FILE_BYTES_MAX:
            problem = f"it has {size} bytes, and a description has at most {FILE_BYTES_MAX}"
            raise DescriptionError(str(path), problem, "describe fewer threads")
        return path.read_bytes()
    except OSError as error:
        problem = f"it cannot be read ({error.strerror})"
        raise DescriptionError(str(path), problem, "name another file") from error


def parse_system(content: bytes, path: Path) -> System:
    """The system that the content of a file describes.

    Args:
        content: in UTF-8.
        path: of the file; its suffix is the kind of content.

    Raises:
        DescriptionError: it describes no valid system.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = f"byte {error.start} is not UTF-8"
        raise DescriptionError(f"{path}: line {line}", problem, "save it as UTF-8") from error
    return _PARSERS[path.suffix](text, str(path), path.stem)
