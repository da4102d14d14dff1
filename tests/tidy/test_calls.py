# SPDX-License-Identifier: Apache-2.0
"""Goal: no call that checks an object is left out of tests/kernel/test_doors.c.

Method: the functions of the kernel in which LM_REQUIRE_OBJECT is used are looked up in its text.
"""

from __future__ import annotations

import re

import tree

TEST = "tests/kernel/test_doors.c"
# Devices are removed by threads only, one at a time, with preemption disabled.
NOT_AT_THE_DOOR = frozenset({"unlist"})


def checking_functions(text: str) -> set[str]:
    """Names of the functions of a C source that check an object."""
    parts = re.split(r"^(?=\w[^\n;]*?\w+\()", text, flags=re.MULTILINE)
    names = set()
    for part in parts:
        head = re.match(r"\w[^\n;]*?(\w+)\(", part)
        if head is not None and "LM_REQUIRE_OBJECT(" in part:
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
