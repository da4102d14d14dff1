# SPDX-License-Identifier: Apache-2.0
"""Build the files that an emulated PC boots, in three kinds of sealed folders.

kernels-*, emulator-*, cyclictest-*   what is needed out of packages
kit-*                                 our module for each kernel, and the first file system
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.errors import LabError, MissingError, RunError
from limen.linux.cache import digest_of, file_digest
from limen.linux.initramfs import initramfs
from limen.linux.packages import CYCLICTEST, EMULATOR, KERNELS, ensure
from limen.linux.vmlinux import extract
from limen.run.process import execute

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.linux.cache import Cache
    from limen.linux.packages import Group, Package

__all__ = ["Kit", "prepare"]

_QEMU: Final = "usr/bin/qemu-system-x86_64"
_BUSYBOX: Final = "bin/busybox"
_BIOS: Final = "usr/share/seabios/bios-256k.bin"
_CYCLICTEST: Final = "usr/bin/cyclictest"
_IMAGE: Final = re.compile(r"linux-image-(.+-amd64)(-unsigned)?")
_LIBRARY: Final = re.compile(r"(?:=>\s*|^\s*)(/\S+) \(0x[0-9a-f]+\)$", re.MULTILINE)
_UNPACK_IMAGE: Final = 'dpkg --fsys-tarfile "$1" | tar -x -C "$2" --wildcards "./boot/vmlinuz-*"'
_CFLAGS: Final = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-pthread")
_MAKE: Final = ("make", "-s")


@dataclass(frozen=True, slots=True)
class Kit:
    """All that a boot needs.

    Attributes:
        qemu: the emulator.
        kernels: by flavour: "amd64" and "rt-amd64".
        first_files: the first file system.
    """

    qemu: Path
    kernels: Mapping[str, Path]
    first_files: Path


def prepare(
    root: Path, cache: Cache, on_step: Callable[[str], None], *, with_cyclictest: bool
) -> Kit:
    """Download, unpack and build what is missing.

    Raises:
        MissingError: packages or their prerequisites are not available.
        LabError: something cannot be built.
    """
    if re.search(r"[\s:]", str(cache.folder)):
        problem = "make cannot build modules in a folder with blanks or colons in its name"
        raise LabError(str(cache.folder), problem, "name another one with LIMEN_CACHE")
    with cache.lock(on_step):
        kernels = _unpacked(cache, KERNELS, on_step)
        tools = [_unpacked(cache, EMULATOR, on_step)]
        if with_cyclictest:
            tools.append(_unpacked(cache, CYCLICTEST, on_step))
        kit = _kit(root, cache, kernels, tools, on_step)
    return Kit(
        qemu=tools[0] / _QEMU,
        kernels={
            _flavour(release): kernels / f"vmlinux-{release}" for release in _releases(kernels)
        },
        first_files=kit / "initramfs",
    )


def _unpacked(cache: Cache, group: Group, on_step: Callable[[str], None]) -> Path:
    packages = ensure(cache, group, on_step)

    def make(folder: Path) -> list[str]:
        on_step(f"unpack {', '.join(package.name for package in packages)}")
        for package in packages:
            _unpack(cache.packages / package.file, folder, package)
        if group is KERNELS:
            return _kernels(folder, cache.folder / name)
        vital = [_QEMU, _BIOS, _BUSYBOX] if group is EMULATOR else [_CYCLICTEST]
        _check_starts(folder / vital[0], group)
        return vital

    # Headers contain the name of their folder: if the folder was moved, they are unpacked again.
    identity = [str(cache.folder), *(package.sha256 for package in packages)]
    name = f"{group.name}-{digest_of(identity)}"
    return cache.made(name, make)


def _unpack(file: Path, folder: Path, package: Package) -> None:
    """All of a package; of a kernel's only the image, not its thousands of modules."""
    if not _IMAGE.fullmatch(package.name):
        _run(["dpkg", "-x", str(file), str(folder)], folder)
        return
    _run(["bash", "-o", "pipefail", "-c", _UNPACK_IMAGE, "bash", str(file), str(folder)], folder)


def _kernels(folder: Path, final: Path) -> list[str]:
    """Make unpacked kernels bootable, and their headers usable at their final place."""
    for image in sorted(folder.glob("boot/vmlinuz-*")):
        release = image.name.removeprefix("vmlinuz-")
        (folder / f"vmlinux-{release}").write_bytes(extract(image.read_bytes(), str(image)))
        makefile = folder / f"usr/src/linux-headers-{release}/Makefile"
        text = makefile.read_text(encoding="utf-8")
        makefile.write_text(text.replace("/usr/src/", f"{final}/usr/src/"), encoding="utf-8")
    return [f"vmlinux-{release}" for release in _releases(folder)]


