# SPDX-License-Identifier: Apache-2.0
"""Goal: the repository follows its rules.

Method: each rule of rules.py is applied to its files. ruff, oxlint and clang-tidy, which are
separate steps, check the other rules. test_rules.py shows that the rules find violations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import rules
import tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rules import Finding

C = (".c", ".h", ".cpp")
CPP_API = tree.matching(".hpp", below="include/limen/")
TYPE_SCRIPT = (".ts", ".tsx", ".mts")
SCRIPTS = (".py", *TYPE_SCRIPT, ".css", ".html", ".sh", ".cmake", "CMakeLists.txt", "Makefile")
SOURCES = (*C, ".S", ".ld", *SCRIPTS)
KERNEL_FILES = [
    name for folder in ("kernel/", "layers/", "small/") for name in tree.matching(*C, below=folder)
]


def check(names: Iterable[str], rule: Callable[[str], list[Finding]]) -> None:
    """Apply a rule to files. Fail with one line for each finding."""
    found = [f"{name}:{item.line}: {item.message}" for name in names for item in rule(name)]
    assert not found, "\n" + "\n".join(found)


def test_each_source_says_its_licence() -> None:
    names = [*tree.matching(*SOURCES), *tree.scripts(), *CPP_API]
    check(names, lambda name: rules.spdx(tree.read(name)))


def test_includes_run_one_way() -> None:
    check(
        [*tree.matching(*C, ".S"), *CPP_API],
        lambda name: rules.include_direction(name, tree.read(name), tree.files()),
    )


def test_no_modules_of_the_kernel_include_each_other_in_a_circle() -> None:
    texts = {name: tree.read(name) for name in KERNEL_FILES}
    assert rules.include_circle(texts, tree.files()) == []


def test_kernel_calls_no_library() -> None:
    check(
        KERNEL_FILES,
        lambda name: rules.calls_of_a_library(tree.read(name)),
    )


def test_kernel_has_no_conditionals() -> None:
    check(
        [name for name in KERNEL_FILES if "/include/" not in name],  # those are for C++, too
        lambda name: rules.no_conditionals(tree.read(name), is_header=name.endswith(".h")),
    )


def test_functions_are_short() -> None:
    check(
        tree.matching(*C),
        lambda name: rules.long_functions(rules.c_functions(tree.read(name))),
    )


def test_page_loads_nothing() -> None:
    check(
        [*tree.matching(".ts", ".tsx", ".css", below="viewer/src/"), "viewer/limen.html"],
        lambda name: rules.loads_from_elsewhere(tree.read(name)),
    )


def test_files_are_short() -> None:
    check(
        tree.matching(*C, ".S", ".css") + tree.python_sources(),
        lambda name: rules.long_file(tree.read(name)),
    )


def test_lines_are_short() -> None:
    check([*tree.matching(*C, ".S"), *CPP_API], lambda name: rules.long_lines(tree.read(name)))
    check(
        tree.matching(*TYPE_SCRIPT),
        lambda name: rules.long_lines(tree.read(name), rules.TYPE_SCRIPT_COLUMNS_MAX),
    )


def test_only_the_outermost_part_of_the_page_loads_files() -> None:
    names = [
        name
        for part in ("model", "render", "live")
        for name in tree.matching(*TYPE_SCRIPT, below=f"viewer/src/{part}/")
    ]
    assert names
    check(names, lambda name: rules.loads(tree.read(name)))


def test_files_are_small() -> None:
    too_large = [
        name
        for name in sorted(tree.files())
        if (tree.ROOT / name).stat().st_size > rules.FILE_BYTES_MAX
    ]
    assert not too_large


def test_nothing_mentions_what_only_we_have() -> None:
    check(tree.files(), lambda name: rules.mentions_elsewhere(tree.read(name)))


def test_lock_is_exact() -> None:
    check(tree.matching("requirements.lock"), lambda name: rules.lock_is_exact(tree.read(name)))
