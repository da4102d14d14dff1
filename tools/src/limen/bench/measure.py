# SPDX-License-Identifier: Apache-2.0
"""The measurements: exact instruction counts in QEMU, and ratios on this machine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.child import scratch_folder
from limen.errors import RunError
from limen.run import build, count_between, run_program, target_named
from limen.trace import cycle_window, read_trace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = [
    "Measurement",
    "host_results",
    "measure_experiment",
    "measure_host",
    "measure_layers",
    "measure_threadx",
]

_MARK: Final = "bench_mark"
_CASES: Final = (
    ("threshold", "preemptive", "priorities 1, 2, 3, 4: 18 switches"),
    ("threshold", "threshold", "the same, D with threshold 1: 4 switches"),
    ("priorities", "equal", "all threads with priority 4: 4 switches"),
)
_THREADX: Final = (
    "relinquish",
    "semaphore_put",
    "semaphore_get",
    "mutex_get_put",
    "queue_send_receive",
    "event_flags_set_get",
    "block_allocate_release",
    "suspend_resume",
    "priority_change",
)
_LAYERS: Final = {
    "freertos": {
        "semaphore": "a semaphore is given and taken",
        "mutex": "a mutex is taken and given",
        "queue": "16 bytes are sent to a queue and received",
        "group": "a bit of an event group is set, waited for and cleared",
        "notice": "a notification is given and taken",
        "stream": "16 bytes are sent to a stream buffer and received",
        "critical": "taskENTER_CRITICAL and taskEXIT_CRITICAL",
        "memory": "pvPortMalloc and vPortFree",
        "round_semaphore": "a round trip through a more urgent task by two semaphores, two "
        "switches",
        "round_notice": "the same by notifications",
        "native": "a semaphore is posted and waited for by native calls in the same program",
        "round_native": "the round trip by native calls in the same program",
    },
    "cmsis-rtos2": {
        "semaphore": "a semaphore is released and acquired",
        "mutex": "a mutex is acquired and released",
        "queue": "a message of 16 bytes is put and got",
        "event_flags": "an event flag is set, waited for and cleared",
        "thread_flags": "a thread flag is set, waited for and cleared",
        "pool": "a block is allocated and freed",
        "round_semaphore": "a round trip through a more urgent thread by two semaphores, two "
        "switches",
        "round_flags": "the same by thread flags",
    },
}
_HOST: Final = {
    "bench-host": (
        ("switches_per_second", "two threads yield to each other", "per second"),
        (
            "bare_switches_per_second",
            "two bare stacks without a kernel, in the same run",
            "per second",
        ),
        ("kernel_to_bare_ratio", "ratio of the two", "times"),
    ),
    "bench-day": (
        ("day_jobs", "a day of a periodic system in virtual time: jobs, all in time", "jobs"),
        ("day_to_wall_clock", "a simulated day, compared with the time that it takes", "times"),
        (
            "day_job_to_bare_ratio",
            "a job of it, compared with a switch of bare stacks in the same run",
            "times",
        ),
    ),
}
_RELAY: Final = "bench-relay"
_CORES: Final = (2, 4, 8)
_ADDED_TO: Final = "preemptive"
_CYCLE: Final = 3


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number.

    Attributes:
        key: group/name; other kernels' figures have the same.
        meaning: what was done.
        unit: of the value.
        value: as measured.
        exact: the same on every machine and in every run.
        goal: upper bound; None: there is none.
    """

    key: str
    meaning: str
    unit: str
    value: float
    exact: bool = True
    goal: float | None = None


