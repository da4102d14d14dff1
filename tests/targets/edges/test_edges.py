# SPDX-License-Identifier: Apache-2.0
"""Goal: services return correct results between the instant of an event and its interrupt.

Method: QEMU counts instructions on a Cortex-M3 and a Cortex-M0. A call of each service about time
is moved over the due instant, tick by tick, and so are the ends of time slices. In virtual time all
instants around an equal one are tried. The programs check themselves. LIMEN_LONG tries each tick
and each length, otherwise a sample.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.run import build, find_root, run_program, target_named
from support.further import IS_LONG

pytestmark = pytest.mark.chooses_targets  # the long tests have an M0, too
ROOT = find_root(Path(__file__).parent)
# Around an instant: in virtual time some ticks. On a processor the wake-up and the call take less
# than a thousand.
INSTANTS = {"host": 8, "mps2-an385": 1000, "microbit": 1000}
STRIDE = 1 if IS_LONG else 37
STEP_MICROSECONDS = 1 if IS_LONG else 50
TIMEOUT_SECONDS = 1800.0


@pytest.fixture(autouse=True)
def _virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")


def last_line(name: str, program: str, arguments: list[int], folder: Path) -> str:
    target = target_named(name)
    run = run_program(
        target,
        build(ROOT, target, [program], lambda _: None)[program],
        [str(argument) for argument in arguments],
        scratch=folder,
        timeout_seconds=TIMEOUT_SECONDS,
    )
    assert run.status == 0, run.output
    return run.output.splitlines()[-1]


@pytest.mark.parametrize(
    "name",
    [
        "host",
        "mps2-an385",
        pytest.param("microbit", marks=pytest.mark.long("the same code on one more processor")),
    ],
)
def test_what_is_due_happens_before_a_call_or_after_it(name: str, tmp_path: Path) -> None:
    stride = 1 if name == "host" else STRIDE
    assert last_line(name, "edges", [INSTANTS[name], stride], tmp_path) == "edges ok"


@pytest.mark.parametrize(
    "name",
    [
        "host",
        "mps2-an385",
        pytest.param("microbit", marks=pytest.mark.long("the layer for one more processor")),
    ],
)
def test_no_timer_of_threadx_is_lost(name: str, tmp_path: Path) -> None:
    instants = INSTANTS[name] * (1 if name == "host" else 2)  # it stops a timer after two calls
    line = last_line(name, "edges-threadx", [instants], tmp_path)
    assert line.endswith("none lost")


@pytest.mark.parametrize("name", ["host", "mps2-an385"])
def test_equal_threads_share_for_each_length_of_a_slice(name: str, tmp_path: Path) -> None:
    line = last_line(name, "shares", [2000, 2450, STEP_MICROSECONDS], tmp_path)
    assert line.endswith("slices ok")


@pytest.mark.parametrize("name", ["host", "mps2-an385"])
def test_a_message_of_each_size_arrives(name: str, tmp_path: Path) -> None:
    assert last_line(name, "copies", [], tmp_path) == "copies ok"
