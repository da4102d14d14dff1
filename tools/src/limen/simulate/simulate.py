# SPDX-License-Identifier: Apache-2.0
"""Simulate a system, in several threads of the operating system if there are many runs."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final, Literal

from limen.engine import engine
from limen.errors import DescriptionError
from limen.simulate.results import Simulation, ThreadObservation, Worst
from limen.system.check import check_system
from limen.system.native import native_system

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["jitter_of", "observe_all_offsets", "simulate", "trace_of"]

# By default a run has at most about this number of jobs.
_JOBS: Final = 1_000_000
_NEVER: Final = 2**64 - 1
# The kernel's clock: 2^62 ticks is more than a simulation can reach.
_TIME_MAX: Final = 2**62
_RECORDS: Final = 1 << 16
_BLOCKS: Final = 4  # of runs for each worker, so that all end at about the same time
_REFUSED: Final = 4  # engine/src/simulate/machine.h
_BITS: Final = 32


def simulate(  # noqa: PLR0913 - all but the system are optional and named
    system: System,
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
) -> Simulation:
    """Run a system with the real kernel.

    The results depend on the arguments alone, neither on the machine nor on the workers.

    Args:
        system: any valid one; an overload is shown, not refused.
        seed: of all random numbers, 0 to 2^63 - 1.
        runs: each with a seed of its own.
        jobs: of all threads, after which a run ends. With neither this nor ``horizon``, a run has
            the largest offset and two hyperperiods, or about a million jobs if that is less.
        horizon: instant at which a run ends, ticks.
        execution: how long jobs work: always their worst case, or a time between ``work_min`` and
            ``work``, all with the same probability.
        offsets: those of the system, or random ones below the periods.
        jitter: none, or from 0 to the jitter of the thread or interrupt.
        workers: threads of the operating system; None: one for each processor.
        trace: also make the trace of the run with the worst response.

    Raises:
        DescriptionError: the system or an argument is not valid, or threads lock resources in
            opposite orders and wait for each other.
    """
    check_system(system)
    _check(system, seed, runs, jobs, horizon)
    simulator = native_system(system)
    options: dict[str, Any] = {
        "seed": seed,
        "horizon": _horizon(system, jobs, horizon),
        "jobs": jobs if jobs is not None else _NEVER,
        "uniform_work": execution == "uniform",
        "random_offsets": offsets == "random",
        "random_jitter": jitter == "random",
    }
    parts = _run_all(simulator, runs, workers, options)
    if any(part["ends"][_REFUSED] for part in parts):
        problem = "threads wait for each other: they lock resources in opposite orders"
        raise DescriptionError(system.name, problem, "let all of them lock in the same order")
    threads = tuple(
        _observation(thread, [part["threads"][index] for part in parts], seed)
        for index, thread in enumerate(system.threads)
    )
    worst = _worst(system, threads)
    sums = ("jobs", "time", "switches", "to_idle", "from_idle", "preemptions", "interrupts")
    return Simulation(
        system=system,
        seed=seed,
        runs=runs,
        threads=threads,
        stack_threads=max(part["stack_threads"] for part in parts),
        stack_bytes=max(part["stack_bytes"] for part in parts),
        worst=worst,
        trace=_trace(simulator, system, worst, options) if trace else None,
        **{name: sum(part[name] for part in parts) for name in sums},
    )


def trace_of(system: System, *, jobs: int, seed: int = 0) -> bytes:
    """The trace file of one run with the longest execution times and the offsets of the system.

    Args:
        system: any valid one.
        jobs: of all threads, after which the run ends.
        seed: of the jitters.

    Returns:
        its last 65,536 events, of each core.

    Raises:
        DescriptionError: the system or an argument is not valid.
    """
    check_system(system)
    _check(system, seed, 1, jobs, None)
    file: bytes
    file, _ = native_system(system).trace(
        seed=seed,
        number=0,
        horizon=_horizon(system, jobs, None),
        jobs=jobs,
        uniform_work=False,
        random_offsets=False,
        random_jitter=True,
        records=_RECORDS,
        until=_NEVER,
    )
    return file


def observe_all_offsets(system: System, horizon: int | None = None) -> tuple[tuple[int, ...], int]:
    """The longest response of each thread over all combinations of whole offsets.

    Args:
        system: small, since there are as many runs as the product of the periods. Its offsets,
            jitters and random execution times are not used.
        horizon: of a run after its largest offset; None: two hyperperiods.

    Returns:
        (n,) responses in ticks; and the number of runs.

    Raises:
        DescriptionError: the system is not valid.
    """
    check_system(system)
    end = horizon if horizon is not None else 2 * _hyperperiod(system)
    responses, runs = native_system(system).observe_max(end)
    return tuple(responses), runs


def jitter_of(system: System, seed: int, index: int, job: int) -> int:
    """Return the ticks from the arrival of a job to its release.

    Args:
        system: any valid one.
        seed: of the run.
        index: of the thread.
        job: its number, from 0.
    """
    late: int = engine().jitter_of(seed, index, job, system.threads[index].jitter)
    return late


def _check(system: System, seed: int, runs: int, jobs: int | None, horizon: int | None) -> None:
    for name, value, low in (
        ("the seed", seed, 0),
        ("the number of runs", runs, 1),
        ("the number of jobs", jobs, 1),
        ("the time", horizon, 1),
    ):
        if value is not None and not low <= value < _TIME_MAX:
            problem = f"{name} is {value}"
            raise DescriptionError(system.name, problem, f"choose {low} to {_TIME_MAX - 1}")
    for thread in system.threads:
        if thread.stack >> _BITS:
            problem = f"thread {thread.name} has a stack of {thread.stack} bytes"
            raise DescriptionError(system.name, problem, "choose less than 2^32")
    for core in range(system.cores):
        _check_interrupts(system, core)


def _check_interrupts(system: System, core: int) -> None:
    busy = sum(
        (Fraction(item.work, item.period) for item in system.interrupts if item.core == core),
        Fraction(0),
    )
    if busy >= 1:
        problem = f"interrupts take {float(busy):.0%} of the time, so no thread ever runs"
        raise DescriptionError(system.name, problem, "shorten their work or lengthen their periods")


def _hyperperiod(system: System) -> int:
    return lcm(*(thread.period for thread in system.threads))


def _horizon(system: System, jobs: int | None, horizon: int | None) -> int:
    """The end of a run. With a number of jobs, it only ends a run without progress."""
    last = max(thread.offset for thread in system.threads)
    if horizon is not None:
        return horizon
    slowest = max(thread.period + thread.jitter for thread in system.threads)
    if jobs is not None:
        return min(last + (jobs + 2) * slowest, _TIME_MAX)
    rate = sum(Fraction(1, thread.period) for thread in system.threads)
    cycle = 2 * _hyperperiod(system)
    return min(last + (cycle if cycle * rate <= _JOBS else int(_JOBS / rate)), _TIME_MAX)


def _run_all(
    simulator: Any,  # noqa: ANN401
    runs: int,
    workers: int | None,
    options: dict[str, Any],
) -> list[dict[str, Any]]:
    """Results of blocks of runs, in their order."""
    count = min(workers or os.cpu_count() or 1, runs)
    blocks = min(count * _BLOCKS, runs)
    firsts = [runs * block // blocks for block in range(blocks + 1)]

    def run(block: int) -> dict[str, Any]:
        first, end = firsts[block], firsts[block + 1]
        result: dict[str, Any] = simulator.run(first=first, runs=end - first, **options)
        return result

    if count == 1:
        return [run(block) for block in range(blocks)]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(blocks)))


def _observation(thread: Thread, parts: list[dict[str, Any]], seed: int) -> ThreadObservation:
    ended = [part for part in parts if part["jobs"]]
    worst = max(ended, key=lambda part: part["response_max"], default=None)  # the first of them
    jobs = sum(part["jobs"] for part in parts)
    total = sum(part["response_sum"] for part in parts)
    return ThreadObservation(
        name=thread.name,
        jobs=jobs,
        response_max=worst["response_max"] if worst is not None else None,
        response_min=min((part["response_min"] for part in ended), default=None),
        response_mean=Fraction(total, jobs) if jobs else None,
        misses=sum(part["misses"] for part in parts),
        unfinished=sum(part["unfinished"] for part in parts),
        preemptions=sum(part["preemptions"] for part in parts),
        blocking_max=max(part["blocking_max"] for part in parts),
        worst=_worst_of(thread, worst, seed) if worst is not None else None,
    )


def _worst_of(thread: Thread, part: dict[str, Any], seed: int) -> Worst:
    return Worst(
        thread=thread.name,
        response=part["response_max"],
        run=part["worst_run"],
        seed=seed + part["worst_run"],
        job=part["worst_job"],
        end=part["worst_end"],
    )


def _worst(system: System, threads: tuple[ThreadObservation, ...]) -> Worst | None:
    deadlines = {thread.name: thread.deadline for thread in system.threads}
    found = [thread.worst for thread in threads if thread.worst is not None]
    return max(
        found, key=lambda worst: Fraction(worst.response, deadlines[worst.thread]), default=None
    )


def _trace(
    simulator: Any,  # noqa: ANN401
    system: System,
    worst: Worst | None,
    options: dict[str, Any],
) -> bytes:
    """The run with the worst response; a long one ends soon after it, so that the trace has it."""
    number = worst.run if worst is not None else 0
    after = max(thread.period for thread in system.threads)
    until = worst.end + after if worst is not None else _NEVER
    file: bytes
    file, has_all = simulator.trace(number=number, records=_RECORDS, until=_NEVER, **options)
    if not has_all:
        file, _ = simulator.trace(number=number, records=_RECORDS, until=until, **options)
    return file
