# SPDX-License-Identifier: Apache-2.0
"""Stores the collected records in a file, so that memory stays small in long runs."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Final

from limen.trace.format import RECORD_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["RECORDS_MAX", "Spool"]

# For a file of 1 GiB; beyond it the oldest records are dropped.
RECORDS_MAX: Final = 1 << 26
_COPY_RECORDS: Final = 1 << 16


class Spool:
    """Records in the order in which they were recorded."""

    def __init__(self, folder: Path | None = None, records_max: int = RECORDS_MAX) -> None:
        """Make an empty one.

        Args:
            folder: for the file, which has no name there; None: the system's for temporary files.
            records_max: capacity.
        """
        # Closed by close; the collector keeps it open during the whole run.
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
        self._records_max = records_max
        self._made = 0

    def __len__(self) -> int:
        return min(self._made, self._records_max)

    @property
    def made(self) -> int:
        """Number of records that were ever added."""
        return self._made

    def clear(self) -> None:
        """Remove all records."""
        self._file.truncate(0)
        self._made = 0

    def append(self, content: bytes) -> None:
        """Add records."""
        content = content[-self._records_max * RECORD_BYTES :]
        at = 0
        while at < len(content):
            place = self._made % self._records_max
            room = (self._records_max - place) * RECORD_BYTES
            piece = content[at : at + room]
            self._file.seek(place * RECORD_BYTES)
            self._file.write(piece)
            self._made += len(piece) // RECORD_BYTES
            at += len(piece)

    def pieces(self, begin: int, end: int) -> Iterator[bytes]:
        """Records begin .. end-1 of those that are here, counted from the oldest one."""
        oldest = self._made - len(self)
        while begin < end:
            place = (oldest + begin) % self._records_max
            count = min(end - begin, self._records_max - place, _COPY_RECORDS)
            self._file.seek(place * RECORD_BYTES)
            yield self._file.read(count * RECORD_BYTES)
            begin += count

    def newest(self, count: int) -> bytes:
        """Return the newest records: this number, or all stored ones."""
        return b"".join(self.pieces(max(0, len(self) - count), len(self)))

    def close(self) -> None:
        """Release the file."""
        self._file.close()
