# SPDX-License-Identifier: Apache-2.0
"""Write a result atomically: its file has the complete content, or is unchanged.

After a full disk, Ctrl-C or an error, the previous file remains. A file that is not regular, such
as /dev/stdout or a pipe, is written directly.

A result may go to a folder in which others can write. Until it is complete, it is in a folder
beside its place that only this user can open, so that no other user can replace it by a link.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["place_whole", "private_folder", "write_whole", "written_whole"]

_ONLY_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_SHARED: Final = stat.S_ISVTX | stat.S_IWOTH  # as /tmp


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
    with place_whole(path) as temporary:
        is_plain = temporary is not path
        opened = os.open(temporary, _ONLY_NEW, 0o666) if is_plain else temporary
        with open(opened, "wb") as file:  # noqa: PTH123 - a descriptor has no path
            yield file


@contextmanager
def place_whole(path: Path) -> Iterator[Path]:
    """Do the same as written_whole for code that needs a path, at which no file exists yet."""
    try:
        _check_link(path)
        file = path.resolve()
        if file.exists() and not file.is_file():
            yield path
            return
        with private_folder(file) as folder:
            temporary = folder / file.name
            yield temporary
            if file.exists():
                temporary.chmod(file.stat().st_mode & 0o7777)
            temporary.replace(file)
    except OSError as error:
        error.filename = str(path)
        raise


@contextmanager
def private_folder(path: Path) -> Iterator[Path]:
    """A new folder of this user alone, beside a path. It is removed at the end of the block.

    Raises:
        OSError: it cannot be made.
    """
    with TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        yield Path(folder)


def _check_link(path: Path) -> None:
    """Refuse to follow a link that another user has put into a shared folder.

    Linux itself refuses to open one (fs.protected_symlinks), but not to read where it leads.

    Raises:
        OSError: there is one.
    """
    if not path.is_symlink():
        return
    folder, owner = path.parent.stat(), path.lstat().st_uid
    is_shared = folder.st_mode & _SHARED == _SHARED
    if is_shared and owner not in {os.geteuid(), folder.st_uid}:
        raise OSError(errno.EACCES, "it is a link of another user", str(path))
