# SPDX-License-Identifier: Apache-2.0
"""Goal: the kernel behaves the same on every target.

Method: each program of this folder checks itself, on the host in virtual time and on processors in
emulators. Each runs twice, and both runs must be equal. The emulator of the RP2040 is the slowest
and is deterministic: it repeats one program, with LIMEN_LONG all. All targets record the same
events, in the same order, with the same names and numbers. Only times differ, and numbers that are
computed from them:

    COMPLETE, DEADLINE_MISS, OVERRUN, TIMER_START   their ticks, of any program
    THREAD_SLEEP                                    its ticks, since sleep_until counts from now
    TIME_GET                                        the time

On each target the statistics of the trace equal the kernel's own counters.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.lab.console import parse_console
from limen.run import (
    M7_BASEPRI,
    MORE_PORT_TARGETS,
    MPS2_BASEPRI,
    PORT_TARGETS,
    TARGETS,
    build,
    find_root,
    run_program,
    target_named,
)
from limen.run.ibex import why_no_model
from limen.trace import Trace, compare_counters, read_trace, statistics
from support.further import IS_LONG, is_further
from support.same_events import events

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
REPEATED = "interrupts"  # on the RP2040, too
SMALL = target_named("mps2-an385-size")
RTL = () if why_no_model() else (target_named("ibex"),)
MORE = (MPS2_BASEPRI, M7_BASEPRI, SMALL, *MORE_PORT_TARGETS, *RTL) if IS_LONG else ()
TESTED = tuple(target for target in (*TARGETS, *PORT_TARGETS, *MORE) if not is_further(target.name))
# The timers of these boards in QEMU sometimes wake the processor some ticks later from its sleep,
# when the machine is busy: a run repeats its events, and not always their times.
LATE_ALARMS = "mps2-"
PROGRAMS = sorted(path.stem for path in Path(__file__).parent.glob("*.c"))


@dataclass(frozen=True)
class Outcome:
    """The results of a run."""

    output: str
    image: bytes
    trace: Trace


@pytest.fixture(scope="session")
def executables() -> Mapping[str, Mapping[str, Path]]:
    """Return the executables by target and program."""
    names = [f"conformance-{program}" for program in PROGRAMS]
    return {target.name: build(ROOT, target, names, lambda _: None) for target in TESTED}


def run_once(target: Target, executable: Path, folder: Path) -> Outcome:
    folder.mkdir()
    run = run_program(target, executable, [], scratch=folder)
    assert run.status == 0, run.output
    assert "conformance ok" in run.output.splitlines()
    assert run.trace is not None
    return Outcome(run.output, run.trace.read_bytes(), read_trace(run.trace))


def objects(trace: Trace) -> list[tuple[int, int, str, int, int]]:
    """Return the object table without the sizes of stacks, which depend on the port."""
    return [
        (entry.id, entry.kind, entry.name, entry.priority, entry.threshold)
        for entry in trace.objects.values()
    ]


@pytest.mark.parametrize("program", PROGRAMS)
def test_targets_agree(
    program: str, executables: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    outcomes = []
    for target in TESTED:
        executable = executables[target.name][f"conformance-{program}"]
        first = run_once(target, executable, tmp_path / f"{target.name}-1")
        if IS_LONG or program == REPEATED or not target.has_pins:
            second = run_once(target, executable, tmp_path / f"{target.name}-2")
            assert events(first.trace) == events(second.trace), f"{target.name} varies"
            assert first.image == second.image or target.name.startswith(LATE_ALARMS)
        assert first.trace.lost == 0
        counters = parse_console(first.output, program).counters
        assert counters
        assert compare_counters(statistics(first.trace), counters) == [], target.name
        outcomes.append(first.trace)
    one, *others = outcomes
    for other in others:
        assert objects(one) == objects(other)
        assert events(one) == events(other)
