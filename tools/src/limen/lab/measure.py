# SPDX-License-Identifier: Apache-2.0
"""Compute the results of one run of a case from its output."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from limen.errors import LimenError
from limen.lab.definition import EMULATOR
from limen.lab.observation import measure_observation
from limen.run import target_named
from limen.trace import Statistics, Trace, compare_counters, cycle_window, statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.lab.console import Console
    from limen.lab.definition import Check, Derived, Metric
    from limen.lab.observation import Observation

__all__ = ["COUNTERS", "Evidence", "Row", "as_row", "compare_with_trace", "derive", "evaluate"]

Number = int | float

COUNTERS: Final = "counters_equal_trace"


@dataclass(frozen=True, slots=True)
class Row:
    """A result.

    Attributes:
        lab, target, case, metric, unit: what was measured.
        paper: the value in the source, if any.
        measured: None: it could not be measured.
        ok: lab.toml expects this value.
        note: an explanation of an unexpected value; may be empty.
    """

    lab: str
    target: str
    case: str
    metric: str
    unit: str
    paper: Number | None
    measured: Number | None
    ok: bool
    note: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The output of a run of a case.

    Attributes:
        lab, target, case: what was run.
        console: its console output.
        trace: the trace that it saved, if any, and if traces are read.
        counts: instructions or cycles between passages of lab_mark in the fast program, on demand.
        steps: those of a cycle, by step of a context switch, on demand.
        observation: the recording of its pins, on demand.
        masked: instructions with interrupts off at most in the trials of that, on demand.
    """

    lab: str
    target: str
    case: str
    console: Console
    trace: Trace | None
    counts: Callable[[], Sequence[int]]
    steps: Callable[[int], Mapping[str, int]]
    observation: Callable[[], Observation]
    masked: Callable[[], int]

    @property
    def place(self) -> str:
        """The name in messages."""
        return f"lab {self.lab}, case {self.case}, {self.target}"


def evaluate(evidence: Evidence, metric: Metric) -> Row:
    """Measure one metric."""
    measured, note = None, ""
    try:
        measured = _measure(evidence, metric)
    except LimenError as error:
        note = str(error)
    return as_row(evidence.lab, evidence.target, evidence.case, metric, measured, note)


def as_row(
    lab: str, target: str, case: str, metric: Metric | Derived, measured: Number | None, note: str
) -> Row:
    """A number with its expected value; note: the reason for a missing number."""
    return Row(
        lab=lab,
        target=target,
        case=case,
        metric=metric.name,
        unit=metric.unit,
        paper=metric.paper,
        measured=measured,
        ok=measured is not None and metric.accepts(measured),
        note=note or _wanted(metric, measured),
    )


def _wanted(check: Check, measured: Number | None) -> str:
    if measured is None or check.accepts(measured):
        return ""
    if check.expect is not None:
        tolerance = f" ± {check.tolerance:g}" if check.tolerance else ""
        return f"should be {check.expect:g}{tolerance}"
    least = "" if check.min is None else f"at least {check.min:g}"
    most = "" if check.max is None else f"at most {check.max:g}"
    return "should be " + " and ".join(filter(None, (least, most)))


def _measure(evidence: Evidence, metric: Metric) -> Number:
    if metric.origin == "console":
        if metric.name not in evidence.console.results:
            problem = f"the result {metric.name} is missing"
            raise LimenError(evidence.place, problem, f"print 'result {metric.name} VALUE'")
        return evidence.console.results[metric.name]
    if metric.origin in {"instructions", "cycles"}:
        return _count(evidence, metric)
    if metric.origin == "steps":
        return evidence.steps(metric.cycle or 0)[metric.statistic_name]
    if metric.origin == "masked":
        return evidence.masked()
    if metric.origin == "signals":
        return measure_observation(evidence.observation(), metric.statistic_name)
    return _statistic(evidence, metric)


def _count(evidence: Evidence, metric: Metric) -> int:
    counts = evidence.counts()
    cycle = metric.cycle or 0
    if cycle >= len(counts):
        problem = f"lab_mark ended {len(counts)} cycles, and cycle {cycle} is asked for"
        raise LimenError(evidence.place, problem, "ask for one of them, counted from 0")
    return counts[cycle]


def _statistic(evidence: Evidence, metric: Metric) -> int:
    if evidence.trace is None:
        problem = "the program saved no trace"
        raise LimenError(evidence.place, problem, 'call lm_board_save("trace.limen", ...)')
    window = (0, len(evidence.trace))
    if metric.cycle is not None:
        window = cycle_window(evidence.trace, metric.cycle, evidence.place)
    result = statistics(evidence.trace, *window)
    return _number(result, metric, evidence.place)


def _number(result: Statistics, metric: Metric, place: str) -> int:
    name = metric.statistic_name
    if name == "instructions":
        return target_named(EMULATOR).instructions(result.ticks) or 0
    if metric.thread is None:
        owner = result.system if hasattr(result.system, name) else result
        return int(getattr(owner, name))
    for thread in result.threads:
        if thread.name == metric.thread:
            return int(getattr(thread if hasattr(thread, name) else thread.counters, name))
    known = ", ".join(thread.name for thread in result.threads)
    raise LimenError(place, f"unknown thread {metric.thread}", f"take one of {known}")


def compare_with_trace(evidence: Evidence) -> list[Row]:
    """A row for each counter that the program printed and its trace contradicts; one, ok, if none.

    Without counters, or without a trace: no row.
    """
    if not evidence.console.counters or evidence.trace is None:
        return []
    if evidence.trace.lost:
        lost = f"{evidence.trace.lost} events are lost; make the trace buffer larger"
        return [_counters_row(evidence, lost)]
    differences = compare_counters(statistics(evidence.trace), evidence.console.counters)
    return [_counters_row(evidence, str(difference)) for difference in differences] or [
        _counters_row(evidence, "")
    ]


def _counters_row(evidence: Evidence, note: str) -> Row:
    return Row(
        lab=evidence.lab,
        target=evidence.target,
        case=evidence.case,
        metric=COUNTERS,
        unit="differences",
        paper=None,
        measured=1 if note else 0,
        ok=not note,
        note=note,
    )


def derive(
    lab: str, target: str, derived: Derived, measured: Mapping[str, Number | None]
) -> Row | None:
    """Compute a derived metric.

    Args:
        lab: its name.
        target: where the numbers were measured.
        derived: the computation.
        measured: by ``CASE.METRIC``.

    Returns:
        None if the target has not all of the numbers.
    """
    if target not in derived.targets or any(key not in measured for key in derived.references):
        return None
    values = [measured[key] for key in derived.references]
    if any(value is None for value in values):
        return as_row(lab, target, derived.case, derived, None, "a number it needs is missing")
    numbers = [Fraction(str(value)) for value in values]
    scaled = numbers[0] * Fraction(str(derived.scale))
    if len(numbers) == 1:
        return as_row(lab, target, derived.case, derived, _plain(scaled), "")
    if numbers[1] == 0:
        return as_row(lab, target, derived.case, derived, None, "the denominator is 0")
    return as_row(lab, target, derived.case, derived, _plain(scaled / numbers[1]), "")


def _plain(value: Fraction) -> Number:
    """An integer if it is one.

    >>> _plain(Fraction(4, 2)), _plain(Fraction(1, 4))
    (2, 0.25)
    """
    return value.numerator if value.denominator == 1 else float(value)
