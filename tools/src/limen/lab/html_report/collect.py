# SPDX-License-Identifier: Apache-2.0
"""Run labs for a report, and keep their results and traces."""

from __future__ import annotations

import os
from concurrent.futures import as_completed
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, Final

from limen.child import together
from limen.engine import engine
from limen.errors import LabError
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
    recorded_files,
    run_linux,
    write_recordings,
)
from limen.run import target_named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.lab.definition import Lab
    from limen.lab.measure import Row

__all__ = ["Plan", "collect"]

_LINUX: Final = "linux"
_SAME_EXPERIMENT: Final = Path("examples/traces/preemption-models-plain-host.limen")
_HOME: Final = "host"  # where the article's program runs in its own times
# Builds end with a link, and runs with a slow case; during these, another target uses the
# processors.
_TOGETHER: Final = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """The labs and targets to run.

    Attributes:
        root: of the repository.
        scratch: an existing folder; traces and pictures stay there.
        targets: names; none: all on which a lab has metrics and that are available.
        on_step, on_line: as of limen.lab.Settings.
        timeout_seconds: for each case.
        on_target: is called with the name of a target before its first lab.
        at_last: prepares the other parts of the report; it runs beside the last labs.
    """

    root: Path
    scratch: Path
    targets: tuple[str, ...]
    on_step: Callable[[str], None]
    on_line: Callable[[str], None]
    timeout_seconds: float
    on_target: Callable[[str], None] = lambda _target: None
    at_last: Callable[[], None] = lambda: None


def collect(
    labs: Sequence[Lab], plan: Plan, on_sheet: Callable[[Sheet], None] = lambda _sheet: None
) -> list[Sheet]:
    """Run labs: all of them on one target, which is built once, beside those on the next one.

    The host is the first one. Labs that need no engine are the first ones there, and run once more
    when it is built.

    Args:
        labs: in the order of the result.
        plan: where to run them.
        on_sheet: is called with the known results of a lab after each run, and at the end with each
            lab that did not run.

    Raises:
        LimenError: a program cannot be built or run.
    """
    run = _Run(labs, plan, on_sheet, {lab.name: [] for lab in labs})
    rows = run.rows
    with together(1) as pool:
        # Other kernels take long and use one processor: they run in parallel with the rest.
        ahead = {
            lab.name: pool.submit(_with_linux, _sheet(lab, plan, ()), plan, run.settings)
            for lab in labs
            if _LINUX in lab.targets
        }
        run.on_all(_targets(labs, plan))
        sheets = []
        for lab in labs:
            sheet = _sheet(lab, plan, rows[lab.name])
            if lab.name in ahead:
                linux = ahead[lab.name].result()
                if (own := plan.scratch / _SAME_EXPERIMENT.name).is_file():
                    linux = replace(linux, same=own)
                sheet = replace(linux, rows=(*sheet.rows, *linux.rows))
            elif not sheet.rows:
                missing = f"Not run now: nothing of it is measured on {_and(plan)}."
                sheet = replace(sheet, missing=missing)
            sheets.append(sheet)
            if not rows[lab.name]:
                on_sheet(sheet)
    return sheets


@dataclass(frozen=True, slots=True)
class _Run:
    """Run labs on several targets at the same time.

    Attributes:
        labs, plan, on_sheet: of collect.
        rows: the results, by lab.
    """

    labs: Sequence[Lab]
    plan: Plan
    on_sheet: Callable[[Sheet], None]
    rows: dict[str, list[Row]]
    _results: Lock = field(default_factory=Lock)
    _is_over: Event = field(default_factory=Event)

    def on_all(self, targets: Sequence[str]) -> None:
        """Run all, and build what the report needs; an error or a signal ends all of it."""
        here = [lab for lab in self.labs if _HOME in targets and _HOME in lab.targets]
        if here:
            self.plan.on_target(_HOME)
        # The build of the engine takes all processors for long: results that do not need it come
        # first, and the counters of these labs are compared with their traces later.
        quick = replace(self.settings, reads_traces=False)
        for lab in (lab for lab in here if not _needs_engine(lab)):
            found = run_labs([lab], [target_named(_HOME)], quick)
            self.on_sheet(_sheet(lab, self.plan, found))
        host = partial(self._apart, here)
        others = (partial(self._on, target) for target in targets if target != _HOME)
        self._together([engine, host, *others, self.plan.at_last])

    def _together(self, works: Sequence[Callable[[], object]]) -> None:
        with together(_TOGETHER) as pool:
            begun = [pool.submit(work) for work in works]
            try:
                for each in as_completed(begun):
                    each.result()
            except BaseException:
                self._is_over.set()
                raise

    def _apart(self, labs: Sequence[Lab]) -> None:
        """Run labs on the host one by one, since its first results are the first of all."""
        for lab in labs:
            self._run([lab], _HOME)

    def _on(self, target: str) -> None:
        self.plan.on_target(target)
        self._run([lab for lab in self.labs if target in lab.targets], target)

    def _run(self, labs: Sequence[Lab], target: str) -> None:
        measured = run_labs(labs, [target_named(target)], self.settings)
        with self._results:
            for row in measured:
                self.rows[row.lab].append(row)
            for lab in labs:
                self.on_sheet(_sheet(lab, self.plan, self.rows[lab.name]))

    @property
    def settings(self) -> Settings:
        """The settings of each lab."""
        return Settings(
            self.plan.root,
            on_step=self._on_step,
            on_line=self.plan.on_line,
            traces=self.plan.scratch,
            signals=self.plan.scratch,
            on_paper=True,
            timeout_seconds=self.plan.timeout_seconds,
            jobs=os.cpu_count() or 1,
        )

    def _on_step(self, line: str) -> None:
        if self._is_over.is_set():
            raise LabError(line, "something else has failed", "see what that says")
        self.plan.on_step(line)


