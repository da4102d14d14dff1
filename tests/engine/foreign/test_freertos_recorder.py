# SPDX-License-Identifier: Apache-2.0
"""Goal: the recorder for FreeRTOS writes each switch that the kernel makes, and its mutexes.

Method: recorders/freertos/test runs on FreeRTOS's POSIX port; the linker wraps the function that
chooses the next thread, and its choices are the expected switches. LIMEN_FREERTOS names a folder
with the sources of the kernel, which this repository does not have; without it the test is skipped.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from limen.trace import open_trace
from limen.trace.findings import findings
from limen.trace.model import Trace
from limen.trace.numbers import Event

ROOT = Path(__file__).parents[3]
RECORDER = ROOT / "recorders/freertos"
KERNEL = os.environ.get("LIMEN_FREERTOS", "")
SECONDS = 60

pytestmark = pytest.mark.skipif(not KERNEL, reason="LIMEN_FREERTOS does not name a kernel")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kernel = Path(KERNEL)
    port = kernel / "portable/ThirdParty/GCC/Posix"
    sources = [
        *(kernel / f"{name}.c" for name in ("tasks", "queue", "list", "timers")),
        *(kernel / f"{name}.c" for name in ("event_groups", "stream_buffer")),
        port / "port.c",
        *sorted((port / "utils").glob("*.c")),
        kernel / "portable/MemMang/heap_3.c",
    ]
    folders = [RECORDER / "test", RECORDER, kernel / "include", port, port / "utils"]
    out = tmp_path_factory.mktemp("freertos") / "program"
    own = [RECORDER / "test/main.c", RECORDER.parent / "common/limen_recorder.c"]
    wrap = "-Wl,--wrap=vTaskSwitchContext"
    command: list[str | Path] = [
        "gcc",
        "-O1",
        "-pthread",
        *(f"-I{one}" for one in folders),
        wrap,
        "-o",
        out,
    ]
    subprocess.run([*command, *own, *sources], check=True, timeout=SECONDS)
    return out


def recorded(program: Path, folder: Path, lock: str) -> tuple[Trace, list[str]]:
    files = folder / "trace.limen", folder / "truth.txt"
    subprocess.run([program, *files, lock], check=True, timeout=SECONDS)
    trace = open_trace(files[0])
    assert isinstance(trace, Trace)
    return trace, files[1].read_text().splitlines()


@pytest.mark.parametrize("lock", ["0", "1"])
def test_switches_are_those_of_the_kernel(program: Path, lock: str, tmp_path: Path) -> None:
    trace, truth = recorded(program, tmp_path, lock)
    found = [trace.thread_name(n) for n in trace.object[trace.event == Event.SWITCH].tolist()]
    # The first thread is started without that function.
    assert found[1:] == ["idle" if name == "IDLE" else name for name in truth]


def test_a_mutex_has_an_owner_and_inherits(program: Path, tmp_path: Path) -> None:
    trace, _ = recorded(program, tmp_path, "0")
    waits = (trace.event == Event.MUTEX_LOCK) & (trace.low == 1)
    owners = {trace.thread_name(n) for n in trace.high[waits].tolist()}
    assert not np.any(waits) or owners == {"low"}
    assert not [one for one in findings(trace) if one["kind"] == "unbounded_inversion"]
