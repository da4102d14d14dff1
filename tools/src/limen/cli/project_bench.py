# SPDX-License-Identifier: Apache-2.0
"""``limen bench DIR``: the program of a project on all its targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.cli.project import built_for_place
from limen.cli.project_trace import run_traced
from limen.cli.render import build_output, print_result, print_table
from limen.errors import RunError

if TYPE_CHECKING:
    from pathlib import Path

    from limen.project.settings import Settings
    from limen.run import Target

__all__ = ["bench_project"]

_WRITABLE: Final = 1
_ALLOCATED: Final = 2


def bench_project(folder: Path, *, json: bool) -> None:
    """Measure the program of a project on all its targets that can run it: bytes and the trace.

    Raises:
        RunError: it cannot be built, or does not run.
    """
    from limen.project.build import place_of
    from limen.project.settings import read_settings

    settings = read_settings(folder)
    places = [place_of(settings, name) for name in settings.targets]
    rows: list[dict[str, object]] = []
    for place in places:
        with build_output() as on_line:
            executable = built_for_place(settings, settings.program, place, on_line, is_run=False)
        runs = _measured(settings, place.target, executable) if place.target.can_run else {}
        rows.append({"target": place.target.name, **_sizes(executable), **runs})
    if json:
        print_result({"rows": rows})
        return
    keys = list(dict.fromkeys(key for row in rows for key in row))
    heads = ["target", *(f">{key}" for key in keys[1:])]
    print_table(settings.program, heads, [[row.get(key, "") for key in keys] for row in rows])


def _measured(settings: Settings, target: Target, executable: Path) -> dict[str, object]:
    """Return the statistics of a run from its trace."""
    from limen.trace import read_trace
    from limen.trace.statistics import statistics

    kept = settings.build / target.name / f"{settings.program}.limen"
    status = run_traced(target, executable, kept, is_shown=False)
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
    """Return the bytes of code with constants, of initialised data and of zeroed data."""
    from elftools.elf.elffile import ELFFile

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
