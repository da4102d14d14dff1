# SPDX-License-Identifier: Apache-2.0
"""Goal: programs for FreeRTOS find the names and the options of its interface.

Method: names.txt lists each name as working, accepted, or missing. A compiler checks that it
exists, and the library has each function. A function of FreeRTOS is not a macro, so that programs
can take its address and declare it again. The table of docs/from-freertos.md lists each option in
the same way; each is set in a FreeRTOSConfig.h, and is refused with its name or accepted without a
warning. All checks are made in C and in C++.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from limen.run import build, find_root, target_named

ROOT: Final = find_root(Path(__file__).parent)
PROGRAMS: Final = ROOT / "tests/freertos/programs"
HEADERS: Final = ROOT / "compat/freertos/include"
FOLDERS: Final = [
    HEADERS,
    *(ROOT / f"{one}/include" for one in ("compat/common", ".", "ports/host")),
]
COMPILERS: Final = {"c": ["gcc", "-std=c11"], "cpp": ["g++", "-std=c++17"]}

# Values of options that are not 1, with their requirements.
VALUES: Final = {
    "configSTACK_DEPTH_TYPE": "unsigned short",
    "configRUN_TIME_COUNTER_TYPE": "unsigned long long",
    "configMESSAGE_BUFFER_LENGTH_TYPE": "unsigned char",
    "configTICK_RATE_HZ": "1000",
    "configMAX_PRIORITIES": "56",
    "configNUMBER_OF_CORES": "2",
    "configTICK_TYPE_WIDTH_IN_BITS": "TICK_TYPE_WIDTH_64_BITS",
    "configUSE_TICKLESS_IDLE 2": "2",
    "configINITIAL_TICK_COUNT": "((TickType_t)0 - 100)",
    "configIDLE_TASK_NAME": '"idle"',
    "configTIMER_SERVICE_TASK_NAME": '"timers"',
    "configMAX_TASK_NAME_LEN": "20",
    "configLIST_VOLATILE": "volatile",
}
MACROS: Final = {
    "configASSERT": "(x) ((x) ? (void)0 : __builtin_trap())",
    "configPRECONDITION": "(x) ((void)(x))",
    "configPRINTF": "(x)",
    "traceTASK_SWITCHED_IN": "() ((void)pxCurrentTCB->pcTaskName)",
    "traceTASK_SWITCHED_OUT": "() ((void)pxCurrentTCB->pcTaskName)",
    "traceTASK_CREATE": "(task) undeclared(task)",
    "traceQUEUE_SEND": "(queue) undeclared(queue)",
    "portSUPPRESS_TICKS_AND_SLEEP": "(ticks) undeclared(ticks)",
    "portCONFIGURE_TIMER_FOR_RUN_TIME_STATS": "() ((void)0)",
    "portGET_RUN_TIME_COUNTER_VALUE": "() undeclared()",
    "sbSEND_COMPLETED": "(buffer) ((void)(buffer))",
    "sbRECEIVE_COMPLETED": "(buffer) ((void)(buffer))",
    "sbSEND_COMPLETE_FROM_ISR": "(buffer, woken) ((void)(buffer), (void)(woken))",
    "sbRECEIVE_COMPLETED_FROM_ISR": "(buffer, woken) ((void)(buffer), (void)(woken))",
    "configCONTROL_INFINITE_LOOP": "()",
    "mtCOVERAGE_TEST_MARKER": "()",
}

# What FreeRTOS itself defines as macros, among names with the prefixes of functions.
MACROS_OF_FREERTOS: Final = re.compile(
    r"""xQueue(Send|SendToBack|SendToFront|Overwrite)(FromISR)? | xQueueGetStaticBuffers
    | (x|v|ux)Semaphore\w+ | (x|v)MessageBuffer\w+ | xStream(Batching)?BufferCreate\w*
    | xTaskNotify\w* | vTaskNotify\w+ | ulTaskNotify\w+ | vTaskDelayUntil
    | vTaskList | vTaskGetRunTimeStats | pcTaskGetTaskName | eTaskStateGet
    | xTimer(Start|Stop|Reset|ChangePeriod)(FromISR)? | xTimerDelete
    | xEventGroupGetBits | xEventGroupClearBitsFromISR | pvPortMallocStack | vPortFreeStack
    | x(Task|Queue|Semaphore|Timer)Handle | xTaskStatusType""",
    re.VERBOSE,
)


def names() -> list[tuple[str, str, str]]:
    """Return for each name its header, the name, and "", "accepted" or "missing"."""
    header = ""
    found: list[tuple[str, str, str]] = []
    for line in (ROOT / "tests/freertos/names.txt").read_text().splitlines():
        if line.startswith("# header "):
            header = line.removeprefix("# header ")
        elif not line.startswith("#"):
            words, _, state = line.partition(" | ")
            assert not state or re.match(r"(accepted|missing): .", state), line
            found += [(header, word, state.partition(":")[0]) for word in words.split()]
    return found


def compiled(folder: Path, text: str, kind: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / f"main.{kind}").write_text(text)
    command = [*COMPILERS[kind], "-Wall", "-Wextra", "-Wundef", "-fsyntax-only", "-fmax-errors=0"]
    command += ["-DLM_CLOCK_HZ=1000000", "-DLM_COUNTED=1", "-DLM_LEVELS=56", *options]
    command += [f"-I{one}" for one in FOLDERS]
    return subprocess.run(
        [*command, f"main.{kind}"], cwd=folder, capture_output=True, text=True, check=False
    )


def including(headers: list[str]) -> str:
    return "".join(f'#include "{one}"\n' for one in headers)


HEADER_NAMES: Final = list(dict.fromkeys(header for header, _, _ in names()))


@pytest.mark.parametrize("kind", COMPILERS)
def test_a_name_exists_unless_it_is_missing(kind: str, tmp_path: Path) -> None:
    text = including(HEADER_NAMES)
    for number, (_, name, _) in enumerate(names()):
        declared = f"extern __typeof__({name}) *name_{number};"
        text += f"#ifndef {name}\n{declared}\n#endif\n"
    done = compiled(tmp_path, text, kind, f"-I{PROGRAMS}")
    undeclared = set(re.findall(r"error: .(\w+). (?:undeclared|was not)", done.stderr))
    assert undeclared == {name for _, name, state in names() if state == "missing"}


def test_the_library_has_each_function(tmp_path: Path) -> None:
    target = target_named("host")
    build(ROOT, target, ["freertos-tasks"], lambda _: None)
    text = including(HEADER_NAMES)
    for _, name, state in names():
        if state != "missing":
            text += f"#ifndef {name}\nname_without_macro {name}\n#endif\n"
    (tmp_path / "main.c").write_text(text)
    command = ["gcc", "-E", "-P", "-DLM_CLOCK_HZ=1000000", "-DLM_COUNTED=1", "-DLM_LEVELS=56"]
    command += [f"-I{PROGRAMS}", *(f"-I{one}" for one in FOLDERS), "main.c"]
    source = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    plain = set(re.findall(r"name_without_macro (\w+)", source))
    inline = set(re.findall(r"\b(\w+) ?\([^;{}]*\)\s*\{", source))
    functions = {name for name in plain if re.search(rf"\b{name}\([^;{{]*\);", source)} - inline
    nm = ["nm", "-g", "--defined-only", str(ROOT / "build/host/libfreertos.a")]
    symbols = subprocess.run(nm, capture_output=True, text=True, check=True).stdout
    assert len(functions) > 130
    assert functions <= set(re.findall(r" T (\w+)", symbols))


@pytest.mark.parametrize("kind", COMPILERS)
def test_functions_of_freertos_are_not_macros(kind: str, tmp_path: Path) -> None:
    functions = [
        name
        for _, name, state in names()
        if state != "missing"
        and re.match(r"(x|v|ux|ul|uc|pc|pv|e)[A-Z]", name)
        and not MACROS_OF_FREERTOS.fullmatch(name)
    ]
    assert len(functions) > 150
    text = including(HEADER_NAMES)
    text += "extern BaseType_t xPortIsInsideInterrupt(void);\n"
    for name in functions:
        text += f"#ifdef {name}\n#error {name} is a macro\n#endif\n"
    assert compiled(tmp_path, text, kind, f"-I{PROGRAMS}").stderr == ""


def options() -> list[tuple[str, str]]:
    """Return each option in the table of the page with its effect."""
    page = (ROOT / "docs/from-freertos.md").read_text()
    table = page.split("## FreeRTOSConfig.h", 1)[1].split("# Native calls", 1)[0]
    found: list[tuple[str, str]] = []
    for row in re.findall(r"^\| (`.*?) \| (.*) \|$", table, re.MULTILINE):
        found += [
            (f"{name}{' 2' if after == ' 2' else ''}", row[1])
            for name, after in re.findall(
                r"`((?:config|INCLUDE_|port|trace|sb|mt)\w+)`( 2)?", row[0]
            )
        ]
    return found


def configured(folder: Path, chosen: list[str], kind: str = "c") -> str:
    """Return the messages of the compiler for all headers, with these and the tests' options."""
    text = f'#include "{PROGRAMS}/FreeRTOSConfig.h"\n'
    for option in chosen:
        name = option.split(" ")[0]
        value = MACROS.get(name) or f" {VALUES.get(option, '1')}"
        text += f"#undef {name}\n#define {name}{value}\n"
    (folder / "FreeRTOSConfig.h").write_text(text)
    return compiled(folder, including(HEADER_NAMES), kind, f"-I{folder}").stderr


