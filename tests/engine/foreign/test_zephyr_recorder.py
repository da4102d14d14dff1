# SPDX-License-Identifier: Apache-2.0
"""Goal: the recorder for Zephyr writes each switch, wait, owner and inheritance of the kernel.

Method: a model of the scheduler (zephyr_model.py) calls the hooks in random cases. The recorder is
compiled with declarations that replace Zephyr's interface. The events that the engine reads from
its files are compared with those of the model. LIMEN_SEED repeats a case as the first one.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from limen.trace import open_trace
from limen.trace.analysis import analyse
from limen.trace.findings import findings
from limen.trace.model import Trace
from limen.trace.numbers import Event
from support.further import IS_LONG
from support.zephyr_model import FOR_MUTEX, Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

RECORDERS = Path(__file__).parents[3] / "recorders"
CASES = 8000 if IS_LONG else 400
SECONDS = 300
INHERITANCE, PRIORITY_SET = 3, 2
FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-O1")


def compiled(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    own = RECORDERS / "zephyr"
    sources = [own / "limen_zephyr.c", RECORDERS / "common/limen_recorder.c", own / "test/replay.c"]
    includes = [f"-I{one}" for one in (own, RECORDERS / "common", own / "test")]
    return subprocess.run(
        ["gcc", *FLAGS, *options, *includes, *sources, "-o", folder / "replay"],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zephyr")
    done = compiled(folder, "-DLIMEN_RECORDS=8192", "-fsanitize=address,undefined")
    assert done.returncode == 0, done.stderr
    return folder / "replay"


def replayed(replay: Path, folder: Path, lines: list[str]) -> None:
    subprocess.run([replay, folder], input="\n".join(lines), text=True, check=True, timeout=SECONDS)


def trace_of(file: Path) -> Trace:
    trace = open_trace(file)
    assert isinstance(trace, Trace)
    return trace


def number_in(trace: Trace, number: int) -> int:
    """Return the thread of the model that has a name."""
    name = trace.thread_name(number)
    return 0 if name == "idle" else int(name.removeprefix("t"))


def compare(trace: Trace, kernel: Kernel) -> None:
    truth = kernel.truth
    event, low, high = trace.event, trace.low, trace.high

    def rows(which: NDArray[np.bool_], *columns: NDArray[np.uint16]) -> list[tuple[int, ...]]:
        at = np.flatnonzero(which).tolist()
        return [
            (int(trace.time[i]), *(number_in(trace, int(one[i])) for one in columns)) for i in at
        ]

    assert trace.lost == 0
    assert rows(event == Event.SWITCH, trace.thread, trace.object) == truth.switches
    assert not trace.depth[event == Event.SWITCH].any()
    suspends = event == Event.SUSPEND
    whats = trace.a[suspends].tolist()
    found = [(*row, what) for row, what in zip(rows(suspends, low), whats, strict=True)]
    assert found == truth.waits
    assert rows(event == Event.READY, trace.object) == truth.ready
    blocks = (event == Event.MUTEX_LOCK) & (low == 1)
    assert rows(blocks, trace.thread, high) == truth.owners
    for reason, expected in (
        (INHERITANCE, truth.inherited),
        (PRIORITY_SET, truth.set_by_program),
    ):
        changes = (event == Event.PRIORITY) & (high == reason)
        urgencies = (trace.a[changes].astype(int) - 4).tolist()
        changed = rows(changes, trace.object)
        assert [(*row, to) for row, to in zip(changed, urgencies, strict=True)] == expected
    assert rows(event == Event.IRQ_ENTER) == [(time,) for time in truth.interrupts]


def compare_analysis(trace: Trace, kernel: Kernel) -> None:
    """Compare the tables of the engine: waits for a mutex have their owner and begin."""
    waits = analyse(trace).waits
    found = [
        (int(trace.time[int(waits.begin[row])]), trace.lanes[int(waits.owner[row])].name)
        for row in np.flatnonzero(waits.what == FOR_MUTEX).tolist()
    ]
    truth = kernel.truth
    expected = []
    for time, thread, what in truth.waits:
        if what == FOR_MUTEX:
            owner = [o for when, who, o in truth.owners if who == thread and when <= time][-1]
            expected.append((time, f"t{owner}"))
    assert found == expected


def test_random_cases_are_recorded_as_they_happened(replay: Path, tmp_path: Path) -> None:
    first = int(os.environ.get("LIMEN_SEED", "0"))
    kernels = []
    for number in range(CASES):
        kernel = Kernel(Random(first + number))
        kernel.run(number)
        kernels.append(kernel)
    replayed(replay, tmp_path, [line for kernel in kernels for line in kernel.lines])
    for number, kernel in enumerate(kernels):
        trace = trace_of(tmp_path / f"{number}.limen")
        try:
            compare(trace, kernel)
            compare_analysis(trace, kernel)
        except AssertionError as error:
            error.add_note(f"LIMEN_SEED={first + number}")
            raise
    # The cases reach the states that they test.
    for name in ("switches", "waits", "owners", "inherited", "set_by_program"):
        assert sum(len(getattr(kernel.truth, name)) for kernel in kernels) > CASES // 2, name


def story(protocol: bool) -> list[str]:
    """Low owns a lock for which high waits; med runs in between if low does not inherit."""
    low, med, high = 1, 2, 3
    lines = ["name 0 0 0", "priority 0 8 0", "isr 0 0 0", "owner 0 -1 0", "current 0 0 0"]
    lines += ["clock 1000 0 0", "start 0 0 0"]
    for thread, priority in ((low, 6), (med, 4), (high, 2)):
        lines += [f"priority {thread} {priority} 0", f"name {thread} 0 0", f"create {thread} 0 0"]

    def switch(time: int, to: int) -> None:
        lines.extend([f"clock {time} 0 0", "out 0 0 0", f"current {to} 0 0", "in 0 0 0"])

    lines += ["ready 1 0 0"]
    switch(1100, low)
    lines += ["lock-enter 0 0 0", f"owner 0 {low} 1", "lock-exit 0 0 0", "clock 1200 0 0"]
    lines += ["ready 3 0 0"]
    switch(1201, high)
    lines += ["lock-enter 0 0 0", "lock-blocking 0 0 0"]
    if protocol:
        lines += ["priority 1 2 0", "set 1 2 0"]
    lines += ["pend 3 0 0"]
    switch(1300, low)
    lines += ["clock 1400 0 0", "ready 2 0 0"]
    if not protocol:
        switch(1401, med)
        lines += ["sleep-enter 0 0 0"]
        switch(9401, low)
    lines += ["clock 9500 0 0", "unlock-enter 0 0 0", "priority 1 6 0"]
    lines += ["set 1 6 0"] if protocol else []
    lines += [f"owner 0 {high} 1", "ready 3 0 0"]
    switch(9510, high)
    return [*lines, "lock-exit 0 0 0", "clock 9600 0 0", "sleep-enter 0 0 0", "write 0 0 0"]


@pytest.mark.parametrize("protocol", [False, True])
def test_an_inversion_is_found_and_ends_with_inheritance(
    replay: Path, tmp_path: Path, *, protocol: bool
) -> None:
    replayed(replay, tmp_path, story(protocol))
    found = [str(one["sentence"]) for one in findings(trace_of(tmp_path / "0.limen"))]
    wanted = "Unbounded priority inversion: t3 waited 8.299 ms for mutex lock, held by t1"
    assert any(text.startswith(wanted) for text in found) is not protocol, found


def test_a_hook_that_the_kernel_lacks_is_an_error_that_names_it(tmp_path: Path) -> None:
    other = "-DLIMEN_HOOK(object,call)=sys_trace_##object##_##call##_user"
    done = compiled(tmp_path, other)
    assert done.returncode != 0
    assert "sys_trace_mutex_lock_enter_user" in done.stderr
    # The hooks of threads suffice without those of calls.
    done = compiled(tmp_path, other, "-DLIMEN_WITHOUT_CALLS", "-c")
    assert "sys_trace_" not in done.stderr
