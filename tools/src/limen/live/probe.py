# SPDX-License-Identifier: Apache-2.0
"""What it takes to watch a target: reading its memory while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["GoneError", "Probe", "Region", "UnreadableError"]


class UnreadableError(Exception):
    """The target has no such memory, or not at present."""


class GoneError(UnreadableError):
    """The target has ended, or the way to it is closed."""


@dataclass(frozen=True, slots=True)
class Region:
    """Memory in which a trace may be.

    Attributes:
        address: of its first byte.
        size: in bytes.
    """

    address: int
    size: int


class Probe(Protocol):
    """Reads a target's memory. It never writes, and never stops the target."""

    def regions(self) -> Sequence[Region]:
        """The memory that the target can write to, as it is now.

        Raises:
            GoneError: there is no target any more.
        """
        ...

    def read(self, address: int, size: int) -> bytes:
        """So many bytes. The target may write to them meanwhile: they need not fit together.

        Raises:
            UnreadableError: there is no such memory.
            GoneError: there is no target any more.
        """
        ...

    def close(self) -> None:
        """Give back what the probe holds; the target runs on."""
        ...
