# SPDX-License-Identifier: Apache-2.0
"""Goal: programs of CMSIS-RTOS2 behave as the reference defines, on the host and on boards.

Method: programs check themselves with expectations from the text of the interface. The output of
the example is compared with the text below; its trace names the objects of the program. The sizes
of control blocks are compared, too. Random programs are compared with a model (random/main.c).
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
PROGRAMS = [
    "config",
    *sorted(path.stem for path in (ROOT / "tests/cmsis-rtos2/programs").glob("*.c")),
]
FURTHER = ("virt-riscv32", "rp2040", "mps2-an385-size")
TARGETS = (
    "host",
    "mps2-an385",
    *(
        pytest.param(name, marks=pytest.mark.long("one more port, and calls at -Os"))
        for name in FURTHER
    ),
)
STATION = """\
10 ms: sample 1, average 137
20 ms: sample 2, average 152
30 ms: sample 3, average 139
40 ms: sample 4, average 154
45 ms: 3 threads
"""
NAMES = (b"sampler", b"filter", b"timer", b"pool", b"samples", b"console", b"printed", b"events")
# Bytes of the control blocks.
BLOCKS_MAX = {"Thread": 184, "others": 96}


def variants() -> list[str]:
    """Return the libraries with and without checks."""
    return ["", "-fast"] if IS_LONG else [""]


@pytest.fixture(scope="session")
def programs() -> Mapping[str, Mapping[str, Path]]:
    found = {}
    for name in ("host", "mps2-an385", *(FURTHER if IS_LONG else ())):
        stems = [*PROGRAMS, "random"]
        names = [f"cmsis-rtos2-{stem}{one}" for stem in stems for one in variants()]
        names += ["example-cmsis-rtos2-station"]
        names += ["bench-cmsis-rtos2"] if IS_LONG and name == "mps2-an385" else []
        found[name] = build(ROOT, target_named(name), names, lambda _: None)
    return found


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("variant", ["", "-fast"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_passes(
    name: str,
    variant: str,
    target: str,
    programs: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
) -> None:
    if variant not in variants():
        pytest.skip("make test-long compiles both libraries for each target")
    executable = programs[target][f"cmsis-rtos2-{name}{variant}"]
    run = run_program(target_named(target), executable, [], scratch=tmp_path)
    assert (run.output, run.status) == ("passed\n", 0)


@pytest.mark.parametrize("target", TARGETS)
def test_the_example_prints_and_leaves_a_trace(
    target: str, programs: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    executable = programs[target]["example-cmsis-rtos2-station"]
    run = run_program(target_named(target), executable, [], scratch=tmp_path)
    assert run.status == 0
    assert [line.split(":")[1] for line in run.output.splitlines()] == [
        line.split(":")[1] for line in STATION.splitlines()
    ]
    if target == "host":
        assert run.output == STATION
        trace = (tmp_path / "trace.limen").read_bytes()
        assert all(name in trace for name in NAMES)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("variant", variants())
def test_random_programs_do_what_a_model_does(
    variant: str,
    target: str,
    programs: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
) -> None:
    first = os.environ.get("LIMEN_SEED", "1")
    print(f"LIMEN_SEED={first}")
    number = 50000 if IS_LONG else 3000
    executable = programs[target][f"cmsis-rtos2-random{variant}"]
    run = run_program(target_named(target), executable, [first, str(number)], scratch=tmp_path)
    assert (run.output.splitlines()[-1], run.status) == ("passed", 0), run.output
    executed = int(run.output.split()[0])
    # A target leaves out those in which a call is shortly before a tick.
    assert executed > number * (0.9 if target == "host" else 0.01)


@pytest.mark.long("one more library of the Cortex-M3")
def test_control_blocks_are_small(programs: Mapping[str, Mapping[str, Path]]) -> None:
    program = programs["mps2-an385"]["bench-cmsis-rtos2"]
    shown = subprocess.run(
        ["arm-none-eabi-nm", "--print-size", program], check=True, capture_output=True, text=True
    ).stdout
    rows = (line.split() for line in shown.splitlines())
    sizes = {row[3]: int(row[1], 16) for row in rows if len(row) == 4 and "block_of_" in row[3]}
    assert len(sizes) == 7
    for name, size in sizes.items():
        assert size <= BLOCKS_MAX.get(name.removeprefix("block_of_"), BLOCKS_MAX["others"])
