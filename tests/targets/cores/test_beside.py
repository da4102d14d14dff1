# SPDX-License-Identifier: Apache-2.0
"""Goal: other cores do not affect a core that shares nothing with them.

Method: each conformance program runs on one core, while the threads of all others compete for a
semaphore, a mutex, a queue and a core lock. It passes its own checks, and its events are those of
the kernel for one core. On the further cores, numbers of objects contain the core, and the alarm
may expire without effect. So the test compares events by thread and object. On the RP2040, two
cores run in parallel, cycle by cycle; LIMEN_LONG runs all programs, and more cores of the host.
QEMU is excluded: it runs one core after the other while the time of both passes, or has the clock
of a busy machine, so programs about time fail.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, find_root, run_program, target_named
from limen.trace import read_trace
from support.further import IS_LONG
from support.same_events import events

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.chooses_targets  # those with several cores
ROOT = find_root(Path(__file__).parent)
PROGRAMS = sorted(path.stem for path in (ROOT / "tests/targets/conformance").glob("*.c"))
FEW = ["interrupts", "thresholds"]
MORE = [*FEW, "ceiling", "flags_and_pools", "life_cycle", "queues", "slices", "timers"]
ON_HOST, ON_RP2040 = (PROGRAMS, PROGRAMS) if IS_LONG else (MORE, FEW)
HOST_CORES = (0, 1, 3) if IS_LONG else (1,)
CASES = [
    *(("host", core, program) for core in HOST_CORES for program in ON_HOST),
    *(("rp2040", core, program) for core in (0, 1) for program in ON_RP2040),
]


@pytest.fixture(scope="session")
def executables() -> Mapping[str, Mapping[str, Path]]:
    """Return the programs for several cores by target, and those for one core of the host."""
    found = {}
    for name in dict.fromkeys(target for target, _, _ in CASES):
        wanted = [f"cores-beside-{case[2]}" for case in CASES if case[0] == name]
        alone = [f"conformance-{case[2]}" for case in CASES] if name == "host" else []
        found[name] = build(ROOT, target_named(name), list(dict.fromkeys(wanted + alone)), print)
    return found


def ran(target: str, program: Path, arguments: list[str], folder: Path) -> list[str]:
    """Return the events of a run that passes its checks."""
    folder.mkdir()
    run = run_program(target_named(target), program, arguments, scratch=folder)
    assert run.status == 0, run.output
    assert "conformance ok" in run.output.splitlines()
    assert run.trace is not None
    return events(read_trace(run.trace))


def without_numbers(lines: list[str]) -> list[str]:
    return [line.partition(" a=")[0] for line in lines if not line.startswith("IRQ_")]


@pytest.mark.parametrize(("target", "core", "program"), CASES)
def test_other_cores_change_no_event(
    target: str,
    core: int,
    program: str,
    executables: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
) -> None:
    alone = ran("host", executables["host"][f"conformance-{program}"], [], tmp_path / "alone")
    executable = executables[target][f"cores-beside-{program}"]
    beside = ran(target, executable, [str(core)], tmp_path / "beside")
    assert len(beside) > len(alone) * 2 // 3
    alone = alone[-len(beside) :]  # the programs have half as many records for each core
    if core == 0:
        assert beside == alone
    else:
        assert without_numbers(beside) == without_numbers(alone)
