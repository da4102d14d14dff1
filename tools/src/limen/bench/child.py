# SPDX-License-Identifier: Apache-2.0
"""A command with its time and its memory, start-up included.

The system counts the largest memory of a process from before it became the command, so that a large
process would measure itself: a small one in between starts the command and counts.
"""

from __future__ import annotations

import json
import sys
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Final, NamedTuple

from limen.errors import RunError
from limen.run import execute

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Measured", "measured"]

_BETWEEN: Final = """
import json, os, subprocess, sys, time
begin = time.perf_counter()
child = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(child.pid, 0)
seconds = time.perf_counter() - begin
with open(sys.argv[1], "w") as result:
    json.dump([seconds, used.ru_maxrss * 1024, os.waitstatus_to_exitcode(status)], result)
"""


class Measured(NamedTuple):
    """The costs of a command.

    Attributes:
        seconds: from its start to its end.
        memory: the largest resident memory, bytes.
        output: standard output and standard error.
    """

    seconds: float
    memory: int
    output: str


def measured(command: Sequence[str], root: Path, times: int = 1) -> Measured:
    """Run a command several times, and return the fastest run.

    Raises:
        RunError: it fails.
    """
    return min(_once(command, root) for _ in range(times))


def _once(command: Sequence[str], root: Path) -> Measured:
    with NamedTemporaryFile(prefix="limen-") as result:
        between = [sys.executable, "-I", "-S", "-c", _BETWEEN, result.name]
        output = execute([*between, *command], directory=root).output
        content = result.read()
    seconds, memory, status = json.loads(content) if content else (0.0, 0, -1)
    if status != 0:
        last = output.strip().rsplit("\n", 1)[-1]
        raise RunError(" ".join(command[:3]), f"it failed: {last}", "run it to see its full output")
    return Measured(seconds, memory, output)
