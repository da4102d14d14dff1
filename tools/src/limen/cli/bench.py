# SPDX-License-Identifier: Apache-2.0
"""``limen bench``: measure the figures of docs/measurements.md."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from limen.bench import (
    Measurement,
    load_peers,
    measure_calls,
    measure_experiment,
    measure_host,
    measure_models,
    measure_page,
    measure_threadx,
    render_markdown,
)
from limen.cli.render import build_output, note, print_json, print_table
from limen.run import find_root

__all__ = ["bench"]


def bench(
    json: Annotated[bool, typer.Option("--json", help="print one JSON value")] = False,
    write: Annotated[bool, typer.Option(help="write docs/measurements.md")] = True,
) -> None:
    """Measure the kernel, and write docs/measurements.md with the figures of other kernels."""
    root = find_root(Path.cwd())
    rows: list[Measurement] = []
    with build_output() as on_line:
        for title, measure in (
            ("kernel calls", measure_calls),
            ("the white papers' example", measure_experiment),
            ("services of ThreadX", measure_threadx),
            ("the RT model", measure_models),
            ("switches on this machine", measure_host),
            ("long traces in the page", measure_page),
        ):
            note(f"measuring {title} ...")
            rows += measure(root, on_line)
    peers = load_peers()
    if write:
        page = root / "docs/measurements.md"
        page.write_text(render_markdown(rows, peers, _machine()), encoding="utf-8")
        note(f"written: {page.relative_to(root)}")
    if json:
        print_json({"measurements": [asdict(row) for row in rows]})
        return
    cells = [
        [row.key, f"{row.value:,.10g}", *(peers.figures.get(row.key) or ()), row.unit]
        if row.key in peers.figures
        else [row.key, f"{row.value:,.10g}", *[""] * len(peers.kernels), row.unit]
        for row in rows
    ]
    heads = ["measured", ">Limen", *(f">{kernel}" for kernel in peers.kernels), "unit"]
    print_table("Measurements", heads, cells)


def _machine() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text("utf-8").splitlines() if cpu.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"
