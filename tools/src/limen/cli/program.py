# SPDX-License-Identifier: Apache-2.0
"""``limen run``: build one program, and run it on a target."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.child import scratch_folder
from limen.cli.command import Argument, Exit, Option
from limen.cli.live import run_live
from limen.cli.page import NoBrowser
from limen.cli.place import check_output
from limen.cli.project import built, program_here
from limen.cli.render import build_output, note, print_table
from limen.cli.status import CHECK_FAILED
from limen.errors import RunError
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.run import Watch

__all__ = ["run"]

_PROFILE_FILE: Final = "profile.json"
_PROFILE_ROWS: Final = 30
_LIVE_SECONDS: Final = 1e6  # until Ctrl-C


def run(
    program: Annotated[
        str | None,
        Argument(
            help="an executable of CMake: example-hello; or a project's folder; none: the project "
            "here"
        ),
    ] = None,
    arguments: Annotated[list[str] | None, Argument(help="for the program, after --")] = None,
    target: Annotated[
        str | None, Option(help="host, mps2-an385, rp2040, ...; or one of limen.toml")
    ] = None,
    trace: Annotated[Path | None, Option(help="write the trace of the program here")] = None,
    type_: Annotated[
        list[str] | None,
        Option(
            "--type",
            help="host: type a line at this instant, as in 133ms:log",
            metavar="TIME:TEXT",
        ),
    ] = None,
    timeout: Annotated[
        float | None, Option(help="stop it after this many seconds", min=0.1)
    ] = None,
    vcd: Annotated[Path | None, Option(help="rp2040: record the pins")] = None,
    json: Annotated[
        Path | None, Option(help="rp2040, ibex: record cycles, instructions and more")
    ] = None,
    time: Annotated[
        float | None,
        Option(help="host, rp2040, ibex: end after this many ms of its time", min=0),
    ] = None,
    profile: Annotated[bool, Option(help="rp2040, ibex: show the cycles of functions")] = False,
    live: Annotated[bool, Option("--live", help="show its trace while it runs")] = False,
    no_browser: NoBrowser = False,
    gdb: Annotated[
        bool,
        Option("--gdb", help="debug it in gdb, with the commands limen threads, why, bt"),
    ] = False,
    gdb_server: Annotated[
        str | None,
        Option(help="wait for a debugger at this Unix socket, or TCP port", metavar="SOCKET|PORT"),
    ] = None,
    flash: Annotated[
        bool, Option("--flash", help="write it to the board, with the command of limen.toml")
    ] = False,
    debug: Annotated[
        bool, Option("--debug", help="start the debugger that limen.toml names")
    ] = False,
) -> None:
    """Build a program and run it. Status 1 if it ends with any other status than 0."""
    from limen.debug import debug as run_gdb
    from limen.debug import serve
    from limen.run import SAFETY_SECONDS, run_program
    from limen.run.typed import ending, typed_lines, typing

    program = program or program_here()
    lines = typed_lines(type_ or [])
    is_watched = profile or not (vcd is None and json is None and time is None)
    is_debugged = gdb or gdb_server is not None
    if is_debugged and (live or is_watched or trace is not None or type_):
        problem = "it cannot be combined with --type, nor with options that record"
        raise RunError("--gdb, --gdb-server", problem, "drop them")
    if live and is_watched:
        raise RunError(
            "--live", "it cannot be combined with --vcd, --json, --time or --profile", "drop it"
        )
    check_output(trace, vcd, json)
    with scratch_folder() as scratch:
        with build_output() as on_line:
            where, executable = built(program, target, on_line, flash=flash, debug=debug)
        where = typing(where, executable, lines)
        where, time = ending(where, time)
        if gdb:
            _end("gdb", run_gdb(where, executable, arguments or [], scratch, note))
        if gdb_server is not None:
            _end(program, serve(where, executable, arguments or [], gdb_server, scratch, note))
        if is_debugged or flash or debug:
            return
        if live:
            from limen.live.run import Program

            seconds = timeout or _LIVE_SECONDS
            running = Program(where, executable, arguments or [], scratch, seconds)
            _end(program, run_live(running, trace, is_browser=not no_browser))
            return
        done = run_program(
            where,
            executable,
            arguments or [],
            scratch=scratch,
            timeout_seconds=timeout or SAFETY_SECONDS,
            on_line=None if where.is_host else lambda line: print(line, flush=True),
            watch=_watch(scratch, vcd, json, time, profile),
            on_text=(lambda text: print(text, end="", flush=True)) if where.is_host else None,
        )
        if profile:
            _print_profile(scratch / _PROFILE_FILE if json is None else json)
        if done.trace is not None and not where.is_host:  # the host has no user threads
            _say_faults(done.trace, executable)
        if trace is not None:
            _keep(done.trace, trace, program)
        _end(program, done.status)


def _end(program: str, status: int) -> None:
    """Raise the exit status 1 if the program ends with another status than 0."""
    if status != 0:
        note(f"limen: {program}: it ended with status {status}")
        raise Exit(CHECK_FAILED)


def _watch(
    scratch: Path, vcd: Path | None, report: Path | None, time_ms: float | None, profile: bool
) -> Watch | None:
    from limen.run import Watch

    if not profile and vcd is None and report is None and time_ms is None:
        return None
    report_file = scratch / _PROFILE_FILE if profile and report is None else report
    return Watch(vcd, report_file, time_ms, is_profiled=profile)


def _print_profile(report: Path) -> None:
    """Print the functions that took the most cycles, and their part of all cycles."""
    content = json_module.loads(report.read_text())
    total = content["cycles"]
    rows = [
        [row["name"], row["cycles"], f"{100 * row['cycles'] / total:.2f}"]
        for row in content["functions"][:_PROFILE_ROWS]
    ]
    print_table("Cycles", ["function", ">cycles", ">%"], rows)


def _say_faults(trace: Path, executable: Path) -> None:
    """Print the faults of user threads that the trace contains."""
    from limen.trace.files import open_trace
    from limen.trace.findings import findings
    from limen.trace.locations import locate
    from limen.trace.model import Trace
    from limen.trace.numbers import Event

    opened = open_trace(trace)
    if isinstance(opened, Trace) and (opened.event == Event.FAULT).any():
        locate(opened, executable)
        for one in findings(opened):
            if one["kind"] == "fault":
                note(f"limen: {one['sentence']}")


def _keep(saved: Path | None, destination: Path, program: str) -> None:
    if saved is None:
        remedy = "link it with limen-traced (or a layer) and limen::record"
        raise RunError(program, "it saved no trace.limen", remedy)
    write_whole(destination, saved.read_bytes())
