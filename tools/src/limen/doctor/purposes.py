# SPDX-License-Identifier: Apache-2.0
"""The requirements of each purpose, and the packages to install for it.

Only the purposes that name a need require it: a reader of traces needs no compiler.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["ENGINE", "PAGE", "PURPOSES", "Kind", "Need", "Purpose"]

# The module of Python with the native core, and the viewer.
ENGINE: Final = "limen_engine"
PAGE: Final = "limen.html"


class Kind(Enum):
    """The way to find a need."""

    COMMAND = "command"  # in PATH
    MODULE = "package of Python"
    FILE = "file"  # in the repository; a wheel that has built it needs none
    LIBRARY = "library"  # that the compiler finds
    REPOSITORY = "repository"


@dataclass(frozen=True, slots=True)
class Need:
    """Something that has to be there.

    Attributes:
        kind: how it is looked for.
        name: of the command, the package of Python, or the file.
        install: the command that installs it.
        compiler: of a library.
        major: the oldest version that is new enough; 0: any.
    """

    kind: Kind
    name: str
    install: str
    compiler: str = ""
    major: int = 0


@dataclass(frozen=True, slots=True)
class Purpose:
    """Something that a user wants to do.

    Attributes:
        name: for the command line.
        title: for people.
        needs: all of them.
    """

    name: str
    title: str
    needs: tuple[Need, ...]


def _command(name: str, package: str = "", *, major: int = 0) -> Need:
    return Need(Kind.COMMAND, name, f"apt-get install {package or name}", major=major)


def _modules(*names: str) -> tuple[Need, ...]:
    return tuple(Need(Kind.MODULE, name, f"pip install {name}") for name in names)


def _npm(folder: str, module: str) -> Need:
    return Need(Kind.FILE, f"{folder}/node_modules/{module}", f"npm ci --prefix {folder}")


_REPOSITORY: Final = Need(
    Kind.REPOSITORY, "the repository of Limen", "clone it, and call the command in its folder"
)
_BUILD: Final = (_REPOSITORY, _command("cmake"), _command("ninja", "ninja-build"))
_NODE: Final = _command("node", "nodejs", major=18)
_ARM: Final = (
    *_BUILD,
    _command("arm-none-eabi-gcc", "gcc-arm-none-eabi"),
    Need(
        Kind.LIBRARY,
        "libc_nano.a",
        "apt-get install libnewlib-arm-none-eabi",
        compiler="arm-none-eabi-gcc",
    ),
)
_RISCV: Final = (
    *_BUILD,
    _command("riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf"),
    Need(
        Kind.LIBRARY,
        "picolibc.specs",
        "apt-get install picolibc-riscv64-unknown-elf",
        compiler="riscv64-unknown-elf-gcc",
    ),
)
_ENGINE: Final = Need(Kind.FILE, ENGINE, "scripts/setup traces, in the repository")
_PAGE: Final = Need(Kind.FILE, PAGE, "scripts/setup pages, in the repository")
_IBEX: Final = Need(Kind.MODULE, "pythondata_cpu_ibex", "scripts/setup ibex, in the repository")

PURPOSES: Final = (
    Purpose(
        "traces",
        "read traces",
        (*_modules("numpy"), _ENGINE),
    ),
    Purpose("systems", "analyse and simulate systems", (*_modules("numpy", "jsonschema"), _ENGINE)),
    Purpose("sql", "ask traces in SQL", _modules("duckdb", "pyarrow")),
    Purpose("pages", "show and save traces as pages", (*_modules("numpy"), _PAGE)),
    Purpose(
        "studies",
        "sweeps, notebooks, labs",
        _modules("drs", "matplotlib", "pandas", "pydantic"),
    ),
    Purpose("host", "run programs on this machine", (*_BUILD, _command("gcc"))),
    Purpose(
        "cortex-m",
        "run programs on a Cortex-M in QEMU",
        (*_ARM, _command("qemu-system-arm")),
    ),
    Purpose(
        "riscv",
        "run programs on a RISC-V in QEMU",
        (*_RISCV, _command("qemu-system-riscv32", "qemu-system-misc")),
    ),
    Purpose(
        "ibex",
        "count cycles on the RTL of the Ibex core",
        (*_RISCV, _command("g++"), _command("verilator"), _IBEX),
    ),
    Purpose(
        "rp2040",
        "run programs on the emulated RP2040",
        (*_ARM, _NODE, _npm("tools/emulator", "rp2040js"), _npm("tools/emulator", "typescript")),
    ),
    Purpose("signals", "decode recorded signals with sigrok", (_command("sigrok-cli"),)),
    Purpose("ctf", "read converted traces with babeltrace", (_command("babeltrace2"),)),
    Purpose(
        "linux",
        "run the lab on kernels of Linux",
        (_REPOSITORY, *map(_command, ("gcc", "zstd")), _command("apt-get", "apt")),
    ),
    Purpose(
        "gdb",
        "debug programs, with the threads of the kernel",
        (_command("gdb"), _command("gdb-multiarch")),
    ),
    Purpose(
        "develop",
        "change Limen and run all of its tests",
        (
            _command("git"),
            _command("g++"),
            _command("ccache"),
            *map(_command, ("clang", "clang-format", "clang-tidy")),
            _command("chromium-headless-shell"),
            _command("wasm-ld", "lld"),
            _command("wasm-opt", "binaryen"),
            _command("zopfli"),
            _command("npm"),
            _npm("viewer", "vite"),
        ),
    ),
)
