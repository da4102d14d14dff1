# SPDX-License-Identifier: Apache-2.0
"""Compare the proven, simulated and measured response times of one system."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from limen.analysis import analyze
from limen.compare.aligned import Aligner
from limen.compare.charge import Costs, charged
from limen.compare.costs import measure_costs
from limen.compare.measure import measure
from limen.compare.simulated import simulated_responses
from limen.system.isolation import check_unlimited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from limen.compare.measure import Measurement
    from limen.run import Target
    from limen.system.model import System

__all__ = ["Comparison", "Row", "compare"]


@dataclass(frozen=True, slots=True)
class Row:
    """A thread; times are in ticks of the system, exact.

    Attributes:
        name: of the thread.
        priority, threshold: of the thread.
        deadline: of the thread.
        bound: of the response time on the target, with the costs of the kernel; None: there is
            none.
        bound_plain: of the response time without these costs.
        simulated: the longest response in the simulation, which has no costs.
        measured: the longest response on the target.
        jobs: that were measured.
        misses: number of these and of unfinished jobs that missed the deadline.
    """

    name: str
    priority: int
    threshold: int
    deadline: int
    bound: Fraction | None
    bound_plain: int | None
    simulated: int | None
    measured: Fraction | None
    jobs: int
    misses: int

    @property
    def margin(self) -> Fraction | None:
        """The bound minus the longest measured response; negative: the response exceeds it."""
        if self.bound is None or self.measured is None:
            return None
        return self.bound - self.measured

    @property
    def ratio(self) -> Fraction | None:
        """The bound in relation to the longest measured response."""
        if self.bound is None or not self.measured:
            return None
        return self.bound / self.measured

    @property
    def problem(self) -> str | None:
        """The value that exceeds its bound, as text; None: all are within bounds."""
        if self.margin is not None and self.margin < 0:
            return "the measured response is above the bound"
        bound, simulated = self.bound_plain, self.simulated
        if bound is not None and simulated is not None and simulated > bound:
            return "the simulated response is above the bound"
        if self.bound is not None and self.bound <= self.deadline and self.misses:
            return "a deadline was missed that the analysis says is met"
        return None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All threads of a system on a target.

    Attributes:
        system: that was compared.
        rows: in the order of the system.
        costs: of the kernel on the target, in ticks of its clock.
        measurement: the first run, with the offsets of the system.
        schedulable: all bounds with the costs are within the deadlines.
    """

    system: System
    rows: tuple[Row, ...]
    costs: Costs
    measurement: Measurement
    schedulable: bool

    @property
    def ok(self) -> bool:
        """Whether no value exceeds its bound."""
        return all(row.problem is None for row in self.rows)


def compare(  # noqa: PLR0913 - all but four are optional and named
    root: Path,
    system: System,
    target: Target,
    on_line: Callable[[str], None],
    *,
    source: str = "a system",
    jobs: int | None = None,
    seed: int = 0,
    aligned: Iterable[int] = (),
) -> Comparison:
    """Analyse and simulate a system, run it on a target, and compare.

    The bounds are those of the model ``safe``, because the clock of the target is not that of the
    system. They contain the costs of the kernel on the target (limen.compare.charge).

    Args:
        root: of the repository.
        system: checked.
        target: on which it runs.
        on_line: gets each line of output.
        source: the file that describes the system.
        jobs: about how many of them run; None: two hyperperiods, as far as the trace has room.
        seed: of the jitters.
        aligned: threads, for each of which the system also runs with the phases of its worst case,
            as far as a simulation finds it.

    Raises:
        DescriptionError: the target cannot keep the times of the system.
        RunError: a program cannot be built, or does not end as it should.
    """
    check_unlimited(system, "the comparison", knows_memory=False)
    costs = measure_costs(root, target, on_line)
    runs = [measure(root, system, target, on_line, source=source, jobs=jobs, seed=seed)]
    clock_hz = runs[0].clock_hz
    # A tick of the clock in ticks of the system.
    unit = Fraction(10**9, clock_hz * system.tick_ns)
    analysis = analyze(charged(system, clock_hz, costs))
    aligner = Aligner(system, clock_hz, costs)
    for index in aligned:
        bound = analysis.threads[index].response
        length = system.threads[index].period if bound is None else ceil(bound * unit) + 1
        phases = aligner.phases_of(index, length)
        rate = sum(Fraction(1, one.period) for one in system.threads)
        runs.append(
            measure(
                root,
                phases.system,
                target,
                on_line,
                source=source,
                jobs=ceil(phases.end * rate),
                seed=phases.seed,
            )
        )
    plain = analyze(system)
    simulated = simulated_responses(system, runs[0].project.end, seed)
    rows = tuple(
        Row(
            name=thread.name,
            priority=thread.priority,
            threshold=thread.threshold,
            deadline=thread.deadline,
            bound=None if bound is None else bound * unit,
            bound_plain=plain.threads[index].response,
            simulated=simulated[index],
            measured=_longest(runs, index, unit),
            jobs=sum(run.threads[index].jobs for run in runs),
            misses=sum(run.threads[index].misses + _unfinished(run, index) for run in runs),
        )
        for index, thread in enumerate(system.threads)
        for bound in [analysis.threads[index].response]
    )
    is_schedulable = all(one.ok for one in analysis.threads[: len(rows)])
    return Comparison(system, rows, costs, runs[0], is_schedulable)


def _longest(runs: list[Measurement], index: int, unit: Fraction) -> Fraction | None:
    """The longest response of a thread, in ticks of the system; None: no job ended."""
    found = [run.threads[index].response for run in runs]
    return max((one * unit for one in found if one is not None), default=None)


def _unfinished(run: Measurement, index: int) -> int:
    """Jobs whose deadlines passed before the end of the run, and that did not end at all."""
    if run.trace.lost > 0:
        return 0  # the beginning of the run is not in the trace
    thread = run.project.system.threads[index]
    room = run.project.end - thread.offset - thread.deadline
    due = max(0, room // thread.period + 1 if room >= 0 else 0)
    return max(0, due - run.threads[index].jobs)
