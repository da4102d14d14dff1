# SPDX-License-Identifier: Apache-2.0
"""Goal: the RTL of the Ibex core runs the programs of virt-riscv32, and its counts are exact.

Method: the images of both targets have the same bytes. Their output and their status are compared
with QEMU. Between passages the RTL retires exactly the instructions that QEMU counts, and its own
counter, minstret, agrees. Two runs give the same report.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from limen.errors import RunError
from limen.run import Watch, build, count_between, find_root, run_program, target_named
from limen.run.cycles import count_between as cycles_between
from limen.run.cycles import cycles_by_address, retired_between
from limen.run.ibex import why_no_model
from limen.trace import cycle_window, read_trace

ROOT = find_root(Path(__file__).parent)
RTL = target_named("ibex")
QEMU = target_named("virt-riscv32")
LOOPS = [
    *(("bench-calls", (name,)) for name in ("yield", "semaphore", "mutex", "queue-4", "ping-pong")),
    ("bench-calls", ("ping-pong-preempting",)),
    *(("bench-papers", (case, "1")) for case in ("preemptive", "threshold", "equal")),
]
PROGRAMS = ["example-hello", "example-tick", "bench-calls", "bench-papers", "lab-threshold"]
FAULTS = ["start", "thread", "full", "handler", "overflow", "twice", "outside", "overwritten"]
ROUND = 5
CYCLE = 3

pytestmark = [
    pytest.mark.long("the model of the core is compiled first"),
    pytest.mark.skipif(bool(why_no_model()), reason=why_no_model()),
]


@pytest.fixture(scope="module")
def programs() -> dict[str, Path]:
    return build(ROOT, RTL, PROGRAMS, lambda _: None)


def report_of(elf: Path, arguments: tuple[str, ...], scratch: Path) -> dict[str, Any]:
    file = scratch / "report.json"
    done = run_program(RTL, elf, arguments, scratch=scratch, watch=Watch(report=file))
    assert done.status == 0, done.output
    report: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return report


def test_the_image_is_that_of_virt_riscv32(programs: dict[str, Path], tmp_path: Path) -> None:
    others = build(ROOT, QEMU, PROGRAMS, lambda _: None)
    for name in PROGRAMS:
        images = []
        for elf in (programs[name], others[name]):
            image = tmp_path / "image"
            command = ["riscv64-unknown-elf-objcopy", "-O", "binary", str(elf), str(image)]
            subprocess.run(command, check=True)
            images.append(image.read_bytes())
        assert images[0] == images[1], name


def test_it_prints_what_qemu_prints(programs: dict[str, Path], tmp_path: Path) -> None:
    for name in ("example-hello", "example-tick"):
        done = run_program(RTL, programs[name], [], scratch=tmp_path)
        reference = run_program(QEMU, programs[name], [], scratch=tmp_path)
        assert (done.status, done.output) == (0, reference.output), name


def test_a_trace_has_the_events_of_qemu(programs: dict[str, Path], tmp_path: Path) -> None:
    windows = []
    for target in (RTL, QEMU):
        done = run_program(target, programs["lab-threshold"], ["preemptive"], scratch=tmp_path)
        assert done.trace is not None
        windows.append(cycle_window(read_trace(done.trace), CYCLE))
    assert windows[0] == windows[1]


@pytest.mark.parametrize("context", FAULTS)
def test_a_fault_is_reported_as_in_qemu(context: str, tmp_path: Path) -> None:
    outcomes = []
    for target in (RTL, QEMU):
        program = build(ROOT, target, ["board-faults"], lambda _: None)["board-faults"]
        done = run_program(target, program, [context], scratch=tmp_path)
        outcomes.append((done.status, done.output))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0] != 0


@pytest.mark.parametrize(("name", "arguments"), LOOPS, ids=str)
def test_the_rtl_retires_what_qemu_counts(
    name: str, arguments: tuple[str, ...], programs: dict[str, Path]
) -> None:
    retired = retired_between(programs[name], "bench_mark", arguments)
    counted = count_between(programs[name], "bench_mark", arguments, target="virt-riscv32")
    assert len(counted) > ROUND
    assert retired == counted


def test_the_counter_of_the_core_agrees(programs: dict[str, Path], tmp_path: Path) -> None:
    for name, arguments in LOOPS[:4]:
        report = report_of(programs[name], arguments, tmp_path)
        assert report["instructions"] == report["minstret"] > 0
        assert report["cycles"] > report["instructions"]


def test_two_runs_are_identical(programs: dict[str, Path], tmp_path: Path) -> None:
    one, two = (report_of(programs["example-tick"], (), tmp_path) for _ in range(2))
    assert one == two
    assert one["idle_cycles"] > 0


def test_the_cycles_of_addresses_are_those_of_the_round(programs: dict[str, Path]) -> None:
    elf = programs["bench-calls"]
    rounds = cycles_between(elf, "bench_mark", ["yield"], target="ibex")
    window = cycles_by_address(elf, "bench_mark", ROUND, ["yield"], target="ibex")
    assert sum(window.values()) == rounds[ROUND]


def test_pins_are_refused(programs: dict[str, Path], tmp_path: Path) -> None:
    watch = Watch(vcd=tmp_path / "pins.vcd")
    with pytest.raises(RunError, match=r"ibex has no pins.*; take --target rp2040"):
        run_program(RTL, programs["example-hello"], [], scratch=tmp_path, watch=watch)
    assert not (tmp_path / "pins.vcd").exists()


def test_a_profile_has_all_cycles(programs: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    watch = Watch(report=file, is_profiled=True)
    run_program(RTL, programs["example-hello"], [], scratch=tmp_path, watch=watch)
    report = json.loads(file.read_text("utf-8"))
    counts = [row["cycles"] for row in report["functions"]]
    assert sum(counts) == report["cycles"]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize(
    ("option", "said"),
    [("--live", "the live view cannot watch"), ("--gdb", "has no stub for gdb")],
)
def test_what_it_cannot_do_is_refused(option: str, said: str) -> None:
    command = [str(ROOT / "limen"), "run", "example-hello", "--target", "ibex", option]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert said in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a program"),
        (["--nosuch", "1", "x"], "unknown option --nosuch"),
        (["--time"], "--time needs a value"),
        (["--time", "soon", "x"], "--time soon: give a number"),
        (["/bin/true"], "it is no ELF file of 32 bits; build it for ibex"),
        (["/nowhere"], "/nowhere: it cannot be read"),
        (["--json", "/nowhere/r", "PROGRAM"], "/nowhere/r cannot be written: No such file"),
    ],
)
def test_bad_input_is_named(words: list[str], said: str, programs: dict[str, Path]) -> None:
    command = RTL.command(programs["example-hello"], [])[:1]
    words = [str(programs["example-hello"]) if word == "PROGRAM" else word for word in words]
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_run_ends_at_its_time(programs: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    watch = Watch(report=file, time_ms=1)
    run_program(RTL, programs["example-tick"], [], scratch=tmp_path, watch=watch)
    report = json.loads(file.read_text("utf-8"))
    assert (report["stop"], report["status"], report["cycles"]) == ("time", 0, 23437)
