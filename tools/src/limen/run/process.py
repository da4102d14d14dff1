# SPDX-License-Identifier: Apache-2.0
"""Start a program and watch its output, with a time limit."""

from __future__ import annotations

import codecs
import os
import signal
import subprocess
from dataclasses import dataclass
from threading import Timer
from typing import TYPE_CHECKING, Final

from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["SAFETY_SECONDS", "Finished", "execute"]

# The limit of whatever ends by itself, if nobody asks for another one. It is far above what the
# slowest program takes, so that only a program that hangs reaches it, and never a busy machine.
SAFETY_SECONDS: Final = 1800.0

_OUTPUT_CHARACTERS_MAX: Final = 1 << 26
_LINE_CHARACTERS_MAX: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended.

    Attributes:
        status: exit status; negative: the number of the signal that killed it.
        output: its standard output and standard error, in order.
    """

    status: int
    output: str


def execute(
    command: Sequence[str],
    *,
    directory: Path,
    timeout_seconds: float = SAFETY_SECONDS,
    on_line: Callable[[str], None] | None = None,
    environment: Mapping[str, str] | None = None,
    on_start: Callable[[int], None] | None = None,
    on_text: Callable[[str], None] | None = None,
) -> Finished:
    """Run a program to its end. It and all its child processes have ended when this returns.

    Args:
        command: program and arguments; no shell is involved.
        directory: its working directory.
        timeout_seconds: of wall clock.
        on_line: called with each line of output.
        environment: variables beyond those of this process.
        on_start: is called with the number of the process, as soon as it runs.
        on_text: makes the program interactive: its input is that of this process, and this is
            called with each piece of output as soon as it comes.

    Raises:
        RunError: there is no such program, it did not end in time, or its output has no end.
    """
    source = subprocess.DEVNULL if on_text is None else None
    process = _start(command, directory, {**os.environ, **(environment or {})}, source)
    timer = Timer(timeout_seconds, _kill, [process])
    with process:
        timer.start()
        try:
            if on_start is not None:
                on_start(process.pid)
            output = _collect(process, on_line, on_text)
        finally:
            is_too_late = not timer.is_alive()
            timer.cancel()
            _kill(process)
    if output is None:
        problem = f"it wrote more than {_OUTPUT_CHARACTERS_MAX >> 20} MiB"
        raise RunError(command[0], problem, "look for an endless loop that prints")
    if is_too_late:
        said = output.strip().rsplit("\n", 1)[-1] or "nothing"
        problem = f"it did not end within {timeout_seconds:g} s; its last words: {said}"
        raise RunError(" ".join(command), problem, "make it end, or allow more with --timeout")
    return Finished(process.returncode, output)


def _start(
    command: Sequence[str], directory: Path, environment: Mapping[str, str], source: int | None
) -> subprocess.Popen[str]:
    """A process in a session of its own, so that its child processes can be ended with it."""
    try:
        return subprocess.Popen(
            command,
            cwd=directory,
            env=environment,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        problem = f"it cannot be started ({error.strerror})"
        raise RunError(command[0], problem, "install it; `limen doctor` says how") from error


def _collect(
    process: subprocess.Popen[str],
    on_line: Callable[[str], None] | None,
    on_text: Callable[[str], None] | None,
) -> str | None:
    """All output; None if it was too much. Returns when the program has closed its output."""
    said: list[str] = []
    length = 0
    for piece in _lines(process) if on_text is None else _pieces(process):
        said.append(piece)
        length += len(piece)
        if length > _OUTPUT_CHARACTERS_MAX:
            return None
        if on_text is not None:
            on_text(piece)
        if on_line is not None:
            on_line(piece.rstrip("\n"))
    process.wait()
    return "".join(said)


def _lines(process: subprocess.Popen[str]) -> Iterator[str]:
    stream = process.stdout
    while stream is not None and (line := stream.readline(_LINE_CHARACTERS_MAX)):
        yield line


def _pieces(process: subprocess.Popen[str]) -> Iterator[str]:
    """What has been written, without waiting for the end of a line."""
    stream = process.stdout
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while stream is not None and (piece := os.read(stream.fileno(), _LINE_CHARACTERS_MAX)):
        yield decoder.decode(piece)


def _kill(process: subprocess.Popen[str]) -> None:
    """End the program's session: only processes that it started itself are in it."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
