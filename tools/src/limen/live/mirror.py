# SPDX-License-Identifier: Apache-2.0
"""The memory of the emulated RP2040: the copy that the emulator writes to a file (--memory).

The runner replaces the file as a whole between two instructions: each copy fits together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.live.probe import Region, UnreadableError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MirrorProbe"]

_SRAM: Final = 0x2000_0000


class MirrorProbe:
    """A file with the bytes of one region."""

    def __init__(self, path: Path, address: int = _SRAM) -> None:
        """Name a file; it need not be there yet.

        Args:
            path: of the copy.
            address: of its first byte in the target.
        """
        self._path = path
        self._address = address

    def regions(self) -> list[Region]:
        """The region; an empty list until the first copy exists."""
        try:
            return [Region(self._address, self._path.stat().st_size)]
        except OSError:
            return []

    def read(self, address: int, size: int) -> bytes:
        """See Probe."""
        try:
            with self._path.open("rb") as file:
                file.seek(address - self._address)
                content = file.read(size)
        except (OSError, ValueError) as error:
            raise UnreadableError from error
        if len(content) != size:
            raise UnreadableError
        return content

    def close(self) -> None:
        """See Probe."""
