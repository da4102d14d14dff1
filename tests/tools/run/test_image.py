# SPDX-License-Identifier: Apache-2.0
"""Goal: the files for the RP2040's bootrom are valid, and the bootrom would start them.

Method: the checksum against a register that shifts bit by bit; files that are read back; one tiny
file against the specification of UF2, byte by byte; each kind of error.
"""

from __future__ import annotations

import struct
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.cli import main
from limen.errors import ImageError
from limen.image import (
    BOOT2_BYTES,
    FAMILY_RP2040,
    Segment,
    check_image,
    decode,
    encode,
    is_boot2,
    read_segments,
)
from limen.image.boot2 import checksum, with_checksum

PAGE = 256
BLOCK = 512
RAM = 0x20000000
FLASH = 0x10000000
SCRIPT = Path(sys.modules[checksum.__module__].__file__ or "")


def crc_bit_by_bit(data: bytes) -> int:
    """Long division of the message by the polynomial, as on paper: no table, no shortcuts."""
    number = int.from_bytes(data, "big") << 32
    number ^= 0xFFFFFFFF << (8 * len(data))
    for bit in reversed(range(32, 32 + 8 * len(data))):
        if number >> bit & 1:
            number ^= 0x104C11DB7 << (bit - 32)
    return number


@given(st.binary(min_size=4, max_size=300))
def test_checksum_is_the_remainder_of_a_division(data: bytes) -> None:
    assert checksum(data) == crc_bit_by_bit(data)


@given(st.binary(min_size=1, max_size=252))
def test_boot2_gets_its_checksum(code: bytes) -> None:
    sector = with_checksum(code)
    assert len(sector) == BOOT2_BYTES
    assert sector.startswith(code)
    assert is_boot2(sector)
    assert not is_boot2(sector[:-1])
    assert not is_boot2(bytes([sector[0] ^ 1]) + sector[1:])


@pytest.mark.parametrize("size", [0, 253])
def test_boot2_has_a_size(size: int) -> None:
    with pytest.raises(ValueError, match=f"has {size} bytes; it can have 1 to 252"):
        with_checksum(bytes(size))


def test_boot2_is_completed_without_our_environment(tmp_path: Path) -> None:
    code = bytes(range(40))
    (tmp_path / "in").write_bytes(code)
    command = [sys.executable, "-I", "-S", str(SCRIPT), f"{tmp_path}/in", f"{tmp_path}/out.S"]
    subprocess.run(command, check=True)
    lines = (tmp_path / "out.S").read_text().splitlines()
    assert lines[0].split() == [".section", ".boot2,", '"a"']
    words = [int(line.split()[1], 16) for line in lines[1:]]
    assert struct.pack("<64I", *words) == with_checksum(code)
    (tmp_path / "in").write_bytes(bytes(300))
    answer = subprocess.run(command, check=False, capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr == f"{tmp_path}/in: boot2 has 300 bytes; it can have 1 to 252\n"


def test_tiny_file() -> None:
    """Two bytes across the border of two pages."""
    head = struct.Struct("<8I")
    blocks = [
        head.pack(0x0A324655, 0x9E5D5157, 0x2000, RAM, 256, 0, 2, 0xE48BFF56)
        + (bytes(255) + b"A").ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30),
        head.pack(0x0A324655, 0x9E5D5157, 0x2000, RAM + 256, 256, 1, 2, 0xE48BFF56)
        + b"B".ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30),
    ]
    assert encode([Segment(RAM + 255, b"AB")]) == b"".join(blocks)


@st.composite
def images(draw: st.DrawFn) -> list[Segment]:
    """Return segments that do not overlap, in order."""
    segments = []
    at = RAM
    for _ in range(draw(st.integers(1, 5))):
        at += draw(st.integers(0, 700))
        data = draw(st.binary(min_size=1, max_size=700))
        segments.append(Segment(at, data))
        at += len(data)
    return segments


def memory(segments: list[Segment] | tuple[Segment, ...]) -> dict[int, int]:
    """Return all bytes by address. Bytes that are zero equal bytes that were not written."""
    return {
        segment.address + i: byte
        for segment in segments
        for i, byte in enumerate(segment.data)
        if byte != 0
    }


@given(images())
def test_what_is_written_is_read(segments: list[Segment]) -> None:
    file = encode(segments)
    family, loaded = decode(file)
    assert family == FAMILY_RP2040
    assert memory(loaded) == memory(segments)
    touched = {at // PAGE for segment in segments for at in range(segment.address, segment.end)}
    assert len(file) == BLOCK * len(touched)
    for before, after in pairwise(loaded):
        assert before.end < after.address
    assert encode(loaded) == file


WHOLE = encode([Segment(RAM, bytes(600))])


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        (b"", "0 bytes are not a whole number of blocks of 512"),
        (WHOLE[:-1], "1535 bytes are not a whole number of blocks of 512"),
        (WHOLE[:-BLOCK], "block 0: its number is 0 of 3, and there are 2"),
        (b"x" + WHOLE[1:], "block 0: its magic numbers are wrong"),
        (WHOLE[:-1] + b"x", "block 2: its magic numbers are wrong"),
        (WHOLE[:8] + bytes(4) + WHOLE[12:], "block 0: flags 0x0, 256 bytes"),
        (WHOLE[:16] + struct.pack("<I", 477) + WHOLE[20:], "block 0: flags 0x2000, 477 bytes"),
        (WHOLE[:28] + bytes(4) + WHOLE[32:], "its blocks are for more than one family"),
    ],
)
def test_what_is_no_such_file(file: bytes, problem: str) -> None:
    with pytest.raises(ImageError) as error:
        decode(file, "a.uf2")
    assert str(error.value).startswith("a.uf2: ")
    assert problem in str(error.value)


