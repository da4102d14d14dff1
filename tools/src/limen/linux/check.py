# SPDX-License-Identifier: Apache-2.0
"""Rows of results from logs: each measured number and the expectation in lab.toml.

lab.toml has the article's times. A run at one tenth of them has a tenth of each ``expect`` and
``paper``, and a tenth of ``tolerance`` but no less than a millisecond, because switches are not
faster. ``min`` and ``max`` are limits of the machine and are not scaled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.lab.measure import as_row
from limen.lab.transcript import problem_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from limen.lab.definition import Lab, Metric
    from limen.lab.measure import Row
    from limen.lab.transcript import Line
    from limen.linux.log import Late, Log

__all__ = ["CYCLICTEST", "Key", "Reading", "readings", "rows"]

CYCLICTEST: Final = "cyclictest-"  # such cases are measured on demand
_US_PER_MS: Final = 1000
_BUSY_MS_LEAST: Final = 5000
_TOLERANCE_LEAST: Final = {"ms": 1.0, "s": 0.005}  # of the units that are scaled
_HARD: Final = frozenset({"none", "voluntary", "lazy", "full"})
_OUR_HANDLER: Final = "limen-la"  # the task's name is cut off
_SOFTIRQ: Final = "ksoftirqd/0"

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Reading:
    """A number, or the reason why there is none."""

    value: float | None
    problem: str = ""


def readings(logs: Iterable[Log], scale: int) -> dict[Key, Reading]:
    """The measured numbers, by case and metric as lab.toml names them.

    Args:
        logs: of all boots.
        scale: the article's times were divided by it.
    """
    by_key: dict[Key, Reading] = {}
    for log in logs:
        for model, lines in log.transcripts.items():
            by_key |= {(case, model): found for case, found in _of_transcript(lines).items()}
        for (model, case), late in log.late.items():
            by_key[case, model] = _of_late(late, scale)
        for (model, spinner), delay in log.delay.items():
            problem = _wrong_place(model, is_hard=delay.is_hard)
            if delay.delay_us < 0:
                problem = "the handler never ran"
            value = None if problem else delay.delay_us / _US_PER_MS
            by_key[f"interrupt-{spinner}", model] = Reading(value, problem)
            if not delay.is_hard and _OUR_HANDLER in delay.task:
                by_key["interrupt-thread", model] = Reading(delay.priority)
        for (model, name), priority in log.threads.items():
            if name == _SOFTIRQ:
                by_key["softirq-thread", model] = Reading(priority)
        for (model, load), cyclic in log.cyclic.items():
            case = CYCLICTEST + load.replace("_", "-")
            by_key[case, model] = Reading(cyclic.maximum_us)
            by_key[case, f"{model}_average"] = Reading(cyclic.average_us)
    return by_key


def _of_transcript(lines: tuple[Line, ...]) -> dict[str, Reading]:
    """The times that the article shows, if the lines are in its order."""
    problem = problem_of(lines)
    at = {line.text: line.second for line in lines}
    spans = {
        "transcript-thread1": ("thread1 start", "thread1 stop"),
        "transcript-thread2": ("thread2 start", "thread2 stop"),
        "transcript-end": ("thread1 start", "end test"),
    }
    if problem:
        return dict.fromkeys(spans, Reading(None, problem))
    return {case: Reading(round(at[stop] - at[start], 6)) for case, (start, stop) in spans.items()}


def _of_late(late: Late, scale: int) -> Reading:
    """Reject a run in which the driver was not busy, because the thread is always on time then.

    >>> from limen.linux.log import Late
    >>> _of_late(Late(57, 400000), 10).problem
    'read() was busy for 400 ms, not for 500 ms'
    """
    busy_ms, least_ms = late.busy_us / _US_PER_MS, _BUSY_MS_LEAST / scale
    if busy_ms < least_ms:
        return Reading(None, f"read() was busy for {busy_ms:g} ms, not for {least_ms:g} ms")
    return Reading(late.late_us / _US_PER_MS)


def _wrong_place(model: str, *, is_hard: bool) -> str:
    """Handlers must run in threads in the models that require it, and nowhere else.

    >>> _wrong_place("rt", is_hard=False), _wrong_place("none", is_hard=False)
    ('', 'the handler ran in a thread')
    """
    if is_hard == (model in _HARD):
        return ""
    return "the handler ran as a hard interrupt" if is_hard else "the handler ran in a thread"


def rows(
    lab: Lab,
    by_key: Mapping[Key, Reading],
    *,
    target: str,
    scale: int,
    with_cyclictest: bool,
    cases: frozenset[str] = frozenset(),
) -> list[Row]:
    """A row for each expectation; a missing number meets none.

    Args:
        lab: with the promises.
        by_key: the numbers.
        target: of which they are.
        scale: the article's times were divided by it.
        with_cyclictest: its cases were run.
        cases: names of the selected cases; none: all.
    """
    missing = Reading(None, "the log does not contain it")
    expected = [
        (case.name, metric)
        for case in lab.cases
        if (not cases or case.name in cases)
        and (with_cyclictest or not case.name.startswith(CYCLICTEST))
        for metric in case.metric
        if target in metric.targets
    ]
    answered = []
    for case_name, metric in expected:
        reading = by_key.get((case_name, metric.name), missing)
        promise = scaled(metric, scale)
        answered.append(
            as_row(lab.name, target, case_name, promise, reading.value, reading.problem)
        )
    return answered


def scaled(metric: Metric, scale: int) -> Metric:
    """The expectation if all times of the article are divided."""
    if metric.unit not in _TOLERANCE_LEAST or scale == 1:
        return metric
    least = _TOLERANCE_LEAST[metric.unit]
    changes: dict[str, float] = {}
    if metric.paper is not None:
        changes["paper"] = metric.paper / scale
    if metric.expect is not None:
        changes["expect"] = metric.expect / scale
        changes["tolerance"] = max((metric.tolerance or 0) / scale, least)
    return metric.model_copy(update=changes)
