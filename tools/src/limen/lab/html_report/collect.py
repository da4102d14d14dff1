# SPDX-License-Identifier: Apache-2.0
"""Run labs for a report, and keep their results and traces."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.article import beside_the_article
from limen.lab.definition import LINUX_MODELS
from limen.lab.html_report.markup import table, tag
from limen.lab.html_report.sheet import Sheet
from limen.lab.report import picture_name
from limen.lab.runner import Settings, run_labs
from limen.linux import (
    RECORDED,
    Cache,
    Options,
    Results,
    draw_lateness,
    is_cached,
    matrices,
    read_results,
    run_linux,
)
from limen.run import target_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from limen.lab.definition import Lab

__all__ = ["Plan", "collect"]

_LINUX: Final = "linux"
_HOME: Final = "host"  # where the article's program runs in its own times


@dataclass(frozen=True, slots=True)
class Plan:
    """The labs and targets to run.

    Attributes:
        root: of the repository.
        scratch: an existing folder; traces and pictures stay there.
        targets: names; none: all on which a lab has metrics and that are available.
        on_step, on_line: as of limen.lab.Settings.
        timeout_seconds: for each case.
    """

    root: Path
    scratch: Path
    targets: tuple[str, ...]
    on_step: Callable[[str], None]
    on_line: Callable[[str], None]
    timeout_seconds: float


def collect(lab: Lab, plan: Plan) -> Sheet:
    """Run a lab.

    Raises:
        LimenError: a program cannot be built or run.
    """
    folder = plan.scratch / lab.name
    settings = Settings(
        plan.root,
        on_step=plan.on_step,
        on_line=plan.on_line,
        traces=folder,
        signals=folder,
        on_paper=True,
        timeout_seconds=plan.timeout_seconds,
        jobs=os.cpu_count() or 1,
    )
    targets = [name for name in lab.targets if not plan.targets or name in plan.targets]
    places = [target_named(name) for name in targets if name not in LINUX_MODELS]
    rows = run_labs([lab], places, settings)
    readme = plan.root / f"labs/{lab.name}/README.md"
    sheet = Sheet(
        lab=lab,
        rows=tuple(rows),
        readme=readme.read_text(encoding="utf-8") if readme.is_file() else "",
        traces={
            (case.name, name): path
            for case in lab.cases
            for name in targets
            if (path := folder / f"{lab.name}-{case.name}-{name}.limen").is_file()
        },
        pictures={
            (case.name, view): path.read_text(encoding="utf-8")
            for case in lab.cases
            for view in case.pictures
            if (path := folder / picture_name(lab.name, case.name, view)).is_file()
        },
        beside=tuple(beside_the_article(plan.root, lab)) if _HOME in targets else (),
    )
    if _LINUX in lab.targets:
        return _with_linux(sheet, plan, settings)
    if not rows:
        return replace(sheet, missing=f"Not run now: nothing of it is measured on {_and(plan)}.")
    return sheet


def _and(plan: Plan) -> str:
    return " or ".join(plan.targets)


def _with_linux(sheet: Sheet, plan: Plan, settings: Settings) -> Sheet:
    """Kernels of Debian run if they were requested, or if nothing has to be downloaded for them."""
    cache = Cache.of_user()
    named = tuple(name for name in plan.targets if name in LINUX_MODELS)
    recorded = read_results(plan.root / RECORDED) if (plan.root / RECORDED).is_file() else None
    if named or (not plan.targets and is_cached(cache)):
        results = run_linux(settings, Options(named or (_LINUX,)))
        rows = (*sheet.rows, *results.rows(sheet.lab))
        shown = _kernels(results)
        if recorded is not None and not named:
            shown += _said(recorded, "Not run now: the other kernels.") + _pictured(sheet, recorded)
            numbers = tuple(recorded.rows(sheet.lab))
            sheet = replace(sheet, recorded=numbers, recorded_on=recorded.date)
        else:
            shown += _pictured(sheet, results)
        return replace(sheet, rows=rows, elsewhere=shown, appendix=_tables(sheet.lab, results))
    missing = f"Not run now: its kernels are not in {cache.folder}; run: limen lab run linux."
    if recorded is None:
        return replace(sheet, missing=missing)
    return replace(
        sheet,
        elsewhere=_said(recorded, "") + _kernels(recorded) + _pictured(sheet, recorded),
        appendix=_tables(sheet.lab, recorded),
        missing=missing,
        recorded=tuple(recorded.rows(sheet.lab)),
        recorded_on=recorded.date,
    )


def _said(recorded: Results, before: str) -> str:
    """Where numbers that were not measured now are from."""
    text = (
        f"{before} These are the results of {recorded.date} that the repository contains "
        f"({RECORDED}). To measure them again: limen lab report linux."
    )
    return tag("p", escape(text.strip()), class_="missing")


def _pictured(sheet: Sheet, results: Results) -> str:
    picture = draw_lateness(sheet.lab, results)
    caption = tag(
        "figcaption", "How late the first thread of the article runs, by model and kernel."
    )
    return tag("figure", picture, caption)


def _tables(lab: Lab, results: Results) -> str:
    """All results; the tables of each kernel for themselves, because paper is narrow."""
    return "".join(
        _matrices(lab, results.of(target), results.names[target]) for target in results.names
    )


def _kernels(results: Results) -> str:
    """The kernels that were booted."""
    lines = (
        tag("tr", *(tag("td", escape(cell)) for cell in cells))
        for cells in (
            (kernel.release, kernel.version, ", ".join(kernel.models), kernel.choice)
            for kernel in results.kernels
        )
    )
    return tag("h3", "kernels") + table(("release", "version", "models", "preempt"), lines)


def _matrices(lab: Lab, results: Results, name: str) -> str:
    """Format the matrices in the same way as ``limen lab run``."""
    pieces = []
    for matrix in matrices(lab, results):
        heads = [
            f">{head}" if is_number else head
            for head, is_number in zip(matrix.heads, matrix.numeric, strict=True)
        ]
        lines = (
            tag(
                "tr",
                *(
                    tag("td", escape(cell), class_="n" if is_number else "")
                    for cell, is_number in zip(line, matrix.numeric, strict=True)
                ),
            )
            for line in matrix.lines
        )
        pieces += [tag("h3", escape(f"Linux {name}: {matrix.title}")), table(heads, lines)]
    return "".join(pieces)
