# SPDX-License-Identifier: Apache-2.0
"""Count the instructions that a program executes between passages of a function.

A QEMU plugin (native/qemu/insn_count.c) counts them: the program is the shipped one, with nothing
added, and every run gives the same numbers. Instructions are not cycles.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Final

from limen.builds.folder import build_folder
from limen.builds.process import SAFETY_SECONDS, execute
from limen.child import scratch_folder
from limen.errors import RunError
from limen.run.build import find_root
from limen.run.symbols import symbols_of
from limen.run.target import target_named

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "addresses_between",
    "addresses_from_to",
    "build_plugin",
    "count_between",
    "counts_and_addresses",
    "find_function",
]

_SOURCE: Final = "tools/native/qemu/insn_count.c"
_COMPILE: Final = ("gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
_PASSES_FILE: Final = "passes"
_ADDRESSES_FILE: Final = "addresses"


@dataclass(frozen=True, slots=True)
class _Watched:
    """A run of a program in which instructions are counted; as the arguments of count_between."""

    elf: Path
    arguments: Sequence[str]
    target: str
    timeout_seconds: float


def count_between(
    elf: Path,
    symbol: str,
    arguments: Sequence[str] = (),
    *,
    target: str = "mps2-an385",
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """Instructions between consecutive passages of a function's entry.

    Args:
        elf: a program for the target.
        symbol: a function of it that is called and not inlined.
        arguments: argv[1] and on.
        target: name of one that QEMU emulates.
        timeout_seconds: of wall clock.

    Returns:
        n - 1 counts for n passages; the entry's instruction counts for the interval it begins.

    Raises:
        RunError: the function does not exist, or the program does not end.
    """
    with scratch_folder() as scratch:
        _run_counting(_Watched(elf, arguments, target, timeout_seconds), [symbol], scratch, [])
        return _counts(scratch)


def addresses_between(
    elf: Path,
    symbol: str,
    nth: int,
    arguments: Sequence[str] = (),
    *,
    target: str = "mps2-an385",
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """The addresses of all instructions executed from one passage of a function to the next.

    Args, Raises: as counts_and_addresses.

    Returns:
        the addresses in the order of execution; none if there are not as many passages.
    """
    return counts_and_addresses(
        elf, symbol, nth, arguments, target=target, timeout_seconds=timeout_seconds
    )[1]


def counts_and_addresses(
    elf: Path,
    symbol: str,
    nth: int,
    arguments: Sequence[str] = (),
    *,
    target: str = "mps2-an385",
    timeout_seconds: float = SAFETY_SECONDS,
) -> tuple[list[int], list[int]]:
    """The results of count_between and addresses_between, in one run.

    Args:
        elf: a program for the target.
        symbol: a function of it.
        nth: the passage with which the window of the addresses begins, from 0.
        arguments: argv[1] and on.
        target: name of one that QEMU emulates.
        timeout_seconds: of wall clock.

    Returns:
        the counts between passages; the addresses from passage nth to the next one, in the order of
        execution.

    Raises:
        RunError: as count_between.
    """
    with scratch_folder() as scratch:
        window = [f"window={nth}", f"addresses={_ADDRESSES_FILE}"]
        watched = _Watched(elf, arguments, target, timeout_seconds)
        _run_counting(watched, [symbol], scratch, window)
        executed = (scratch / _ADDRESSES_FILE).read_text().split()
        return _counts(scratch), [int(line, 16) for line in executed]


def _counts(folder: Path) -> list[int]:
    """The instructions between the passages that a run has left in a folder."""
    passes = [int(line) for line in (folder / _PASSES_FILE).read_text().split()]
    return [after - before for before, after in pairwise(passes)]


def addresses_from_to(
    elf: Path,
    first: str,
    last: str,
    arguments: Sequence[str] = (),
    *,
    target: str = "mps2-an385",
    timeout_seconds: float = 60.0,
) -> tuple[str, list[list[int]]]:
    """The addresses of all instructions executed from each passage of a function to another's.

    Args:
        elf: a program for the target.
        first: a function of it.
        last: another one.
        arguments: argv[1] and on.
        target: name of one that QEMU emulates.
        timeout_seconds: of wall clock.

    Returns:
        what the program printed; the addresses of each window.

    Raises:
        RunError: as count_between.
    """
    with scratch_folder() as scratch:
        watched = _Watched(elf, arguments, target, timeout_seconds)
        output = _run_counting(watched, [first, last], scratch, [f"addresses={_ADDRESSES_FILE}"])
        begin = find_function(elf, first)
        windows: list[list[int]] = []
        for line in (scratch / _ADDRESSES_FILE).read_text().split():
            address = int(line, 16)
            if address == begin:
                windows.append([])
            windows[-1].append(address)
        return output, windows


def _run_counting(
    watched: _Watched, symbols: Sequence[str], scratch: Path, window: list[str]
) -> str:
    elf, arguments = watched.elf, watched.arguments
    plugin = str(build_plugin(find_root(Path.cwd()))).replace(",", ",,")
    marks = [f"mark={find_function(elf, symbol):x}" for symbol in symbols]
    options = ["-plugin", ",".join([plugin, *marks, f"passes={_PASSES_FILE}", *window])]
    command = target_named(watched.target).command(elf.resolve(), arguments, options)
    done = execute(
        command, directory=scratch, timeout_seconds=watched.timeout_seconds, is_confined=True
    )
    if done.status != 0 or not (scratch / _PASSES_FILE).is_file():
        said = (done.output.strip().splitlines() or ["nothing"])[-1]
        problem = f"it ended with status {done.status} and said: {said}"
        raise RunError(f"{elf.name} {' '.join(arguments)}".strip(), problem, "see what it prints")
    return done.output


def build_plugin(root: Path) -> Path:
    """The plugin, compiled if its source is newer.

    Raises:
        RunError: it does not compile.
    """
    source, library = root / _SOURCE, build_folder(root) / "native/insn_count.so"
    if library.is_file() and library.stat().st_mtime_ns >= source.stat().st_mtime_ns:
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    fresh = library.with_suffix(f".{os.getpid()}.{get_ident()}.so")
    command = [*_COMPILE, "-o", str(fresh), str(source)]
    done = execute(command, directory=root)
    if done.status != 0:
        said = (done.output.splitlines() or ["nothing"])[0]
        raise RunError(_SOURCE, f"it does not compile: {said}", "correct that")
    fresh.replace(library)  # atomically, in case another process builds it too
    return library


def find_function(elf: Path, symbol: str) -> int:
    """Address of a function's first instruction, without the Thumb bit.

    Raises:
        RunError: the file is not an executable, or does not have the function.
    """
    for entry in symbols_of(elf):
        if entry.name == symbol:
            return entry.address
    remedy = "call it, and mark it __attribute__((noinline))"
    raise RunError(str(elf), f"unknown function {symbol}", remedy)
