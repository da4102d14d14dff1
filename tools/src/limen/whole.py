# SPDX-License-Identifier: Apache-2.0
"""Write a result so that its file is there whole or not at all.

A full disk, Ctrl-C or an error leaves what was there before. What is not a regular file, such as
/dev/stdout or a pipe, is written as it is.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["place_whole", "write_whole", "written_whole"]


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file; see written_whole."""
    with written_whole(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write; it takes its name when the block ends without an exception.

    Args:
        path: of the file; an existing one is replaced and keeps its rights, a link stays one.

    Raises:
        OSError: it cannot be written; ``filename`` is path.
    """
    with place_whole(path) as temporary, temporary.open("wb") as file:
        yield file


@contextmanager
def place_whole(path: Path) -> Iterator[Path]:
    """As written_whole, for what wants a name: that of a file beside it."""
    file = path.resolve()
    is_plain = file.is_file() or not file.exists()
    temporary = file.with_name(f".{file.name}.{os.getpid()}") if is_plain else path
    try:
        yield temporary
        if is_plain:
            if file.exists():
                temporary.chmod(file.stat().st_mode & 0o7777)
            temporary.replace(file)
    except OSError as error:
        if error.filename in {None, str(temporary)}:
            error.filename = str(path)
        raise
    finally:
        if is_plain:
            temporary.unlink(missing_ok=True)
