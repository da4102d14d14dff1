# SPDX-License-Identifier: Apache-2.0
"""Rows that are rounds of a loop in a program of bench/, and the builds in which they are measured.

A row defines the work of a round. A round with other work is refused: the count of an empty loop,
or of threads that never switched, would look better than all kernels.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from limen.bench.measure import Measurement
from limen.child import together
from limen.errors import RunError
from limen.run import (
    ALL_TARGETS,
    addresses_from_to,
    build,
    build_runner,
    counts_and_addresses,
    cycles,
    target_named,
)
from limen.run.ibex import build_model
from limen.run.instructions import build_plugin
from limen.run.masked import functions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = [
    "BUILDS",
    "GROUPS",
    "Build",
    "Loop",
    "check_round",
    "measure_loop",
    "measure_loops",
    "usual_round",
]

_CORES: Final = "-cores"  # the suffix of programs with limen-cores-unchecked
_WITH_CORES: Final = "virt-riscv32"  # a target that has it
_SHARING: Final = frozenset({_WITH_CORES, "rp2040"})  # targets with rows of shared objects
_PLACES: Final = {  # where programs exist that have a library of their own
    "cores": _SHARING,
    "user": frozenset({"mps2-an385", "mps2-an386", "mps2-an505", "virt-riscv32"}),
}
_ROUND: Final = 5  # the round that is examined: the first ones may differ
_ROUNDS_MIN: Final = _ROUND + 3
_OURS: Final = ("lm_", "tx_", "_tx")
_TESTS: Final = "metric_mark_"
_HARNESS: Final = (
    "metric_",
    "basic",
    "cooperative",
    "preemptive_",
    "message",
    "synchronization",
    "memory",
    "interrupt",
    "put_from_interrupt",
    "resume_from_interrupt",
)


@dataclass(frozen=True, slots=True)
class Loop:
    """A row.

    Attributes:
        name: of the row in its group.
        meaning: what a round does.
        program: bench-PROGRAM.
        arguments: of the program.
        through: functions in which a round executes instructions, if it does what it should.
        first: function or label at which a round begins.
        last: function at which it ends; empty: with the next round.
        per: a round has this many of what is counted.
        needs_memory: it needs more memory than an RP2040 has.
        varies: the rounds depend on the phase of the clock; the row is the longest one.
        waits: a round includes idle time, which an emulator that counts instructions skips.
        calls_kernel: a round has to execute a function of the kernel.
        has_floats: its threads use the FPU.
        needs_one_core: the other core must not run, which the emulator of cycles has.
    """

    name: str
    meaning: str
    program: str
    arguments: tuple[str, ...]
    through: tuple[str, ...] = ()
    first: str = "bench_mark"
    last: str = ""
    per: int = 1
    needs_memory: bool = False
    varies: bool = False
    waits: bool = False
    calls_kernel: bool = True
    has_floats: bool = False
    needs_one_core: bool = False


@dataclass(frozen=True, slots=True)
class Build:
    """The build of the programs of a group, and the place where they run.

    Attributes:
        suffix: of the group.
        title: of the group, after its own.
        target: name of it.
        library: suffix of the programs.
        unit: of the rows.
        has_fpu: threads can have floats.
    """

    suffix: str
    title: str
    target: str
    library: str = ""
    unit: str = "instructions"
    has_fpu: bool = False

    def measures(self, loop: Loop) -> bool:
        """Return whether this build has the row."""
        if self.in_cycles and (loop.needs_memory or loop.waits):
            return False
        if self.library == "-small" and loop.program == "crowd":  # it calls layers
            return False
        if self.library == _CORES and loop.program != "calls":
            return False
        places = _PLACES.get(loop.program)
        if places is not None and (self.target not in places or self.library):
            return False
        if loop.needs_one_core and self.in_cycles:
            return False
        return self.has_fpu or not loop.has_floats

    @property
    def in_cycles(self) -> bool:
        """Whether it runs in the emulator that counts cycles."""
        return self.unit == "cycles"


def _builds_of_boards() -> tuple[Build, ...]:
    """Return a build for each board that names a suffix for its rows."""
    return tuple(
        Build(
            f"-{target.bench}",
            f"on {target.bench_title}{', in cycles' if target.simulator else ''}",
            target.name,
            unit="cycles" if target.simulator else "instructions",
            has_fpu=target.has_fpu,
        )
        for target in sorted(ALL_TARGETS, key=lambda one: (one.group != "usual", one.name))
        if target.bench
    )


BUILDS: Final = (
    Build("", "on a Cortex-M3", "mps2-an385"),
    Build("-checked", "on a Cortex-M3, with checks", "mps2-an385", "-checked"),
    Build("-size", "on a Cortex-M3, -Os", "mps2-an385-size"),
    Build("-small", "on a Cortex-M3, with limen-small", "mps2-an385-size", "-small"),
    *_builds_of_boards(),
    Build("-cores", "on RV32IMAC, objects of one core of several", _WITH_CORES, _CORES),
)
_THREADX: Final = Build(
    "-threadx", "on a Cortex-M3, through the interface of ThreadX", "mps2-an385", "-threadx"
)


def _test(name: str, meaning: str, per: int = 1, *, calls_kernel: bool = True) -> Loop:
    return Loop(
        name.replace("_", "-"),
        meaning,
        "thread-metric",
        (name,),
        (),
        f"{_TESTS}{name}",
        per=per,
        calls_kernel=calls_kernel,
    )


_THREAD_METRIC: Final = (
    _test("basic", "1,024 numbers are changed; no call of the kernel", calls_kernel=False),
    _test("cooperative", "one of five threads relinquishes the processor"),
    _test("preemptive", "a fifth of a cycle in which each of five threads wakes the next one", 5),
    _test("message", "16 bytes are sent and received"),
    _test("synchronization", "a semaphore is got and put"),
    _test("memory", "a block of 128 bytes is allocated and released"),
    _test("interrupt", "an interrupt puts a semaphore that the interrupted thread gets"),
    _test("interrupt_preemption", "an interrupt wakes a more urgent thread, which suspends itself"),
)


def _call(name: str, meaning: str, *through: str) -> Loop:
    return Loop(name, meaning, "calls", (name,), through)


def _crowd(case: str, threads: int, meaning: str, *through: str, per: int = 1) -> Loop:
    arguments = (case, str(threads))
    most = 200
    return Loop(
        f"{case}-{threads}",
        meaning,
        "crowd",
        arguments,
        through,
        per=per,
        needs_memory=threads > most,
        waits=case == "sleep",
    )


_CALLS: Final = (
    _call("yield", "two threads yield to each other: two switches", "yield"),
    *(
        replace(_call(name, meaning, "yield"), has_floats=True)
        for name, meaning in (
            ("yield-floats", "the same, both with floats"),
            ("yield-to-floats", "the same, one of them with floats"),
        )
    ),
    _call("semaphore", "post and wait, uncontended", "uncontended_semaphore"),
    _call("mutex", "lock and unlock, inheritance, uncontended", "uncontended_mutex"),
    _call("queue-4", "send and receive 4 bytes", "send_and_receive"),
    _call("queue-16", "send and receive 16 bytes", "send_and_receive"),
    _call(
        "ping-pong",
        "two semaphores, equal priorities: a round with two switches",
        "bench_ping",
        "bench_pong",
    ),
    _call(
        "ping-pong-preempting",
        "two semaphores, one thread more urgent: a round with two switches",
        "bench_ping",
        "bench_pong",
    ),
    Loop(
        "sleep",
        "a thread sleeps, idle runs, the alarm wakes it: in total",
        "calls",
        ("sleep",),
        ("sleep_side", "board_alarm_handler"),
        waits=True,
    ),
    Loop(
        "interrupt-to-thread",
        "from the first instruction of an interrupt handler until the waiting thread runs",
        "crowd",
        ("interrupt", "2"),
        ("arrive_side",),
        "bench_handler",
        "bench_arrived",
    ),
    Loop(
        "thread-to-interrupted",
        "this thread runs and blocks, until the interrupted thread is back",
        "crowd",
        ("interrupt", "2"),
        ("arrive_side", "trap_side"),
        "bench_arrived",
        "bench_back",
    ),
    Loop(
        "interrupt-to-thread-of-board",
        "the same through the table of handlers of the board",
        "calls",
        ("interrupt",),
        ("post_from_interrupt", "wait_side"),
        "board_line_handler",
        "bench_arrived",
    ),
)
_CROWD: Final = (
    _crowd("sleep", 16, "16 threads wake at one instant and sleep again", "sleep_other"),
    _crowd(
        "sleep",
        1000,
        "1,000 threads wake at one instant and sleep again: each",
        "sleep_other",
        per=1000,
    ),
    _crowd("yield", 2, "2 equal threads in the system: one yields", "yield_other", per=2),
    _crowd("yield", 200, "200 equal threads in the system: one yields", "yield_other", per=200),
    _crowd("ping-pong", 2, "two semaphores, one thread more urgent", "bench_pong"),
    _crowd("ping-pong", 200, "the same, and 198 threads wait for a third one", "bench_pong"),
    Loop(
        "interrupt-200",
        "from an interrupt to the waiting thread, and 198 threads wait for another semaphore",
        "crowd",
        ("interrupt", "200"),
        ("arrive_side",),
        "bench_handler",
        "bench_arrived",
    ),
    Loop(
        "tick",
        "a tick of the cyclic layer with nothing due, the longest (the kernel has no tick)",
        "crowd",
        ("tick", "1"),
        ("board_alarm_handler",),
        "board_alarm_handler",
        varies=True,
        waits=True,
    ),
)
_PAPERS: Final = tuple(
    Loop(
        f"{case}{suffix}",
        f"{meaning}{size}",
        "papers",
        (case, words),
        ("receive",),
    )
    for case, meaning in (
        ("preemptive", "priorities 1, 2, 3, 4: 18 switches"),
        ("threshold", "the same, D with threshold 1: 4 switches"),
        ("equal", "all threads with priority 4: 4 switches"),
    )
    for suffix, words, size in (("", "1", ""), ("-16", "4", ", 16 bytes"))
)
_SHARED: Final = (
    Loop("semaphore", "post and wait, uncontended", "cores", ("semaphore",), ("post_and_wait",)),
    Loop("queue-16", "send and receive 16 bytes", "cores", ("queue-16",), ("send_and_receive",)),
    Loop("mutex", "lock and unlock, uncontended", "cores", ("mutex",), ("lock_and_unlock",)),
    Loop("core-lock", "enter and leave, uncontended", "cores", ("core-lock",)),
    Loop(
        "remote-post",
        "a post that wakes a thread of another core, until it returns",
        "cores",
        ("remote",),
        (),
        "bench_post",
        "bench_posted",
        needs_one_core=True,
    ),
    Loop(
        "remote-wake",
        "the same, on the other core, from its interrupt until the thread runs",
        "cores",
        ("called",),
        ("lm_cores_serve",),
        "interrupt",
        "bench_runs",
        needs_one_core=True,
    ),
)
_USER: Final = tuple(
    Loop(case, meaning, "user", (case,), through, has_floats=case.startswith("floats"))
    for case, meaning, through in (
        ("user-semaphore", "a user thread: post and wait, uncontended", ("user_post_and_wait",)),
        ("floats-semaphore", "the same, a thread with floats", ("user_post_and_wait",)),
        ("semaphore", "a thread with privileges: the same", ("post_and_wait",)),
        ("user-queue", "a user thread: send and receive 4 bytes", ("user_send_and_receive",)),
        ("queue", "a thread with privileges: the same", ("send_and_receive",)),
        (
            "user-ping-pong",
            "two semaphores, two user threads: a round with two switches",
            ("user_ping", "user_pong"),
        ),
        (
            "floats-ping-pong",
            "the same with two threads with floats",
            ("user_ping", "user_pong"),
        ),
        (
            "user-to-thread",
            "the same with a user thread and one with privileges",
            ("user_ping", "pong_back"),
        ),
        ("ping-pong", "the same with two threads with privileges", ("ping", "pong_back")),
    )
)
# Group, its title, its rows, and whether ThreadX's interface has it, too.
GROUPS: Final = (
    ("thread-metric", "Thread-Metric", _THREAD_METRIC, True),
    ("calls", "Kernel calls", _CALLS, False),
    ("crowd", "Many threads", _CROWD, False),
    ("papers", "The example of the white papers, as a bare loop", _PAPERS, False),
    ("shared", "Shared objects of several cores", _SHARED, False),
    ("user", "User threads, with checks", _USER, False),
)


def measure_loops(
    root: Path, on_line: Callable[[str], None], builds: Sequence[Build] = (*BUILDS, _THREADX)
) -> list[Measurement]:
    """The rows of all groups in these builds, and the share of the kernel in Thread-Metric.

    Raises:
        RunError: a program does not build or run, or a round is not what its row says.
    """
    build_plugin(root)
    build_runner(root)
    if any(target_named(how.target).simulator == "ibex" for how in builds):
        build_model()
    work: list[tuple[str, Build, Loop, Path]] = []
    for group, _, loops, has_threadx in GROUPS:
        for how in builds:
            if how is _THREADX and not has_threadx:
                continue
            target = target_named(how.target)
            chosen = [loop for loop in loops if how.measures(loop)]
            programs = sorted({f"bench-{loop.program}{how.library}" for loop in chosen})
            paths = build(root, target, programs, on_line) if programs else {}
            work += [
                (group + how.suffix, how, loop, paths[f"bench-{loop.program}{how.library}"])
                for loop in chosen
            ]
    with together(os.cpu_count() or 1) as pool:
        measured = list(pool.map(lambda item: _measure(*item), work))
    shares = [row for rows in measured for row in rows if "-kernel/" in row.key]
    rows = [row for rows in measured for row in rows if "-kernel/" not in row.key]
    return [*rows, *shares]


def _measure(group: str, how: Build, loop: Loop, program: Path) -> list[Measurement]:
    """The row, and for Thread-Metric the part of it that is the kernel."""
    place = f"{group}/{loop.name}"
    if how.in_cycles:
        return [_row(place, loop, how, usual_round(place, _cycles(program, loop, how.target)))]
    count, names = measure_loop(place, loop, program, how.target)
    rows = [_row(place, loop, how, count)]
    if loop.first.startswith(_TESTS) and loop.calls_kernel and not how.suffix:
        inside = sum(not name.startswith(_HARNESS) for name in names)
        rows.append(_row(f"{group}-kernel/{loop.name}", loop, how, inside))
    return rows


def measure_loop(place: str, loop: Loop, program: Path, target: str) -> tuple[int, list[str]]:
    """Instructions of a round.

    Args:
        place: name of the row in messages.
        loop: the row.
        program: its program.
        target: name of one that QEMU emulates.

    Returns:
        what most rounds take; the functions in which one of them executed instructions, one name
        for each.

    Raises:
        RunError: the program does not run, or a round is not what its row says.
    """
    counts, names = _instructions(program, loop, target)
    count = usual_round(place, [max(counts)] * len(counts) if loop.varies and counts else counts)
    check_round(place, loop, names)
    return count, names


def _row(key: str, loop: Loop, how: Build, count: int) -> Measurement:
    value = count if loop.per == 1 else round(count / loop.per, 1)
    return Measurement(key, loop.meaning, how.unit, value)


def _cycles(program: Path, loop: Loop, target: str) -> list[int]:
    if loop.last:
        return cycles.count_from_to(program, loop.first, loop.last, loop.arguments, target=target)
    return cycles.count_between(program, loop.first, loop.arguments, target=target)


def _instructions(program: Path, loop: Loop, target: str) -> tuple[list[int], list[str]]:
    """The counts of all rounds, and the functions that one of them executed."""
    if not loop.last:
        counts, window = counts_and_addresses(
            program, loop.first, _ROUND, loop.arguments, target=target
        )
        return counts, functions_of(program, window)
    _, windows = addresses_from_to(program, loop.first, loop.last, loop.arguments, target=target)
    window = windows[_ROUND] if len(windows) > _ROUND else []
    return [len(each) for each in windows], functions_of(program, window)


def usual_round(place: str, counts: Sequence[int]) -> int:
    """The most frequent count of a round.

    >>> usual_round("a row", [30, *[20] * 9])
    20

    Args:
        place: name of the row in messages.
        counts: of all rounds.

    Raises:
        RunError: there are too few rounds, they take no time, or no count is that of most of them.
    """
    if len(counts) < _ROUNDS_MIN:
        problem = f"the loop has {len(counts)} rounds, which is less than {_ROUNDS_MIN}"
        raise RunError(place, problem, "see why the program ends early, or passes no mark")
    value, often = Counter(counts).most_common(1)[0]
    if value <= 0:
        raise RunError(place, "no time passes in a round", "put the call behind the mark")
    if 2 * often <= len(counts):
        problem = f"only {often} of {len(counts)} rounds take {value}, and no count is more usual"
        raise RunError(place, problem, "make the rounds equal")
    return value


def check_round(place: str, loop: Loop, functions: Sequence[str]) -> None:
    """Check that a round did the work of its row.

    Args:
        place: name of the row in messages.
        loop: the row.
        functions: in which the round executed instructions, one for each.

    Raises:
        RunError: it did something else.
    """
    passed = set(functions)
    if not passed:
        raise RunError(place, f"round {_ROUND} is missing", "see what the program prints")
    if loop.calls_kernel and not any(name.startswith(_OURS) for name in passed):
        problem = f"the loop is empty: it executes no function of the kernel, only {_list(passed)}"
        raise RunError(place, problem, "call what the row is about")
    if missing := [name for name in loop.through if name not in passed]:
        problem = (
            f"a round never reaches {_list(missing)}: the threads did not switch as they should"
        )
        raise RunError(place, problem, f"see bench-{loop.program} {' '.join(loop.arguments)}")


def _list(names: set[str] | list[str]) -> str:
    return ", ".join(sorted(names))
