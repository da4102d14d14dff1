# SPDX-License-Identifier: Apache-2.0
"""Labs on the other ports, and the page with their numbers.

A lab with ``on_ports`` has on each of these targets the metrics that it has on the Cortex-M3.
Numbers from a trace, such as switches and messages, have to be equal. Instructions differ between
processors, so they are only shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.lab.definition import EMULATOR
from limen.lab.measure import COUNTERS
from limen.run import MORE_PORT_TARGETS, PORT_TARGETS, target_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from limen.lab.definition import Case, Derived, Lab, Metric
    from limen.lab.measure import Row

__all__ = ["PORTS", "lab_on", "ports_page", "targets_of"]

PORTS: Final = tuple(target.name for target in (*PORT_TARGETS, *MORE_PORT_TARGETS))
_CORES: Final = {
    name: target_named(name).core.removesuffix("IMAC") for name in sorted((EMULATOR, *PORTS))
}
_HEAD: Final = """# Labs on other processors

`./limen lab ports` writes this page. It runs the labs about switches and messages on each processor
that QEMU emulates here, and counts instructions of the libraries without checks and trace.
Instructions are not cycles. The command checks that switches and messages are the same everywhere.
`./limen lab run {labs} --target {target}` shows the numbers of one processor.

A handler of an interrupt takes longest on RISC-V, where software saves the registers and sorts the
interrupts ([ports/riscv](../../ports/riscv/README.md)).
"""
_NO_CHECK: Final = {"expect": None, "tolerance": None, "min": None, "max": None}


def targets_of(lab: Lab) -> tuple[str, ...]:
    """Return the targets on which a lab can run."""
    return (*lab.targets, *(PORTS if lab.on_ports else ()))


def lab_on(lab: Lab, target: str) -> Lab | None:
    """Return the lab for a target; None: it has no metric there."""
    if target in lab.targets:
        return lab
    if not lab.on_ports or target not in PORTS:
        return None
    cases = tuple(case for case in (_case_on(case, target) for case in lab.cases) if case.metric)
    names = {f"{case.name}.{metric.name}" for case in cases for metric in case.metric}
    derived = [
        each.model_copy(update={**_NO_CHECK, "targets": (target,)})
        for each in lab.derived
        if EMULATOR in each.targets and names.issuperset(each.references)
    ]
    return lab.model_copy(update={"cases": cases, "derived": _once(derived)})


def _once(derived: Iterable[Derived]) -> tuple[Derived, ...]:
    """Omit duplicates: without the checks that differ between targets, some are equal."""
    return tuple({(each.case, each.name): each for each in derived}.values())


def _case_on(case: Case, target: str) -> Case:
    metrics = [_on(metric, target) for metric in case.metric if EMULATOR in metric.targets]
    kept = tuple(metric for metric in metrics if not _is_time(metric))
    return case.model_copy(update={"metric": kept})


def _is_time(metric: Metric) -> bool:
    """Return whether a value is in ticks, or computed from ticks."""
    ends = ("ticks", "instructions", "time")
    from_trace = metric.origin == "trace" and metric.statistic_name.endswith(ends)
    return from_trace or metric.origin == "console"


def _on(metric: Metric, target: str) -> Metric:
    check = _NO_CHECK if metric.origin in {"instructions", "steps"} else {}
    return metric.model_copy(update={**check, "targets": (target,)})


def ports_page(labs: Sequence[Lab], rows: Sequence[Row]) -> str:
    """The page: a table for each lab, a column for each target."""
    pieces = [_HEAD.format(labs=labs[0].name, target=PORTS[0])]
    for lab in labs:
        pieces += [f"## {lab.title}", "", *_table([row for row in rows if row.lab == lab.name]), ""]
    return "\n".join(pieces)


def _table(rows: Sequence[Row]) -> list[str]:
    lines: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in (row for row in rows if row.metric != COUNTERS):
        key = (row.case, row.metric, row.unit.split(";")[0])
        lines.setdefault(key, {})[row.target] = _shown(row)
    shared = {key: of for key, of in lines.items() if of.keys() >= set(PORTS)}
    heads = ["case", "metric", *_CORES.values(), "unit"]
    cells = [
        [case, metric, *(of.get(target, "") for target in _CORES), unit]
        for (case, metric, unit), of in shared.items()
    ]
    places = ["---", "---", *("---:" for _ in _CORES), "---"]
    return [f"| {' | '.join(line)} |" for line in (heads, places, *cells)]


def _shown(row: Row) -> str:
    if row.measured is None:
        return "-"
    return f"{row.measured:,}" if isinstance(row.measured, int) else f"{row.measured:.2f}"