REFUSED: Final = [option for option, what in options() if what.startswith("refused: ")]
ACCEPTED: Final = [option for option, _ in options() if option not in REFUSED]


def test_options_are_accepted(tmp_path: Path) -> None:
    assert configured(tmp_path, ACCEPTED) == ""


def test_co_routines_are_refused_where_they_are_used(tmp_path: Path) -> None:
    done = compiled(tmp_path, including(["FreeRTOS.h", "croutine.h"]), "c", f"-I{PROGRAMS}")
    assert re.findall("error: (.*)", done.stderr) == [
        '#error "croutine.h: the layer has no co-routines; make tasks of them"'
    ]


@pytest.mark.parametrize("kind", COMPILERS)
@pytest.mark.parametrize("option", ["configUSE_16_BIT_TICKS", "configTICK_TYPE_WIDTH_IN_BITS"])
def test_other_widths_of_ticks_are_accepted(option: str, kind: str, tmp_path: Path) -> None:
    assert configured(tmp_path, [option], kind) == ""


def test_options_are_refused_by_name(tmp_path: Path) -> None:
    messages = configured(tmp_path, REFUSED)
    said = re.findall('error: (?:#error|static assertion failed:) "(.*)"', messages)
    for option in REFUSED:
        name = option.split(" ")[0]
        assert any(re.match(rf"{name}( [^:]*)?: .", line) for line in said), option


@pytest.mark.long("each option alone; together they are accepted or refused above")
def test_an_option_is_accepted_alone(tmp_path: Path) -> None:
    assert {option: said for option in ACCEPTED if (said := configured(tmp_path, [option]))} == {}


def test_the_default_values_are_in_the_table() -> None:
    text = (HEADERS / "freertos_defaults.h").read_text()
    known = {option.split(" ")[0] for option, _ in options()}
    defaults = set(re.findall(r"#ifndef ((?:config|INCLUDE_)\w+)", text))
    assert defaults - known <= {"configPRECONDITION_DEFINED", "configMIN", "configMAX"}


def test_each_name_is_listed_once() -> None:
    listed = [name for _, name, _ in names()]
    assert len(listed) == len(set(listed))
