# SPDX-License-Identifier: Apache-2.0
"""Debian packages for the lab, downloaded by apt into the cache; nothing is installed.

A list in the same folder contains the packages with the sizes and hashes that apt has signed. As
long as they are all there, only the list is used, and neither apt nor a network is needed.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.builds.process import execute
from limen.errors import MissingError, RunError
from limen.linux.cache import file_digest
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from limen.linux.cache import Cache

__all__ = [
    "COMPILER_14",
    "CYCLICTEST",
    "EMULATOR",
    "KERNELS",
    "KERNELS_6_12",
    "KERNELS_7",
    "Group",
    "Package",
    "ensure",
    "is_cached",
    "parse_show",
]

_LOOK_SECONDS: Final = 60.0
_FETCH_SECONDS: Final = 900.0
_OPTIONS: Final = (
    # Otherwise apt warns about a folder of root, because another user fetches.
    *("-o", "APT::Sandbox::User=root"),
    *("-o", "Acquire::Retries=2"),
    *("-o", "Acquire::http::Timeout=20"),
    *("-o", "Acquire::https::Timeout=20"),
)
_MISSING_APT: Final = "use Debian, or a cache that is filled (LIMEN_CACHE)"
_TARGETS: Final = "$(CODENAME) $(LABEL) $(CREATED_BY) $(REPO_URI)"
_KEYRING: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_SOURCE: Final = "Types: deb\nURIs: {uri}\nSuites: {suite}\nComponents: main\n"


@dataclass(frozen=True, slots=True)
class Package:
    """A package as apt describes it.

    Attributes:
        name, version, size, sha256: of the file.
        depends: names of packages.
    """

    name: str
    version: str
    size: int
    sha256: str
    depends: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The name of the file in the cache. Other contents have another name."""
        return f"{self.name}_{self.sha256[:16]}.deb"


@dataclass(frozen=True, slots=True)
class Group:
    """Packages that are used together, of versions that fit each other.

    Attributes:
        name: of its list.
        roots: packages to begin with.
        follow: names of dependencies that are needed, too.
        are_roots_empty: they only name others, and need not be fetched.
        suite: of Debian; empty: those that apt is configured for.
    """

    name: str
    roots: tuple[str, ...]
    follow: re.Pattern[str] = re.compile("(?!)")
    are_roots_empty: bool = False
    suite: str = ""


KERNELS: Final = Group(
    name="kernels",
    roots=(
        *("linux-image-amd64", "linux-image-rt-amd64"),
        *("linux-headers-amd64", "linux-headers-rt-amd64"),
    ),
    # The image of newer kernels is in a package linux-binary-*.
    follow=re.compile(r"linux-(image|binary|headers|kbuild)-[0-9].*"),
    are_roots_empty=True,
)
KERNELS_6_12: Final = replace(KERNELS, name="kernels-6.12", suite="bookworm-backports")
KERNELS_7: Final = replace(KERNELS, name="kernels-7", suite="trixie-backports")
COMPILER_14: Final = Group(  # and the libraries of the programs in linux-kbuild-7*
    name="compiler-14",
    roots=("gcc-14-x86-64-linux-gnu", "binutils", "libelf1t64"),
    follow=re.compile(
        r"(binutils|cpp-14|lib(binutils|c6|ctf|gcc-14|gcc-s1|gmp|isl|jansson|mpc|mpfr|sframe|"
        r"stdc|zstd)|zlib).*"
    ),
    suite="trixie",
)
EMULATOR: Final = Group(
    name="emulator",
    roots=(
        *("qemu-system-x86", "qemu-system-common", "qemu-system-data", "seabios"),
        "busybox-static",
    ),
)
CYCLICTEST: Final = Group(name="cyclictest", roots=("rt-tests",))


def is_cached(cache: Cache, groups: Iterable[Group] = (KERNELS, EMULATOR)) -> bool:
    """Return whether all packages exist with their full sizes.

    Their contents are checked on use.
    """
    lists = [_read_list(cache, group) for group in groups]
    return all(
        packages
        and all(_size(cache.packages / package.file) == package.size for package in packages)
        for packages in lists
    )


def ensure(cache: Cache, group: Group, on_step: Callable[[str], None]) -> list[Package]:
    """Put the packages of a group into the cache: fetch those that are missing or damaged.

    Raises:
        MissingError: they are not available.
    """
    known = _read_list(cache, group)
    if known and all(_is_whole(cache, package) for package in known):
        return known
    for package in known:
        if _size(cache.packages / package.file) is not None and not _is_whole(cache, package):
            on_step(f"{package.file} in {cache.packages} is damaged: it is fetched again")
    options = _suite_options(cache, group.suite, on_step) if group.suite else []
    packages = _resolve(group, options)
    missing = [package for package in packages if not _is_whole(cache, package)]
    for number, package in enumerate(missing, 1):
        size = package.size / 1e6
        on_step(f"fetch {package.name} ({number} of {len(missing)}, {size:.1f} MB)")
        _fetch(cache, package, options)
    write_whole(
        cache.packages / f"{group.name}.json",
        json.dumps([asdict(package) for package in packages], indent=2).encode(),
    )
    return packages


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _is_whole(cache: Cache, package: Package) -> bool:
    path = cache.packages / package.file
    return _size(path) == package.size and file_digest(path) == package.sha256


