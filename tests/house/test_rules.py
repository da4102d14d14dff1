# SPDX-License-Identifier: Apache-2.0
"""Goal: each rule finds exactly its violations, at their lines.

Method: for each rule a text that breaks it, and a similar text that does not.
"""

from __future__ import annotations

import pytest
import rules
from rules import Finding, Function

FILES = frozenset(
    {
        "include/limen/thread.h",
        "kernel/state.h",
        "kernel/core/ready_queue.h",
        "kernel/core/sched.c",
        "ports/port.h",
        "ports/host/include/limen_port.h",
        "ports/host/port_inline.h",
        "ports/host/context.h",
        "ports/cortex-m/registers.h",
        "boards/host/console.h",
        "labs/one/main.c",
        "labs/one/tasks.h",
        "examples/one/main.c",
        "examples/one/sensor.h",
        "docs/design.md",
    }
)
MARK = "SPDX-" + "License-Identifier: Apache-2.0"


def lines(findings: list[Finding]) -> list[int]:
    return [finding.line for finding in findings]


def test_spdx() -> None:
    assert rules.spdx(f"/* {MARK} */\n") == []
    assert rules.spdx(f"#!/bin/sh\n# {MARK}\n") == []
    assert lines(rules.spdx("int a;\n")) == [1]
    assert lines(rules.spdx(f"\n\n\n/* {MARK} */\n")) == [1]
    assert lines(rules.spdx(f"/* {MARK} */\n/* {MARK} */\n")) == [2]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("kernel/core/sched.c", "core/ready_queue.h"),
        ("kernel/core/sched.c", "port.h"),
        ("kernel/core/sched.c", "limen/thread.h"),
        ("kernel/core/sched.c", "string.h"),
        ("include/limen/thread.h", "limen_port.h"),
        ("ports/port.h", "port_inline.h"),
        ("ports/host/context.c", "context.h"),
        ("ports/host/context.c", "state.h"),
        ("ports/host/context.c", "sys/mman.h"),
        ("boards/host/console.c", "port.h"),
        ("labs/one/main.c", "tasks.h"),
        ("labs/one/main.c", "limen/thread.h"),
        ("examples/one/main.c", "sensor.h"),
        ("tests/kernel/worlds/test_sched.c", "core/ready_queue.h"),
    ],
)
def test_include_direction_allows(path: str, name: str) -> None:
    assert rules.include_direction(path, f"#include <{name}>\n", FILES) == []


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("kernel/core/sched.c", "port_inline.h"),
        ("kernel/core/sched.c", "../../ports/host/context.h"),
        ("kernel/core/sched.c", "stdlib.h"),
        ("include/limen/thread.h", "state.h"),
        ("include/limen/thread.h", "string.h"),
        ("ports/port.h", "core/ready_queue.h"),
        ("ports/host/context.c", "core/ready_queue.h"),
        ("ports/host/context.c", "../cortex-m/registers.h"),
        ("boards/host/console.c", "state.h"),
        ("labs/one/main.c", "state.h"),
        ("labs/two/main.c", "../one/tasks.h"),
        ("examples/one.c", "port.h"),
        ("examples/two/main.c", "../one/sensor.h"),
        ("bench/one.c", "core/ready_queue.h"),
    ],
)
def test_include_direction_forbids(path: str, name: str) -> None:
    assert lines(rules.include_direction(path, f'\n#include "{name}"\n', FILES)) == [2]


def test_include_circle() -> None:
    texts = {
        "kernel/core/a.h": '#include "core/b.h"\n',
        "kernel/core/a.c": '#include "core/a.h"\n',
        "kernel/core/b.h": "",
        "kernel/core/b.c": '#include "core/b.h"\n',
    }
    files = frozenset(texts)
    assert rules.include_circle(texts, files) == []
    texts["kernel/core/b.c"] += '#include "core/a.h"\n'
    assert rules.include_circle(texts, files) == ["kernel/core/a", "kernel/core/b"]


def test_calls_of_a_library() -> None:
    assert rules.calls_of_a_library("    memcpy(a, b, c); /* not strlen() */ lm_free(a);\n") == []
    bad = "int a;\n    p = malloc(1);\n    free(p);\n    n = strlen (s) + memcmp(a, b, c);\n"
    assert lines(rules.calls_of_a_library(bad)) == [2, 3, 4, 4]


