# SPDX-License-Identifier: Apache-2.0
"""Build the files that an emulated PC boots, in three kinds of sealed folders.

kernels*, compiler*, emulator*, cyclictest*   the necessary files of packages
kit*                                          our modules for each kernel, and the first file system
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.builds.process import execute
from limen.errors import LabError, MissingError, RunError
from limen.linux.cache import digest_of, file_digest
from limen.linux.foreign import make_runnable
from limen.linux.initramfs import initramfs
from limen.linux.packages import CYCLICTEST, EMULATOR, ensure
from limen.linux.vmlinux import extract

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.linux.cache import Cache
    from limen.linux.family import Family
    from limen.linux.packages import Group, Package

__all__ = ["Kit", "prepare"]

_QEMU: Final = "usr/bin/qemu-system-x86_64"
_BUSYBOX: Final = "bin/busybox"
_BIOS: Final = "usr/share/seabios/bios-256k.bin"
_CYCLICTEST: Final = "usr/bin/cyclictest"
_IMAGE: Final = re.compile(r"linux-image-(.+-amd64)(-unsigned)?")
_LIBRARY: Final = re.compile(r"(?:=>\s*|^\s*)(/\S+) \(0x[0-9a-f]+\)$", re.MULTILINE)
_UNPACK_IMAGE: Final = 'dpkg --fsys-tarfile "$1" | tar -x -C "$2" --exclude="*.ko*"'
_CFLAGS: Final = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-pthread")
# Type information of modules (BTF) needs pahole; the lab does not use it.
_MAKE: Final = ("make", "-s", "CONFIG_DEBUG_INFO_BTF_MODULES=")
_MODULES: Final = ("limen_lab", "demo")
_PROGRAMS: Final = ("wake", "spin", "app")


@dataclass(frozen=True, slots=True)
class Kit:
    """The files that a boot needs.

    Attributes:
        qemu: the emulator.
        kernels: by flavour: "amd64" and "rt-amd64".
        first_files: the first file system.
    """

    qemu: Path
    kernels: Mapping[str, Path]
    first_files: Path


def prepare(
    root: Path,
    cache: Cache,
    family: Family,
    on_step: Callable[[str], None],
    *,
    with_cyclictest: bool,
) -> Kit:
    """Download, unpack and build the missing files.

    Raises:
        MissingError: packages or their prerequisites are not available.
        LabError: something cannot be built.
    """
    if re.search(r"[\s:]", str(cache.folder)):
        problem = "make cannot build modules in a folder with blanks or colons in its name"
        raise LabError(str(cache.folder), problem, "name another one with LIMEN_CACHE")
    with cache.lock(on_step):
        compiler = None
        if family.compiler is not None:
            compiler = _unpacked(cache, family.compiler, _foreign, on_step)
        kernels = _unpacked(
            cache,
            family.kernels,
            lambda folder, final: _kernels(folder, final, family, compiler),
            on_step,
            compiler,
        )
        tools = [_unpacked(cache, EMULATOR, _emulator, on_step)]
        if with_cyclictest:
            tools.append(_unpacked(cache, CYCLICTEST, _cyclictest, on_step))
        kit = _kit(root, cache, kernels, compiler, tools, on_step)
    return Kit(
        qemu=tools[0] / _QEMU,
        kernels={
            _flavour(release): kernels / f"vmlinux-{release}" for release in _releases(kernels)
        },
        first_files=kit / "initramfs",
    )


def _unpacked(
    cache: Cache,
    group: Group,
    finish: Callable[[Path, Path], list[str]],
    on_step: Callable[[str], None],
    compiler: Path | None = None,
) -> Path:
    """The folder of a group's files.

    Args:
        cache: where it is.
        group: the packages.
        finish: makes the files usable: in a folder, for their final place; returns those that
            matter.
        on_step: for messages.
        compiler: the folder that the files refer to, if they do.
    """
    packages = ensure(cache, group, on_step)

    def make(folder: Path) -> list[str]:
        on_step(f"unpack {', '.join(package.name for package in packages)}")
        for package in packages:
            _unpack(cache.packages / package.file, folder, package)
        return finish(folder, cache.folder / name)

    # Files contain the name of their folder: if the folder was moved, they are unpacked again.
    identity = [str(cache.folder), *(package.sha256 for package in packages)]
    if compiler is not None:
        identity.append(compiler.name)
    name = f"{group.name}-{digest_of(identity)}"
    return cache.made(name, make)


def _emulator(folder: Path, _final: Path) -> list[str]:
    _check_starts(folder / _QEMU, EMULATOR)
    return [_QEMU, _BIOS, _BUSYBOX]


def _cyclictest(folder: Path, _final: Path) -> list[str]:
    _check_starts(folder / _CYCLICTEST, CYCLICTEST)
    return [_CYCLICTEST]


def _foreign(folder: Path, final: Path) -> list[str]:
    """A compiler of another release."""
    make_runnable(folder, final, final)
    compilers = sorted(folder.glob("usr/bin/x86_64-linux-gnu-gcc-[0-9]*"))
    if not compilers:
        raise LabError(str(folder), "its packages contain no compiler", "fetch them again")
    return [str(path.relative_to(folder)) for path in compilers]


def _unpack(file: Path, folder: Path, package: Package) -> None:
    """Unpack a package; of that of a kernel only the image, not its thousands of modules."""
    if not _IMAGE.fullmatch(package.name):
        _run(["dpkg", "-x", str(file), str(folder)], folder)
        return
    _run(["bash", "-o", "pipefail", "-c", _UNPACK_IMAGE, "bash", str(file), str(folder)], folder)


def _kernels(folder: Path, final: Path, family: Family, compiler: Path | None) -> list[str]:
    """Make unpacked kernels bootable, and their headers usable at their final place."""
    if compiler is not None:
        make_runnable(folder / "usr/lib", final / "usr/lib", compiler)
    for image in (*folder.glob("boot/vmlinuz-*"), *folder.glob("usr/lib/modules/*/vmlinuz")):
        is_in_boot = image.parent.name == "boot"
        release = image.name.removeprefix("vmlinuz-") if is_in_boot else image.parent.name
        (folder / f"vmlinux-{release}").write_bytes(extract(image.read_bytes(), str(image)))
        makefile = folder / f"usr/src/linux-headers-{release}/Makefile"
        text = makefile.read_text(encoding="utf-8")
        makefile.write_text(text.replace("/usr/src/", f"{final}/usr/src/"), encoding="utf-8")
    releases = _releases(folder)
    flavours = sorted(map(_flavour, releases))
    is_version = all(release.startswith(family.release) for release in releases)
    if flavours != ["amd64", "rt-amd64"] or not is_version:
        problem = f"these kernels came out of the packages: {', '.join(releases) or 'none'}"
        version = f" of version {family.release}x" if family.release else ""
        remedy = f"there should be one for amd64, and one for rt-amd64{version}"
        raise LabError(str(folder), problem, remedy)
    return [f"vmlinux-{release}" for release in releases]


def _releases(folder: Path) -> list[str]:
    return sorted(path.name.removeprefix("vmlinux-") for path in folder.glob("vmlinux-*"))


def _flavour(release: str) -> str:
    """The flavour of a kernel release.

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
    compiler: Path | None,
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
            on_step(f"build the modules for {release}")
            built = _modules(lab, kernels, compiler, release, folder)
            files |= {f"lib/{path.stem}-{release}.ko": path.read_bytes() for path in built}
        for name in _PROGRAMS:
            files[f"bin/{name}"] = _program(lab, name, folder).read_bytes()
        files["bin/busybox"] = (tools[0] / _BUSYBOX).read_bytes()
        for folder_of_cyclictest in tools[1:]:
            files |= _with_libraries(folder_of_cyclictest / _CYCLICTEST)
        (folder / "initramfs").write_bytes(initramfs(files))
        return ["initramfs"]

    parts = [kernels.name, *(folder.name for folder in tools)]
    return cache.made(f"kit-{digest_of([*parts, *identity])}", make)


