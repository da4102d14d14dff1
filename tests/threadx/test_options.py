# SPDX-License-Identifier: Apache-2.0
"""Goal: no option of ThreadX is silently ignored: each has the effect that the README describes.

Method: the table of the README is compared with the header that refuses options, and each of its
rows is tried: programs with the options that work, on both targets; the compiler with refused
options; and equal object code for options that need no change.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from layer_targets import TARGETS

from limen.run import build, count_between, find_root, run_program, target_named
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HERE = Path(__file__).parent
ROOT = find_root(HERE)
THREADX = ROOT / "compat" / "threadx"
HEADER = (THREADX / "include" / "tx_options.h").read_text(encoding="utf-8")
CHECKING = {"as_6_4", "extensions", "timer_in_interrupt"}  # their errors are not for -fast
NAMES = sorted(path.stem for path in (HERE / "options").glob("*.c"))
# The library without checks is one more to compile.
MORE = [f"suite-options-{name}-fast" for name in NAMES if IS_LONG and name not in CHECKING]
PROGRAMS = [*(f"suite-options-{name}" for name in NAMES), *MORE]


@dataclass(frozen=True)
class Row:
    """A row of the table: names of options, their treatment, who sets them, and the proof."""

    names: tuple[str, ...]
    answer: str
    set_by: str
    shown_by: str


def read_rows() -> list[Row]:
    text = (THREADX / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Options") : text.index("## Time")]
    cells = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return [
        Row(tuple(re.findall(r"`(\w+)`", names)), answer.strip(" `"), set_by, shown_by.strip(" `"))
        for names, answer, _, set_by, shown_by in cells
    ]


ROWS = read_rows()


def options(answer: str) -> list[str]:
    return [name for row in ROWS if row.answer == answer for name in row.names]


def refused_in_header() -> set[str]:
    """Return the options that are refused alone; the rest of the header tests combinations."""
    part = HEADER[: HEADER.index("/* Options that need code which this library was built without.")]
    return set(re.findall(r"#ifdef (\w+)", part) + re.findall(r"defined\((\w+)\)", part))


@pytest.fixture(scope="session")
def executables() -> Mapping[str, Mapping[str, Path]]:
    """Return the executables by target and program."""
    return {
        target.name: build(ROOT, target, [*PROGRAMS, "threadx-demo"], lambda _: None)
        for target in TARGETS
    }


def gcc(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Compile in the way of an application, with the options of the archive."""
    file = ROOT / "build" / "host" / "threadx.options"
    text = file.read_text(encoding="utf-8").split()
    flags = [word for word in text if word.startswith(("-I", "-D"))]
    command = ["gcc", "-O2", *flags, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_table_names_what_the_header_refuses() -> None:
    assert set(options("#error")) == refused_in_header()


def test_each_option_is_in_one_row_with_a_known_answer() -> None:
    names = [name for row in ROWS for name in row.names]
    assert len(names) == len(set(names))
    assert {row.answer for row in ROWS} == {"works", "accepted", "library", "#error"}


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.answer == "works"], ids=lambda r: r.names[0]
)
def test_a_program_shows_what_works(row: Row) -> None:
    """Their programs run here and in test_suite.py."""
    text = (ROOT / row.shown_by).read_text(encoding="utf-8")
    assert [name for name in row.names if name not in text] == []


@pytest.mark.parametrize(
    ("name", "program"),
    [(target.name, program) for target in TARGETS for program in PROGRAMS],
)
def test_programs_with_options(
    name: str,
    program: str,
    executables: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    target = target_named(name)
    done = run_program(target, executables[name][program], [], scratch=tmp_path)
    assert (done.status, done.output) == (0, "suite ok\n")


@pytest.mark.usefixtures("executables")
@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.answer == "#error"], ids=lambda r: r.names[0]
)
def test_a_refusal_says_why(row: Row) -> None:
    for name in row.names:
        done = gcc(f"-D{name}", "-fsyntax-only", HERE / "programs/demo.c")
        assert done.returncode != 0
        message = re.search(r'#error "(TXM?_\w+)[^:]*: (.{20,})"', done.stderr)
        assert message, done.stderr
        assert name in refused_together(message[1])


def refused_together(name: str) -> str:
    """Return the lines of the condition whose message begins with this name."""
    end = HEADER.index(f'#error "{name}')
    return HEADER[HEADER.rindex("#if", 0, end) : end]