def test_no_conditionals() -> None:
    header = "/* #if */\n#ifndef A_H\n#define A_H\nint a;\n#endif\n"
    assert rules.no_conditionals(header, is_header=True) == []
    assert lines(rules.no_conditionals(header, is_header=False)) == [2]
    second = header.replace("int a;", "#ifdef LM_TRACED\n#endif")
    assert lines(rules.no_conditionals(second, is_header=True)) == [4]
    no_guard = "#ifndef LM_LEVELS\n#define LM_LEVEL 32\n#endif\n"
    assert lines(rules.no_conditionals(no_guard, is_header=True)) == [1]
    indented = "  #  if 0\n  # elif 1\n#endif\n"
    assert lines(rules.no_conditionals(indented, is_header=False)) == [1, 2]


def test_c_functions() -> None:
    text = """
struct a {
    int b;
};

static const struct a array[] = {
    {1},
};

/* f(x) {
}
*/
static int function(int x,
                    int y)
{
    if (x) {
        return '{';
    }
    return y;
}

void g(void)
{
}
"""
    assert rules.c_functions(text) == [Function("function", 14, 4), Function("g", 22, 0)]


def test_loads_from_elsewhere() -> None:
    good = (
        'const svg = "http://www.w3.org/2000/svg"; // see https://example.org\n'
        "const half = 1 / 2; /* //example.org */ fetch(`/trace`);\n"
        "new EventSource(`${location.origin}/live`);\n"
    )
    assert rules.loads_from_elsewhere(good) == []
    bad = (
        'fetch("https://example.org/x");\n<script src="//example.org/a.js">\n'
        "url(http://example.org/font)\nws://localhost:8080\n`${a}`, 'wss://a.b'\n"
    )
    assert lines(rules.loads_from_elsewhere(bad)) == [1, 2, 3, 4, 5]


def test_sizes() -> None:
    limit = rules.FUNCTION_LINES_MAX
    assert rules.long_functions([Function("f", 7, limit)]) == []
    assert lines(rules.long_functions([Function("f", 7, limit + 1)])) == [7]
    assert rules.long_file("x\n" * rules.FILE_LINES_MAX) == []
    assert lines(rules.long_file("x\n" * (rules.FILE_LINES_MAX + 1))) == [601]
    assert rules.long_lines("x" * 100 + "\n") == []
    assert lines(rules.long_lines("\n" + "x" * 101)) == [2]
    assert rules.long_lines("x" * 120, 120) == []


def test_loads() -> None:
    good = 'import "./a";\nimport type { A } from "./b";\nnew URL(address, location.href);\n'
    assert rules.loads(good) == []
    assert lines(rules.loads(good + 'await import("./late");\n')) == [4]
    assert lines(rules.loads('new Worker(new URL("./w.ts", import.meta.url));\n')) == [1]


def test_broken_links() -> None:
    good = (
        "[a](design.md#part) [b](../kernel/) [c](https://example.org) [d](#here) [e](..)\n"
        "`[f](no.md)`\n```c\n[g](no.md)\n```\n"
    )
    assert rules.broken_links("docs/index.md", good, FILES) == []
    assert lines(rules.broken_links("docs/index.md", good + "[h](no.md)\n", FILES)) == [6]
    assert lines(rules.broken_links("index.md", "![i](design.md)", FILES)) == [1]


def test_missing_paths() -> None:
    good = (
        "`kernel/core/sched.c`, `ports/host/`, `limen/thread.h`, `core/sched.c` `docs/NAME.md`\n"
        "`make test`, `and/or`, `build/limen.c`, kernel/no.c\n"
    )
    assert rules.missing_paths("kernel/README.md", good, FILES) == []
    for bad in ("kernel/core/no.c", "kernel/no", "limen/no.h", "no/sched.c", "docs/NAME.txt"):
        assert lines(rules.missing_paths("docs/index.md", f"\nsee `{bad}`\n", FILES)) == [2]


def test_commands() -> None:
    block = "```sh\nmake demo   # takes a minute\n# why\n\n$ ./limen lab\n```\n"
    text = f"{block}```c\nint a;\n```\nmake\n"
    assert rules.commands(text) == [(2, "make demo"), (5, "./limen lab")]


def test_mentions_elsewhere() -> None:
    assert rules.mentions_elsewhere("../tests ./shared and sharing\n") == []
    for word in rules.ELSEWHERE:
        assert lines(rules.mentions_elsewhere(f"\nsee {word}/x\n")) == [2]


def test_lock_is_exact() -> None:
    assert rules.lock_is_exact("# why\nast_serialize==0.13.1\nruff==1!2.0+local\n") == []
    for bad in ("numpy>=2", "numpy", "-e tools", "a @ https://example.org/a.whl", "a==1 --hash=x"):
        assert lines(rules.lock_is_exact(f"a==1\n{bad}\n")) == [2]
