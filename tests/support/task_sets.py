# SPDX-License-Identifier: Apache-2.0
"""Random small systems, and systems from the vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from limen.system.model import (
    Chunk,
    CriticalSection,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)

if TYPE_CHECKING:
    import random

__all__ = ["random_system", "system_of_vector", "thread"]


def thread(
    name: str,
    period: int,
    work: int,
    priority: int,
    threshold: int | None = None,
    **more: Any,  # noqa: ANN401 - fields of a Thread
) -> Thread:
    """Return a thread whose deadline is its period and whose threshold is its priority."""
    values: dict[str, Any] = {"deadline": period, "work_min": work, **more}
    level = priority if threshold is None else threshold
    return Thread(name=name, period=period, work=work, priority=priority, threshold=level, **values)


def random_system(
    source: random.Random,
    count: int,
    period_max: int = 8,
    *,
    chunked: bool = False,
    equal: bool = False,
) -> System:
    """Return threads whose load is at most 1."""
    while True:
        threads = []
        for index in range(count):
            period = source.randint(3, period_max)
            work = source.randint(1, max(1, period // 2))
            priority = source.randint(0, index) if equal else index
            levels = list(range(priority + 1))
            chunks: tuple[Chunk, ...] = ()
            if chunked and work > 1 and source.random() < 0.7:
                first = source.randint(1, work - 1)
                chunks = tuple(Chunk(part, source.choice(levels)) for part in (first, work - first))
            threads.append(
                thread(
                    f"t{index + 1}",
                    period,
                    work,
                    priority,
                    source.choice(levels),
                    deadline=source.randint(work, period + period // 2),
                    chunks=chunks,
                    stack=source.choice([16, 32, 64, 100]),
                )
            )
        if sum(item.work / item.period for item in threads) <= 1:
            return System("random", tuple(threads))


def system_of_vector(case: dict[str, Any]) -> System:
    """Return a system from a case of theory-vectors.json."""
    threads = []
    resources: dict[str, Resource] = {}
    for index, task in enumerate(case["tasks"]):
        placed = task.get("cs_placed") or [[name, 0, work] for name, work in task.get("cs", ())]
        for name, _, _ in placed:
            resources[name] = Resource(name, Protocol.CEILING)
        stacks = task.get("Sk", [None] * len(task.get("chunks", ())))
        threads.append(
            Thread(
                name=task.get("name", f"t{index}"),
                period=task["T"],
                work=task["C"],
                priority=task["p"],
                threshold=task["th"],
                deadline=task["D"],
                work_min=task["C"],
                offset=task.get("O", 0),
                jitter=task.get("J", 0),
                chunks=tuple(
                    Chunk(work, level, stack)
                    for (work, level), stack in zip(task.get("chunks", ()), stacks, strict=True)
                ),
                sections=tuple(CriticalSection(name, work, start) for name, start, work in placed),
                stack=task.get("S", 0),
                stack_between=task.get("Sb"),
            )
        )
    overheads = Overheads(preemption=case.get("delta", 0))
    return System(
        case["id"], tuple(threads), resources=tuple(resources.values()), overheads=overheads
    )
