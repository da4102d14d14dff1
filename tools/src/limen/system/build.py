# SPDX-License-Identifier: Apache-2.0
"""Convert the tables of a description to the model: units become ticks; defaults are filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from limen.system.check import check_system
from limen.system.isolation import Budget, Memory, Queue, Semaphore, parse_bytes, parse_use
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
from limen.system.structure import check_structure
from limen.times import TIME_MAX, TimeError, parse_tick, parse_time

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.system.place import Place
    from limen.system.positions import Path

__all__ = ["DEADLINE_MONOTONIC", "build_system", "by_deadline"]

DEADLINE_MONOTONIC: Final = (
    "the file gives no priorities; they follow the deadlines, the shortest one first"
)
_DEFAULT_TICK: Final = "1us"


def build_system(tables: Mapping[str, object], place: Place, name: str) -> System:
    """The system that tables describe.

    Args:
        tables: as in system.toml, unchecked.
        place: for errors.
        name: of the system, if the tables have none.

    Raises:
        DescriptionError: they do not have the structure of the schema, or contradict themselves.
    """
    check_structure(tables, place)
    builder = _Builder(tables, place)
    system = builder.system(name)
    check_system(system, place)
    return system


def by_deadline(deadlines: list[int]) -> list[int]:
    """A priority of its own for each thread; equal deadlines: in the order of the file.

    >>> by_deadline([20, 10, 20])
    [1, 0, 2]
    """
    order = sorted(range(len(deadlines)), key=lambda index: deadlines[index])
    priorities = [0] * len(order)
    for priority, index in enumerate(order):
        priorities[index] = priority
    return priorities


@dataclass(frozen=True, slots=True)
class _Builder:
    tables: Mapping[str, Any]
    place: Place

    def system(self, name: str) -> System:
        tick_ns = self.tick_ns()
        rows = self.tables["thread"]
        given = self.has_priorities()
        priorities = [row["priority"] for row in rows] if given else self.priorities(tick_ns)
        overheads = {
            key: self.time(("overheads", key), value, tick_ns)
            for key, value in self.tables.get("overheads", {}).items()
        }
        return System(
            name=self.tables.get("name", name),
            threads=tuple(
                self.thread(index, priority, tick_ns) for index, priority in enumerate(priorities)
            ),
            interrupts=tuple(
                self.interrupt(index, tick_ns)
                for index in range(len(self.tables.get("interrupt", ())))
            ),
            resources=tuple(
                Resource(row["name"], Protocol(row.get("protocol", "inheritance")))
                for row in self.tables.get("resource", ())
            ),
            queues=tuple(
                Queue(row["name"], row.get("places", 1), row["message"])
                for row in self.tables.get("queue", ())
            ),
            semaphores=tuple(
                Semaphore(row["name"], row.get("count", 0))
                for row in self.tables.get("semaphore", ())
            ),
            sources=tuple(self.tables.get("sources", ())),
            overheads=Overheads(**overheads),
            tick_ns=tick_ns,
            board=self.tables.get("board"),
            notes=() if given else (DEADLINE_MONOTONIC,),
        )

    def tick_ns(self) -> int:
        try:
            return parse_tick(self.tables.get("tick", _DEFAULT_TICK))
        except TimeError as error:
            self.place.fail(("tick",), error.problem, error.remedy)

    def time(self, path: Path, value: int | str, tick_ns: int, least: int = 0) -> int:
        if isinstance(value, int):
            return value
        try:
            ticks = parse_time(value, tick_ns)
        except TimeError as error:
            self.place.fail(path, error.problem, error.remedy)
        if ticks < least:
            self.place.fail(path, f'a time of "{value}" is zero', "write more than zero")
        if ticks > TIME_MAX:
            problem = f"{ticks} ticks are too many"
            self.place.fail(path, problem, f"write at most {TIME_MAX}, or take a longer tick")
        return ticks

    def has_priorities(self) -> bool:
        rows = self.tables["thread"]
        without = [index for index, row in enumerate(rows) if "priority" not in row]
        if without and len(without) < len(rows):
            problem = "the key priority is missing, and other threads have one"
            self.place.fail(("thread", without[0]), problem, "add it, or remove all others")
        for index in without:
            row = rows[index]
            if "threshold" in row or any("threshold" in chunk for chunk in row.get("chunks", ())):
                problem = "it has a threshold and no priority"
                self.place.fail(("thread", index), problem, "add priority to all threads")
        return not without

    def priorities(self, tick_ns: int) -> list[int]:
        deadlines = []
        for index, row in enumerate(self.tables["thread"]):
            key = "deadline" if "deadline" in row else "period"
            deadlines.append(self.time(("thread", index, key), row[key], tick_ns, 1))
        return by_deadline(deadlines)

    def thread(self, index: int, priority: int, tick_ns: int) -> Thread:
        row = self.tables["thread"][index]
        path: Path = ("thread", index)

        def time(key: str, default: int, least: int = 0) -> int:
            return self.time((*path, key), row.get(key, default), tick_ns, least)

        period, work = time("period", 0, 1), time("work", 0, 1)
        threshold = row.get("threshold", priority)
        chunks = tuple(
            Chunk(
                self.time((*path, "chunks", number, "work"), chunk["work"], tick_ns, 1),
                chunk.get("threshold", threshold),
                chunk.get("stack"),
            )
            for number, chunk in enumerate(row.get("chunks", ()))
        )
        return Thread(
            name=row["name"],
            period=period,
            work=work,
            priority=priority,
            threshold=threshold,
            deadline=time("deadline", period, 1),
            work_min=time("work_min", work, 1),
            offset=time("offset", 0),
            jitter=time("jitter", 0),
            chunks=chunks,
            sections=self.sections(index, tick_ns),
            stack=row.get("stack", 0),
            stack_between=row.get("stack_between"),
            core=row.get("core", 0),
            memory=self.memory(index),
            budget=self.budget(index, tick_ns, period),
            restarts=row.get("restarts", 0),
            restart_after=time("restart_after", 0),
            function=row.get("function"),
        )

    def memory(self, index: int) -> Memory | None:
        row = self.tables["thread"][index]
        path: Path = ("thread", index)
        if "memory" not in row:
            for key in ("uses", "on_fault"):
                if key in row:
                    problem = "a thread without memory of its own may use everything"
                    self.place.fail((*path, key), problem, "add memory, or remove it")
            return None
        return Memory(
            parse_bytes(row["memory"]),
            tuple(
                parse_use(text, (*path, "uses", number), self.place)
                for number, text in enumerate(row.get("uses", ()))
            ),
            row.get("on_fault", "end"),
        )

    def budget(self, index: int, tick_ns: int, period: int) -> Budget | None:
        row = self.tables["thread"][index]
        path: Path = ("thread", index)
        if "budget" not in row:
            for key in ("budget_period", "on_budget"):
                if key in row:
                    self.place.fail((*path, key), "it has no budget", "add budget, or remove it")
            return None
        length = row.get("budget_period", period)
        return Budget(
            self.time((*path, "budget"), row["budget"], tick_ns, 1),
            self.time((*path, "budget_period"), length, tick_ns, 1),
            row.get("on_budget", "wait"),
        )

    def sections(self, index: int, tick_ns: int) -> tuple[CriticalSection, ...]:
        path: Path = ("thread", index, "sections")
        rows = self.tables["thread"][index].get("sections", ())
        return tuple(
            CriticalSection(
                section["resource"],
                self.time((*path, number, "work"), section["work"], tick_ns, 1),
                self.time((*path, number, "start"), section.get("start", 0), tick_ns),
            )
            for number, section in enumerate(rows)
        )

    def interrupt(self, index: int, tick_ns: int) -> Interrupt:
        row = self.tables["interrupt"][index]
        path: Path = ("interrupt", index)
        return Interrupt(
            row["name"],
            self.time((*path, "period"), row["period"], tick_ns, 1),
            self.time((*path, "work"), row["work"], tick_ns, 1),
            self.time((*path, "jitter"), row.get("jitter", 0), tick_ns),
            row.get("core", 0),
        )
