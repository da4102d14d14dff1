# SPDX-License-Identifier: Apache-2.0
"""Goal: the sweep covers each public function of the kernel.

Method: the sweep's C files call each prototype of include/limen, or the list below has the reason
why not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from limen.run import find_root

HERE = Path(__file__).parent
ROOT = find_root(HERE)
BEFORE_THREADS = "for start-up"
BOARD = "of the board, not of the kernel"
DRIVEN = "a thread that a tick drives is there for ever, and a world is not"
OBSERVER = "of the libraries that record and count"
ASLEEP = "called around the wait of the idle processor, with interrupts off"
STACK = "calls a function of the program, and changes only which stack a check looks at"
NO_STATE = "reads a constant, or a word that no call of the kernel changes in between"
NOT_SWEPT: Final = {
    "lm_board_print": BOARD,
    "lm_board_save": BOARD,
    "lm_byte_pool_count_free": "not to be called where another call on the pool can interrupt it",
    "lm_idle_make_up": ASLEEP,
    "lm_idle_until": ASLEEP,
    "lm_in_interrupt": NO_STATE,
    "lm_interrupts_are_disabled": NO_STATE,
    "lm_irq_set_threaded": NO_STATE,
    "lm_misuse_set_handler": NO_STATE,
    "lm_model_get": NO_STATE,
    "lm_object_attach_counters": OBSERVER,
    "lm_slice_use": "called by lm_thread_create, for the initial value of a slice",
    "lm_slice_use_units": "called by lm_thread_create, for the initial value of a slice",
    "lm_slices_in": BEFORE_THREADS,
    "lm_thread_stack_is_intact": "reads the stack without the lock",
    "lm_thread_stack_unused": "reads the stack without the lock",
    "lm_work": BOARD,
}
HOOK = "one locked step, which sets what only switches, interrupts or the idle processor read"
CORES = "in limen-cores, whose stress is tests/targets/cores"
AUDIT = "reads with the lock, which it takes for each step; what it finds is the caller's own"
BUDGET = "one locked step; tests/kernel/worlds/test_budget.c has its alarms at all instants"
OBSERVED = "the calls of such a program are those that are swept, with interrupts off around them"
FOREVER = "what the call with LM_FOREVER is, which is swept"
FAMILIES_NOT_SWEPT: Final = {
    r"lm_\w+_forever": FOREVER,
    r"lm_core_\w+|lm_thread_(?:move|set_core)|lm_\w+_create_shared": CORES,
    r"lm_(idle|interrupt|switch)_hook_\w+": HOOK,
    r"lm_shared_stack_\w+": STACK,
    r"lm_observer_\w+": OBSERVED,
    r"lm_tick_\w+": DRIVEN,
    r"lm_cyclic_\w+": DRIVEN,
    r"lm_audit_\w+|lm_kernel_audit": AUDIT,
    r"lm_thread_(set|remove)_budget": BUDGET,
    r"lm_trace_\w+|lm_interrupt_(enter|exit)|lm_kernel_(object_)?counters": OBSERVER,
}


def public_functions() -> set[str]:
    """Return the functions of all headers, except inline ones, which have no prototype."""
    prototype = re.compile(r"^(?!static|typedef| )[\w \*]*\b(lm_\w+)\(", re.MULTILINE)
    headers = (ROOT / "include" / "limen").glob("*.h")
    return {name for header in headers for name in prototype.findall(header.read_text())}


def swept() -> set[str]:
    """Return the functions that the program calls."""
    sources = "".join(path.read_text() for path in HERE.rglob("*.c"))
    return set(re.findall(r"\b(lm_\w+)\(", sources))


def is_explained(name: str) -> bool:
    return name in NOT_SWEPT or any(re.fullmatch(family, name) for family in FAMILIES_NOT_SWEPT)


def test_each_public_function_is_swept_or_explained() -> None:
    functions = public_functions()
    assert len(functions) > 100
    assert sorted(name for name in functions - swept() if not is_explained(name)) == []


def test_explanations_are_needed() -> None:
    functions = public_functions()
    assert sorted(name for name in NOT_SWEPT if name not in functions - swept()) == []
