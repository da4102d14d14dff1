# SPDX-License-Identifier: Apache-2.0
"""Goal: a boot image is complete and always has the same bytes; damage is detected.

Method: damaged sealed folders, artificial kernel images, and an archive that busybox and our reader
read in the same way.
"""

from __future__ import annotations

import gzip
import lzma
import os
import shutil
import struct
import subprocess
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.errors import LabError, MissingError
from limen.linux.build import prepare
from limen.linux.cache import Cache, digest_of, is_sealed
from limen.linux.family import FAMILIES
from limen.linux.foreign import is_dynamic_program, make_runnable
from limen.linux.initramfs import initramfs
from limen.linux.vmlinux import extract
from limen.run import find_root

if TYPE_CHECKING:
    from collections.abc import Callable

ELF = b"\x7fELF" + bytes(range(256)) * 40


def image(payload: bytes, *, sectors: int = 3, said: int | None = None) -> bytes:
    """Return a bzImage: boot sector, setup, payload, and bytes after it."""
    setup = bytearray((sectors + 1) * 512)
    setup[0x1F1] = sectors
    setup[0x202:0x206] = b"HdrS"
    struct.pack_into("<II", setup, 0x248, 64, len(payload) if said is None else said)
    return bytes(setup) + b"\0" * 64 + payload + b"after"


def length(data: bytes) -> bytes:
    return struct.pack("<I", len(data))


@pytest.mark.parametrize("pack", [lzma.compress, gzip.compress])
@pytest.mark.parametrize("sectors", [3, 30])
def test_kernel_inside_of_an_image(pack: Callable[[bytes], bytes], sectors: int) -> None:
    assert extract(image(pack(ELF) + length(ELF), sectors=sectors), "x") == ELF


@pytest.mark.skipif(shutil.which("zstd") is None, reason="zstd is not installed")
def test_kernel_that_is_packed_by_zstd() -> None:
    packed = subprocess.run(["zstd", "-q"], input=ELF, capture_output=True, check=True).stdout
    assert extract(image(packed + length(ELF)), "x") == ELF
    with pytest.raises(LabError, match="it is damaged"):
        extract(image(packed[:-9] + length(ELF)), "x")


def test_no_zstd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(MissingError, match="zstd: the command is not installed"):
        extract(image(b"\x28\xb5\x2f\xfd" + b"zstd" * 10), "x")


def test_image_that_is_packed_otherwise_boots_as_it_is() -> None:
    whole = image(b"\x04\x22\x4d\x18" + b"lz4!" * 10)
    assert extract(whole, "x") == whole


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not an image of an x86 kernel"),
        (b"!<arch>\n" * 500, "not an image of an x86 kernel"),
        (image(b"")[:0x220], "not an image of an x86 kernel"),
        (image(lzma.compress(ELF) + length(ELF))[:-40], "it is cut off"),
        (image(b"x" * 50, said=1 << 31), "it is cut off"),
        (image(b""), "it is cut off"),
        (image(lzma.compress(ELF)[:-30] + length(ELF)), "it is damaged"),
        (image(b"\x1f\x8b" + b"x" * 50), "it is damaged"),
    ],
)
def test_image_that_is_none(data: bytes, problem: str) -> None:
    with pytest.raises(LabError) as error:
        extract(data, "vmlinuz")
    assert str(error.value).startswith("vmlinuz: ")
    assert problem in str(error.value)


def test_first_files(tmp_path: Path) -> None:
    files = {"init": b"#!", "bin/wake": b"x" * 4097, "usr/lib/deep/a.so": b"", "bin/a": b"abc"}
    packed = initramfs(files)
    assert packed == initramfs(dict(reversed(files.items())))
    archive = zlib.decompress(packed, wbits=31)
    names = []
    place = 0
    while True:
        fields = [int(archive[place + 6 + 8 * i : place + 14 + 8 * i], 16) for i in range(13)]
        size, name_size = fields[6], fields[11]
        name = archive[place + 110 : place + 110 + name_size - 1].decode()
        begin = (place + 110 + name_size + 3) // 4 * 4
        if name == "TRAILER!!!":
            break
        names.append(name)
        if name in files:
            assert archive[begin : begin + size] == files[name]
        place = (begin + size + 3) // 4 * 4
    assert names == [*("bin", "usr", "usr/lib", "usr/lib/deep"), *sorted(files)]
    if shutil.which("cpio"):
        subprocess.run(["cpio", "-id", "--quiet"], cwd=tmp_path, input=archive, check=True)
        assert (tmp_path / "bin/wake").read_bytes() == files["bin/wake"]


