# SPDX-License-Identifier: Apache-2.0
"""A session of gdb with a program on a target: the host, or QEMU, whose stub gdb connects to."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from limen.run.target import Target

__all__ = ["debug"]

_SCRIPT: Final = Path(__file__).parent / "load_in_gdb.py"
_HOST_GDB: Final = "gdb"
_TARGET_GDB: Final = "gdb-multiarch"
_LOOPBACK: Final = "127.0.0.1"


def debug(
    target: Target,
    executable: Path,
    arguments: Sequence[str],
    scratch: Path,
    say: Callable[[str], None],
) -> int:
    """Start a program, stopped before its first instruction, and gdb with it; wait for its end.

    Args:
        target: that the program was built for.
        executable: absolute path.
        arguments: argv[1] and on.
        scratch: an existing folder in which the program runs.
        say: shows a line to the user.

    Returns:
        Exit status of gdb; without gdb, that of the emulator.

    Raises:
        RunError: the target cannot be debugged, or gdb or the emulator is not installed.
    """
    if target.has_pins:
        problem = f"the emulator of the target {target.name} has no stub for gdb"
        raise RunError("--gdb", problem, "take --target host or mps2-an385")
    if target.is_host:
        return _on_host(executable, arguments, scratch)
    port = _free_port()
    stub = ["-gdb", f"tcp:{_LOOPBACK}:{port}", "-S"]
    with _emulator(target.command(executable, arguments, stub), scratch) as emulator:
        connect = f"target remote {_LOOPBACK}:{port}"
        gdb = shutil.which(_TARGET_GDB)
        if gdb is None:
            say(f"{_TARGET_GDB} is not installed (apt-get install {_TARGET_GDB}); connect with")
            say(f"gdb -x {_SCRIPT} -ex '{connect}' {executable}")
            return emulator.wait()
        return _session([gdb, *_script(), "-ex", connect, str(executable)], scratch)


def _on_host(executable: Path, arguments: Sequence[str], scratch: Path) -> int:
    gdb = shutil.which(_HOST_GDB) or shutil.which(_TARGET_GDB)
    if gdb is None:
        raise RunError("--gdb", "gdb is not installed", f"run: apt-get install {_HOST_GDB}")
    return _session([gdb, *_script(), "--args", str(executable), *arguments], scratch)


def _script() -> list[str]:
    return ["-q", "-x", str(_SCRIPT)]


def _session(command: Sequence[str], scratch: Path) -> int:
    """Give gdb the terminal: Ctrl-C is for it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.run(
            command,
            cwd=scratch,
            check=False,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ).returncode
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _emulator(command: Sequence[str], scratch: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Runs in a session of its own, so that Ctrl-C does not end it, and ends with the block."""
    try:
        process = subprocess.Popen(
            command, cwd=scratch, stdin=subprocess.DEVNULL, start_new_session=True
        )
    except OSError as error:
        problem = f"it cannot be started ({error.strerror})"
        raise RunError(command[0], problem, "run limen doctor cortex-m") from error
    with process:
        try:
            yield process
        finally:
            process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])