def _releases(folder: Path) -> list[str]:
    releases = sorted(path.name.removeprefix("vmlinux-") for path in folder.glob("vmlinux-*"))
    if sorted(map(_flavour, releases)) != ["amd64", "rt-amd64"]:
        problem = f"these kernels came out of the packages: {', '.join(releases) or 'none'}"
        raise LabError(str(folder), problem, "there should be one for amd64, and one for rt-amd64")
    return releases


def _flavour(release: str) -> str:
    """What kind of kernel a release is.

    >>> _flavour("6.1.0-56-rt-amd64"), _flavour("6.12.43+deb13-amd64")
    ('rt-amd64', 'amd64')
    """
    return "rt-amd64" if release.endswith("-rt-amd64") else "amd64"


def _check_starts(program: Path, group: Group) -> None:
    """The libraries that it uses are this machine's."""
    try:
        done = execute([str(program), "--help"], directory=program.parent)
    except RunError as error:
        raise MissingError(str(program), str(error), "use Debian on amd64") from error
    if done.status != 0 and "error while loading shared libraries" in done.output:
        said = done.output.strip().rsplit("\n", 1)[-1]
        remedy = f"run apt-get install {group.roots[0]}, which brings it"
        raise MissingError(program.name, f"it does not start: {said}", remedy)


def _kit(
    root: Path,
    cache: Cache,
    kernels: Path,
    tools: Sequence[Path],
    on_step: Callable[[str], None],
) -> Path:
    lab = root / "labs/linux"
    names = ("init.sh", "module/*", "user/*")
    sources = [path for name in names for path in sorted(lab.glob(name))]
    makers = [Path(__file__), Path(__file__).with_name("initramfs.py")]
    identity = [f"{path.name} {file_digest(path)}" for path in (*sources, *makers)]

    def make(folder: Path) -> list[str]:
        files = {"init": (lab / "init.sh").read_bytes()}
        for release in _releases(kernels):
            on_step(f"build the module for {release}")
            module = _module(lab, kernels, release, folder)
            files[f"lib/limen_lab-{release}.ko"] = module.read_bytes()
        for name in ("wake", "spin"):
            files[f"bin/{name}"] = _program(lab, name, folder).read_bytes()
        files["bin/busybox"] = (tools[0] / _BUSYBOX).read_bytes()
        for folder_of_cyclictest in tools[1:]:
            files |= _with_libraries(folder_of_cyclictest / _CYCLICTEST)
        (folder / "initramfs").write_bytes(initramfs(files))
        return ["initramfs"]

    parts = [kernels.name, *(folder.name for folder in tools)]
    return cache.made(f"kit-{digest_of([*parts, *identity])}", make)


def _module(lab: Path, kernels: Path, release: str, folder: Path) -> Path:
    build = folder / f"module-{release}"
    shutil.copytree(lab / "module", build)
    headers = kernels / f"usr/src/linux-headers-{release}"
    _run([*_MAKE, "-C", str(headers), f"M={build}", "modules"], build)
    module = build / "limen_lab.ko"
    # Its build ID depends on the folder, and a byte that differs moves times by microseconds.
    _run(["strip", "--strip-debug", "--remove-section=.note.gnu.build-id", str(module)], build)
    return module


def _program(lab: Path, name: str, folder: Path) -> Path:
    program = folder / name
    _run(["gcc", *_CFLAGS, "-o", str(program), str(lab / f"user/{name}.c")], folder)
    return program


def _with_libraries(program: Path) -> dict[str, bytes]:
    """A program for bin/, and the libraries of this machine that it uses, each at its path."""
    libraries = _LIBRARY.findall(_run(["ldd", str(program)], program.parent))
    files = {name.removeprefix("/"): Path(name).read_bytes() for name in libraries}
    return {f"bin/{program.name}": program.read_bytes(), **files}


def _run(command: list[str], directory: Path) -> str:
    if shutil.which(command[0]) is None:
        remedy = "run scripts/setup; on Debian it is in build-essential or dpkg"
        raise MissingError(command[0], "there is no such command here", remedy)
    done = execute(
        command,
        directory=directory,
        environment={"LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"},
    )
    if done.status != 0:
        lines = done.output.strip().splitlines() or ["nothing"]
        wrong = next((line for line in lines if re.search(r"error|not found", line)), lines[-1])
        raise LabError(" ".join(command[:2]), f"it failed and said: {wrong}", "correct that")
    return done.output
