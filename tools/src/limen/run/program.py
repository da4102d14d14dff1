# SPDX-License-Identifier: Apache-2.0
"""Run a program on a target, in a separate folder, and return its output and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.builds.process import SAFETY_SECONDS, execute
from limen.errors import RunError
from limen.run.emulator import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from limen.run.target import Target

__all__ = ["TRACE_FILE", "Run", "run_program"]

TRACE_FILE: Final = "trace.limen"
# An emulator that ends a run itself reports where the program was, and writes its recordings.
_GRACE_SECONDS: Final = 150.0


@dataclass(frozen=True, slots=True)
class Run:
    """A program that has ended.

    Attributes:
        status: exit status; negative: the signal that ended it.
        output: all that it printed.
        trace: the trace that it saved, if it did.
    """

    status: int
    output: str
    trace: Path | None


def run_program(  # noqa: PLR0913 - all but the first four are rarely given
    target: Target,
    executable: Path,
    arguments: Sequence[str],
    *,
    scratch: Path,
    timeout_seconds: float = SAFETY_SECONDS,
    on_line: Callable[[str], None] | None = None,
    watch: Watch | None = None,
    on_text: Callable[[str], None] | None = None,
) -> Run:
    """Run a program.

    Args:
        target: that it was built for.
        executable: absolute path.
        arguments: argv[1] and on.
        scratch: an existing folder in which it runs; its files stay there.
        timeout_seconds: of wall clock.
        on_line: called with each line of its output.
        watch: what to record; for targets that count cycles.
        on_text: makes it interactive, as limen.builds.process says.

    Raises:
        RunError: it cannot be started, does not end, or the target cannot record this data.
    """
    if watch is not None and target.simulator and not target.has_pins and watch.needs_pins:
        problem = f"the target {target.name} has no pins and no flash to watch"
        raise RunError("--vcd", problem, "take --target rp2040")
    if target.simulator:
        options = [*(watch or Watch()).options(), "--wall", f"{timeout_seconds:g}"]
        timeout_seconds += _GRACE_SECONDS
    elif watch is None:
        options = []
    else:
        problem = f"the target {target.name} has no pins, no cycles and no time to watch"
        raise RunError("--vcd, --json, --time, --profile", problem, "take --target rp2040 or ibex")
    command = target.command(executable, arguments, options)
    done = execute(
        command,
        directory=scratch,
        timeout_seconds=timeout_seconds,
        on_line=on_line,
        environment=dict(target.environment),
        on_text=on_text,
        is_confined=bool(target.emulator),
    )
    trace = scratch / TRACE_FILE
    return Run(done.status, done.output, trace if trace.is_file() else None)
