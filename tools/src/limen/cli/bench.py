# SPDX-License-Identifier: Apache-2.0
"""``limen bench``: measure the figures of docs/measurements.md."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from limen.bench import (
    EXPECTED,
    Measurement,
    load_peers,
    measure_calls,
    measure_experiment,
    measure_host,
    measure_masked,
    measure_models,
    measure_page,
    measure_simulation,
    measure_theory,
    measure_threadx,
    render_markdown,
    replace_masked_section,
    write_masked,
)
from limen.cli.render import build_output, note, print_json, print_table
from limen.run import find_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.bench import MaskedCase

__all__ = ["bench"]

_PAGE: Final = "docs/measurements.md"


def bench(
    json: Annotated[bool, typer.Option("--json", help="print one JSON value")] = False,
    write: Annotated[bool, typer.Option(help="write docs/measurements.md")] = True,
    masked: Annotated[
        bool, typer.Option("--masked", help="only how long interrupts are off")
    ] = False,
) -> None:
    """Measure the kernel, and write docs/measurements.md with the figures of other kernels.

    How long interrupts are off is also written to tests/expected/masked.toml, with which the tests
    compare it.
    """
    root = find_root(Path.cwd())
    note("measuring how long interrupts are off ...")
    with build_output() as on_line:
        stretches = measure_masked(root, on_line)
    if masked:
        _write_masked(root, stretches)
        return
    rows: list[Measurement] = []
    with build_output() as on_line:
        for title, measure in (
            ("kernel calls", measure_calls),
            ("the white papers' example", measure_experiment),
            ("services of ThreadX", measure_threadx),
            ("the RT model", measure_models),
            ("switches on this machine", measure_host),
            ("the simulator", measure_simulation),
            ("the analysis of task sets", measure_theory),
            ("long traces in the page", measure_page),
        ):
            note(f"measuring {title} ...")
            rows += measure(root, on_line)
    peers = load_peers()
    if write:
        page = root / _PAGE
        page.write_text(render_markdown(rows, stretches, peers, _machine()), encoding="utf-8")
        _write_masked(root, stretches)
    if json:
        masked_rows = [asdict(case) for case in stretches]
        print_json({"measurements": [asdict(row) for row in rows], "masked": masked_rows})
        return
    cells = [
        [row.key, f"{row.value:,.10g}", *(peers.figures.get(row.key) or ()), row.unit]
        if row.key in peers.figures
        else [row.key, f"{row.value:,.10g}", *[""] * len(peers.kernels), row.unit]
        for row in rows
    ]
    heads = ["measured", ">Limen", *(f">{kernel}" for kernel in peers.kernels), "unit"]
    print_table("Measurements", heads, cells)


def _write_masked(root: Path, stretches: Sequence[MaskedCase]) -> None:
    page = root / _PAGE
    text = replace_masked_section(page.read_text("utf-8"), stretches)
    page.write_text(text, encoding="utf-8")
    (root / EXPECTED).write_text(write_masked(stretches), encoding="utf-8")
    note(f"written: {_PAGE}, {EXPECTED}")


def _machine() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text("utf-8").splitlines() if cpu.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"
