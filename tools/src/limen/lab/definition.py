# SPDX-License-Identifier: Apache-2.0
"""The definition of a lab: the tables of lab.toml, checked by pydantic."""

from __future__ import annotations

from typing import Annotated, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from limen.lab.observation import OBSERVED
from limen.lab.steps import STEPS
from limen.signals.views import VIEWS
from limen.trace.counters import COUNTER_NAMES

__all__ = [
    "LINUX_MODELS",
    "STATISTICS",
    "Case",
    "Check",
    "Comparison",
    "Curve",
    "Derived",
    "Lab",
    "LabFile",
    "Metric",
    "MetricOfCase",
    "Metrics",
    "Peer",
    "Ratio",
    "Signals",
    "TargetName",
    "Timeline",
]

Number = (
    Annotated[int, Field(strict=True)] | Annotated[float, Field(strict=True, allow_inf_nan=False)]
)
Cycle = Annotated[int, Field(strict=True, ge=0)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
Reference = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$")]
Shown = Annotated[str, Field(pattern=r"^[A-Za-z0-9_/-]+\.[A-Za-z0-9_-]+$")]  # or of two cases
LinuxName = Literal["linux", "linux-6.12", "linux-7"]
TargetName = Literal["host", "mps2-an385", "microbit", "rp2040", "ibex", LinuxName, "virt-riscv32"]
Source = Literal[
    "console", "trace", "instructions", "cycles", "steps", "masked", "signals", "linux"
]
Role = Literal["running", "slot", "scan", "thread0"]
EVERYWHERE: tuple[TargetName, ...] = ("host", "mps2-an385")  # default targets of a metric
EMULATOR: TargetName = "mps2-an385"
_DEFAULT_TARGETS: dict[str, tuple[TargetName, ...]] = {
    **dict.fromkeys(("instructions", "steps", "masked"), (EMULATOR,)),
    **dict.fromkeys(("cycles", "signals"), ("rp2040",)),
}
# The models of the kernels of lab linux, by target. A metric has the name of its model.
LINUX_MODELS: dict[TargetName, tuple[str, ...]] = {
    "linux": ("none", "voluntary", "full", "threadirqs", "rt"),
    "linux-6.12": ("none", "voluntary", "full", "threadirqs", "rt"),
    "linux-7": ("lazy", "full", "threadirqs", "rt"),
}
_COUNTING: dict[str, set[TargetName]] = {
    "instructions": {EMULATOR, "microbit", "virt-riscv32"},
    "cycles": {"rp2040", "ibex"},
    "steps": {EMULATOR, "rp2040", "ibex"},
    "masked": {EMULATOR, "virt-riscv32"},
}

_OF_A_THREAD = (*COUNTER_NAMES, "messages_sent", "messages_received")
STATISTICS = (
    *_OF_A_THREAD,
    *("ticks", "instructions", "events", "idle_time", "interrupt_time", "inversions_bounded"),
)


class _Strict(BaseModel):
    """A table of lab.toml; a key that is not known is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Check(_Strict):
    """The expected value of a number. Without any of these keys it is only shown.

    Attributes:
        paper: the value in the source, shown beside the measured one.
        expect: the expected value; with tolerance: the largest deviation from it.
        tolerance: see expect.
        min, max: its limits, both included.
    """

    paper: Number | None = None
    expect: Number | None = None
    tolerance: Annotated[Number, Field(ge=0)] | None = None
    min: Number | None = None
    max: Number | None = None

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.tolerance is not None and self.expect is None:
            raise ValueError("tolerance needs expect; for a range give min and max")
        if self.expect is not None and (self.min is not None or self.max is not None):
            raise ValueError("expect excludes min and max; keep one of the two")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}; swap them")
        return self

    def accepts(self, measured: Number) -> bool:
        """Return whether the number is as expected.

        >>> Check(expect=10, tolerance=1).accepts(9), Check(max=3).accepts(4), Check().accepts(4)
        (True, False, True)
        """
        if self.expect is not None:
            return abs(measured - self.expect) <= (self.tolerance or 0)
        return (self.min is None or measured >= self.min) and (
            self.max is None or measured <= self.max
        )


def _with_model(metric: str) -> tuple[TargetName, ...]:
    """The targets of lab linux that have the model of a metric.

    >>> _with_model("lazy"), _with_model("lazy_average"), _with_model("fast")
    (('linux-7',), ('linux-7',), ())
    """
    model = metric.partition("_")[0]
    return tuple(target for target, models in LINUX_MODELS.items() if model in models)


class Metric(Check):
    """A number that one run of a case yields.

    Attributes:
        name: as the program prints it; of a trace: the default of the statistic.
        unit: for people.
        words: what it is, for a summary; without: its name.
        origin: key "from". console: a line ``result NAME VALUE``; trace: a statistic; instructions:
            between two calls of ``lab_mark`` in lab-NAME-fast; cycles: the same on an emulator with
            cycles; steps: the part of either that belongs to one step of a context switch
            (limen.lab.steps); masked: the longest time with interrupts off in bench-masked-user;
            signals: from a recording of the pins; linux: printed by a kernel of lab linux
            (limen.linux), whose model is the name up to an underscore.
        statistic: of a trace: one of STATISTICS (instructions: ticks, each for the same time);
            of steps: "1" to "9"; of signals: one of limen.lab.observation.
        thread: of a trace: the statistic of this thread, not of the system.
        cycle: from mark ``cycle`` to the next one, counted from 0; without: the whole trace.
        targets: on which it is measured.
    """

    name: Name
    unit: str
    words: str = ""
    origin: Source = Field(alias="from")
    statistic: str | None = None
    thread: str | None = None
    cycle: Cycle | None = None
    targets: Annotated[tuple[TargetName, ...], Field(min_length=1)] = EVERYWHERE

    @model_validator(mode="before")
    @classmethod
    def _has_the_targets_of_its_origin(cls, table: object) -> object:
        if not isinstance(table, dict):
            return table
        if table.get("from") == "linux":
            return {"targets": _with_model(str(table.get("name"))), **table}
        if table.get("from") in _DEFAULT_TARGETS:
            return {"targets": _DEFAULT_TARGETS[table["from"]], **table}
        return table

    @model_validator(mode="after")
    def _fits_its_origin(self) -> Self:
        counting = _COUNTING.get(self.origin)
        lacks_cycle = self.cycle is None and self.origin != "masked"
        if counting and (not counting.issuperset(self.targets) or lacks_cycle):
            where = " or ".join(sorted(counting))
            raise ValueError(f'from = "{self.origin}" needs cycle, and {where} as only target')
        if self.origin == "signals" and self.targets != _DEFAULT_TARGETS["signals"]:
            raise ValueError('from = "signals" needs rp2040 as only target')
        on_linux = LINUX_MODELS.keys() & set(self.targets)
        if self.origin == "linux" and not set(self.targets) <= set(_with_model(self.name)):
            models = ", ".join(dict.fromkeys(name for of in LINUX_MODELS.values() for name in of))
            problem = f'from = "linux" needs targets of linux that have the model {self.name}'
            raise ValueError(f"{problem}; the models are {models}")
        if self.origin != "linux" and on_linux:
            raise ValueError(f'target {min(on_linux)} has only what is from = "linux"')
        if self.origin == "signals" and self.statistic_name not in OBSERVED:
            problem = f"signals do not show {self.statistic_name}"
            raise ValueError(f"{problem}; take one of {', '.join(OBSERVED)}")
        if self.origin == "steps" and self.statistic not in STEPS:
            raise ValueError(f"unknown step {self.statistic}; take one of {', '.join(STEPS)}")
        if self.origin in {"console", "masked", "signals", "linux"} and self.cycle is not None:
            raise ValueError("cycle is for traces and instructions; remove it")
        statistic = self.statistic if self.origin not in {"steps", "signals"} else None
        if self.origin != "trace" and (statistic or self.thread):
            raise ValueError('statistic and thread need from = "trace"')
        known = _OF_A_THREAD if self.thread else STATISTICS
        if self.origin == "trace" and self.statistic_name not in known:
            names = ", ".join(known)
            raise ValueError(f"unknown statistic {self.statistic_name}; take one of {names}")
        return self

    @property
    def statistic_name(self) -> str:
        """The statistic that is meant."""
        return self.statistic or self.name


class MetricOfCase(Metric):
    """A row of [[metrics]]: a metric that is not inside its [[case]], or belongs to several cases.

    Attributes:
        case: the name of its case, or a list of names.
    """

    case: Name | Annotated[tuple[Name, ...], Field(min_length=1)]

    @property
    def of_cases(self) -> tuple[str, ...]:
        """The cases in which it is measured."""
        return (self.case,) if isinstance(self.case, str) else self.case


class Metrics(_Strict):
    """A table of metrics. Its other keys are those of a MetricOfCase, and of each row without them.

    Attributes:
        row: the metrics.
    """

    row: Annotated[tuple[MetricOfCase, ...], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _gives_its_keys_to_the_rows(cls, table: object) -> object:
        rows = table.get("row") if isinstance(table, dict) else None
        if not isinstance(table, dict) or not isinstance(rows, list):
            return table
        common = {key: value for key, value in table.items() if key != "row"}
        return {"row": [{**common, **row} if isinstance(row, dict) else row for row in rows]}


class Signals(_Strict):
    """The settings for a record of the pins of a lab's programs, on a target that has pins.

    Such a lab has an image for each case, lab-NAME-CASE, which runs until it is stopped.

    Attributes:
        running, slot, scan, thread0: numbers of the pins; see limen.signals.scheduler.
        number: of the pins that carry the running thread's number, from bit 0 on.
        milliseconds: of the program's time that are recorded.
        skip: scans at the start that do not count.
    """

    running: int
    slot: int
    scan: int
    thread0: int
    number: tuple[int, ...] = ()
    milliseconds: Annotated[Number, Field(gt=0)]
    skip: Cycle = 0

    @property
    def roles(self) -> dict[Role, int]:
        """The pins by their meaning."""
        return {role: getattr(self, role) for role in get_args(Role)}

    @property
    def bits(self) -> dict[str, int]:
        """The pins of the running thread's number, by name in the recording."""
        return {f"number{bit}": pin for bit, pin in enumerate(self.number)}


class Case(_Strict):
    """One way to run the program: its argv[1] is the name; with signals: a separate image.

    Attributes:
        name: see above.
        title: what distinguishes the case.
        metric: what is measured.
        milliseconds, skip: other than the lab's Signals.
        due_ms: the period of thread 0, for its response times.
        xip_cache: cycles of a miss of the flash cache, with which the signals are recorded; none:
            the flash is as fast as SRAM.
        pictures: of its signals (limen.signals.views).
        see: what to look at in each of these pictures, with places for numbers
            (limen.lab.findings).
        intervals: from scan to scan, that an overview shows.
        labels: meaning of the pins, by role, if it differs from the other cases.
        cells: names of metrics, each with why it is as it is. The first one is measured in cycle 0
            of the trace, the next one in cycle 1, and so on (limen.lab.cells).
        lanes: threads in the pictures of these cycles.
        beside: the corresponding case of lab linux.
        costs: as of a Lab, for this case alone.
        pins: added to the numbers of the pins of the lab's Signals.
    """

    name: Name
    title: str
    metric: tuple[Metric, ...] = ()
    pins: Annotated[int, Field(strict=True)] = 0
    milliseconds: Annotated[Number, Field(gt=0)] | None = None
    skip: Cycle | None = None
    due_ms: Annotated[Number, Field(gt=0)] | None = None
    xip_cache: Annotated[int, Field(strict=True, ge=1)] | None = None
    pictures: tuple[str, ...] = ()
    see: dict[str, str] = {}
    intervals: Annotated[int, Field(strict=True, ge=1)] = 3
    labels: dict[Role, str] = {}
    cells: dict[str, str] = {}
    lanes: tuple[str, ...] = ()
    beside: str = ""
    costs: TargetName | None = None

    @model_validator(mode="after")
    def _has_pictures_that_there_are(self) -> Self:
        for picture in self.pictures:
            if picture not in VIEWS:
                raise ValueError(f"unknown picture {picture}; take one of {', '.join(VIEWS)}")
        for picture in self.see.keys() ^ set(self.pictures):
            raise ValueError(f"picture {picture} needs see, and see a picture; give both")
        if bool(self.cells) != bool(self.lanes):
            raise ValueError("cells need lanes, and lanes cells; give both")
        return self


class Timeline(_Strict):
    """A picture of the traces of cases, one above the other on one time base.

    Attributes:
        cases: from top to bottom.
        title: of the picture.
        see: what to look at in it.
        cycle: from this mark to the next one, counted from 0; without: the whole trace.
        ticks: of this, only from some ticks to others.
        lanes: names of threads; none: all with events.
        target: the target of the traces.
        whys: at most so many kinds of switches of each case are explained below it.
        small: on paper it is beside another one.
        cover: a report of several labs shows it first.
    """

    cases: Annotated[tuple[Name, ...], Field(min_length=1)]
    title: str
    see: str
    cycle: Cycle | None = None
    ticks: tuple[Cycle, Cycle] | None = None
    lanes: tuple[str, ...] = ()
    target: TargetName = "host"
    whys: Annotated[int, Field(strict=True, ge=0)] = 4
    small: bool = False
    cover: bool = False

    @model_validator(mode="after")
    def _has_a_width(self) -> Self:
        if self.ticks is not None and self.ticks[0] >= self.ticks[1]:
            raise ValueError(f"ticks {self.ticks[0]} to {self.ticks[1]} are not a range; swap them")
        return self


class Peer(_Strict):
    """The two times of a Ratio, from elsewhere.

    Attributes:
        name: of the kernel and the processor, or of the publication.
        unit: of the times.
        many, few: the times.
    """

    name: str
    unit: str
    many: Annotated[Number, Field(gt=0)]
    few: Annotated[Number, Field(gt=0)]


class Ratio(_Strict):
    """Two times of the same work with a different number of switches (limen.lab.ratio).

    Attributes:
        title: of its picture.
        see: what to look at in it.
        work: the number of pieces of work, such as messages, in each of the two.
        switches: in the first one and in the second one.
        many, few: pairs of metrics, ``CASE.METRIC``, with the two times.
        peer: times of others.
    """

    title: str
    see: str
    work: Annotated[int, Field(strict=True, ge=1)]
    switches: tuple[int, int]
    many: Annotated[tuple[Reference, ...], Field(min_length=1)]
    few: Annotated[tuple[Reference, ...], Field(min_length=1)]
    peer: tuple[Peer, ...] = ()

    @model_validator(mode="after")
    def _is_solvable(self) -> Self:
        if len(self.many) != len(self.few):
            raise ValueError("many and few are pairs; give both the same length")
        if not self.switches[0] > self.switches[1] >= 0:
            raise ValueError("the first number of switches is not the larger one; swap them")
        return self


class Curve(_Strict):
    """A picture of one metric against a number that differs between cases: a line per target.

    Attributes:
        title: of the picture.
        see: what to look at in it.
        metric: the name of the metric of each case.
        cases: from left to right.
        x: the numbers of the cases.
        x_label, y_label: of the axes.
        scale: the metric is divided by this.
    """

    title: str
    see: str
    metric: Name
    cases: Annotated[tuple[Name, ...], Field(min_length=2)]
    x: tuple[Number, ...]
    x_label: str
    y_label: str
    scale: Annotated[Number, Field(gt=0)] = 1

    @model_validator(mode="after")
    def _has_a_number_for_each_case(self) -> Self:
        if len(self.x) != len(self.cases):
            raise ValueError("x and cases differ in length; give a number for each case")
        return self


class ComparisonLine(_Strict):
    """A line of a Comparison.

    Attributes:
        name: what was measured, and its unit.
        cells: a metric for each kernel.
    """

    name: str
    cells: Annotated[tuple[Shown, ...], Field(min_length=1)]


class Comparison(_Strict):
    """A table: published numbers beside measured ones of several kernels.

    Attributes:
        title: of the table.
        see: what to look at in it, with places for numbers (limen.lab.findings).
        published: head of the column of published numbers, which are those of the metrics.
        kernels: heads of the columns of measured numbers.
        line: a number of each kernel.
    """

    title: str
    see: str
    published: str
    kernels: Annotated[tuple[str, ...], Field(min_length=1)]
    line: Annotated[tuple[ComparisonLine, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _has_a_cell_for_each_kernel(self) -> Self:
        for line in self.line:
            if len(line.cells) != len(self.kernels):
                raise ValueError(f"line {line.name} and kernels differ in length; give one each")
        return self


class Derived(Check):
    """A number computed from others: scale * numerator / denominator.

    Attributes:
        name, unit, words: as of a Metric.
        numerator, denominator: ``CASE.METRIC``.
        scale: a constant.
        targets: on which it is computed; by default those that have both numbers.
    """

    name: Name
    unit: str
    words: str = ""
    numerator: Reference
    denominator: Reference | None = None
    scale: Number = 1
    targets: tuple[TargetName, ...] = get_args(TargetName)

    @property
    def references(self) -> tuple[str, ...]:
        """The metrics it needs."""
        return (self.numerator, *([self.denominator] if self.denominator else []))

    @property
    def case(self) -> str:
        """The cases it is about: ``preemptive/threshold``."""
        return "/".join(dict.fromkeys(text.split(".", 1)[0] for text in self.references))


class Summary(_Strict):
    """The row of a lab in the first table of a report.

    Attributes:
        claim: of the publication, in a few words.
        published: its numbers, in a few words.
        measured: ours, with places for numbers (limen.lab.findings).
    """

    claim: str
    published: str
    measured: str


class LabFile(_Strict):
    """The tables of lab.toml as they are written.

    Attributes:
        title: the subject of the lab.
        source: the publication, as text.
        figure: which one of the source's.
        description: what the lab shows, and why.
        finding: what it has found, in words, with places for numbers (limen.lab.findings).
        summary: its row in the first table of a report.
        case: the ways to run its program.
        metrics: numbers that are defined outside of their cases, or that belong to several.
        derived: numbers that are computed from others.
        timeline: pictures of its traces, for limen.lab.html_report; a case without one gets a
            picture of its whole trace.
        ratio: two of its times, explained by the number of switches, if they can be.
        curve: pictures of metrics of several cases.
        comparison: a table of several kernels, if there is one.
        headline: the most important of its metrics, for reports.
        place: position in a report of several labs, smaller numbers first.
        costs: a target; the host charges the costs of the kernel on it (limen.lab.costs).
        signals: how its pins are recorded, if they are; then each case has a separate image.
        homes: default targets, and the first one that of the pictures; none: the host, or the
            targets on which it can run.
        on_ports: it can also run on the other ports (limen.lab.ports).
        transcripts: the cases of the article's program, without and with the checkpoint.
    """

    title: str
    source: str
    figure: str = ""
    description: str
    finding: str = ""
    summary: Summary | None = None
    case: Annotated[tuple[Case, ...], Field(min_length=1)]
    metrics: tuple[Metrics, ...] = ()
    derived: tuple[Derived, ...] = ()
    timeline: tuple[Timeline, ...] = ()
    ratio: Ratio | None = None
    curve: tuple[Curve, ...] = ()
    comparison: Comparison | None = None
    headline: tuple[Shown, ...] = ()
    place: Annotated[int, Field(strict=True)] = 100
    costs: TargetName | None = None
    signals: Signals | None = None
    homes: tuple[TargetName, ...] = ()
    on_ports: bool = False
    transcripts: tuple[()] | tuple[Name, Name] = ()


class Lab(_Strict):
    """An experiment: its LabFile, with the name of its folder, and all metrics in their cases."""

    name: str
    title: str
    source: str
    figure: str
    description: str
    finding: str
    summary: Summary | None
    cases: tuple[Case, ...]
    derived: tuple[Derived, ...]
    timelines: tuple[Timeline, ...]
    ratio: Ratio | None
    curves: tuple[Curve, ...]
    comparison: Comparison | None
    headline: tuple[str, ...]
    place: int
    costs: TargetName | None
    signals: Signals | None
    homes: tuple[TargetName, ...]
    on_ports: bool
    transcripts: tuple[()] | tuple[Name, Name]

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets on which it has metrics."""
        named = (metric.targets for case in self.cases for metric in case.metric)
        return tuple(dict.fromkeys(target for targets in named for target in targets))

    @property
    def usual_targets(self) -> tuple[str, ...]:
        """Its default targets: the host, or the targets on which it can run."""
        return self.homes or (("host",) if "host" in self.targets else self.targets)

    def program(self, case: Case) -> str:
        """The program that runs a case."""
        return f"lab-{self.name}" if self.signals is None else f"lab-{self.name}-{case.name}"
