# SPDX-License-Identifier: Apache-2.0
"""``limen trace DIR`` and ``limen live DIR``, for projects with limen.toml."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.child import scratch_folder
from limen.cli.command import Argument, Exit, Option
from limen.cli.live import run_live
from limen.cli.page import NoBrowser
from limen.cli.place import check_output
from limen.cli.project import built
from limen.cli.render import build_output, note, print_line
from limen.cli.status import CHECK_FAILED
from limen.cli.trace_findings import findings
from limen.cli.trace_why import print_switches
from limen.errors import RunError
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.run import Target

__all__ = ["live_project", "run_traced", "trace_project"]

_LIVE_SECONDS: Final = 1e6  # until Ctrl-C
_SWITCHES_MAX: Final = 20  # a screen

Folder = Annotated[Path, Argument(help="of a project, with limen.toml")]
TargetName = Annotated[str | None, Option(help="one of limen.toml; by default its first")]
TraceFile = Annotated[Path | None, Option("--trace", "-o", help="keep the trace here")]


def trace_project(folder: Folder, target: TargetName = None, trace: TraceFile = None) -> None:
    """Run the program of a project, and explain its trace."""
    from limen.project.settings import read_settings
    from limen.trace import read_trace
    from limen.trace.analysis import analyse

    check_output(trace)
    settings = read_settings(folder)
    with build_output() as on_line:
        where, executable = built(str(folder), target, on_line)
    kept = trace or settings.build / where.name / f"{settings.program}.limen"
    status = run_traced(where, executable, kept)
    print_line(f"{kept}:")
    findings([kept], "note", check=False)
    analysis = analyse(read_trace(kept))
    count = len(analysis.switches.at)
    print_switches(analysis, range(min(count, _SWITCHES_MAX)))
    if count > _SWITCHES_MAX:
        print_line(f"{count - _SWITCHES_MAX} more switches: `limen trace why {kept}`")
    if status != 0:
        note(f"limen: {settings.program}: it ended with status {status}")
        raise Exit(CHECK_FAILED)


def live_project(
    folder: Folder,
    target: TargetName = None,
    trace: TraceFile = None,
    timeout: Annotated[float, Option(help="stop it after this many seconds")] = _LIVE_SECONDS,
    no_browser: NoBrowser = False,
) -> None:
    """Run the program of a project, and show its trace while it runs."""
    from limen.live.run import Program

    check_output(trace)
    with build_output() as on_line:
        where, executable = built(str(folder), target, on_line)
    with scratch_folder() as scratch:
        program = Program(where, executable, [], scratch, timeout)
        if run_live(program, trace, is_browser=not no_browser) != 0:
            raise Exit(CHECK_FAILED)


def run_traced(target: Target, executable: Path, kept: Path, *, is_shown: bool = True) -> int:
    """Run a program and keep its trace.

    Args:
        target: that it was built for.
        executable: absolute path.
        kept: a file for the trace.
        is_shown: print what it prints.

    Returns:
        Its exit status.

    Raises:
        RunError: it saved no trace, or does not end.
    """
    from limen.run import SAFETY_SECONDS, run_program

    with scratch_folder() as scratch:
        done = run_program(
            target,
            executable,
            [],
            scratch=scratch,
            timeout_seconds=SAFETY_SECONDS,
            on_line=(lambda line: print(line, flush=True)) if is_shown else None,
        )
        if done.trace is None:
            remedy = "link it with limen::traced (or a layer) and limen::record"
            raise RunError(str(executable), "it saved no trace.limen", remedy)
        write_whole(kept, done.trace.read_bytes())
    return done.status
