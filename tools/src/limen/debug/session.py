# SPDX-License-Identifier: Apache-2.0
"""A session of gdb with a program on a target: the host, or QEMU, whose stub gdb connects to.

A client of the stub controls the memory of the program and, by the command monitor, QEMU itself.
Therefore the stub waits at a Unix socket of this user; docs/decisions/0031 has the other measures.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.child import run_on_terminal, running
from limen.debug.door import unix_door
from limen.debug.gate import Gate
from limen.errors import RunError

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator, Sequence

    from limen.child import Child
    from limen.run.target import Target

__all__ = ["GDB_SCRIPT", "debug", "serve"]

GDB_SCRIPT: Final = Path(__file__).parent / "load_in_gdb.py"
_HOST_GDB: Final = "gdb"
_TARGET_GDB: Final = "gdb-multiarch"
_SOCKET: Final = "gdb"
_PORTS: Final = range(1, 1 << 16)


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
        scratch: an existing folder of this user alone, in which the program runs.
        say: shows a line to the user.

    Returns:
        Exit status of gdb; without gdb, that of the emulator.

    Raises:
        RunError: the target cannot be debugged, or gdb or the emulator is not installed.
    """
    if target.is_host:
        return _on_host(executable, arguments, scratch)
    _check_stub("--gdb", target)
    place = scratch / _SOCKET
    with unix_door(place) as door:
        command = target.command(executable, arguments, _stub(door))
        with _emulator(command, scratch, door) as emulator:
            connect = f"target remote {place}"
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
    place: str,
    scratch: Path,
    say: Callable[[str], None],
) -> int:
    """Start a program in an emulator, stopped before its first instruction, for a debugger.

    Args:
        target: that the program was built for.
        executable: absolute path.
        arguments: argv[1] and on.
        place: of the stub: the path of a Unix socket, or a TCP port of this machine. Behind a port,
            gdb does the input and output of the program, and QEMU none.
        scratch: an existing folder of this user alone, in which the program runs.
        say: shows a line to the user.

    Returns:
        Exit status of the emulator.

    Raises:
        RunError: the target has no such emulator, it is not installed, or the place is taken.
    """
    _check_stub("--gdb-server", target)
    is_port = place.isascii() and place.isdecimal()
    with ExitStack() as on_end:
        path = scratch / _SOCKET if is_port else Path(place).absolute()
        door = on_end.enter_context(unix_door(path))
        semihosting = "gdb" if is_port else "native"
        command = target.command(executable, arguments, _stub(door), semihosting=semihosting)
        emulator = on_end.enter_context(_emulator(command, scratch, door))
        address = str(path)
        if is_port:
            address = on_end.enter_context(Gate(_port(place), path, say)).address
        say(f"limen: {executable.name} waits for gdb: target remote {address}")
        return emulator.wait()


def _check_stub(option: str, target: Target) -> None:
    if not target.emulator:
        problem = f"what runs programs of the target {target.name} has no stub for gdb"
        raise RunError(option, problem, "take a target in QEMU: mps2-an385")


def _port(place: str) -> int:
    port = int(place)
    if port not in _PORTS:
        raise RunError("--gdb-server", f"{place} is not a port", "take one up to 65535")
    return port


def _stub(door: socket.socket) -> list[str]:
    """The options that make QEMU wait for a debugger at an open socket."""
    listener = f"socket,id=gdb,fd={door.fileno()},server=on,wait=off"
    return ["-chardev", listener, "-gdb", "chardev:gdb", "-S"]


def _on_host(executable: Path, arguments: Sequence[str], scratch: Path) -> int:
    gdb = shutil.which(_HOST_GDB) or shutil.which(_TARGET_GDB)
    if gdb is None:
        raise RunError("--gdb", "gdb is not installed", f"run: apt-get install {_HOST_GDB}")
    command = [gdb, *_script(), *_ending_with_gdb(), "--args", str(executable), *arguments]
    return _session(command, scratch)


def _ending_with_gdb() -> list[str]:
    """Options that make the kernel end the program with gdb, also while gdb starts it.

    gdb asks the kernel for that only after the start of a program.
    """
    wrapper = shutil.which("setpriv")
    return [] if wrapper is None else ["-iex", f"set exec-wrapper {wrapper} --pdeathsig KILL"]


def _script() -> list[str]:
    return ["-q", "-x", str(GDB_SCRIPT)]


def _session(command: Sequence[str], scratch: Path) -> int:
    try:
        return run_on_terminal(command, scratch)
    except OSError as error:
        raise RunError(
            command[0], f"it cannot be started ({error.strerror})", "repair it"
        ) from error


@contextmanager
def _emulator(command: Sequence[str], scratch: Path, door: socket.socket) -> Iterator[Child]:
    """Runs in a session of its own, so that Ctrl-C does not end it, and ends with the block."""
    with running(command, directory=scratch, is_confined=True, keeps=[door.fileno()]) as child:
        yield child
