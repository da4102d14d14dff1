# SPDX-License-Identifier: Apache-2.0
"""A system of threads as researchers use it in Python: ``limen.System``.

Everything here is a short way to the functions of ``limen.system``, ``limen.analysis`` and
``limen.simulate``, with tables of pandas instead of dataclasses.

    >>> system = System.from_threads(
    ...     {"name": "t1", "period": 70, "deadline": 50, "work": 20},
    ...     {"name": "t2", "period": 80, "work": 20},
    ...     {"name": "t3", "period": 200, "deadline": 100, "work": 35},
    ... )
    >>> system.analyze().schedulable
    False
    >>> system.assign().system.analyze().table["response_safe"].tolist()
    [40, 75, 95]
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import pandas as pd

from limen.analysis import analyze, assign, scenario_of, sensitivity
from limen.choices import Objective, Priorities, Thresholds
from limen.errors import DescriptionError
from limen.simulate import simulate
from limen.system.build import build_system
from limen.system.load import load_system
from limen.system.place import Place
from limen.system.toml import to_toml
from limen.times import format_tick
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from matplotlib.figure import Figure

    from limen.analysis import Analysis, Assignment, Scenario
    from limen.simulate import Simulation
    from limen.system import model

__all__ = ["Assigned", "Bounds", "Observed", "System"]

_BOUNDS: Final = (
    "name",
    "priority",
    "threshold",
    "work",
    "period",
    "deadline",
    "blocking",
    "response_tight",
    "response_continuous",
    "response_safe",
    "ok",
)
_MET: Final = "#4477aa"
_LATE: Final = "#cc3311"
_BLOCKED: Final = "#ddaa33"
_OBSERVED: Final = (
    "name",
    "jobs",
    "response_min",
    "response_mean",
    "response_max",
    "misses",
    "preemptions",
    "blocking_max",
)


def _table(threads: Iterable[object], columns: tuple[str, ...]) -> pd.DataFrame:
    """A row for each thread, with these attributes of it."""
    rows = [{key: getattr(thread, key) for key in columns} for thread in threads]
    return pd.DataFrame(rows, columns=list(columns))


@dataclass(frozen=True, slots=True)
class Bounds:
    """The proven results for a system.

    Attributes:
        result: the complete result of the analysis.
    """

    result: Analysis

    @property
    def schedulable(self) -> bool:
        """Whether all threads meet their deadlines."""
        return self.result.schedulable

    @property
    def table(self) -> pd.DataFrame:
        """A row for each thread, in the order of the system; times in ticks, None without bound."""
        return _table(self.result.threads, _BOUNDS)

    def explain(self, thread: str) -> Scenario:
        """Explain the worst response of a thread; the ``system`` of the result can be simulated."""
        return scenario_of(self.result.system, thread)

    def plot(self) -> Figure:
        """Bounds as bars, with the part that is blocking, and a mark at each deadline."""
        from matplotlib.figure import Figure  # noqa: PLC0415 - takes long to import
        from matplotlib.lines import Line2D  # noqa: PLC0415
        from matplotlib.patches import Patch  # noqa: PLC0415

        figure = Figure(figsize=(8, 0.5 * len(self.result.threads) + 1.6), layout="constrained")
        axes = figure.subplots()
        for row, thread in enumerate(reversed(self.result.threads)):
            if thread.response is None:
                axes.text(0, row, " no bound", color=_LATE, va="center")
            else:
                axes.barh(row, thread.response, color=_MET if thread.ok else _LATE)
                axes.barh(row, thread.blocking, color=_BLOCKED)
            axes.plot([thread.deadline] * 2, [row - 0.4, row + 0.4], color="black")
        names = [thread.name for thread in reversed(self.result.threads)]
        axes.set_yticks(range(len(names)), names)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_xlabel(f"ticks of {format_tick(self.result.system.tick_ns)}")
        axes.set_title(
            f"{self.result.system.name}: bounds of response times (model {self.result.model})"
        )
        # All of them, so that pictures of two systems can be compared.
        keys = [
            Patch(color=_MET, label="meets its deadline"),
            Patch(color=_LATE, label="can miss its deadline"),
            Patch(color=_BLOCKED, label="of which blocking"),
            Line2D([], [], color="black", label="deadline"),
        ]
        figure.legend(handles=keys, loc="outside lower center", ncols=4, frameon=False)
        return figure


@dataclass(frozen=True, slots=True)
class Assigned:
    """The result of an assignment.

    Attributes:
        result: the complete result of the assignment.
    """

    result: Assignment

    @property
    def feasible(self) -> bool:
        """Whether the new values meet all deadlines."""
        return self.result.feasible

    @property
    def system(self) -> System:
        """The system with the new values; as before if nothing meets all deadlines."""
        return System(self.result.system)

    @property
    def changes(self) -> pd.DataFrame:
        """A row for each value that is different: thread, what, before, after, why."""
        columns = ["thread", "what", "before", "after", "why"]
        return pd.DataFrame([asdict(each) for each in self.result.changes], columns=columns)


@dataclass(frozen=True, slots=True)
class Observed:
    """Observed results of runs on the real kernel: maxima, which are not bounds.

    Attributes:
        result: all observations.
    """

    result: Simulation

    @property
    def table(self) -> pd.DataFrame:
        """A row for each thread, in the order of the system; times in ticks."""
        table = _table(self.result.threads, _OBSERVED)
        table["response_mean"] = table["response_mean"].astype(float)
        return table

    @property
    def switches(self) -> int:
        """Context switches of all runs, from a thread to another one."""
        return self.result.switches

    def save_trace(self, file: str | Path) -> None:
        """Write the trace of the worst run, for ``limen view`` and ``limen trace``.

        Raises:
            DescriptionError: the simulation was made without ``trace=True``.
        """
        if self.result.trace is None:
            problem = "this simulation has no trace"
            raise DescriptionError("save_trace", problem, "simulate with trace=True")
        write_whole(Path(file), self.result.trace)


@dataclass(frozen=True, slots=True)
class System:
    """A system of threads.

    Attributes:
        description: what the other modules of this package work with.
    """

    description: model.System

    @classmethod
    def from_toml(cls, file: str | Path) -> System:
        """A system.toml.

        Raises:
            DescriptionError: it describes no valid system.
        """
        return cls.load(file)

    @classmethod
    def from_csv(cls, file: str | Path) -> System:
        """A table whose columns are those of docs/systems.md.

        Raises:
            DescriptionError: it describes no valid system.
        """
        return cls.load(file)

    @classmethod
    def load(cls, file: str | Path) -> System:
        """A system.toml, a CSV file, or a trace, by its suffix.

        Raises:
            DescriptionError: it describes no valid system.
            TraceError: the file is not a valid trace.
        """
        return cls(load_system(Path(file)))

    @classmethod
    def from_threads(cls, *threads: Mapping[str, Any], **keys: Any) -> System:  # noqa: ANN401 - as in TOML
        """Threads with the keys of ``[[thread]]`` in a system.toml.

        Args:
            threads: one mapping each.
            keys: other keys of a system.toml: name, tick, resource, ...

        Raises:
            DescriptionError: they describe no valid system.
        """
        tables = {**keys, "thread": [dict(thread) for thread in threads]}
        return cls(build_system(tables, Place("System", tables, dict), "system"))

    def to_toml(self, file: str | Path | None = None) -> str:
        """The text of a system.toml, which is also written to a file if one is named."""
        text = to_toml(self.description)
        if file is not None:
            write_whole(Path(file), text)
        return text

    @property
    def table(self) -> pd.DataFrame:
        """A row for each thread, in the order of the system; times in ticks."""
        return pd.DataFrame([asdict(thread) for thread in self.description.threads])

    def analyze(self, *, model: str = "safe") -> Bounds:
        """Response times; see :func:`limen.analysis.analyze`."""
        return Bounds(analyze(self.description, model=model))

    def assign(
        self,
        *,
        thresholds: Thresholds | str = Thresholds.MAXIMAL,
        objective: Objective | str = Objective.PREEMPTIONS,
        priorities: Priorities | str = Priorities.KEEP,
        model: str = "safe",
    ) -> Assigned:
        """Choose thresholds, and priorities if wanted, that meet all deadlines.

        Args:
            thresholds: ``maximal``, as protective as possible, or ``minimal``, as preemptive as
                possible.
            objective: of maximal thresholds: the fewest ``preemptions``, the smallest ``stack``, or
                the largest ``margin`` by which all works can grow.
            priorities: ``keep`` them, or choose them: ``dm``, ``opa``, ``search``.
            model: of the bounds that decide: ``safe``, ``tight``, ``continuous``.

        Raises:
            DescriptionError: the system is not valid.
            AnalysisError: the choice is unknown.
        """
        found = assign(
            self.description,
            thresholds=thresholds,
            objective=objective,
            priorities=priorities,
            model=model,
        )
        return Assigned(found)

    def sensitivity(self, *, model: str = "safe") -> pd.DataFrame:
        """The limits of each thread; ``attrs["scaling"]`` has the factor for all works."""
        found = sensitivity(self.description, model=model)
        table = pd.DataFrame([asdict(thread) for thread in found.threads])
        table.attrs["scaling"] = found.scaling
        return table

    def simulate(  # noqa: PLR0913 - all are rarely given
        self,
        *,
        seed: int = 0,
        runs: int = 1,
        jobs: int | None = None,
        horizon: int | None = None,
        execution: Literal["worst", "uniform"] = "worst",
        offsets: Literal["file", "random"] = "file",
        jitter: Literal["none", "random"] = "random",
        workers: int | None = None,
        trace: bool = False,
    ) -> Observed:
        """Run the system on the real kernel, in virtual time.

        Args:
            seed: of all random numbers; the results depend on the arguments alone.
            runs: each with a seed of its own.
            jobs: of all threads, after which a run ends; None: after two hyperperiods.
            horizon: instant at which a run ends, ticks.
            execution: how long jobs work: their worst case, or a random time from ``work_min`` on.
            offsets: those of the system, or random ones below the periods.
            jitter: none, or from 0 to the jitter of the thread or interrupt.
            workers: threads of the operating system; None: one for each processor.
            trace: also make the trace of the run with the worst response.

        Raises:
            DescriptionError: the system or an argument is not valid.
        """
        done = simulate(
            self.description,
            seed=seed,
            runs=runs,
            jobs=jobs,
            horizon=horizon,
            execution=execution,
            offsets=offsets,
            jitter=jitter,
            workers=workers,
            trace=trace,
        )
        return Observed(done)

    def plot(self) -> Figure:
        """A picture of the bounds."""
        return self.analyze().plot()
