# SPDX-License-Identifier: Apache-2.0
"""Write the program of a system into a folder, and build it there for a target."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.analysis import analyze
from limen.builds.folder import build_folder
from limen.builds.lock import locked
from limen.errors import DescriptionError, RunError
from limen.generate.steps import steps_of
from limen.generate.tables import check_clock, has_arrivals, system_c
from limen.generate.users import handles_h
from limen.project.targets import options_of
from limen.run.build import run_cmake
from limen.system.check import check_one_core
from limen.system.isolation import shares_stack
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from limen.run import Target
    from limen.system.model import System

__all__ = ["Project", "build_project", "run_length", "sharing_groups", "write_project"]

_TEMPLATES: Final = Path(__file__).parent / "project"
_COPIED: Final = (
    "CMakeLists.txt",
    "main.c",
    "system.h",
    "calls.h",
    "users.c",
    "jitter.c",
    "jitter.h",
)
_LEVELS: Final = 32  # LM_LEVELS of the kernel, unless a system needs more
_EVENTS_OF_A_JOB: Final = 16  # at most, without its steps
_MARKED: Final = "CMakeLists.txt"  # is written first
_MARK: Final = "`limen generate` wrote"


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with the program of a system.

    Attributes:
        folder: with CMakeLists.txt.
        system: the system that it runs.
        end: ticks of the system for which it runs.
        is_whole: the run has two hyperperiods behind the last offset; else it is shorter.
    """

    folder: Path
    system: System
    end: int
    is_whole: bool


def run_length(system: System, target: Target, jobs: int | None = None) -> tuple[int, bool]:
    """Return the number of ticks of a run, and whether these are two hyperperiods.

    The trace of the whole run fits into the memory of the target.

    Args:
        system: checked.
        target: of the run.
        jobs: at most so many of all threads; None: as many as fit.
    """
    whole = max(thread.offset for thread in system.threads)
    whole += 2 * lcm(*(thread.period for thread in system.threads))
    rates = sum(
        (_EVENTS_OF_A_JOB + 2 * len(steps_of(system, index))) / thread.period
        for index, thread in enumerate(system.threads)
    )
    rates += sum(2 * _EVENTS_OF_A_JOB / one.period for one in system.interrupts)
    end = min(whole, int(target.trace_events / rates))
    if jobs is not None:
        end = min(end, int(jobs / sum(1 / thread.period for thread in system.threads)))
    longest = max(thread.offset + thread.period for thread in system.threads)
    end = max(end, longest)  # a job of each thread in any case
    longest_run = 2**62 * 10**9 // target.clock_hz // system.tick_ns
    return (min(end, longest_run), end == whole)


def sharing_groups(system: System) -> tuple[tuple[int, ...], ...]:
    """Threads whose jobs can share a stack: they neither preempt each other nor wait.

    Args:
        system: checked.
    """
    analysis = analyze(system)
    places = {thread.name: index for index, thread in enumerate(system.threads)}
    groups = (
        tuple(
            places[name]
            for name in group
            if name not in analysis.stack.waiting and shares_stack(system.threads[places[name]])
        )
        for group in analysis.groups
    )
    return tuple(group for group in groups if len(group) > 1)


def write_project(
    folder: Path,
    system: System,
    source: str,
    target: Target,
    jobs: int | None = None,
    *,
    is_sharing: bool = False,
    seed: int = 0,
) -> Project:
    """Write the program. Files with the same text are not written.

    Args:
        folder: is created if it does not exist.
        system: checked.
        source: the file that describes it; the sources of the system are in its folder.
        target: whose clock has to keep the times of the system.
        jobs: see run_length.
        is_sharing: threads that do not preempt each other share a stack for their jobs.
        seed: of the jitters; they are those of a simulation with this seed.

    Raises:
        DescriptionError: the clock cannot keep them, or the files cannot be written.
    """
    _check_cores(system, target, is_sharing=is_sharing)
    if not target.clock_hz:
        problem = "the rate of its clock is not known"
        remedy = "write set(LM_CLOCK_HZ NUMBER) into its board.cmake"
        raise DescriptionError(target.name, problem, remedy)
    check_clock(system, target.clock_hz, f"the clock of {target.name}")
    end, is_whole = run_length(system, target, jobs)
    sources = " ".join(f'"{(Path(source).parent / name).resolve()}"' for name in system.sources)
    levels = max(_LEVELS, 1 + max(thread.priority for thread in system.threads))
    texts = {name: (_TEMPLATES / name).read_text(encoding="utf-8") for name in _COPIED}
    licences = {name: text.partition("\n")[0] for name, text in texts.items()}
    groups = sharing_groups(system) if is_sharing else ()
    texts["system.c"] = system_c(
        system, Path(source).name, end, licences["system.h"], groups=groups, seed=seed
    )
    texts["system.cmake"] = "\n".join(
        [
            licences["CMakeLists.txt"],
            f'set(LM_LEVELS {levels} CACHE STRING "Priorities are 0 to LM_LEVELS - 1" FORCE)',
            f'set(SYSTEM_EVENTS {target.trace_events} CACHE STRING "Length of the trace" FORCE)',
            f"set(SYSTEM_ARRIVALS {'ON' if has_arrivals(system) else 'OFF'})",
            f"set(SYSTEM_LIBRARY {'limen-cores-traced' if system.is_on_cores else 'limen-traced'})",
            f"set(SYSTEM_SOURCES {sources})",
            "",
        ]
    )
    texts["handles.h"] = handles_h(system, licences["system.h"])
    _check_folder(folder, texts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            _write(folder / name, text)
    except OSError as error:
        problem = f"it cannot be written ({error.strerror})"
        raise DescriptionError(str(folder), problem, "name another folder") from error
    return Project(folder, system, end, is_whole)


def _check_cores(system: System, target: Target, *, is_sharing: bool) -> None:
    if system.is_on_cores and target.name != "host":
        problem = f"it is for several cores, whose programs run on the host, not on {target.name}"
        raise DescriptionError(system.name, problem, "take --target host")
    if system.is_on_cores and is_sharing:
        check_one_core(system, "a program with shared stacks")


def _check_folder(folder: Path, names: Iterable[str]) -> None:
    """Raise an error if a file that this command did not write would be replaced."""
    makefile = folder / _MARKED
    is_ours = makefile.is_file() and _MARK in makefile.read_text("utf-8", errors="replace")
    for name in names:
        if not is_ours and (folder / name).exists():
            problem = "the file exists, and `limen generate` did not write it"
            raise DescriptionError(str(folder / name), problem, "name another folder")


def _write(path: Path, text: str) -> None:
    """Write a file if its text has changed, so that the build does not repeat its targets."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    write_whole(path, text)


def build_project(
    root: Path, project: Project, target: Target, on_line: Callable[[str], None]
) -> Path:
    """Build a program and return its path.

    Args:
        root: of the repository.
        project: as written.
        target: to build it for; its output is in a folder of this name in ``build``.
        on_line: gets each line of output.

    Raises:
        RunError: it could not be built.
    """
    folder = project.folder.resolve()
    build = folder / "build" / target.name
    log = build_folder(root) / f"log/generate-{target.name}.log"
    with locked(log.with_suffix(".lock")):
        options = [f"-DLIMEN={root}", *options_of(root, target)]
        configure = ["-G", "Ninja", "-S", str(folder), "-B", str(build), *options]
        run_cmake(root, configure, log, on_line)
        run_cmake(root, ["--build", str(build)], log, on_line)
    executable = build / "system"
    if not executable.is_file():
        raise RunError(str(executable), "CMake did not build it", f"see {log}")
    return executable
