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
    from contextlib import AbstractContextManager

    from limen.run.target import Target

__all__ = ["GDB_SCRIPT", "debug", "serve"]

GDB_SCRIPT: Final = Path(__file__).parent / "load_in_gdb.py"
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
    if target.is_host:
        return _on_host(executable, arguments, scratch)
    _check_stub("--gdb", target)
    port = _port(0)
    with _stopped(target, executable, arguments, port, scratch) as emulator:
        connect = f"target remote {_LOOPBACK}:{port}"
        gdb = shutil.which(_TARGET_GDB)
        if gdb is None:
            say(f"{_TARGET_GDB} is not installed (apt-get install {_TARGET_GDB}); connect with")
            say(f"gdb -x {GDB_SCRIPT} -ex '{connect}' {executable}")
            return emulator.wait()
        return _session([gdb, *_script(), "-ex", connect, str(executable)], scratch)


def serve(
    target: Target,
    executable: Path,
    arguments: Sequence[str],
    port: int,
    scratch: Path,
    say: Callable[[str], None],
) -> int:
    """Start a program in an emulator, stopped before its first instruction, for a debugger.

    Args:
        target: that the program was built for.
        executable: absolute path.
        arguments: argv[1] and on.
        port: of this machine, at which the emulator waits.
        scratch: an existing folder in which the program runs.
        say: shows a line to the user.

    Returns:
        Exit status of the emulator.

    Raises:
        RunError: the target has no such emulator, it is not installed, or the port is taken.
    """
    _check_stub("--gdb-server", target)
    with _stopped(target, executable, arguments, _port(port), scratch) as emulator:
        say(f"limen: {executable.name} waits for gdb: target remote {_LOOPBACK}:{port}")
        return emulator.wait()


def _check_stub(option: str, target: Target) -> None:
    if not target.emulator:
        problem = f"what runs programs of the target {target.name} has no stub for gdb"
        raise RunError(option, problem, "take a target in QEMU: mps2-an385")


def _stopped(
    target: Target, executable: Path, arguments: Sequence[str], port: int, scratch: Path
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    stub = ["-gdb", f"tcp:{_LOOPBACK}:{port}", "-S"]
    return _emulator(target.command(executable, arguments, stub), scratch)


def _on_host(executable: Path, arguments: Sequence[str], scratch: Path) -> int:
    gdb = shutil.which(_HOST_GDB) or shutil.which(_TARGET_GDB)
    if gdb is None:
        raise RunError("--gdb", "gdb is not installed", f"run: apt-get install {_HOST_GDB}")
    return _session([gdb, *_script(), "--args", str(executable), *arguments], scratch)


def _script() -> list[str]:
    return ["-q", "-x", str(GDB_SCRIPT)]


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


def _port(wanted: int) -> int:
    """This port, or any if it is 0; it is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_LOOPBACK, wanted))
        except OSError as error:
            problem = f"the port {wanted} is taken ({error.strerror})"
            raise RunError("--gdb-server", problem, "name another one") from error
        return int(probe.getsockname()[1])
