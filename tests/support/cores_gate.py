# SPDX-License-Identifier: Apache-2.0
"""Random systems of several cores, and their responses on the kernels.

The generator and the judge share no code with the analysis. As a program, it prints the sizes of
the bounds.

    PYTHONPATH=tests .venv/bin/python tests/support/cores_gate.py [SYSTEMS]
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Final

from limen.analysis import analyze
from limen.simulate import simulate
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
from support.gate import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["draw_cores", "judge_cores"]

_FEATURES: Final = ("chunks", "thresholds", "jitter", "interrupts", "equal", "overheads", "local")
_RUNS: Final = 40
_JOBS: Final = 300


def draw_cores(number: int, seed: int, *, plain: bool = False) -> System:
    """Return system ``number``, which depends only on the arguments.

    Args:
        number: of the system.
        seed: of all.
        plain: only threads, and sections of shared mutexes and core locks.
    """
    source = random.Random(f"{seed}/cores/{number}/{plain}")
    features = {name for name in _FEATURES if not plain and source.random() < 0.35}
    cores = source.choice((2, 3, 4, 8))
    resources = [Resource(f"M{index}", Protocol.SHARED) for index in range(source.randint(0, 2))]
    resources += [Resource(f"L{index}", Protocol.SPIN) for index in range(source.randint(0, 2))]
    threads: list[Thread] = []
    for core in range(cores):
        local = [
            Resource(f"R{core}", source.choice([Protocol.CEILING, Protocol.INHERITANCE]))
            for _ in range("local" in features)
        ]
        count = source.randint(1, 4)
        load = source.choice([0.1, 0.25, 0.5, 0.8])
        usable = [item for item in resources if item.protocol.serves_all_cores] + local
        threads += [
            _thread(source, features, core, (index, count, load), usable) for index in range(count)
        ]
        resources += local
    interrupts = tuple(
        Interrupt(
            f"i{index}",
            source.randint(15, 80),
            source.randint(1, 2),
            source.randint(0, 5) if "jitter" in features else 0,
            source.randrange(cores),
        )
        for index in range(source.randint(1, 3) if "interrupts" in features else 0)
    )
    overheads = Overheads(
        dispatch=source.randint(0, 1) if "overheads" in features else 0,
        exit=source.randint(0, 1) if "overheads" in features else 0,
        preemption=source.randint(0, 1) if "overheads" in features else 0,
    )
    return System("random", tuple(threads), interrupts, tuple(resources), overheads)


def _thread(
    source: random.Random,
    features: set[str],
    core: int,
    place: tuple[int, int, float],
    resources: list[Resource],
) -> Thread:
    index, count, load = place
    period = source.randint(15, source.choice([40, 100, 300]))
    work = max(1, round(period * source.uniform(0.3, 1.7) * load / count))
    lowest = source.choice([0, 0, 1])  # a thread of priority 0 shares the level of owners
    priority = lowest + (source.randint(0, index) if "equal" in features else index)
    chunks: tuple[Chunk, ...] = ()
    if "chunks" in features and work > 1 and source.random() < 0.5:
        cuts = sorted(source.sample(range(1, work), min(work - 1, source.randint(1, 2))))
        edges = zip([0, *cuts], [*cuts, work], strict=True)
        chunks = tuple(Chunk(end - begin, source.randint(0, priority)) for begin, end in edges)
    is_protected = "thresholds" in features and source.random() < 0.4
    return Thread(
        name=f"c{core}t{index}",
        period=period,
        work=work,
        work_min=source.randint(1, work),
        deadline=source.randint(work, 2 * period),
        priority=priority,
        threshold=source.randint(0, priority) if is_protected else priority,
        jitter=source.choice([0, 1, 3, period // 2]) if "jitter" in features else 0,
        chunks=chunks,
        sections=tuple(_sections(source, work, resources)),
        core=core,
    )


def _sections(
    source: random.Random, work: int, resources: list[Resource]
) -> Iterator[CriticalSection]:
    position = 0
    for _ in range(source.choice([0, 1, 1, 2]) if resources else 0):
        if position >= work:
            return
        start = source.randint(position, work - 1)
        end = min(work, start + source.randint(1, 4))
        position = end
        yield CriticalSection(source.choice(resources).name, end - start, start)


def judge_cores(number: int, seed: int) -> Verdict:
    """Analyse a system, and run it with random offsets."""
    system = draw_cores(number, seed)
    analysis = analyze(system)
    runs = simulate(
        system,
        seed=seed,
        runs=_RUNS,
        jobs=_JOBS,
        execution="uniform" if number % 2 else "worst",
        offsets="random",
        workers=1,
    )
    return Verdict(
        system,
        tuple(thread.response_max for thread in runs.threads),
        tuple(thread.response_safe for thread in analysis.threads),
        tuple(thread.response_tight for thread in analysis.threads),
        all_offsets=False,
    )


def _judge(arguments: tuple[int, int]) -> Verdict:
    return judge_cores(*arguments)


def table(count: int, seed: int) -> str:
    """Return a sentence with the sizes of the bounds."""
    with ProcessPoolExecutor(2) as pool:
        verdicts = list(pool.map(_judge, [(number, seed) for number in range(count)], chunksize=8))
    pairs = [
        (seen, bound)
        for verdict in verdicts
        for seen, bound in zip(verdict.seen, verdict.safe, strict=True)
        if seen is not None
    ]
    ratios = sorted(bound / seen for seen, bound in pairs if bound is not None)
    exceeded = [number for number, verdict in enumerate(verdicts) if verdict.exceeded]
    return (
        f"{len(verdicts)} systems, {len(pairs)} threads, {len(exceeded)} above a bound "
        f"{exceeded[:20]}, {1 - len(ratios) / len(pairs):.1%} without a bound, equal "
        f"{sum(ratio == 1 for ratio in ratios) / len(ratios):.0%}, mean "
        f"{sum(ratios) / len(ratios):.2f}, 95 % {ratios[len(ratios) * 95 // 100]:.2f}"
    )


if __name__ == "__main__":
    sys.stdout.write(table(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, 1) + "\n")
