# SPDX-License-Identifier: Apache-2.0
"""Run labs for a report, and keep their results and traces."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.html_report.markup import table, tables_of, tag
from limen.lab.html_report.sheet import Sheet
from limen.lab.report import part_of, picture_name
from limen.lab.runner import Settings, run_labs
from limen.linux import Cache, Options, is_cached, matrices, run_linux
from limen.run import target_named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from limen.lab.definition import Lab
    from limen.lab.measure import Row

__all__ = ["Plan", "collect"]

_LINUX: Final = "linux"
_RECORDED: Final = "docs/labs/linux.md"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run.

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
    places = [target_named(name) for name in targets if name != _LINUX]
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
    is_named = _LINUX in plan.targets
    if is_named or (not plan.targets and is_cached(cache)):
        rows = run_linux(sheet.lab, settings, Options())
        return replace(sheet, rows=(*sheet.rows, *rows), elsewhere=_matrices(sheet.lab, rows))
    document = plan.root / _RECORDED
    text = part_of(document.read_text(encoding="utf-8"), _RECORDED) if document.is_file() else ""
    tables = "".join(tag("h3", title) + table for title, table in tables_of(text))
    return replace(
        sheet,
        elsewhere=tables,
        missing=(
            f"Not run now: its kernels are not in {cache.folder}, and limen lab run linux fetches "
            f"them. The tables are those of {_RECORDED}, in brackets what the article printed."
        ),
    )


def _matrices(lab: Lab, rows: Sequence[Row]) -> str:
    """As limen lab run shows them."""
    pieces = []
    for matrix in matrices(lab, rows):
        heads = [f">{head}" if place else head for place, head in enumerate(matrix.heads[:-1])]
        lines = (
            tag(
                "tr",
                *(
                    tag("td", escape(cell), class_="n" if 0 < place < len(heads) else "")
                    for place, cell in enumerate(line)
                ),
            )
            for line in matrix.lines
        )
        pieces += [tag("h3", escape(matrix.title)), table([*heads, matrix.heads[-1]], lines)]
    return "".join(pieces)
