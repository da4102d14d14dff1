# SPDX-License-Identifier: Apache-2.0
"""Goal: random programs for FreeRTOS do in the layer what FreeRTOS defines.

Method: the programs of tests/freertos/random make random calls in tasks and in an interrupt, and
print them with the tick, the task and the answer. tests/support/freertos_model.py predicts each
line. On the host the instants are exact; on a board work ends in the middle of a tick, so that the
calls fit between two ticks. LIMEN_SEED repeats a seed, which the program prints, too.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, find_root, run_program, target_named
from support.freertos_kernel import read_scripts
from support.freertos_model import compare
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = find_root(Path(__file__).parent)
TARGETS = ("host", "mps2-an385")
WIDTHS = ("", "-16", "-64")  # of ticks, in bits: 32 and others
SLICES = (0, 1)

# Sets of bits, as in script.h: all with equal tasks, all with tasks that change their priorities
# and are never equal, as the timer task may be, and the groups that share the most rules.
GROUPS = {
    "equal": 0x3EFF,
    "distinct": 0x35FF,
    "waits": 0x21F,
    "mutexes": 0x11C5,
    "timers": 0xA1D,
    "streams": 0x141F,
    "sets": 0x201F,
}
# Of threads that CMSIS-RTOS2 has created: it creates none in a critical section, and has time
# slices of its own.
GROUPS_OF_THREADS = {"ends": 0x35EF, "sections": 0x25FF}
SEEDS = 400 if IS_LONG else 20


@pytest.fixture(scope="session")
def programs() -> Mapping[str, Mapping[str, Path]]:
    names = [f"freertos-random-{slices}" for slices in SLICES]
    found = {name: build(ROOT, target_named(name), names, lambda _: None) for name in TARGETS}
    wide = [f"{name}{width}" for name in names for width in WIDTHS if width]
    host = target_named("host")
    return found | {"host": {**found["host"], **build(ROOT, host, wide, lambda _: None)}}


@pytest.mark.parametrize(
    ("target", "width"), [*(("host", width) for width in WIDTHS), ("mps2-an385", "")]
)
@pytest.mark.parametrize("slices", SLICES)
@pytest.mark.parametrize("groups", GROUPS)
def test_random_programs_do_what_the_model_does(
    groups: str,
    slices: int,
    target: str,
    width: str,
    programs: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    program = programs[target][f"freertos-random-{slices}{width}"]
    judge(program, target, GROUPS[groups], tmp_path, slices=slices == 1)


@pytest.mark.parametrize("groups", GROUPS_OF_THREADS)
def test_threads_of_cmsis_rtos2_do_what_the_model_does(
    groups: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    name = "mixed-random"
    program = build(ROOT, target_named("host"), [name], lambda _: None)[name]
    judge(program, "host", GROUPS_OF_THREADS[groups], tmp_path, slices=False)


def judge(program: Path, target: str, groups: int, scratch: Path, *, slices: bool) -> None:
    first = int(os.environ.get("LIMEN_SEED", "1"))
    print(f"LIMEN_SEED={first}")
    arguments = [str(number) for number in (first, SEEDS, groups)]
    run = run_program(target_named(target), program, arguments, scratch=scratch)
    scripts = read_scripts(run.output)
    assert (run.status, len(scripts)) == (0, SEEDS)
    for script in scripts:
        problem = compare(script, slices=slices)
        assert problem == "", problem