def measure_experiment(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """Instructions of a cycle of the white papers' example, and the cost of an event.

    Raises:
        RunError: it does not build, or does not run.
    """
    kinds = ("-fast", "-fast-traced")
    names = [f"lab-{lab}{kind}" for lab in ("threshold", "priorities") for kind in kinds]
    programs = build(root, target_named("mps2-an385"), names, on_line)
    rows, extra, events = [], 0, 0
    for lab, case, meaning in _CASES:
        quick = _cycle(programs[f"lab-{lab}-fast"], case)
        traced = _cycle(programs[f"lab-{lab}-fast-traced"], case)
        happened = _events(programs[f"lab-{lab}-fast-traced"], case)
        rows.append(Measurement(f"experiment/{case}", meaning, "instructions a cycle", quick))
        with_trace = f"the same, with trace: {happened} events"
        rows.append(
            Measurement(f"experiment/{case}-traced", with_trace, "instructions a cycle", traced)
        )
        if case == _ADDED_TO:
            added = "what the trace adds to the first of these"
            rows.append(
                Measurement(
                    f"experiment/{case}-trace-added",
                    added,
                    "instructions a cycle",
                    traced - quick,
                )
            )
        extra += traced - quick
        events += happened
    meaning = "cost of an event, over these three"
    value = round(extra / events, 1)
    return [*rows, Measurement("experiment/trace-event", meaning, "instructions", value)]


def measure_threadx(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """The additional cost of services of ThreadX, compared with the native calls that they make.

    Raises:
        RunError: it does not build, or does not run.
    """
    name = "bench-threadx-fastest"
    program = build(root, target_named("mps2-an385"), [name], on_line)[name]
    rows = []
    for case in _THREADX:
        ours, native = (
            _most_frequent(count_between(program, _MARK, [side, case])) for side in ("tx", "lm")
        )
        meaning = f"{ours} instructions, native {native}"
        rows.append(Measurement(f"threadx/{case}", meaning, "instructions more", ours - native))
    return rows


def measure_layers(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """Pairs of calls of FreeRTOS and CMSIS-RTOS2, and round trips, without the loop.

    Raises:
        RunError: it does not build, or does not run.
    """
    rows = []
    for layer, cases in _LAYERS.items():
        name = f"bench-{layer}"
        program = build(root, target_named("mps2-an385"), [name], on_line)[name]
        loop = _most_frequent(count_between(program, _MARK, ["empty"]))
        rows += [
            Measurement(
                f"{layer}/{case}",
                meaning,
                "instructions",
                _most_frequent(count_between(program, _MARK, [case])) - loop,
            )
            for case, meaning in cases.items()
        ]
    return rows


def measure_host(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """Switches, a simulated day and simulated cores, compared with bare switches in the same run.

    Raises:
        RunError: it does not build, does not run, or is not what its rows say.
    """
    programs = build(root, target_named("host"), [*_HOST, _RELAY], on_line)
    rows = []
    for name, meanings in _HOST.items():
        results = host_results(programs[name])
        rows += [
            Measurement(f"host/{row}", meaning, unit, results[row], exact=False)
            for row, meaning, unit in meanings
        ]
    return [*rows, *(_relay(programs[_RELAY], cores) for cores in _CORES)]


def _relay(program: Path, cores: int) -> Measurement:
    """The time of an event of several traced cores. Two runs have the same trace."""
    first, second = (host_results(program, [str(cores)]) for _ in range(2))
    if any(first[name] != second[name] for name in ("relay_events", "relay_sum")):
        raise RunError(program.name, f"two runs of {cores} cores have other traces", "see its sum")
    ratio = min(first["relay_event_to_bare_ratio"], second["relay_event_to_bare_ratio"])
    meaning = (
        f"{cores} simulated cores with trace, {first['relay_events']:,.0f} events, the same in two "
        "runs: an event, compared with a switch of bare stacks"
    )
    return Measurement(f"host/relay_{cores}_event_to_bare", meaning, "times", ratio, exact=False)


def host_results(program: Path, arguments: Sequence[str] = ()) -> dict[str, float]:
    """The values that a program prints in lines `result NAME VALUE`.

    Args:
        program: for the host.
        arguments: of it.

    Raises:
        RunError: it fails. It does so if it did not do what is measured.
    """
    with scratch_folder() as scratch:
        done = run_program(target_named("host"), program, arguments, scratch=scratch)
    if done.status != 0:
        raise RunError(program.name, f"it failed: {done.output.strip()}", "see its first comment")
    words = [line.split() for line in done.output.splitlines()]
    return {line[1]: float(line[2]) for line in words if line[:1] == ["result"]}


def _most_frequent(counts: list[int]) -> int:
    if not counts:
        raise RunError("bench-calls", "it passed no marks", "see what it prints")
    return Counter(counts).most_common(1)[0][0]


def _cycle(program: Path, case: str) -> int:
    return count_between(program, "lab_mark", [case])[_CYCLE]


def _events(program: Path, case: str) -> int:
    """Events in the cycle that _cycle measures."""
    target = target_named("mps2-an385")
    with scratch_folder() as scratch:
        done = run_program(target, program, [case], scratch=scratch)
        if done.trace is None:
            raise RunError(program.name, "it saved no trace", "see what it prints")
        window = cycle_window(read_trace(done.trace), _CYCLE)
    return window[1] - window[0]
