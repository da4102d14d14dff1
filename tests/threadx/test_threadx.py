# SPDX-License-Identifier: Apache-2.0
"""Goal: the interface of ThreadX costs almost nothing, and needs no CMake.

Method: exact instruction counts in QEMU of the same rounds with tx_ and with lm_ calls; one
compiler command builds an application with the archive, for both targets.
"""

from __future__ import annotations

import platform
import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, count_between, find_root, run_program, target_named

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = find_root(Path(__file__).parent)
BENCH = ROOT / "compat" / "threadx" / "bench" / "calls.c"
CASES = re.findall(r"ENTRY\((\w+)\),", BENCH.read_text())
PER_CALL_MAX = 3
COMPILERS = {"host": "gcc", "mps2-an385": "arm-none-eabi-gcc"}
if platform.machine() == "x86_64":
    COMPILERS["host-32"] = "gcc"

LIBRARY = pytest.mark.long("one more library of the Cortex-M3")


@pytest.fixture(scope="session")
def benches() -> Mapping[str, Path]:
    names = ["bench-threadx", "bench-threadx-fastest"]
    return build(ROOT, target_named("mps2-an385"), names, lambda _: None)


def usual(program: Path, side: str, case: str) -> int:
    counts = count_between(program, "bench_mark", [side, case])
    return Counter(counts).most_common(1)[0][0]


@LIBRARY
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", ["bench-threadx", "bench-threadx-fastest"])
def test_a_call_costs_what_the_native_call_costs(
    benches: Mapping[str, Path], name: str, case: str
) -> None:
    own, native = (usual(benches[name], side, case) for side in ("tx", "lm"))
    assert own - native <= PER_CALL_MAX


# The calls of a count of each test of Thread-Metric; in "preemptive" four threads of five wake.
CALLS = {
    "basic": 0,
    "cooperative": 1,
    "preemptive": 1.6,
    "message": 2,
    "synchronization": 2,
    "memory": 2,
    "interrupt": 2,
    "interrupt-preemption": 2,
}


def test_thread_metric_costs_what_its_native_calls_cost() -> None:
    """The tests of the expected rows compare the rows with the measurements."""
    rows = tomllib.loads((ROOT / "tests/targets/expected/instructions.toml").read_text())
    own, native = rows["thread-metric-threadx"], rows["thread-metric"]
    assert set(own) == set(native) == set(CALLS)
    assert {
        test: own[test] - native[test]
        for test, calls in CALLS.items()
        if round(own[test] - native[test] - PER_CALL_MAX * calls, 1) > 0
    } == {}


@LIBRARY
def test_the_current_thread_as_a_variable_costs_what_the_page_says() -> None:
    names = ["bench-threadx", "bench-threadx-current"]
    programs = build(ROOT, target_named("mps2-an385"), names, lambda _: None)
    page = (ROOT / "compat" / "threadx" / "README.md").read_text()
    said = re.search(r"names `_tx_thread_current_ptr` pays (\d+) instructions at each switch", page)
    assert said is not None
    without, with_it = (usual(programs[name], "tx", "relinquish") for name in names)
    switches = 2
    assert with_it - without == switches * int(said.group(1))
    without, with_it = (usual(programs[name], "tx", "semaphore_put") for name in names)
    assert with_it == without


@pytest.mark.parametrize("name", sorted(COMPILERS))
@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_one_command_makes_an_application(
    name: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = target_named(name)
    build(ROOT, target, ["threadx-demo"], lambda _: None)  # and the archive
    program = tmp_path / "demo"
    source = ROOT / "tests/threadx/programs/demo.c"
    options = ROOT / "build" / name / "threadx.options"
    command = [COMPILERS[name], level, str(source), f"@{options}", "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    result = run_program(target, program, [], scratch=tmp_path)
    assert result.output.endswith("passed\n")


USER_FILE = """
#define TX_THREAD_USER_EXTENSION int my_number;
#define TX_QUEUE_EXTENSION int my_other_number;
#define TX_TIMER_TICKS_PER_SECOND 1000
"""
APPLICATION = r"""
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

static TX_THREAD thread;
static TX_QUEUE queue;
static ULONG area[4], stack[512];

static void run(ULONG input)
{
    tx_thread_identify()->my_number = (int)input;
    queue.my_other_number = 5;
    tx_thread_sleep(2);
    printf("%d, %d ticks, %d ms\n", thread.my_number, (int)tx_time_get(),
           (int)(lm_now() / (LM_CLOCK_HZ / 1000)));
    exit(0);
}

#ifdef __cplusplus
extern "C"
#endif
void tx_application_define(void *first_unused_memory)
{
    UINT wrong = tx_queue_create(&queue, (CHAR *)"queue", 1, area, sizeof area);

    (void)first_unused_memory;
    wrong |= tx_thread_create(&thread, (CHAR *)"thread", run, 7, stack, sizeof stack, 3, 3,
                              TX_NO_TIME_SLICE, TX_AUTO_START);
    if (wrong) {
        exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
"""
PROJECT = f"""
cmake_minimum_required(VERSION 3.22)
project(outside C ASM)
set(TX_USER_FILE ${{CMAKE_CURRENT_SOURCE_DIR}}/tx_user.h)
add_subdirectory({ROOT} limen EXCLUDE_FROM_ALL)
add_executable(application main.c)
target_link_libraries(application azrtos::threadx)
"""


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a program that has its own fields in control blocks."""
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    (tmp_path / "tx_user.h").write_text(USER_FILE)
    for name in ("main.c", "main.cc"):
        (tmp_path / name).write_text(APPLICATION)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    return tmp_path


@pytest.mark.parametrize(
    ("compiler", "file"),
    [("gcc -std=c89 -pedantic", "main.c"), ("gcc -std=c99", "main.c"), ("g++", "main.cc")],
)
def test_the_library_need_not_know_of_an_application_s_fields_and_ticks(
    application: Path, compiler: str, file: str
) -> None:
    build(ROOT, target_named("host"), ["threadx-demo"], lambda _: None)
    flags = ("-Wall", "-Wextra", "-Werror", "-DTX_INCLUDE_USER_DEFINE_FILE", f"-I{application}")
    program = application / "application"
    options = f"@{ROOT / 'build' / 'host' / 'threadx.options'}"
    run(*compiler.split(), *flags, application / file, options, "-o", program)
    assert run(program) == "7, 2 ticks, 2 ms\n"


# The library is built with them, too.
MORE_OPTIONS = """
#define TX_MINIMUM_STACK 300
#define TX_MAX_PRIORITIES 64
#define TX_EXECUTION_PROFILE_ENABLE
#define TX_TIMER_PROCESS_IN_ISR
#define TX_LOW_POWER
#define TX_LOW_POWER_USER_ENTER
#define TX_LOW_POWER_USER_EXIT
"""


@pytest.mark.long("test_options.py compiles what vendors write, and examples/threadx is a project")
@pytest.mark.parametrize("options", ["", MORE_OPTIONS], ids=["few", "many"])
def test_another_project_has_it_as_a_subdirectory(application: Path, options: str) -> None:
    (application / "tx_user.h").write_text(USER_FILE + options)
    run("cmake", "-S", application, "-B", application / "build", "-G", "Ninja")
    run("cmake", "--build", application / "build", "-j2")
    assert run(application / "build" / "application") == "7, 2 ticks, 2 ms\n"