@pytest.mark.usefixtures("executables")
@pytest.mark.parametrize("name", options("accepted"))
def test_an_accepted_option_changes_nothing(name: str, tmp_path: Path) -> None:
    objects = []
    for flags in ([], [f"-D{name}"]):
        done = gcc(*flags, "-c", HERE / "programs/demo.c", "-o", tmp_path / "demo.o")
        assert done.returncode == 0, done.stderr
        objects.append((tmp_path / "demo.o").read_bytes())
    assert objects[0] == objects[1]


# Options that a user can choose in the tools of vendors, in addition to values: in the settings of
# STM32CubeMX and in the properties of Renesas' FSP. By default CubeMX writes the first two, and FSP
# the first one.
OF_STM32 = (
    "TX_DISABLE_PREEMPTION_THRESHOLD",
    "TX_DISABLE_NOTIFY_CALLBACKS",
    "TX_DISABLE_REDUNDANT_CLEARING",
    "TX_DISABLE_STACK_FILLING",
    "TX_ENABLE_STACK_CHECKING",
    "TX_TIMER_PROCESS_IN_ISR",
    "TX_REACTIVATE_INLINE",
    "TX_INLINE_THREAD_RESUME_SUSPEND",
    "TX_NOT_INTERRUPTABLE",
    "TX_ENABLE_EVENT_TRACE",
    "TX_DISABLE_ERROR_CHECKING",
    "TX_NO_FILEX_POINTER",
    "TX_ENABLE_FPU_SUPPORT",
    "TX_SINGLE_MODE_SECURE",
    *(
        f"TX_{kind}_ENABLE_PERFORMANCE_INFO"
        for kind in ("QUEUE", "MUTEX", "TIMER", "EVENT_FLAGS", "BYTE_POOL", "BLOCK_POOL", "THREAD")
    ),
)
OF_RENESAS = ("TX_SINGLE_MODE_SECURE", "TX_DISABLE_PREEMPTION_THRESHOLD", *OF_STM32[1:12])
VALUES = """
#define TX_TIMER_TICKS_PER_SECOND ((ULONG)1000)
#define TX_TIMER_THREAD_STACK_SIZE 1024
#define TX_TIMER_THREAD_PRIORITY 0
#define TX_STACK_FILL ((ULONG)0xEFEFEFEFUL)
"""
USER_FILES = {
    "stm32": OF_STM32[:2],
    "renesas": OF_RENESAS[:1],
    "none": (),
    "fast": (*OF_STM32[:4], *OF_STM32[5:9]),
}


def test_the_table_says_which_tools_set_an_option() -> None:
    set_by = {name: row.set_by for row in ROWS for name in row.names}
    assert [name for name in OF_STM32 if "CubeMX" not in set_by[name]] == []
    assert [name for name in OF_RENESAS if "FSP" not in set_by[name]] == []
    by_default = {
        row.names for row in ROWS if "by default" in row.set_by and "value" not in row.set_by
    }
    assert by_default == {(name,) for name in (*OF_STM32[:2], OF_RENESAS[0])}
    values = re.findall(r"#define (\w+)", VALUES)
    assert [
        name for name in values if name != "TX_STACK_FILL" and "CubeMX" not in set_by[name]
    ] == []


