# SPDX-License-Identifier: Apache-2.0
"""Goal: programs for FreeRTOS behave as its interface defines, on the host and on a board.

Method: small programs print the answer of each call. The expected text is derived from the
interface, not from another run. On the host the ticks are exact; on a board printing takes time, so
only the answers are compared.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, find_root, run_program, target_named
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = find_root(Path(__file__).parent)
TARGETS = ["host", "mps2-an385"]

PROGRAMS = ROOT / "tests/freertos/programs"
EXPECTED = {path.stem: path.read_text() for path in sorted(PROGRAMS.glob("*.txt"))}
STARTER = """\
40 ms: sum 6
43 ms: alarm has the bus
80 ms: sum 28
80 ms: alarm has the bus
120 ms: sum 66
124 ms: alarm has the bus
130 ms: the end
"""

RECEIVER = """\
12 ms: line 1 has 12 bytes
12 ms: hello world
30 ms: line 2 has 18 bytes
33 ms: from an interrupt
50 ms: the end
"""

EXAMPLES = {"freertos-starter": STARTER, "freertos-receiver": RECEIVER}
FURTHER = ("rp2040", "virt-riscv32")
SMALL = "mps2-an385-size"  # at -Os no call has a usual case


@pytest.fixture(scope="session")
def programs() -> Mapping[str, Mapping[str, Path]]:
    examples = [f"example-{name}" for name in EXAMPLES]
    names = [*(f"freertos-{name}" for name in EXPECTED), *examples]
    found = {name: build(ROOT, target_named(name), names, lambda _: None) for name in TARGETS}
    for name in FURTHER if IS_LONG else ():
        found[name] = build(ROOT, target_named(name), examples, lambda _: None)
    if IS_LONG:
        found[SMALL] = build(ROOT, target_named(SMALL), names, lambda _: None)
    return found


def without_times(text: str) -> list[str]:
    """Return a line without the number at its beginning."""
    return [line.lstrip("0123456789 ") for line in text.splitlines()]


@pytest.mark.parametrize("target", [*TARGETS, pytest.param(SMALL, marks=pytest.mark.long("-Os"))])
@pytest.mark.parametrize("name", EXPECTED)
def test_calls_answer(
    name: str, target: str, programs: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    program = programs[target][f"freertos-{name}"]
    run = run_program(target_named(target), program, [], scratch=tmp_path)
    assert run.status == 0
    if target == "host":
        assert run.output == EXPECTED[name]
    else:
        assert without_times(run.output) == without_times(EXPECTED[name])


@pytest.mark.parametrize("name", [name for name in EXPECTED if (PROGRAMS / f"{name}.c").is_file()])
def test_calls_answer_with_other_widths_of_ticks(name: str, tmp_path: Path) -> None:
    host = target_named("host")
    programs = build(ROOT, host, [f"freertos-{name}-{bits}" for bits in (16, 64)], lambda _: None)
    for program in programs.values():
        run = run_program(host, program, [], scratch=tmp_path)
        assert (run.status, run.output) == (0, EXPECTED[name])


@pytest.mark.parametrize(
    "target", [*TARGETS, *(pytest.param(one, marks=pytest.mark.long("ports")) for one in FURTHER)]
)
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(
    name: str, target: str, programs: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    program = programs[target][f"example-{name}"]
    run = run_program(target_named(target), program, [], scratch=tmp_path)
    assert run.status == 0
    assert without_times(run.output) == without_times(EXAMPLES[name])
    if target == "host":
        assert run.output == EXAMPLES[name]


def test_a_program_that_stops_virtual_time_says_so() -> None:
    name = "freertos-stalls"
    program = build(ROOT, target_named("host"), [name], lambda _: None)[name]
    clocks = {"LIMEN_CLOCK": "virtual", "LIMEN_STALLED": "20"}
    with subprocess.Popen([program], env=os.environ | clocks, stderr=subprocess.PIPE) as run:
        assert run.stderr is not None
        line = run.stderr.readline().decode()
        run.kill()
    assert "virtual time stands still, because thread poller neither works nor waits" in line
    wrong = {"LIMEN_CLOCK": "virtual", "LIMEN_STALLED": "1s"}
    refused = subprocess.run([program], env=os.environ | wrong, capture_output=True, check=False)
    assert refused.returncode == 2
    assert refused.stderr == b"LIMEN_STALLED: '1s' is not a number of milliseconds\n"
    clocks["LIMEN_CLOCK"] = "real"
    done = subprocess.run([program], env=os.environ | clocks, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_no_wake_up_is_lost_whenever_the_interrupt_comes(tmp_path: Path) -> None:
    board = target_named("mps2-an385")
    name = "freertos-races"
    run = run_program(board, build(ROOT, board, [name], lambda _: None)[name], [], scratch=tmp_path)
    lines = run.output.splitlines()
    assert (run.status, len(lines)) == (0, 14)
    assert [line for line in lines if not line.endswith(": right")] == []


@pytest.mark.long("seconds of a board; what each group does is tested alone")
@pytest.mark.parametrize("target", ["mps2-an385", *FURTHER])
def test_services_work_together(target: str, tmp_path: Path) -> None:
    board = target_named(target)
    name = "freertos-together"
    run = run_program(board, build(ROOT, board, [name], lambda _: None)[name], [], scratch=tmp_path)
    assert (run.status, run.output) == (0, "".join(f"second {i}\n" for i in range(1, 5)))
