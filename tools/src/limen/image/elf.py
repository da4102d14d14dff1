# SPDX-License-Identifier: Apache-2.0
"""The parts of an ELF file that must be in memory when the program starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from limen.errors import ImageError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Segment", "read_segments"]

_BITS: Final = 32


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes at an address.

    Attributes:
        address: load address of the first byte, which is not always the address at which it is
            used.
        data: not empty.
    """

    address: int
    data: bytes

    @property
    def end(self) -> int:
        """The address after the last byte.

        >>> Segment(16, b"ab").end
        18
        """
        return self.address + len(self.data)


def read_segments(elf: Path) -> tuple[Segment, ...]:
    """The loadable segments that are not empty, by address.

    Raises:
        ImageError: the file is not an executable for a 32-bit Arm processor.
    """
    try:
        with elf.open("rb") as stream:
            return _segments(elf, ELFFile(stream))
    except ELFError as error:
        raise ImageError(
            str(elf), f"this is not an ELF file ({error})", "name a program"
        ) from error
    except OSError as error:
        problem = f"it cannot be read ({error.strerror})"
        raise ImageError(str(elf), problem, "name a program, build/rp2040/bin/...") from error


def _segments(path: Path, elf: ELFFile) -> tuple[Segment, ...]:
    kind, machine = elf["e_type"], elf["e_machine"]
    if kind != "ET_EXEC" or machine != "EM_ARM" or elf.elfclass != _BITS or not elf.little_endian:
        problem = (
            f"this is {kind} for {machine}, {elf.elfclass} bits, and no program for the RP2040"
        )
        raise ImageError(str(path), problem, "build it with the preset rp2040 or rp2040-ram")
    loads = [segment for segment in elf.iter_segments() if segment["p_type"] == "PT_LOAD"]
    full = [Segment(load["p_paddr"], load.data()) for load in loads if load["p_filesz"] > 0]
    if sum(len(segment.data) for segment in full) < sum(load["p_filesz"] for load in loads):
        raise ImageError(str(path), "the end of the file is missing", "build it again")
    return tuple(sorted(full, key=lambda segment: segment.address))