def configurations() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return each file by itself, each option of either tool, and random choices of them."""
    yield from USER_FILES.items()
    yield from ((name, (name,)) for name in sorted({*OF_STM32, *OF_RENESAS}))
    seed = int(os.environ.get("LIMEN_SEED") or 33)
    chance = random.Random(seed)
    for number in range(400 if IS_LONG else 15):
        known = chance.choice([OF_STM32, OF_RENESAS])
        chosen = chance.sample(known, chance.randrange(1, len(known)))
        yield f"LIMEN_SEED={seed}, number {number}", tuple(chosen)


@pytest.mark.usefixtures("executables")
def test_what_the_tools_of_vendors_write_compiles_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demonstration does the same with each of these files: its threshold is its priority."""
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    demo = HERE / "programs/demo.c"
    host = target_named("host")
    file = (ROOT / "build/host/threadx.options").read_text(encoding="utf-8").split()
    for name, chosen in configurations():
        user = "".join(f"#define {option}\n" for option in chosen) + VALUES
        guarded = f"#ifndef TX_USER_H\n#define TX_USER_H\n{user}#endif\n"
        (tmp_path / "tx_user.h").write_text(guarded)
        command = ["gcc", "-Wall", "-Werror", "-DTX_INCLUDE_USER_DEFINE_FILE", f"-I{tmp_path}"]
        command += [str(demo), *file, "-o", str(tmp_path / "demo")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stderr}"
        result = run_program(host, tmp_path / "demo", [], scratch=tmp_path)
        assert result.output.endswith("passed\n"), f"{name}: {result.output}"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["-DTX_LOW_POWER", "-DTX_LOW_POWER_USER_ENTER=f()"], "define TX_LOW_POWER_USER_EXIT"),
        (["-DTX_LOW_POWER", "-DTX_LOW_POWER_TIMER_SETUP(t)=f(t)"], "USER_ENTER and _EXIT, too"),
        (
            ["-DTX_LOW_POWER_USER_ENTER=f()", "-DTX_LOW_POWER_USER_EXIT=f()"],
            "nothing calls it without TX_LOW_POWER",
        ),
        (["-DTX_ENABLE_EVENT_TRACE", "-DTX_LIMEN_UNTRACED"], "link threadx, not threadx-fast"),
        (
            ["-DTX_MUTEX_ENABLE_PERFORMANCE_INFO", "-DTX_LIMEN_UNCOUNTED"],
            "link a library that counts",
        ),
        (["-DTX_MAX_PRIORITIES=64"], "build it with this TX_USER_FILE"),
        (["-DTX_STACK_FILL=0x12345678UL"], "tx_stack_fill_has_to_be_0xEFEFEFEF"),
    ],
)
@pytest.mark.usefixtures("executables")
def test_combinations_that_cannot_work_are_refused(flags: list[str], message: str) -> None:
    done = gcc(*flags, "-fsyntax-only", HERE / "programs/demo.c")
    assert done.returncode != 0
    assert message in done.stderr


@pytest.mark.parametrize(
    ("definition", "missing"),
    [
        ("TX_MINIMUM_STACK=200", ""),
        ("TX_MINIMUM_STACK=300", "TX_USER_FILE, where TX_MINIMUM_STACK is 300"),
        ("TX_MAX_PRIORITIES=32", ""),
        ("TX_MAX_PRIORITIES=16", "TX_USER_FILE, where TX_MAX_PRIORITIES is 16"),
    ],
)
@pytest.mark.parametrize(
    ("name", "compiler"), [("host", "gcc"), ("mps2-an385", "arm-none-eabi-gcc")]
)
@pytest.mark.usefixtures("executables")
def test_the_library_has_to_have_the_same_limits(
    definition: str, missing: str, name: str, compiler: str, tmp_path: Path
) -> None:
    command = [compiler, f"-D{definition}", str(HERE / "programs/demo.c")]
    file = f"@{ROOT / 'build' / name / 'threadx.options'}"
    done = subprocess.run(
        [*command, file, "-o", str(tmp_path / "demo")], capture_output=True, text=True, check=False
    )
    assert (done.returncode == 0) == (missing == ""), done.stderr
    assert missing in done.stderr


@pytest.mark.long("two more libraries; test_threadx.py counts what calls cost")
def test_switches_cost_what_the_page_says() -> None:
    names = ["bench-threadx", "bench-threadx-notify", "bench-threadx-profile"]
    programs = build(ROOT, target_named("mps2-an385"), names, lambda _: None)
    page = (THREADX / "README.md").read_text(encoding="utf-8")
    said = re.search(r"empty functions costs (\d+) instructions .*, and the profile (\d+)", page)
    assert said is not None
    plain, *others = (
        Counter(count_between(programs[name], "bench_mark", ["tx", "relinquish"])).most_common(1)[
            0
        ][0]
        for name in names
    )
    switches = 2
    assert [count - plain for count in others] == [switches * int(said[1]), switches * int(said[2])]


