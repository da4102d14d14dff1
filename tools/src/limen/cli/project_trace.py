# SPDX-License-Identifier: Apache-2.0
"""``limen trace DIR``, ``limen live DIR`` and ``limen bench DIR``, for projects with limen.toml."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Final

import typer
from elftools.elf.elffile import ELFFile

from limen.cli.live import run_live
from limen.cli.page import NoBrowser
from limen.cli.place import check_output
from limen.cli.project import built, built_for_place
from limen.cli.render import build_output, note, print_json, print_line, print_table
from limen.cli.status import CHECK_FAILED
from limen.cli.trace_findings import findings
from limen.cli.trace_why import print_switches
from limen.errors import RunError
from limen.live.run import Program
from limen.project.build import place_of
from limen.project.settings import read_settings
from limen.run import SAFETY_SECONDS, run_program
from limen.trace import read_trace
from limen.trace.analysis import analyse
from limen.trace.statistics import statistics

if TYPE_CHECKING:
    from limen.project.settings import Settings
    from limen.run import Target

__all__ = ["bench_project", "live_project", "trace_project"]

_LIVE_SECONDS: Final = 1e6  # until Ctrl-C
_SWITCHES_MAX: Final = 20  # a screen
_WRITABLE: Final = 1
_ALLOCATED: Final = 2

Folder = Annotated[Path, typer.Argument(help="of a project, with limen.toml")]
TargetName = Annotated[str | None, typer.Option(help="one of limen.toml; by default its first")]
TraceFile = Annotated[Path | None, typer.Option("--trace", "-o", help="keep the trace here")]


def trace_project(folder: Folder, target: TargetName = None, trace: TraceFile = None) -> None:
    """Run the program of a project, and explain its trace."""
    check_output(trace)
    settings = read_settings(folder)
    with build_output() as on_line:
        where, executable = built(str(folder), target, on_line)
    kept = trace or settings.build / where.name / f"{settings.program}.limen"
    status = _run(where, executable, kept)
    print_line(f"{kept}:")
    findings(kept, "note", check=False)
    analysis = analyse(read_trace(kept))
    count = len(analysis.switches.at)
    print_switches(analysis, range(min(count, _SWITCHES_MAX)))
    if count > _SWITCHES_MAX:
        print_line(f"{count - _SWITCHES_MAX} more switches: `limen trace why {kept}`")
    if status != 0:
        note(f"limen: {settings.program}: it ended with status {status}")
        raise typer.Exit(CHECK_FAILED)


def live_project(
    folder: Folder,
    target: TargetName = None,
    trace: TraceFile = None,
    timeout: Annotated[float, typer.Option(help="seconds until it is stopped")] = _LIVE_SECONDS,
    no_browser: NoBrowser = False,
) -> None:
    """Run the program of a project, and show its trace while it runs."""
    check_output(trace)
    with build_output() as on_line:
        where, executable = built(str(folder), target, on_line)
    with TemporaryDirectory(prefix="limen-") as scratch:
        program = Program(where, executable, [], Path(scratch), timeout)
        if run_live(program, trace, is_browser=not no_browser) != 0:
            raise typer.Exit(CHECK_FAILED)


def bench_project(folder: Path, *, json: bool) -> None:
    """Measure the program of a project on all its targets that can run it: bytes and the trace.

    Raises:
        RunError: it cannot be built, or does not run.
    """
    settings = read_settings(folder)
    places = [place_of(settings, name) for name in settings.targets]
    rows: list[dict[str, object]] = []
    for place in places:
        with build_output() as on_line:
            executable = built_for_place(settings, settings.program, place, on_line, is_run=False)
        runs = _measured(settings, place.target, executable) if place.can_run else {}
        rows.append({"target": place.target.name, **_sizes(executable), **runs})
    if json:
        print_json({"rows": rows})
        return
    keys = list(dict.fromkeys(key for row in rows for key in row))
    heads = ["target", *(f">{key}" for key in keys[1:])]
    print_table(settings.program, heads, [[row.get(key, "") for key in keys] for row in rows])


def _measured(settings: Settings, target: Target, executable: Path) -> dict[str, object]:
    """What the trace of a run says."""
    kept = settings.build / target.name / f"{settings.program}.limen"
    status = _run(target, executable, kept, is_shown=False)
    if status != 0:
        problem = f"it ended with status {status}"
        raise RunError(str(executable), problem, f"see `limen run {settings.folder}`")
    found = statistics(read_trace(kept))
    system = found.system
    return {
        "events": found.events,
        "switches": system.switches,
        "interrupts": system.interrupts,
        "deadlines missed": system.deadline_misses,
        "busy ticks": found.ticks - found.idle_time,
        "ticks": found.ticks,
    }


def _sizes(executable: Path) -> dict[str, object]:
    """Bytes of code with constants, of initialised data and of zeroed data."""
    code = data = zeroed = 0
    with executable.open("rb") as file:
        for section in ELFFile(file).iter_sections():
            flags, size = section["sh_flags"], section["sh_size"]
            if not flags & _ALLOCATED:
                continue
            if section["sh_type"] == "SHT_NOBITS":
                zeroed += size
            elif flags & _WRITABLE:
                data += size
            else:
                code += size
    return {"code": code, "data": data, "zeroed": zeroed}


def _run(target: Target, executable: Path, kept: Path, *, is_shown: bool = True) -> int:
    """Run a program and keep its trace; returns its status."""
    with TemporaryDirectory(prefix="limen-") as scratch:
        done = run_program(
            target,
            executable,
            [],
            scratch=Path(scratch),
            timeout_seconds=SAFETY_SECONDS,
            on_line=(lambda line: print(line, flush=True)) if is_shown else None,
        )
        if done.trace is None:
            remedy = 'link it with limen::traced and call lm_board_save("trace.limen", ...)'
            raise RunError(str(executable), "it saved no trace.limen", remedy)
        kept.write_bytes(done.trace.read_bytes())
    return done.status
