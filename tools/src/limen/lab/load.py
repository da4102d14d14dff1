# SPDX-License-Identifier: Apache-2.0
"""Find labs and read their lab.toml; every complaint names the file, the key and the remedy."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from pydantic import ValidationError

from limen.errors import LabError
from limen.lab.definition import Case, Lab, LabFile, Metric
from limen.lab.findings import places_of

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["find_labs", "load_lab"]


def find_labs(root: Path) -> tuple[str, ...]:
    """The names of all labs of a repository: folders in labs/ with a lab.toml."""
    return tuple(sorted(path.parent.name for path in (root / "labs").glob("*/lab.toml")))


def load_lab(root: Path, name: str) -> Lab:
    """Read and check a lab's description.

    Raises:
        LabError: the lab does not exist, or its definition is invalid.
    """
    known = find_labs(root)
    if name not in known:
        remedy = f"take one of {', '.join(known)}" if known else "write labs/NAME/lab.toml"
        raise LabError("labs", f"unknown lab {name}", remedy)
    place = f"labs/{name}/lab.toml"
    try:
        tables = tomllib.loads((root / place).read_text(encoding="utf-8"))
        file = LabFile.model_validate(tables)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LabError(place, str(error), "write it in TOML 1.0, UTF-8") from error
    except ValidationError as error:
        raise _lab_error(place, error) from error
    cases = _cases(file, place)
    _check_derived(file, cases, place)
    _check_names(file, cases, place)
    _check_timelines(file, place)
    _check_curves(file, cases, place)
    return Lab(
        name=name,
        title=file.title,
        source=file.source,
        figure=file.figure,
        description=file.description,
        finding=file.finding,
        summary=file.summary,
        cases=cases,
        derived=file.derived,
        timelines=file.timeline,
        ratio=file.ratio,
        curves=file.curve,
        comparison=file.comparison,
        headline=file.headline,
        place=file.place,
        costs=file.costs,
        signals=file.signals,
        homes=file.homes,
        on_ports=file.on_ports,
        transcripts=file.transcripts,
    )


def _lab_error(place: str, error: ValidationError) -> LabError:
    """The first error, with its key and the remedy."""
    first = error.errors()[0]
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
    where = f"{place}: {key.lstrip('.') or 'top level'}"
    if first["type"] == "missing":
        return LabError(where, "this key is missing", "add it")
    if first["type"] == "extra_forbidden":
        return LabError(where, "unknown key", "remove it, or correct its spelling")
    problem, _, remedy = first["msg"].removeprefix("Value error, ").partition("; ")
    return LabError(where, problem, remedy or "correct the value")


def _cases(file: LabFile, place: str) -> tuple[Case, ...]:
    """The cases, together with the metrics that are defined outside of them."""
    names = [case.name for case in file.case]
    for name in names:
        if names.count(name) > 1:
            raise LabError(f"{place}: case", f"{name} occurs twice", "rename one")
    rows = [metric for table in file.metrics for metric in table.row]
    for metric in rows:
        for name in metric.of_cases:
            if name not in names:
                where = f"{place}: metric {metric.name}"
                raise LabError(where, f"no case {name}", f"take one of {', '.join(names)}")
    joined = []
    for case in file.case:
        outside = (metric for metric in rows if case.name in metric.of_cases)
        metrics = (*case.metric, *outside)
        _check_unique(metrics, f"{place}: case {case.name}")
        _check_cells(case, metrics, f"{place}: case {case.name}")
        _check_cache(case, metrics, f"{place}: case {case.name}")
        joined.append(case.model_copy(update={"metric": metrics}))
    return tuple(joined)


def _check_unique(metrics: tuple[Metric, ...], where: str) -> None:
    known: set[tuple[str, str]] = set()
    for metric in metrics:
        for target in metric.targets:
            if (metric.name, target) in known:
                problem = f"metric {metric.name} occurs twice for {target}"
                raise LabError(where, problem, "rename one, or give them different targets")
            known.add((metric.name, target))


def _check_cells(case: Case, metrics: tuple[Metric, ...], where: str) -> None:
    known = {metric.name: metric for metric in metrics}
    for name in case.cells:
        if name not in known:
            problem = f"unknown metric {name} for the cell"
            raise LabError(where, problem, f"take one of {', '.join(known)}")


def _check_cache(case: Case, metrics: tuple[Metric, ...], where: str) -> None:
    """Refuse the flash cache except for recordings: other numbers would silently ignore it."""
    for metric in metrics:
        if case.xip_cache is not None and metric.origin != "signals":
            problem = f'xip_cache has no effect on metric {metric.name}, from = "{metric.origin}"'
            raise LabError(where, problem, 'measure it in another case, or from = "signals"')


def _check_names(file: LabFile, cases: tuple[Case, ...], place: str) -> None:
    known = {f"{case.name}.{metric.name}" for case in cases for metric in case.metric}
    known |= {f"{derived.case}.{derived.name}" for derived in file.derived}
    named = [("headline", name) for name in file.headline]
    texts = [("finding", file.finding)]
    texts += [("summary: measured", file.summary.measured)] if file.summary is not None else []
    texts += [(f"case {case.name}: see", see) for case in cases for see in case.see.values()]
    if file.comparison is not None:
        texts.append(("comparison: see", file.comparison.see))
        named += [("comparison", name) for line in file.comparison.line for name in line.cells]
    named += [(key, name) for key, text in texts for name, _ in places_of(text)]
    for key, name in named:
        if name not in known:
            choice = ", ".join(sorted(known))
            raise LabError(f"{place}: {key}", f"no metric {name}", f"take one of {choice}")


def _check_timelines(file: LabFile, place: str) -> None:
    known = [case.name for case in file.case]
    for timeline in file.timeline:
        for name in timeline.cases:
            if name not in known:
                where = f"{place}: timeline {timeline.title}"
                raise LabError(where, f"no case {name}", f"take one of {', '.join(known)}")


def _check_curves(file: LabFile, cases: tuple[Case, ...], place: str) -> None:
    known = {f"{case.name}.{metric.name}" for case in cases for metric in case.metric}
    wanted = [
        (f"{place}: curve {curve.title}", f"{case}.{curve.metric}")
        for curve in file.curve
        for case in curve.cases
    ]
    if file.ratio is not None:
        wanted += [(f"{place}: ratio", name) for name in (*file.ratio.many, *file.ratio.few)]
    for where, name in wanted:
        if name not in known:
            choice = ", ".join(sorted(known)) or "none, because the lab has no metrics"
            raise LabError(where, f"no metric {name}", f"take one of {choice}")


def _check_derived(file: LabFile, cases: tuple[Case, ...], place: str) -> None:
    targets: dict[str, set[str]] = {}
    for case in cases:
        for metric in case.metric:
            targets.setdefault(f"{case.name}.{metric.name}", set()).update(metric.targets)
    for derived in file.derived:
        where = f"{place}: derived {derived.name}"
        common: set[str] = set(derived.targets)
        for reference in derived.references:
            if reference not in targets:
                choice = ", ".join(sorted(targets)) or "none, because the lab has no metrics"
                raise LabError(where, f"no metric {reference}", f"take one of {choice}")
            common &= targets[reference]
        if not common:
            problem = "its numbers are not measured on the same target"
            raise LabError(where, problem, "correct the targets")