def sealed(cache: Cache, log: list[str]) -> Path:
    def make(folder: Path) -> list[str]:
        log.append("made")
        (folder / "kernel").write_bytes(b"k" * 1000)
        (folder / "notes").write_bytes(b"n")
        return ["kernel"]

    return cache.made("thing-1", make)


def test_sealed_once(tmp_path: Path) -> None:
    log: list[str] = []
    folder = sealed(Cache(tmp_path), log)
    assert sealed(Cache(tmp_path), log) == folder
    assert log == ["made"]
    assert is_sealed(folder)


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "kernel").write_bytes(b"k" * 999),
        lambda folder: (folder / "kernel").write_bytes(b"k" * 999 + b"x"),
        lambda folder: (folder / "kernel").unlink(),
        lambda folder: (folder / "seal.json").unlink(),
        lambda folder: (folder / "seal.json").write_text("{"),
        lambda folder: (folder / "seal.json").write_text("[]"),
        lambda folder: folder.rename(folder.with_name("thing-1.part")),
    ],
)
def test_damage_is_made_good(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    log: list[str] = []
    folder = sealed(Cache(tmp_path), log)
    damage(folder)
    assert not is_sealed(folder)
    assert (sealed(Cache(tmp_path), log) / "kernel").read_bytes() == b"k" * 1000
    assert log == ["made", "made"]
    assert not folder.with_name("thing-1.part").exists()


def test_what_fails_leaves_nothing_that_counts(tmp_path: Path) -> None:
    def fail(folder: Path) -> list[str]:
        (folder / "half").touch()
        raise LabError("x", "no", "y")

    with pytest.raises(LabError):
        Cache(tmp_path).made("thing-1", fail)
    assert not (tmp_path / "thing-1").exists()


def test_different_words_have_different_digests() -> None:
    assert len({digest_of(words) for words in (["a"], ["a", ""], ["b"], [])}) == 4


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LIMEN_CACHE", str(tmp_path / "one"))
    assert Cache.of_user().folder == tmp_path / "one/linux"
    monkeypatch.delenv("LIMEN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "two"))
    assert Cache.of_user().folder == tmp_path / "two/limen/linux"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert Cache.of_user().folder == Path(os.environ["HOME"]) / ".cache/limen/linux"


def test_a_folder_that_make_cannot_use(tmp_path: Path) -> None:
    root = find_root(Path(__file__).parent)
    with pytest.raises(LabError, match="LIMEN_CACHE"):
        prepare(
            root,
            Cache(tmp_path / "a b"),
            FAMILIES["linux"],
            lambda _line: None,
            with_cyclictest=False,
        )


LOADER = Path("/lib64/ld-linux-x86-64.so.2")


@pytest.mark.skipif(not LOADER.exists(), reason="another loader")
def test_programs_of_another_release(tmp_path: Path) -> None:
    """Build with the programs of this machine, used as those of another release."""
    libraries = tmp_path / "final/usr/lib/x86_64-linux-gnu"
    libraries.mkdir(parents=True)
    shutil.copy(LOADER, libraries / LOADER.name)
    for library in LOADER.resolve().parent.glob("lib*.so*"):
        if library.name.startswith(("libc.so", "libpcre2-8", "libselinux")):
            shutil.copy(library, libraries / library.name)
    (tmp_path / "part").mkdir()
    shutil.copy("/bin/echo", tmp_path / "part/echo")
    (tmp_path / "part/again").symlink_to("echo")
    (tmp_path / "part/text").write_text("echo")
    (tmp_path / "part/libx.so.1").write_bytes(Path("/bin/echo").read_bytes())
    make_runnable(tmp_path / "part", tmp_path / "final/bin", tmp_path / "final")
    (tmp_path / "part").rename(tmp_path / "final/bin")
    echo = tmp_path / "final/bin/echo"
    assert echo.read_text().startswith("#!/bin/sh\n")
    assert (tmp_path / "final/bin/text").read_text() == "echo"
    assert is_dynamic_program(tmp_path / "final/bin/libx.so.1")
    for name in ("echo", "again"):
        done = subprocess.run(
            [echo.with_name(name), "a  b", "*"], capture_output=True, text=True, check=True
        )
        assert done.stdout == "a  b *\n"
    (libraries / LOADER.name).unlink()
    assert subprocess.run([echo], capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"#!/bin/sh\n",
        b"\x7fELF\x02\x01",
        b"\x7fELF\x02\x01" + b"\0" * 58,
        b"\x7fELF\x02\x01" + b"\xff" * 58,
        b"\x7fELF\x01\x01" + b"\1" * 90,
    ],
)
def test_what_is_no_dynamic_program(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    assert not is_dynamic_program(tmp_path / "x")
