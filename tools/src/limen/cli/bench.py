# SPDX-License-Identifier: Apache-2.0
"""``limen bench``: measure the figures of docs/measurements.md."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.builds.process import execute
from limen.child import together
from limen.cli.command import Argument, Option
from limen.cli.project_bench import bench_project
from limen.cli.render import build_output, note, print_result, print_table
from limen.parts import needs
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.bench import MaskedCase, Measurement

__all__ = ["bench"]

_PAGE: Final = "docs/measurements.md"


@needs("labs", "sweep")
def bench(
    project: Annotated[
        Path | None, Argument(help="a project's folder: measure its program instead")
    ] = None,
    json: Annotated[bool, Option("--json", help="print one JSON value")] = False,
    write: Annotated[
        bool, Option(help="write docs/measurements.md, docs/footprint.md, tests/targets/expected")
    ] = True,
    masked: Annotated[bool, Option("--masked", help="only how long interrupts are off")] = False,
    exact: Annotated[bool, Option("--exact", help="only instructions, cycles and bytes")] = False,
    traces: Annotated[
        bool, Option("--traces", help="only long traces, in tools and viewer")
    ] = False,
    faults: Annotated[
        bool, Option("--faults", help="only faults in a program, for docs/faults.md")
    ] = False,
) -> None:
    """Measure the kernel, and write docs/measurements.md with the figures of other kernels.

    Numbers that are the same in every run are also written to tests/targets/expected, with which
    the tests compare them, sizes to docs/footprint.md, and outcomes of faults to docs/faults.md.
    With --exact, wall-clock times and faults are not measured, and the pages keep the old ones.
    """
    from limen.bench import (
        FOOTPRINT,
        MASKED_PLACES,
        json_rows,
        load_peers,
        masked_section,
        render_footprint,
        render_markdown,
        replace_section,
        section_of,
        with_goals,
        with_missed_by_clock,
        write_expected,
    )
    from limen.run import find_root

    if project is not None:
        bench_project(project, json=json)
        return
    root = find_root(Path.cwd())
    if masked:
        stretches = _stretches(root)
        if write:
            page = (root / _PAGE).read_text("utf-8")
            for place in MASKED_PLACES:
                page = replace_section(page, masked_section(stretches[place.group], place))
            _write(root, {_PAGE: page, **_expectations(stretches)})
        _show(json_rows(_masked_rows(stretches), load_peers()), json=json)
        return
    peers = load_peers()
    if traces:
        long = _traces(root)
        if write:
            page = _with(root, section_of(long, peers, _machine()))
            _write(root, {_PAGE: with_missed_by_clock(page, peers)})
        _show(json_rows(long, peers), json=json)
        return
    if faults:
        _faults(root, write=write)
        return
    rows = with_goals(_measured(root, exact=exact), peers)
    stretches = _expected_stretches(root) if exact else _stretches(root)
    if write:
        old = (root / _PAGE).read_text("utf-8") if (root / _PAGE).is_file() else ""
        _write(
            root,
            {
                _PAGE: render_markdown(rows, stretches, peers, _machine(), old),
                FOOTPRINT: render_footprint(rows),
                **write_expected([row for row in rows if row.exact]),
                **_expectations(stretches),
            },
        )
    if not exact:
        _faults(root, write=write)
    table = json_rows([*rows, *_masked_rows(stretches)], peers)
    _show(table, json=json)


_COLUMNS: Final = ("row", "measured", "reach", "peer", "ok", "unit")


def _show(table: list[dict[str, object]], *, json: bool) -> None:
    if json:
        print_result({"rows": table})
        return
    cells = [[_cell(row[column]) for column in _COLUMNS] for row in table]
    heads = ["measured", ">Limen", ">goal", ">best other", "ok", "unit"]
    print_table("Measurements", heads, cells)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.10g}" if isinstance(value, int | float) else str(value or "")


def _stretches(root: Path) -> dict[str, list[MaskedCase]]:
    """Print how long services keep interrupts off, by the group of the place."""
    from limen.bench import MASKED_PLACES, measure_masked

    note("measuring how long interrupts are off ...")
    with build_output() as on_line:
        return {place.group: measure_masked(root, place, on_line) for place in MASKED_PLACES}


def _expected_stretches(root: Path) -> dict[str, list[MaskedCase]]:
    from limen.bench import MASKED_PLACES, read_masked

    return {
        place.group: read_masked((root / place.path).read_text("utf-8")) for place in MASKED_PLACES
    }


def _expectations(stretches: Mapping[str, Sequence[MaskedCase]]) -> dict[str, str]:
    """Return the texts of the files that the tests compare with, by path."""
    from limen.bench import MASKED_PLACES, write_masked

    return {place.path: write_masked(stretches[place.group], place) for place in MASKED_PLACES}


def _masked_rows(stretches: Mapping[str, Sequence[MaskedCase]]) -> list[Measurement]:
    """Return one row for each library and each number of threads or objects of the case."""
    from limen.bench import Measurement

    return [
        Measurement(f"{group}{suffix}/{case.name}{many}", case.name, "instructions", value)
        for group, cases in stretches.items()
        for case in cases
        for suffix, values in (("", case.unchecked), ("-checked", case.checked))
        for many, value in zip(("", ", many"), values, strict=False)
    ]


def _measured(root: Path, *, exact: bool) -> list[Measurement]:
    from limen.bench import (
        measure_exact,
        measure_host,
        measure_simulation,
        measure_theory,
        measure_traces,
    )

    with build_output() as on_line:
        rows = measure_exact(root, on_line, lambda title: note(f"measuring {title} ..."))
        if exact:
            return rows
        for title, measure in (
            ("switches on this machine", measure_host),
            ("the simulator", measure_simulation),
            ("the analysis of task sets", measure_theory),
            ("long traces", measure_traces),
        ):
            note(f"measuring {title} ...")
            rows += measure(root, on_line)
    return rows


_COMPILER_OF_FAULTS: Final = ("x86_64", "12")


def _faults(root: Path, *, write: bool) -> None:
    """Return the outcomes of faults, which depend on the places of data in the program."""
    from limen.inject import FAULTS_PAGE, Subject, measure_faults, with_table
    from limen.run import build, target_named

    done = execute(["gcc", "-dumpversion"], directory=root)
    if (platform.machine(), done.output.strip().partition(".")[0]) != _COMPILER_OF_FAULTS:
        note(f"not measured: {FAULTS_PAGE}, whose table is of gcc 12 on x86-64")
        return
    note("measuring faults ...")
    name = "host-parts"
    with build_output() as on_line:
        executable = build(root, target_named("host"), [name], on_line)[name]
    with together(os.cpu_count() or 1) as pool:
        rows = measure_faults(Subject(executable), pool.map)
    page = (root / FAULTS_PAGE).read_text("utf-8")
    changed = with_table(page, rows)
    note(f"{FAULTS_PAGE}: {'as it was' if changed == page else 'other numbers'}")
    if write:
        write_whole(root / FAULTS_PAGE, changed)


def _traces(root: Path) -> list[Measurement]:
    from limen.bench import measure_traces

    note("measuring long traces ...")
    with build_output() as on_line:
        return measure_traces(root, on_line)


def _with(root: Path, section: str) -> str:
    """Return the page with this section replaced."""
    from limen.bench import replace_section

    return replace_section((root / _PAGE).read_text("utf-8"), section)


def _write(root: Path, texts: dict[str, str]) -> None:
    for path, text in texts.items():
        write_whole(root / path, text)
    note(f"written: {', '.join([_PAGE, *(path for path in texts if path != _PAGE)])}")


def _machine() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text("utf-8").splitlines() if cpu.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"
