# SPDX-License-Identifier: Apache-2.0
"""The interface for live traces: reading the memory of a target while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["GoneError", "Probe", "Region", "UnreadableError"]


class UnreadableError(Exception):
    """The target does not have this memory, or not at present."""


class GoneError(UnreadableError):
    """The target has ended, or the connection to it is closed."""


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
            GoneError: the target does not exist any more.
        """
        ...

    def read(self, address: int, size: int) -> bytes:
        """Read this number of bytes, which the target may write at the same time.

        Raises:
            UnreadableError: the memory does not exist.
            GoneError: the target does not exist any more.
        """
        ...

    def close(self) -> None:
        """Release the resources of the probe; the target continues to run."""
        ...
