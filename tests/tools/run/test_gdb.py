# SPDX-License-Identifier: Apache-2.0
"""Goal: a user of gdb sees the running thread with the reason, and the place of each thread.

Method: the test types sessions. A lab stops at a known state: medium runs, because an interrupt has
made it preempt low, which owns the mutex that high waits for.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from limen.debug import debug
from limen.debug.limen_gdb.standing import Standing, reason
from limen.errors import RunError
from limen.run import target_named

ROOT = Path(__file__).resolve().parents[3]
TARGETS = ("host", "mps2-an385", "microbit", "mps2-an386", "mps2-an505", "virt-riscv32")
STORY = """set pagination off
set width 0
set confirm off
break disturb
{go}
limen threads
limen why
limen bt low
limen bt high
limen bt medium
limen bt nosuch
kill
"""


@cache
def typed(target: str, session: str, *arguments: str, program: str = "lab-inversion") -> str:
    command = [str(ROOT / "limen"), "run", program, "--target", target, "--gdb", "--"]
    done = subprocess.run(
        [*command, *arguments],
        cwd=ROOT,
        input=session,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def backtrace(shown: str, thread: str) -> list[str]:
    """Return the names of functions, from the newest frame on."""
    part = shown.partition(f"thread {thread}\n")[2].partition("(gdb)")[0]
    return re.findall(r"^#\d+ +(?:0x\w+ in )?(\w+) \(", part, re.MULTILINE)


@pytest.mark.parametrize("target", TARGETS)
def test_a_session_shows_the_threads(target: str) -> None:
    go = "run" if target == "host" else "continue"
    shown = typed(target, STORY.format(go=go), "plain")
    rows = {
        match[1]: match[0].split()
        for match in re.finditer(r"^(low|medium|high|conductor) +\d.*$", shown, re.MULTILINE)
    }
    assert rows["low"][1:5] == ["20", "20", "20", "preempted"]
    assert rows["medium"][1:5] == ["10", "10", "10", "running"]
    assert rows["high"][1:5] == ["5", "5", "5", "blocked"]
    assert "mutex first, which low owns" in shown
    assert "medium runs: it is at the head of level 10, the most urgent" in shown
    assert "low does not run: its level 20 is less urgent than the level 10 of medium" in shown
    assert "high does not run: it waits for mutex first, which low owns" in shown
    assert "conductor does not run: it waits for a time, at the latest until " in shown
    low, high = backtrace(shown, "low"), backtrace(shown, "high")
    assert low.index("lm_work") < low.index("use_low") < low.index("lm_thread_main")
    assert high.index("use_high") < high.index("lm_thread_main")
    assert backtrace(shown, "medium")[:2] == ["disturb", "lm_thread_main"]
    assert "unknown thread nosuch; the threads are: low, medium, high, conductor" in shown


def test_times_are_those_of_the_trace() -> None:
    """The times are exact in virtual time: high waits from 1 ms on, medium begins at 2 ms."""
    shown = typed("host", STORY.format(go="run"), "plain")
    since = {
        match[1]: int(match[2].replace(",", ""))
        for match in re.finditer(
            r"^(low|medium|high) .* ([\d,]+) +[\d,]+ of [\d,]+$", shown, re.MULTILINE
        )
    }
    assert since == {"low": 50_000, "medium": 50_000, "high": 25_000}
    assert "until 500,000" in shown


def test_threads_without_names_have_those_of_their_variables() -> None:
    """The objects of limen-small have neither names nor numbers."""
    session = """set width 0
set confirm off
break lm_wait_forever
continue
ignore 1 40
continue
limen threads
limen bt receivers
limen bt nosuch
kill
"""
    shown = typed("mps2-an385-size", session, "threshold", program="bench-papers-small")
    states = re.findall(r"^(sender|receivers(?: \+ \d+)?) +(\d) .* (\w+)  ", shown, re.MULTILINE)
    assert [name.split()[0] for name, _, _ in states] == ["sender", *["receivers"] * 3]
    assert [priority for _, priority, _ in states] == ["4", "1", "2", "3"]
    assert "queue queues" in shown
    assert "receive" in backtrace(shown, "receivers")
    assert "unknown thread nosuch; the threads are: sender, receivers, receivers + " in shown


@pytest.mark.parametrize("target", ["mps2-an385", "virt-riscv32"])
def test_a_user_thread_has_frames_in_user_mode(target: str) -> None:
    """One thread waits in a call, and one was preempted in a loop."""
    session = """set pagination off