def _modules(
    lab: Path, kernels: Path, compiler: Path | None, release: str, folder: Path
) -> list[Path]:
    build = folder / f"module-{release}"
    shutil.copytree(lab / "module", build)
    headers = kernels / f"usr/src/linux-headers-{release}"
    _run([*_MAKE, "-C", str(headers), f"M={build}", "modules"], build, compiler)
    built = [build / f"{name}.ko" for name in _MODULES]
    # Its build ID depends on the folder, and a byte that differs moves times by microseconds.
    for module in built:
        strip = ["strip", "--strip-debug", "--remove-section=.note.gnu.build-id", str(module)]
        _run(strip, build, compiler)
    return built


def _program(lab: Path, name: str, folder: Path) -> Path:
    program = folder / name
    _run(["gcc", *_CFLAGS, "-o", str(program), str(lab / f"user/{name}.c")], folder)
    return program


def _with_libraries(program: Path) -> dict[str, bytes]:
    """A program for bin/, and the libraries of this machine that it uses, each at its path."""
    libraries = _LIBRARY.findall(_run(["ldd", str(program)], program.parent))
    files = {name.removeprefix("/"): Path(name).read_bytes() for name in libraries}
    return {f"bin/{program.name}": program.read_bytes(), **files}


def _run(command: list[str], directory: Path, compiler: Path | None = None) -> str:
    """The output of a command; a compiler of another release comes before this machine's."""
    if shutil.which(command[0]) is None:
        remedy = "run scripts/setup; on Debian it is in build-essential or dpkg"
        raise MissingError(command[0], "the command is not installed", remedy)
    environment = {"LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"}
    if compiler is not None:
        environment["PATH"] = f"{compiler / 'usr/bin'}{os.pathsep}{os.environ['PATH']}"
    done = execute(command, directory=directory, environment=environment)
    if done.status != 0:
        lines = done.output.strip().splitlines() or ["nothing"]
        wrong = next((line for line in lines if re.search(r"error|not found", line)), lines[-1])
        raise LabError(" ".join(command[:2]), f"it failed and said: {wrong}", "correct that")
    return done.output