def symbols(program: Path) -> set[str]:
    command = ["arm-none-eabi-nm", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {line.split()[-1] for line in done.stdout.splitlines()}


PARTS = {
    "_tx_limen_kernel_enter_with": "timer_thread",
    "_tx_limen_fresh": "extensions",
    "lm_idle_hook_set": "low_power",
    "lm_interrupt_hook_add": "execution_change",
    "lm_switch_hook_add": "execution_change",
}


@pytest.mark.parametrize("part", sorted(PARTS))
def test_only_programs_with_an_option_contain_its_code(
    part: str, executables: Mapping[str, Mapping[str, Path]]
) -> None:
    programs = executables["mps2-an385"]
    assert part in symbols(programs[f"suite-options-{PARTS[part]}"])
    assert part not in symbols(programs["threadx-demo"])


@pytest.mark.parametrize("program", ["timer_in_interrupt", "no_timer"])
def test_without_a_timer_thread_nothing_of_it_is_left(
    program: str, executables: Mapping[str, Mapping[str, Path]]
) -> None:
    assert "serve" in symbols(executables["mps2-an385"]["threadx-demo"])
    assert "serve" not in symbols(executables["mps2-an385"][f"suite-options-{program}"])


# The slice and the call with which a program contains the code of slices.
CHANGE = "ULONG old; tx_thread_time_slice_change(&thread, 5, &old);"
SLICED = {
    "constant": ("5", ""),
    "variable": ("chosen", ""),
    "change": ("TX_NO_TIME_SLICE", CHANGE),
    "": ("TX_NO_TIME_SLICE", ""),
}
PROGRAM = """
#include "tx_api.h"
static TX_THREAD thread;
static ULONG64 stack[256];
volatile ULONG chosen;
static VOID run(ULONG input) {{ TX_PARAMETER_NOT_USED(input); }}
VOID tx_application_define(VOID *memory)
{{
    TX_PARAMETER_NOT_USED(memory);
    tx_thread_create(&thread, (CHAR *)"thread", run, 0, stack, sizeof stack, 3, 3, {slice},
                     TX_AUTO_START);
    {more}
}}
int main(void) {{ tx_kernel_enter(); return 0; }}
"""


@pytest.mark.parametrize(
    "command",
    [
        "gcc -O0 -Wall -Wextra -Wconversion -Werror",
        "gcc -O2 -DTX_DISABLE_PREEMPTION_THRESHOLD -DTX_DISABLE_ERROR_CHECKING",
        "g++ -O0 -Wall -Wextra -Werror -DTX_DISABLE_ERROR_CHECKING",
        "clang -O0 -Wall -Wextra -Werror -DTX_DISABLE_PREEMPTION_THRESHOLD",
    ],
)
@pytest.mark.parametrize("sliced", SLICED)
@pytest.mark.usefixtures("executables")
def test_only_programs_with_slices_contain_their_code(
    sliced: str, command: str, tmp_path: Path
) -> None:
    """A slice in the source counts as a constant, with and without optimisation."""
    slice_, more = SLICED[sliced]
    source = tmp_path / ("program.cpp" if command.startswith("g++") else "program.c")
    source.write_text(PROGRAM.format(slice=slice_, more=more))
    file = (ROOT / "build/host/threadx.options").read_text(encoding="utf-8").split()
    program = tmp_path / "program"
    words = [*command.split(), str(source), *file, "-o", str(program)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    listed = subprocess.run(["nm", str(program)], capture_output=True, text=True, check=True)
    assert ("lm_slice_use" in re.findall(r" [Tt] (\w+)$", listed.stdout, re.MULTILINE)) == (
        sliced != ""
    )


@pytest.mark.parametrize("command", ["gcc -O0 -Wall -Wextra -Werror", "g++ -O2", "clang -O2"])
@pytest.mark.usefixtures("executables")
def test_a_service_without_checks_has_an_address(command: str, tmp_path: Path) -> None:
    """The address of a service can be taken, as in ThreadX. A call by it may set a slice."""
    source = tmp_path / ("program.cpp" if command.startswith("g++") else "program.c")
    text = PROGRAM.format(slice="5", more="").replace("tx_thread_create(", "create(")
    pointer = "UINT (*create)(TX_THREAD *, CHAR *, VOID (*)(ULONG), ULONG, VOID *, ULONG, UINT,\n"
    pointer += "               UINT, ULONG, UINT) = tx_thread_create;\n"
    source.write_text(text.replace("VOID tx_application", f"static {pointer}VOID tx_application"))
    file = (ROOT / "build/host/threadx.options").read_text(encoding="utf-8").split()
    program = tmp_path / "program"
    words = [*command.split(), "-DTX_DISABLE_ERROR_CHECKING", str(source), *file]
    done = subprocess.run([*words, "-o", str(program)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    listed = subprocess.run(["nm", str(program)], capture_output=True, text=True, check=True)
    assert re.search(r" [Tt] lm_slice_use$", listed.stdout, re.MULTILINE)