set width 0
set confirm off
break lm_semaphore_post
continue
limen bt user
limen user
limen user boss
delete
break lm_thread_suspend
continue
limen bt user
limen user user
kill
"""
    shown = typed(target, session, program="isolation-lives")
    frames = backtrace(shown, "user")
    assert frames.index("lm_user_semaphore_wait") < frames.index("lock_both_and_fault")
    assert frames[-1] == "lock_both_and_fault"
    before, _, rest = shown.partition("thread boss has privileges")
    assert backtrace(rest, "user")[-1] == "count"
    counters = [
        int(match[1], 16)
        for part in (before.partition("lm_user_semaphore_wait (")[2], rest)
        for match in re.finditer(r"^  .*\bpc (0x\w+)", part, re.MULTILINE)
    ]
    assert len(set(counters)) == 2
    assert re.search(r"^  region 0x\w+ to 0x\w+: read, write$", shown, re.MULTILINE)
    assert "  handle 2: semaphore: semaphore_post, semaphore_wait" in shown


def test_a_thread_that_has_not_run_has_no_frames() -> None:
    session = "set confirm off\nbreak use_low\nrun\nlimen bt high\nkill\n"
    assert "which has not begun" in typed("host", session, "plain")


def test_an_idle_processor_has_a_reason() -> None:
    session = (
        "break lm_host_clock_stop\nrun\ndelete\nbreak lm_port_start\ncontinue\nlimen why\nkill"
    )
    assert "the processor is idle" in typed("host", f"set confirm off\n{session}\n", "plain")


def test_a_program_that_has_not_started_has_no_kernel() -> None:
    shown = typed("host", "limen threads\n", "plain")
    assert "start the program first" in shown


def test_the_emulator_of_pins_has_no_stub() -> None:
    with pytest.raises(RunError, match="has no stub for gdb"):
        debug(target_named("rp2040"), Path("/program"), [], Path.cwd(), print)


def test_without_gdb_the_connection_is_named(tmp_path: Path) -> None:
    """The emulator is a script that ends at once, and PATH has no gdb."""
    emulator = tmp_path / target_named("mps2-an385").emulator[0]
    emulator.write_text("#!/bin/sh\nexit 0\n")
    emulator.chmod(0o755)
    words = (
        "import sys; from pathlib import Path; from limen.debug import debug;"
        "from limen.run import target_named;"
        "debug(target_named('mps2-an385'), Path('/program'), [], Path.cwd(), print)"
    )
    variables = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(ROOT / "tools/src")}
    done = subprocess.run(
        [sys.executable, "-c", words],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"gdb -x \S+load_in_gdb.py -ex 'target remote /\S+/gdb'", done.stdout)


def thread(**changed: object) -> Standing:
    values: dict[str, object] = {
        "name": "worker",
        "state": "READY",
        "priority": 5,
        "threshold": 5,
        "level": 5,
        "base_priority": 5,
        "waits_for": "",
        "since": None,
        "until": None,
        "stack_used": 0,
        "stack_bytes": 512,
        "is_running": False,
        "preempt_disabled": 0,
    }
    return Standing(**{**values, **changed})  # type: ignore[arg-type]


def test_each_reason_is_that_of_the_rule() -> None:
    controller = thread(
        name="controller", priority=10, threshold=3, level=3, state="DISPATCHED", is_running=True
    )
    assert "its threshold has raised it from priority 10" in reason(controller, controller)
    assert reason(thread(), controller) == (
        "it is held off: its priority 5 is more urgent than the priority 10 of controller, "
        "but not than its level 3"
    )
    assert reason(thread(priority=2, level=2), controller).endswith("the switch follows")
    assert reason(thread(priority=12, level=3), controller) == "it is behind controller at level 3"
    assert "less urgent" in reason(thread(priority=12, level=12), controller)
    disabled = thread(level=0, preempt_disabled=1, is_running=True)
    assert "it has disabled preemption" in reason(disabled, disabled)
    ended = thread(state="TERMINATED", waits_for="its function has returned")
    assert reason(ended, None) == "it has ended: its function has returned"
    assert "it has become ready" in reason(thread(), None)
