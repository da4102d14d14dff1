# SPDX-License-Identifier: Apache-2.0
"""Goal: the tests of argument checks and of error records cover each call.

Method: the table of test_misuse.c equals the output of its generator for the current headers, and
has each function that takes a pointer to an object. tests/kernel/worlds/test_doors.c has each
function of the kernel that uses LM_REQUIRE_OBJECT, directly or in a macro of its file; the other
tests have the numbers of calls.
"""

from __future__ import annotations

import re
import subprocess
import sys

import tree

TEST = "tests/kernel/worlds/test_doors.c"
# Devices are removed by threads only, one at a time, with preemption disabled.
NOT_AT_THE_DOOR = frozenset({"unlist"})
RECORDS = (
    "tests/kernel/worlds/test_error_records.c",
    "tests/kernel/worlds/test_error_records_layers.c",
)
# They take any object, or NULL, and write its number to the trace; or a handler that gets a thread;
# LM_SLICE uses lm_slice_use. Those of limen-cores create objects by tested calls, or take a lock,
# which is not an object.
NO_WRONG_POINTER = frozenset(
    {
        "lm_section_enter",
        "lm_trace_service",
        "lm_trace_error",
        "lm_stack_check",
        "lm_misuse_set_handler",
        "lm_slice_use",
        "lm_slice_use_units",
        "lm_semaphore_create_shared",
        "lm_queue_create_shared",
        "lm_mutex_create_shared",
        "lm_event_flags_create_shared",
        "lm_block_pool_create_shared",
        "lm_notice_create_shared",
        "lm_priority_queue_create_shared",
        "lm_thread_set_core",
        "lm_core_enter",
        "lm_audit_init",
        "lm_kernel_audit",
        "lm_audit_steps",
        "lm_audit_block",
        "lm_audit_bytes",
        "lm_core_leave",
    }
)
# Calls of the board, and of the library for several cores, which has no trace.
NOT_IN_THE_WORLDS = frozenset(
    {"IRQ_ATTACH", "IRQ_SERVE", "THREAD_MOVE", "CORE_START", "CORE_ENTER", "CORE_LEAVE"}
)


def checking_functions(text: str) -> set[str]:
    """Return the names of the functions of a C source that check an object."""
    macros = re.finditer(r"^#define (\w+)\((?:.*\\\n)*.*\n", text, flags=re.MULTILINE)
    checks = ["LM_REQUIRE_OBJECT(", "LM_REQUIRE_OWN("]
    first = tuple(checks)
    checks += [f"{macro[1]}(" for macro in macros if any(check in macro[0] for check in first)]
    text = re.sub(r"^#define (?:.*\\\n)*.*\n", "", text, flags=re.MULTILINE)
    parts = re.split(r"^(?=\w[^\n;]*?\w+\()", text, flags=re.MULTILINE)
    names = set()
    for part in parts:
        head = re.match(r"\w[^\n;]*?(\w+)\(", part)
        if head is not None and any(check in part for check in checks):
            names.add(head[1])
    return names


def test_functions_are_found() -> None:
    checks = "    LM_REQUIRE_OBJECT(key, x, LM_KIND_X);\n"
    text = f"enum lm_status lm_a(int x,\n  int y)\n{{\n{checks}}}\n\nstatic int b(void)\n{{\n}}\n"
    assert checking_functions(text) == {"lm_a"}


def test_each_call_is_tested_at_the_door() -> None:
    sources = tree.matching(".c", below="kernel/") + tree.matching(".c", below="layers/")
    names = {name for source in sources for name in checking_functions(tree.read(source))}
    tested = set(re.findall(r"\b(lm_\w+)\(", tree.read(TEST)))
    assert len(names) > len(NOT_AT_THE_DOOR)
    assert names - tested == NOT_AT_THE_DOOR


def test_each_call_is_tested_with_an_error() -> None:
    calls = set(re.findall(r"\bLM_CALL_(\w+)", tree.read("kernel/observe/calls.h")))
    kernel = "\n".join(tree.read(path) for path in RECORDS)
    tested = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", kernel))
    assert len(calls) > len(NOT_IN_THE_WORLDS)
    assert calls - tested == NOT_IN_THE_WORLDS
    assert "lm_irq_attach" in tree.read("tests/kernel/scenes/test_errors_are_events.c")


def made_by(generator: str) -> str:
    command = [sys.executable, generator, "--print"]
    return subprocess.run(command, cwd=tree.ROOT, check=True, capture_output=True, text=True).stdout


def test_each_function_is_called_with_wrong_pointers() -> None:
    rows = tree.read("tests/kernel/worlds/misuse_calls.inc")
    assert rows == made_by("tests/kernel/worlds/generate_misuse.py"), "run make format"
    headers = "".join(tree.read(name) for name in tree.matching(".h", below="include/limen/"))
    plain = re.sub(r"/\*.*?\*/", "", headers, flags=re.DOTALL)
    declared = set(
        re.findall(r"^(?!static)\w[^;{}()]*?(lm_\w+)\([^;{}]*?struct \w+ \*", plain, re.MULTILINE)
    )
    called = set(re.findall(r"^CALL\((\w+)", rows, flags=re.MULTILINE))
    assert declared - called == NO_WRONG_POINTER
    assert len(called) > len(NO_WRONG_POINTER)


def test_each_service_of_threadx_is_called_with_wrong_pointers() -> None:
    rows = tree.read("tests/threadx/services/wrong_pointers.inc")
    assert rows == made_by("tests/threadx/generate_wrong_pointers.py"), "run make format"
    services = tree.read("compat/threadx/include/tx_services.inc")
    checked = r"^TX_(?:CREATION|CHECKED|NOTIFICATION)\((?:[A-Z_]+, )?([a-z]\w+), (?!VOID\))"
    declared = set(re.findall(checked, services, flags=re.MULTILINE))
    assert declared == set(re.findall(r"^SERVICE\(_txe_(\w+)", rows, flags=re.MULTILINE))
    assert declared