def _needs_engine(lab: Lab) -> bool:
    """Return whether the numbers of a lab on the host come from traces."""
    metrics = (metric for case in lab.cases for metric in case.metric if _HOME in metric.targets)
    return any(metric.origin == "trace" for metric in metrics)


def _targets(labs: Sequence[Lab], plan: Plan) -> list[str]:
    """The host, which has the first results, and the other targets as labs name them."""
    chosen = dict.fromkeys(name for lab in labs for name in _chosen(lab, plan))
    return sorted((name for name in chosen if name not in LINUX_MODELS), key=_is_other)


def _chosen(lab: Lab, plan: Plan) -> list[str]:
    """Return the targets of a lab: the named ones, or its default targets."""
    if plan.targets:
        return [name for name in lab.targets if name in plan.targets]
    return [name for name in lab.targets if not _is_on_request(name)]


def _is_on_request(name: str) -> bool:
    return name not in LINUX_MODELS and target_named(name).is_on_request


def _is_other(target: str) -> bool:
    return target != _HOME


def _sheet(lab: Lab, plan: Plan, rows: Sequence[Row]) -> Sheet:
    """Collect the data of a lab."""
    readme = plan.root / f"labs/{lab.name}/README.md"
    targets = _chosen(lab, plan)
    return Sheet(
        lab=lab,
        rows=tuple(sorted(rows, key=lambda row: targets.index(row.target))),
        readme=readme.read_text(encoding="utf-8") if readme.is_file() else "",
        traces={
            (case.name, name): path
            for case in lab.cases
            for name in targets
            if (path := plan.scratch / f"{lab.name}-{case.name}-{name}.limen").is_file()
        },
        pictures={
            (case.name, view): path.read_text(encoding="utf-8")
            for case in lab.cases
            for view in case.pictures
            if (path := plan.scratch / picture_name(lab.name, case.name, view)).is_file()
        },
        beside=tuple(beside_the_article(plan.root, lab)) if _HOME in targets else (),
    )


def _and(plan: Plan) -> str:
    return " or ".join(plan.targets)


def _with_linux(sheet: Sheet, plan: Plan, settings: Settings) -> Sheet:
    """Kernels of Debian run if they were requested, or if nothing has to be downloaded for them."""
    cache = Cache.of_user()
    named = tuple(name for name in plan.targets if name in LINUX_MODELS)
    recorded = read_results(plan.root / RECORDED) if (plan.root / RECORDED).is_file() else None
    if named or (not plan.targets and is_cached(cache)):
        results = run_linux(settings, Options(named or (_LINUX,)))
        sheet = _compared(sheet, plan, results, write_recordings(plan.scratch, results))
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
    sheet = _compared(sheet, plan, recorded, recorded_files(plan.root, recorded))
    return replace(
        sheet,
        elsewhere=_said(recorded, "") + _kernels(recorded) + _pictured(sheet, recorded),
        appendix=_tables(sheet.lab, recorded),
        missing=missing,
        recorded=tuple(recorded.rows(sheet.lab)),
        recorded_on=recorded.date,
    )


def _compared(
    sheet: Sheet, plan: Plan, results: Results, files: Mapping[tuple[str, str], Path]
) -> Sheet:
    """Add the recordings of ftrace, one for each model, and Limen's trace of the experiment."""
    recordings: dict[str, tuple[tuple[str, str], Path]] = {}
    for (target, model), path in files.items():
        recordings.setdefault(model, ((results.names[target], model), path))
    return replace(sheet, recordings=dict(recordings.values()), same=plan.root / _SAME_EXPERIMENT)


def _said(recorded: Results, before: str) -> str:
    """Return the source of numbers that were not measured in this run."""
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
