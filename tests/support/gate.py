# SPDX-License-Identifier: Apache-2.0
"""Random systems of every kind, and their responses on the kernel.

The generator and the judge share no code with the analysis: systems have random values from ranges,
and the judge is the kernel itself in virtual time, over all offsets of a small system or random
ones of a larger system. As a program, it prints the table of docs/analysis.md.

    .venv/bin/python tests/support/gate.py [SYSTEMS OF A KIND]
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.analysis import analyze
from limen.errors import LimenError
from limen.simulate import observe_all_offsets, simulate
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["EXACT", "KINDS", "Verdict", "draw", "judge", "judge_all", "table"]

# The features of each kind of system. All kinds have thresholds.
KINDS: Final[dict[str, frozenset[str]]] = {
    "thresholds": frozenset(),
    "chunks": frozenset({"chunks"}),
    "overheads": frozenset({"overheads"}),
    "jitter": frozenset({"jitter"}),
    "interrupts": frozenset({"interrupts"}),
    "equal priorities": frozenset({"equal"}),
    "ceilings": frozenset({"ceiling"}),
    "inheritance": frozenset({"inheritance"}),
    "nested, both protocols": frozenset({"ceiling", "inheritance", "nested"}),
    "sections and overheads": frozenset({"ceiling", "inheritance", "overheads"}),
    "preemption costs": frozenset({"costs"}),
    "costs and ceilings": frozenset({"costs", "ceiling"}),
    "costs and inheritance": frozenset({"costs", "inheritance"}),
}
_ALL: Final[frozenset[str]] = frozenset[str]().union(*KINDS.values())
KINDS["some of all"] = _ALL

# The kinds for which the model `tight` gives the exact longest response.
EXACT: Final = ("thresholds", "chunks", "overheads")

_RUNS: Final = 600
_JOBS: Final = 60
_FULL: Final = 0.95


@dataclass(frozen=True, slots=True)
class Verdict:
    """One system, with its proven bounds and its responses.

    Attributes:
        system: the judged system.
        seen: the longest response of each thread, ticks; None: no job ended.
        safe: the bound of each thread; None: unbounded.
        tight: the bound of each thread for whole ticks.
        all_offsets: whether the runs had all offsets, instead of random ones.
    """

    system: System
    seen: tuple[int | None, ...]
    safe: tuple[int | None, ...]
    tight: tuple[int | None, ...]
    all_offsets: bool

    @property
    def exceeded(self) -> bool:
        """Return whether a response exceeds its bound."""
        return any(
            seen is not None and bound is not None and seen > bound
            for bounds in (self.safe, self.tight)
            for seen, bound in zip(self.seen, bounds, strict=True)
        )


def draw(kind: str, number: int, seed: int, *, small: bool) -> System:
    """Return system ``number`` of a kind, which depends only on the arguments."""
    source = random.Random(f"{seed}/{kind}/{number}/{small}")
    features = KINDS[kind]
    if kind == "some of all":
        features = frozenset(name for name in sorted(features) if source.random() < 0.5)
    while True:
        system = _system(source, features, small=small)
        if _load(system) <= _FULL:
            return system


def _system(source: random.Random, features: frozenset[str], *, small: bool) -> System:
    count = source.randint(3, 4 if small else 6)
    period_max = 9 if small else source.choice([15, 40, 100])
    protocols = [
        protocol
        for protocol, name in ((Protocol.CEILING, "ceiling"), (Protocol.INHERITANCE, "inheritance"))
        if name in features
    ]
    resources = tuple(
        Resource(f"R{index}", source.choice(protocols))
        for index in range(source.randint(1, 3) if protocols else 0)
    )
    threads = tuple(
        _thread(source, features, (index, count), period_max, resources) for index in range(count)
    )
    interrupts = tuple(
        Interrupt(
            f"i{index}",
            source.randint(10, 2 * period_max),
            1,
            source.randint(0, 3) if "jitter" in features else 0,
        )
        for index in range(source.randint(1, 2) if "interrupts" in features else 0)
    )
    overheads = Overheads(
        dispatch=source.randint(0, 2) if "overheads" in features else 0,
        exit=source.randint(0, 2) if "overheads" in features else 0,
        preemption=source.randint(1, 3) if "costs" in features else 0,
    )
    return System("random", threads, interrupts, resources, overheads)


def _thread(
    source: random.Random,
    features: frozenset[str],
    place: tuple[int, int],
    period_max: int,
    resources: tuple[Resource, ...],
) -> Thread:
    index, count = place
    period = source.randint(5, period_max)
    work = max(1, round(period * source.uniform(0.02, 1.6 / count)))
    priority = source.randint(0, index) if "equal" in features else index
    chunks: tuple[Chunk, ...] = ()
    if "chunks" in features and work > 1 and source.random() < 0.6:
        cuts = sorted(source.sample(range(1, work), min(work - 1, source.randint(1, 2))))
        edges = zip([0, *cuts], [*cuts, work], strict=True)
        chunks = tuple(Chunk(end - begin, source.randint(0, priority)) for begin, end in edges)
    return Thread(
        name=f"t{index}",
        period=period,
        work=work,
        work_min=source.randint(1, work),
        deadline=source.randint(work, 2 * period),
        priority=priority,
        threshold=source.randint(0, priority) if source.random() < 0.4 else priority,
        offset=0,
        jitter=source.choice([0, 1, 3, period]) if "jitter" in features else 0,
        chunks=chunks,
        sections=tuple(_sections(source, work, resources, nested="nested" in features)),
    )


def _sections(
    source: random.Random, work: int, resources: tuple[Resource, ...], *, nested: bool
) -> Iterator[CriticalSection]:
    """Return sections one after the other. Nested ones lock in the order of the names."""
    position = 0
    count = source.choice([0, 1, 1, 2, 3]) if resources else 0
    for _ in range(count):
        if position >= work:
            return
        start = source.randint(position, work - 1)
        end = source.randint(start + 1, work)
        position = end
        index = source.randrange(len(resources))
        yield CriticalSection(resources[index].name, end - start, start)
        while nested and index + 1 < len(resources) and source.random() < 0.6:
            index = source.randrange(index + 1, len(resources))
            start = source.randint(start, end - 1)
            end = source.randint(start + 1, end)
            yield CriticalSection(resources[index].name, end - start, start)


def _load(system: System) -> float:
    extra = system.overheads.dispatch + system.overheads.exit + system.overheads.preemption
    load = sum((thread.work + extra) / thread.period for thread in system.threads)
    return load + sum(item.work / item.period for item in system.interrupts)


def judge(kind: str, number: int, seed: int) -> Verdict:
    """Analyse a system and run it. Every fourth one is small, and runs with all offsets."""
    small = number % 4 == 3
    system = draw(kind, number, seed, small=small)
    safe, tight = (analyze(system, model=model) for model in ("safe", "tight"))
    if small:
        cycle = 12 * max(thread.period for thread in system.threads)
        seen: tuple[int | None, ...] = observe_all_offsets(system, cycle)[0]
    else:
        runs = simulate(
            system,
            seed=seed,
            runs=_RUNS,
            jobs=_JOBS,
            execution="uniform" if number % 4 == 1 else "worst",
            offsets="random",
            workers=1,
        )
        seen = tuple(thread.response_max for thread in runs.threads)
    return Verdict(
        system,
        seen,
        tuple(thread.response for thread in safe.threads),
        tuple(thread.response for thread in tight.threads),
        small,
    )


def _judge(arguments: tuple[str, int, int]) -> Verdict:
    try:
        return judge(*arguments)
    except LimenError as error:
        kind, number, seed = arguments
        message = f"{kind}, system {number}, seed {seed}: {error}"
        raise AssertionError(message) from error


def judge_all(kind: str, count: int, seed: int, workers: int = 2) -> list[Verdict]:
    """Judge the systems 0 to ``count - 1`` of a kind."""
    numbers = [(kind, number, seed) for number in range(count)]
    if workers == 1:
        return [_judge(arguments) for arguments in numbers]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_judge, numbers, chunksize=16))


def table(count: int, seed: int) -> str:
    """Return the ratios of the safe bounds to the observed values, as Markdown."""
    lines = [
        "| kind | systems | threads | above a bound | without a bound | equal | mean | 95 % |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for kind in KINDS:
        verdicts = judge_all(kind, count, seed)
        pairs = [
            (seen, bound)
            for verdict in verdicts
            for seen, bound in zip(verdict.seen, verdict.safe, strict=True)
            if seen is not None
        ]
        ratios = sorted(bound / seen for seen, bound in pairs if bound is not None)
        exceeded = sum(verdict.exceeded for verdict in verdicts)
        equal = sum(ratio == 1 for ratio in ratios)
        lines.append(
            f"| {kind} | {len(verdicts)} | {len(pairs)} | {exceeded} "
            f"| {1 - len(ratios) / len(pairs):.1%} | {equal / len(ratios):.0%} "
            f"| {sum(ratios) / len(ratios):.2f} | {ratios[len(ratios) * 95 // 100]:.2f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table(int(sys.argv[1]) if len(sys.argv) > 1 else 1450, 1) + "\n")
