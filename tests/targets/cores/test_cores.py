# SPDX-License-Identifier: Apache-2.0
"""Goal: several kernels share objects without a loss, on simulated cores and on two real ones.

Method: the programs check themselves. On the host the cores are simulated, so two runs are equal.
In QEMU two cores run at the same time, in two threads of this machine; in the emulator of
the RP2040 one instruction of each in turn.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from limen.errors import RunError
from limen.run import build, find_root, target_named
from support.further import IS_LONG

pytestmark = pytest.mark.chooses_targets  # those with several cores
ROOT = find_root(Path(__file__).parent)
QEMU = (
    "-display none -monitor none -serial none -semihosting-config enable=on,target=native -kernel"
)
COMMANDS: dict[str, list[str]] = {
    "host": [],
    "virt-riscv32": shlex.split(
        f"qemu-system-riscv32 -M virt -smp 2 -bios none -rtc clock=vm {QEMU}"
    ),
    "virt-riscv32-4-cores": shlex.split(
        f"qemu-system-riscv32 -M virt -smp 4 -bios none -rtc clock=vm {QEMU}"
    ),
    "mps2-an521": shlex.split(f"qemu-system-arm -M mps2-an521 {QEMU}"),
    "mps2-an521-basepri": shlex.split(f"qemu-system-arm -M mps2-an521 {QEMU}"),
    "rp2040": [],
}
# make test runs rp2040: its emulator interleaves the instructions of both cores, also on a busy
# machine.
FURTHER = ("mps2-an521", "mps2-an521-basepri", "virt-riscv32", "virt-riscv32-4-cores")
TARGETS = [name for name in COMMANDS if IS_LONG or name not in FURTHER]
# Without events and without checks, the calls of several cores are the same ones.
LIBRARIES = ["", *(["-checked", "-unchecked"] if IS_LONG else [])]
TIMEOUT_SECONDS = 120.0
ROUNDS = 2000  # as in the program
HOPPERS = 3


def output(target: str, program: str, *arguments: str) -> str:
    executable = build(ROOT, target_named(target), [program], lambda _: None)[program]
    command = [*COMMANDS[target], str(executable), *arguments]
    if target_named(target).simulator:
        command = target_named(target).command(executable, arguments)
    with TemporaryDirectory(prefix="limen-") as folder:  # for the trace of the example
        run = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            timeout=TIMEOUT_SECONDS,
            env=os.environ | {"LIMEN_CLOCK": "virtual"},
        )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr  # where QEMU prints


@pytest.mark.parametrize("target", TARGETS)
def test_rules_hold_between_cores(target: str) -> None:
    assert output(target, "cores-rules") == "100 turns, 1000 messages, 0 not as expected\n"


@pytest.mark.parametrize("target", TARGETS)
def test_calls_reach_threads_of_other_cores(target: str) -> None:
    assert output(target, "cores-requests") == "100 duels, 0 not as expected\n"


@pytest.mark.parametrize("target", TARGETS)
def test_flags_and_blocks_serve_all_cores(target: str) -> None:
    assert output(target, "cores-flags") == "500 rounds, 0 not as expected\n"


@pytest.mark.parametrize("target", TARGETS)
def test_notices_and_queues_by_priority_serve_all_cores(target: str) -> None:
    assert output(target, "cores-signals") == "300 rounds, 0 not as expected\n"


@pytest.mark.parametrize("target", TARGETS)
def test_a_program_of_cmsis_rtos2_runs_on_all_cores(target: str) -> None:
    assert output(target, "cores-cmsis-rtos2") == "0 not as expected\n"


@pytest.mark.parametrize("target", TARGETS)
def test_the_example_of_cmsis_rtos2_filters_on_the_other_core(target: str) -> None:
    found = output(target, "example-cmsis-rtos2-cores").splitlines()
    filtered = [line for line in found if line.startswith("core 1")]
    order = (1, 2, 3, 4, 6, 5)  # 6 is urgent
    expected = [f"core 1: sample {number} filtered" for number in order]
    assert [line for line in found if line.startswith("core 0")] == [
        f"core 0: sample {number} taken" for number in range(1, 7)
    ]
    assert sorted(filtered) == sorted(expected)
    assert filtered == expected or target in FURTHER  # where the machine may be busy


@pytest.mark.parametrize("name", ["two_cores", "threadx-cores", "cmsis-rtos2-cores"])
def test_a_target_with_one_core_names_those_with_several(name: str) -> None:
    said = "it needs several cores, and mps2-an385 has one; take --target host, rp2040"
    with pytest.raises(RunError, match=said):
        build(ROOT, target_named("mps2-an385"), [f"example-{name}"], lambda _: None)


@pytest.mark.long("one more kernel, which the programs of the kernel test on several cores")
@pytest.mark.parametrize("target", TARGETS)
def test_threads_and_timers_of_threadx_have_the_lowest_allowed_core(target: str) -> None:
    assert output(target, "cores-threadx") == "0 not as expected\n"


@pytest.mark.long("one more kernel, which the programs of the kernel test on several cores")
@pytest.mark.parametrize("target", TARGETS)
def test_the_example_of_threadx_filters_on_the_other_core(target: str) -> None:
    found = output(target, "example-threadx-cores").splitlines()
    averages = [25, 68, 76, 107, 105, 128]
    assert found == [
        f"core 0: sample {100 + i % 2 * 100}, average {average}"
        for i, average in enumerate(averages)
    ]


def test_locks_exclude_in_order() -> None:
    lines = ["9 events, 600 sections, 0 not as expected", "handed over"]
    assert output("host", "cores-locks").splitlines() == lines


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_lost_or_doubled(target: str, library: str) -> None:
    found = re.fullmatch(
        r"(\d+) cores, (\d+) units, \d+ timeouts, (\d+) moves, sum \w+, 0 wrong\n",
        output(target, f"cores-stress{library}"),
    )
    assert found is not None
    cores, units, moves = map(int, found.groups())
    assert units == cores * ROUNDS
    assert moves == HOPPERS * ROUNDS // 4


CHURN = re.compile(r"\d cores, (\d+) calls, (\d+) terminations, 0 wrong, at \d+\n")


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_lost_while_threads_end(target: str, library: str) -> None:
    found = CHURN.fullmatch(output(target, f"cores-churn{library}"))
    assert found is not None
    assert int(found[2]) > 0


@pytest.mark.long("ten million calls for each number of cores")
@pytest.mark.parametrize("cores", [2, 3, 4, 8])
def test_nothing_is_lost_in_ten_million_calls(cores: int) -> None:
    found = CHURN.fullmatch(output("host", "cores-churn", str(cores), "600000"))
    assert found is not None
    assert int(found[1]) > 10_000_000


@pytest.mark.parametrize("target", TARGETS)
def test_the_example_filters_on_the_other_core(target: str) -> None:
    averages = [25, 68, 76, 107, 105, 128, 121, 140]
    samples = [100, 200] * 4
    lines = [f"sample {one}, average {two}\n" for one, two in zip(samples, averages, strict=True)]
    assert output(target, "example-two_cores") == "".join(lines)


@pytest.mark.parametrize("cores", [2, 3, 4, 8])
def test_simulated_cores_repeat_bit_for_bit(cores: int) -> None:
    churn = ("host", "cores-churn", str(cores), "300")
    assert output(*churn) == output(*churn)
    first = output("host", "cores-stress", str(cores))
    assert re.match(rf"{cores} cores, {cores * ROUNDS} units, [1-9]\d+ timeouts", first) is not None
    assert output("host", "cores-stress", str(cores)) == first


def test_simulated_cores_refuse_real_time() -> None:
    executable = build(ROOT, target_named("host"), ["cores-rules"], lambda _: None)["cores-rules"]
    run = subprocess.run(
        [str(executable)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LIMEN_CLOCK": "real"},
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "LIMEN_CLOCK: several cores run only in virtual time\n"
