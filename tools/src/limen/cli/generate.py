# SPDX-License-Identifier: Apache-2.0
"""``limen generate``: the program of a system."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from limen.child import scratch_folder
from limen.cli.command import Argument, Exit, Option
from limen.cli.place import check_output
from limen.cli.render import build_output, note
from limen.cli.status import CHECK_FAILED
from limen.errors import RunError
from limen.parts import needs
from limen.whole import write_whole

__all__ = ["generate"]


@needs("analysis")
def generate(
    file: Annotated[Path, Argument(help="a system: system.toml, a CSV file", is_read=True)],
    output: Annotated[
        Path | None, Option(help="folder for the program; without it: the system's name")
    ] = None,
    target: Annotated[
        str | None,
        Option(help="host, mps2-an385, rp2040, ...; without it: that of the system"),
    ] = None,
    run: Annotated[bool, Option("--run", help="also build it and run it")] = False,
    trace: Annotated[Path | None, Option(help="with --run: write its trace here")] = None,
    jobs: Annotated[int | None, Option(help="run for about this many jobs", min=1)] = None,
    share_stacks: Annotated[
        bool, Option("--share-stacks", help="one stack for threads that do not preempt")
    ] = False,
    seed: Annotated[int, Option(help="for random jitters", min=0, max=2**63 - 1)] = 0,
) -> None:
    """Write C tables and a main of a system for the kernel."""
    from limen.generate.project import build_project, write_project
    from limen.generate.users import memory_notes
    from limen.project.targets import find_target
    from limen.run import SAFETY_SECONDS, find_root, run_program
    from limen.system.load import load_system

    if trace is not None and not run:
        raise RunError("--trace", "only a run has a trace", "add --run, or drop --trace")
    system = load_system(file)
    check_output(trace)
    where = find_target(target or system.board or "host", is_run=run)
    folder = output or Path(f"{system.name}-program")
    project = write_project(
        folder, system, str(file), where, jobs, is_sharing=share_stacks, seed=seed
    )
    for sentence in system.notes:
        note(f"limen: {file}: {sentence}")
    for sentence in memory_notes(system, where.name):
        note(f"limen: {file}: {sentence}")
    print(f"{folder}: it runs for {project.end} ticks of the system")
    if not run:
        return
    with build_output() as on_line, scratch_folder() as scratch:
        executable = build_project(find_root(Path.cwd()), project, where, on_line)
        done = run_program(
            where,
            executable,
            [],
            scratch=scratch,
            timeout_seconds=SAFETY_SECONDS,
            on_line=lambda line: print(line, flush=True),
        )
        if trace is not None and done.trace is not None:
            write_whole(trace, done.trace.read_bytes())
    if done.status != 0:
        note(f"limen: {folder}: it ended with status {done.status}")
        raise Exit(CHECK_FAILED)
