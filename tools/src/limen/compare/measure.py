# SPDX-License-Identifier: Apache-2.0
"""Run the program of a system on a target, and measure its jobs by the trace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import numpy as np

from limen.builds.folder import build_folder
from limen.builds.lock import locked
from limen.child import scratch_folder
from limen.errors import RunError
from limen.generate.project import build_project, write_project
from limen.run import SAFETY_SECONDS, run_program
from limen.trace import Kind, read_trace
from limen.trace.analysis import analyse
from limen.trace.format import OBJECTS_OF_CORE

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.generate.project import Project
    from limen.run import Target
    from limen.system.model import System
    from limen.trace import Trace

__all__ = ["Measured", "Measurement", "lanes_of", "measure", "measure_trace"]


@dataclass(frozen=True, slots=True)
class Measured:
    """The jobs of a thread in a trace; times are in ticks of the target's clock.

    Attributes:
        jobs: that were released and completed in the trace.
        response: the longest time from an arrival to the completion; None without a job.
        misses: jobs that missed the deadline.
        execution: the longest execution time.
        start_latency_least: the shortest time from an arrival to the first execution.
    """

    jobs: int
    response: int | None
    misses: int
    execution: int
    start_latency_least: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """A run of a system on a target.

    Attributes:
        target: its name.
        clock_hz: of the target.
        threads: in the order of the system.
        trace: of the run.
        trace_bytes: the same, as it was saved.
        project: that ran.
        output: all that the program printed.
    """

    target: str
    clock_hz: int
    threads: tuple[Measured, ...]
    trace: Trace
    trace_bytes: bytes
    project: Project
    output: str


def measure(  # noqa: PLR0913 - all but four are optional and named
    root: Path,
    system: System,
    target: Target,
    on_line: Callable[[str], None],
    *,
    source: str = "a system",
    jobs: int | None = None,
    is_sharing: bool = False,
    seed: int = 0,
) -> Measurement:
    """Generate, build and run the program of a system, and measure its jobs.

    The program is built in ``build/system``, so that the kernel is not compiled each time. A copy
    of it runs, so that another command can build the next one there meanwhile.

    Args:
        root: of the repository.
        system: checked.
        target: where it runs.
        on_line: gets each line of output.
        source: the file that describes the system.
        jobs: about how many of them; None: two hyperperiods, as far as the trace has room.
        is_sharing: threads that do not preempt each other share a stack for their jobs.
        seed: of the jitters.

    Raises:
        DescriptionError: the target cannot keep the times of the system.
        RunError: the program cannot be built, or does not end as it should.
    """
    folder = build_folder(root) / "system" / target.name
    with scratch_folder() as scratch:
        with locked(build_folder(root) / f"log/system-{target.name}.lock"):
            project = write_project(
                folder, system, source, target, jobs, is_sharing=is_sharing, seed=seed
            )
            executable = copy(build_project(root, project, target, on_line), scratch)
        done = run_program(
            target,
            Path(executable),
            [],
            scratch=scratch,
            timeout_seconds=SAFETY_SECONDS,
            on_line=on_line,
        )
        if done.status != 0 or done.trace is None:
            lines = done.output.strip().splitlines() or ["nothing"]
            problem = f"it ended with status {done.status} and said: {lines[-1]}"
            raise RunError(str(folder), problem, "look at its source, and run it there")
        trace_bytes = done.trace.read_bytes()
        trace = read_trace(done.trace)
    threads = measure_trace(trace, [thread.core for thread in system.threads])
    return Measurement(
        target.name, trace.clock_hz, threads, trace, trace_bytes, project, done.output
    )


def lanes_of(trace: Trace, cores: list[int]) -> list[int]:
    """The lanes of the first threads of each core, in the order of their creation; -1: it has none.

    Args:
        trace: of a generated program.
        cores: of each thread of the system.
    """
    lanes = {lane.id: number for number, lane in enumerate(analyse(trace).moves.lanes)}
    ids = sorted(one.id for one in trace.objects.values() if one.kind == Kind.THREAD)
    created = {
        core: iter([one for one in ids if one // OBJECTS_OF_CORE == core]) for core in {*cores}
    }
    return [lanes.get(next(created[core], -1), -1) for core in cores]


def measure_trace(trace: Trace, cores: list[int]) -> tuple[Measured, ...]:
    """The jobs of the threads of a system.

    Args:
        trace: of a generated program.
        cores: of each thread of the system.
    """
    jobs = analyse(trace).jobs
    rows = []
    for lane in lanes_of(trace, cores):
        own = np.flatnonzero((jobs.lane == lane) & jobs.is_job)
        if len(own) == 0:
            rows.append(Measured(0, None, 0, 0, 0))
            continue
        response, execution = int(jobs.response[own].max()), int(jobs.execution[own].max())
        misses, latency = int(jobs.missed[own].sum()), int(jobs.start_latency[own].min())
        rows.append(Measured(len(own), response, misses, execution, latency))
    return tuple(rows)
