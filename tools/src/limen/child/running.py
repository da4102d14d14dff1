# SPDX-License-Identifier: Apache-2.0
"""Start a program so that it ends with this process; the package says how."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Lock
from typing import TYPE_CHECKING, Final

from limen.child import confine, warden
from limen.child.signals import held_back, terminable
from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import IO

__all__ = ["Child", "all_ended", "answer_of", "end_with_parent", "run_on_terminal", "running"]

_PARENT_DEATH_SIGNAL: Final = 1  # Source: Linux, include/uapi/linux/prctl.h
# For a question such as --version: far above what an answer takes on a busy machine.
_ANSWER_SECONDS: Final = 60.0
_libc: Final = ctypes.CDLL(None)
_children: Final[set[Child]] = set()
_all_end: Final = Event()  # programs that start now are killed at once


class Child:
    """A program that runs, in a process group of its own.

    Its number remains valid until ``wait`` or the end of the block, because the process is not
    reaped before its group has been killed.
    """

    def __init__(self, process: subprocess.Popen[bytes], entry: warden.Entry) -> None:
        self._process = process
        self._entry = entry
        self._lock = Lock()

    @property
    def pid(self) -> int:
        """Number of the process and of its group."""
        return self._process.pid

    @property
    def output(self) -> IO[bytes] | None:
        """The output of the program, if it is captured."""
        return self._process.stdout

    def kill(self) -> None:
        """Kill it and its group; from any thread."""
        with self._lock:
            if self._process.returncode is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for its end, and end the rest of its group.

        Returns:
            Its status; negative: the number of the signal that killed it.
        """
        if self._process.returncode is None:
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            self.end()
        return self._process.returncode

    def end(self) -> None:
        """Kill the programs that run, and give the number back."""
        self.kill()
        with self._lock:
            if self._process.returncode is None:
                self._entry.forget()
                self._process.wait()


@contextmanager
def running(
    command: Sequence[str],
    *,
    directory: Path,
    environment: Mapping[str, str] | None = None,
    has_input: bool = False,
    is_captured: bool = False,
    is_confined: bool = False,
    keeps: Sequence[int] = (),
) -> Iterator[Child]:
    """Run a program that ends with the block at the latest.

    Args:
        command: program and arguments; no shell is involved.
        directory: its working directory.
        environment: variables beyond those of this process.
        has_input: it reads the input of this process; else it has no input.
        is_captured: Child has its output and its errors, in order; else it writes to the output of
            this process.
        is_confined: it can write in its directory only, and has no TCP, if the kernel can do that.
        keeps: open files that it gets under the same numbers.

    Raises:
        RunError: the program does not exist, or it cannot be started.
    """
    confined = directory if is_confined else None
    with terminable(), _rules(command, confined) as rules, ExitStack() as signals:
        signals.enter_context(held_back())
        entry = warden.Entry()
        try:
            process = subprocess.Popen(
                command,
                cwd=directory,
                env={**os.environ, **(environment or {})},
                stdin=None if has_input else subprocess.DEVNULL,
                stdout=subprocess.PIPE if is_captured else None,
                stderr=subprocess.STDOUT if is_captured else None,
                start_new_session=True,
                pass_fds=keeps,
                preexec_fn=_bound_to(os.getpid(), rules, entry),  # noqa: PLW1509 - see there
            )
        except (OSError, subprocess.SubprocessError) as error:
            entry.forget()
            raise _not_started(command, error) from error
        with process:
            child = Child(process, entry)
            _children.add(child)
            try:
                signals.close()  # a signal that has come meanwhile is raised here
                if _all_end.is_set():  # behind the addition: all_ended sees it, or it sees this
                    child.kill()
                yield child
            finally:
                _children.discard(child)
                child.end()


@contextmanager
def all_ended() -> Iterator[None]:
    """Kill the programs of all threads, also those that threads start during the block."""
    _all_end.set()
    try:
        for child in _children.copy():
            child.kill()
        yield
    finally:
        _all_end.clear()


@contextmanager
def _rules(command: Sequence[str], folder: Path | None) -> Iterator[int | None]:
    try:
        rules = confine.ruleset(folder) if folder is not None else None
    except OSError as error:
        raise _not_started(command, error) from error
    try:
        yield rules
    finally:
        if rules is not None:
            os.close(rules)


def _not_started(command: Sequence[str], error: Exception) -> RunError:
    reason = error.strerror if isinstance(error, OSError) else error
    problem = f"it cannot be started ({reason})"
    return RunError(command[0], problem, "install it; `limen doctor` says how")


def _bound_to(
    parent: int, rules: int | None = None, entry: warden.Entry | None = None
) -> Callable[[], None]:
    """Return the function that a new process runs before it executes the program.

    It makes system calls only: the other threads of this process do not exist in the new one, and
    may have held locks.
    """

    def bind() -> None:
        end_with_parent(parent)
        if entry is not None:
            entry.enter()
        if rules is not None:
            confine.enter(rules)

    return bind


def end_with_parent(parent: int) -> None:
    """Let the kernel kill this process when the thread that has started it is gone.

    Args:
        parent: the process of that thread. It may have ended before this call.
    """
    if sys.platform == "linux":
        _libc.prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def run_on_terminal(command: Sequence[str], directory: Path) -> int:
    """Run a program on the terminal of this one. Only the program gets Ctrl-C.

    It is in our process group, so that the kernel alone ends it with this process.

    Returns:
        Its status.

    Raises:
        OSError: it cannot be started.
    """
    bind = _bound_to(os.getpid())

    def bind_with_ctrl_c() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        bind()

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with terminable():
            return subprocess.run(
                command,
                cwd=directory,
                check=False,
                preexec_fn=bind_with_ctrl_c,
            ).returncode
    finally:
        signal.signal(signal.SIGINT, before)


def answer_of(
    command: Sequence[str], given: bytes = b"", *, seconds: float = _ANSWER_SECONDS
) -> subprocess.CompletedProcess[bytes] | None:
    """Run a program that ends by itself, and return its output.

    Args:
        command: program and arguments.
        given: for its input.
        seconds: after which it is killed.

    Returns:
        None: the program does not exist, or it did not end in time.
    """
    try:
        return subprocess.run(
            command,
            input=given,
            capture_output=True,
            timeout=seconds,
            check=False,
            preexec_fn=_bound_to(os.getpid()),
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