BOOT2 = with_checksum(b"boot")


@pytest.mark.parametrize(
    "segments",
    [
        [Segment(FLASH, BOOT2), Segment(FLASH + 256, b"x")],
        [Segment(FLASH, BOOT2 + b"more")],
        [Segment(RAM, bytes(264 * 1024))],
    ],
)
def test_what_the_bootrom_starts(segments: list[Segment]) -> None:
    check_image("program", segments)


@pytest.mark.parametrize(
    ("segments", "problem"),
    [
        ([], "there is nothing in it to load"),
        ([Segment(0, b"x")], "segment 0x00000000 to 0x00000000 is outside of flash"),
        ([Segment(RAM, bytes(264 * 1024 + 1))], "is outside of flash"),
        ([Segment(FLASH - 1, b"xx")], "is outside of flash"),
        ([Segment(FLASH, BOOT2), Segment(RAM, b"x")], "in flash and in RAM"),
        ([Segment(FLASH, BOOT2), Segment(FLASH + 255, b"x")], "overlap at 0x100000ff"),
        ([Segment(RAM + 256, b"x")], "it begins at 0x20000100; the bootrom enters it at"),
        ([Segment(FLASH + 256, b"x")], "it begins at 0x10000100"),
        ([Segment(FLASH, bytes(256))], "the second stage at 0x10000000 has a wrong checksum"),
        ([Segment(FLASH, BOOT2[:-1])], "the second stage at 0x10000000 has a wrong checksum"),
    ],
)
def test_what_the_bootrom_does_not_start(segments: list[Segment], problem: str) -> None:
    with pytest.raises(ImageError) as error:
        check_image("program", segments)
    assert problem in str(error.value)


def write_elf(path: Path, segments: list[Segment], *, machine: int = 40, kind: int = 2) -> Path:
    """Write an ELF file that consists of headers and segments only."""
    entries = b""
    offset = 52 + 32 * len(segments)
    for segment in segments:
        size = len(segment.data)
        entries += struct.pack("<8I", 1, offset, 0, segment.address, size, size + 8, 7, 4)
        offset += size
    identity = b"\x7fELF\x01\x01\x01".ljust(16, b"\0")
    header = struct.pack("<2H5I6H", kind, machine, 1, 0, 52, 0, 0, 52, 32, len(segments), 40, 0, 0)
    path.write_bytes(identity + header + entries + b"".join(part.data for part in segments))
    return path


def test_segments_come_by_address_and_without_empty_ones(tmp_path: Path) -> None:
    parts = [Segment(RAM + 16, b"b"), Segment(RAM + 32, b""), Segment(RAM, b"a")]
    found = read_segments(write_elf(tmp_path / "elf", parts))
    assert found == (Segment(RAM, b"a"), Segment(RAM + 16, b"b"))


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as end:
        main(["image", "uf2", *map(str, arguments)])
    return int(end.value.code or 0)


def test_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [Segment(FLASH, BOOT2), Segment(FLASH + 256, b"program")]
    elf = write_elf(tmp_path / "program", parts)
    assert run(elf) == 0
    assert capsys.readouterr().out == f"{elf}.uf2: 263 bytes from 0x10000000\n"
    assert run(elf, "-o", tmp_path / "a.uf2") == 0
    assert (tmp_path / "a.uf2").read_bytes() == encode(parts)
    assert (tmp_path / "program.uf2").read_bytes() == encode(parts)


def test_command_explains_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    elf = write_elf(tmp_path / "elf", [Segment(RAM, b"x")])
    text = tmp_path / "text"
    text.write_text("not a program")
    cut = write_elf(tmp_path / "cut", [Segment(RAM, bytes(9))])
    cut.write_bytes(cut.read_bytes()[:-1])
    wrong: list[tuple[list[str | Path], str]] = [
        ([text], "text: this is not an ELF file"),
        ([tmp_path / "none"], "none: it cannot be read (No such file or directory)"),
        ([write_elf(tmp_path / "x86", [], machine=3)], "x86: this is ET_EXEC for EM_386, 32 bits"),
        ([write_elf(tmp_path / "o", [], kind=1)], "o: this is ET_REL for EM_ARM, 32 bits"),
        ([cut], "cut: the end of the file is missing"),
        ([elf, "-o", tmp_path / "no" / "where"], "where: No such file or directory"),
    ]
    for arguments, problem in wrong:
        assert run(*arguments) == 2
        message = capsys.readouterr().err
        assert problem in message
        assert message.count("\n") == 1