def _read_list(cache: Cache, group: Group) -> list[Package]:
    """The list; empty if it is not there or not readable."""
    try:
        text = (cache.packages / f"{group.name}.json").read_text(encoding="utf-8")
        return [
            Package(**{**table, "depends": tuple(table["depends"])}) for table in json.loads(text)
        ]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def _suite_options(cache: Cache, suite: str, on_step: Callable[[str], None]) -> list[str]:
    """Return options that make apt use a suite and its repository, and no state of this machine."""
    folder = cache.folder / f"apt-{suite}"
    for name in ("lists/partial", "cache/archives/partial", "sources"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    source = _SOURCE.format(uri=_repository(), suite=suite)
    if _KEYRING.is_file():
        source += f"Signed-By: {_KEYRING}\n"
    (folder / "sources/suite.sources").write_text(source, encoding="utf-8")
    settings = {
        "Dir::State": folder,
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": "/dev/null",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": folder / "sources",
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled": "false",
        "Acquire::Languages": "none",
    }
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    on_step(f"fetch the list of packages of {suite}")
    _apt(["apt-get", *_OPTIONS, *options, "-qq", "update"], None, _FETCH_SECONDS)
    return options


def _repository() -> str:
    """Return the repository from which this machine gets Debian's packages."""
    said = _apt(["apt-get", "indextargets", "--format", _TARGETS], None, _LOOK_SECONDS)
    for line in said.splitlines():
        codename, label, kind, uri = (*line.split(maxsplit=3), *[""] * 4)[:4]
        if (label, kind) == ("Debian", "Packages") and "-" not in codename:
            return uri
    problem = "apt is not configured for Debian's packages"
    raise MissingError("apt-get indextargets", problem, _MISSING_APT)


def _resolve(group: Group, options: Sequence[str]) -> list[Package]:
    """The packages of a group in the versions that apt would install, by name."""
    packages: dict[str, Package] = {}
    names = list(group.roots)
    while names:
        packages |= _look_up(names, options)
        named = {name for package in packages.values() for name in package.depends}
        names = sorted(name for name in named - set(packages) if group.follow.fullmatch(name))
    left_out = group.roots if group.are_roots_empty else ()
    return [packages[name] for name in sorted(packages) if name not in left_out]


def _look_up(names: Sequence[str], options: Sequence[str]) -> dict[str, Package]:
    command = ["apt-cache", *options, "show", "--no-all-versions", *names]
    done = _apt(command, None, _LOOK_SECONDS)
    by_name = {package.name: package for package in parse_show(done)}
    for name in names:
        if name not in by_name:
            remedy = "run apt-get update on Debian for amd64, with a network"
            raise MissingError("apt-cache", f"apt knows no package {name}", remedy)
    return by_name


def parse_show(text: str) -> list[Package]:
    r"""Parse the output of ``apt-cache show``; incomplete entries are skipped.

    >>> text = "Package: a\nVersion: 1\nSize: 7\nSHA256: ff\nDepends: b (= 1), c | d\n"
    >>> parse_show(text)[0].depends
    ('b', 'c')
    """
    packages = []
    for stanza in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^([A-Za-z0-9-]+): (.*)$", stanza, re.MULTILINE))
        depends = re.findall(r"(?:^|,)\s*([a-z0-9][a-z0-9+.-]*)", fields.get("Depends", ""))
        if {"Package", "Version", "SHA256"} <= fields.keys() and fields.get("Size", "").isdigit():
            packages.append(
                Package(
                    name=fields["Package"],
                    version=fields["Version"],
                    size=int(fields["Size"]),
                    sha256=fields["SHA256"],
                    depends=tuple(depends),
                )
            )
    return packages


def _fetch(cache: Cache, package: Package, options: Sequence[str]) -> None:
    part = cache.packages / f"{package.name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    what = f"{package.name}={package.version}"
    command = ["apt-get", *_OPTIONS, *options, "-qq", "download", what]
    try:
        _apt(command, part, _FETCH_SECONDS)
        files = list(part.glob("*.deb"))
        if len(files) != 1 or file_digest(files[0]) != package.sha256:
            sizes = ", ".join(f"{file.stat().st_size} bytes" for file in files) or "nothing"
            problem = f"the file is not that of apt: {sizes} instead of {package.size} bytes"
            raise MissingError(f"apt-get download {package.name}", problem, "try again")
        files[0].replace(cache.packages / package.file)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _apt(command: list[str], directory: Path | None, seconds: float) -> str:
    """Output of an apt command that succeeded."""
    if shutil.which(command[0]) is None:
        raise MissingError(command[0], "the command is not installed", _MISSING_APT)
    place = f"{command[0]} {command[-1]}"
    try:
        done = execute(
            command,
            directory=directory or Path.cwd(),
            timeout_seconds=seconds,
            environment={"LC_ALL": "C"},
        )
    except RunError as error:
        raise MissingError(place, str(error), "check the network, and try again") from error
    if done.status != 0:
        said = [line for line in done.output.splitlines() if line.startswith("E: ")]
        problem = said[0].removeprefix("E: ") if said else f"it ended with status {done.status}"
        raise MissingError(place, problem, "check the network, run apt-get update, and try again")
    return done.output
