# SPDX-License-Identifier: Apache-2.0
"""Goal: a program may use the interfaces of ThreadX, FreeRTOS, CMSIS-RTOS2 and Limen at once.

Method: the example, and a program in which each interface begins in turn, print the answers of
their calls. The expected text is derived from the interfaces. On a board printing takes time, so
only the answers are compared. Unsupported combinations end with a message that names the remedy.
Random calls of FreeRTOS and CMSIS-RTOS2 on the same objects are compared with models, and a program
in the form of STM32CubeMX runs.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, find_root, run_program, target_named
from limen.trace import read_trace
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = find_root(Path(__file__).parent)
BEGINNERS = ("mixed-threadx", "mixed-freertos", "mixed-cmsis_rtos2")
PROGRAMS = ("example-mixed", *BEGINNERS, "mixed-ticks", "mixed-handles", "example-stm32cube")
LONG_TARGETS = ("mps2-an505", "netduinoplus2", "virt-riscv32")
TARGETS = ("host", "mps2-an385", *(LONG_TARGETS if IS_LONG else ()))

EXAMPLE = """\
10 ms: ThreadX measures 1
10 ms: FreeRTOS takes 1
10 ms: CMSIS-RTOS2 controls 1
20 ms: ThreadX measures 2
20 ms: FreeRTOS takes 2
20 ms: CMSIS-RTOS2 controls 2
30 ms: ThreadX measures 3
30 ms: FreeRTOS takes 3
30 ms: CMSIS-RTOS2 controls 3
"""

# TX_WAIT_ERROR is 4, TX_NO_INSTANCE 13, osKernelReady and taskSCHEDULER_NOT_STARTED 1.
BEGIN = """\
0 initialize 0
0 state 1
0 scheduler 1
0 task is a thread of ThreadX 0
0 task waits for bytes 4
0 task gets bytes 0
0 task gets mutex 0
0 mutex has owner of ThreadX 0
0 thread is one of CMSIS 0
0 locked: other gets nothing 13
10 timer of ThreadX 1
20 timer of FreeRTOS 1
30 timer of CMSIS-RTOS2 1
50 task gets nothing 13
50 task puts mutex 0
50 thread gets mutex 0
50 mutex has this owner 1
50 thread has a name 1
60 task gets signal 0
60 other puts signal 0
60 thread receives 1
60 message 7
60 input 3
60 other sends 1
60 task selects 1
60 task takes 1
60 native send to a member 0
100 tick hook was called 1
"""


CUBE = "".join(
    f"defaultTask: notified 1, reading {number}, 0 left, spare stack 1\n" for number in range(1, 6)
)


@pytest.fixture(scope="session")
def programs() -> Mapping[str, Mapping[str, Path]]:
    return {name: build(ROOT, target_named(name), PROGRAMS, lambda _: None) for name in TARGETS}


@pytest.fixture(autouse=True)
def _virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")


def without_times(text: str) -> list[str]:
    """Return a line without the number at its beginning."""
    return [line.lstrip("0123456789 ") for line in text.splitlines()]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", [*BEGINNERS, "example-mixed"])
def test_threads_of_all_interfaces_share_objects(
    name: str,
    target: str,
    programs: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
) -> None:
    run = run_program(target_named(target), programs[target][name], [], scratch=tmp_path)
    expected = EXAMPLE if name == "example-mixed" else BEGIN
    assert run.status == 0
    assert without_times(run.output) == without_times(expected)
    if target == "host":
        assert run.output == expected


@pytest.mark.parametrize("target", TARGETS)
def test_handles_of_one_interface_are_those_of_another(
    target: str,
    programs: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
) -> None:
    first = int(os.environ.get("LIMEN_SEED", "1"))
    print(f"LIMEN_SEED={first}")
    program = programs[target]["mixed-handles"]
    for seed in range(first, first + (200 if IS_LONG else 3)):
        run = run_program(target_named(target), program, [str(seed)], scratch=tmp_path)
        assert (run.status, run.output) == (0, "passed\n"), seed


@pytest.mark.parametrize("target", TARGETS)
def test_a_program_of_stm32cube_runs(
    target: str,
    programs: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
) -> None:
    run = run_program(
        target_named(target), programs[target]["example-stm32cube"], [], scratch=tmp_path
    )
    assert (run.status, run.output) == (0, CUBE + "priority 8, events 1\n")
    assert run.trace is not None  # limen-record has saved it
    names = {one.name for one in read_trace(run.trace).objects.values()}
    assert {"defaultTask", "sensorTask", "readings", "bus", "ready"} <= names


@pytest.mark.parametrize("target", TARGETS)
def test_different_ticks_end_the_program(
    target: str, programs: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    run = run_program(target_named(target), programs[target]["mixed-ticks"], [], scratch=tmp_path)
    assert run.status == 1
    assert run.output == (
        "give CMSIS-RTOS2 (1000), configTICK_RATE_HZ and TX_TIMER_TICKS_PER_SECOND one number\n"
    )


@pytest.mark.parametrize(("levels", "compiles"), [(32, True), (56, False)])
def test_the_library_for_threadx_alone_refuses_others(
    levels: int, compiles: bool, tmp_path: Path
) -> None:
    """Try the definitions of a program that links limen::threadx, and one with more priorities."""
    (tmp_path / "main.c").write_text('#include "tx_api.h"\n')
    folders = ("compat/threadx/include", "compat/common/include", "include", "ports/host/include")
    command = ["gcc", "-fsyntax-only", "-DTX_LIMEN_LEVELS=32", f"-DLM_LEVELS={levels}"]
    command += [f"-I{ROOT / folder}" for folder in folders]
    done = subprocess.run(
        [*command, tmp_path / "main.c"], capture_output=True, text=True, check=False
    )
    assert (done.returncode == 0) == compiles, done.stderr
    assert ("link limen::threadx-mixed" in done.stderr) != compiles
