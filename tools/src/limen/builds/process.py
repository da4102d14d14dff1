# SPDX-License-Identifier: Apache-2.0
"""Start a program and watch its output, with a time limit."""

from __future__ import annotations

import codecs
import io
import os
from dataclasses import dataclass
from threading import Timer
from typing import TYPE_CHECKING, Final

from limen.child import running
from limen.choices import SAFETY_SECONDS
from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from limen.child import Child

__all__ = ["SAFETY_SECONDS", "Finished", "execute"]

_OUTPUT_CHARACTERS_MAX: Final = 1 << 26
_LINE_CHARACTERS_MAX: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a program.

    Attributes:
        status: exit status; negative: the number of the signal that killed it.
        output: its standard output and standard error, in order.
    """

    status: int
    output: str


def execute(  # noqa: PLR0913 - all but the first two are rarely given
    command: Sequence[str],
    *,
    directory: Path,
    timeout_seconds: float = SAFETY_SECONDS,
    on_line: Callable[[str], None] | None = None,
    environment: Mapping[str, str] | None = None,
    on_start: Callable[[int], None] | None = None,
    on_text: Callable[[str], None] | None = None,
    is_confined: bool = False,
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
        is_confined: it can write in its directory only.

    Raises:
        RunError: the program does not exist, did not end in time, or its output is endless.
    """
    with running(
        command,
        directory=directory,
        environment=environment,
        has_input=on_text is not None,
        is_captured=True,
        is_confined=is_confined,
    ) as child:
        timer = Timer(timeout_seconds, child.kill)
        timer.daemon = True  # else a signal during the start would wait for the end
        try:
            timer.start()
            if on_start is not None:
                on_start(child.pid)
            output = _collect(child, on_line, on_text)
            status = child.wait() if output is not None else None
        finally:
            is_too_late = not timer.is_alive()
            timer.cancel()
    if output is None or status is None:
        problem = f"it wrote more than {_OUTPUT_CHARACTERS_MAX >> 20} MiB"
        raise RunError(command[0], problem, "look for an endless loop that prints")
    if is_too_late:
        said = output.strip().rsplit("\n", 1)[-1] or "nothing"
        problem = f"it did not end within {timeout_seconds:g} s; its last words: {said}"
        raise RunError(" ".join(command), problem, "make it end, or allow more with --timeout")
    return Finished(status, output)


def _collect(
    child: Child,
    on_line: Callable[[str], None] | None,
    on_text: Callable[[str], None] | None,
) -> str | None:
    """All output; None if it was too much. Returns when the program has closed its output."""
    said: list[str] = []
    length = 0
    for piece in _lines(child) if on_text is None else _pieces(child):
        said.append(piece)
        length += len(piece)
        if length > _OUTPUT_CHARACTERS_MAX:
            return None
        if on_text is not None:
            on_text(piece)
        if on_line is not None:
            on_line(piece.rstrip("\n"))
    return "".join(said)


def _lines(child: Child) -> Iterator[str]:
    if child.output is None:
        return
    with io.TextIOWrapper(child.output, encoding="utf-8", errors="replace") as stream:
        while line := stream.readline(_LINE_CHARACTERS_MAX):
            yield line


def _pieces(child: Child) -> Iterator[str]:
    """The output so far, without waiting for the end of a line."""
    stream = child.output
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while stream is not None and (piece := os.read(stream.fileno(), _LINE_CHARACTERS_MAX)):
        yield decoder.decode(piece)
