# SPDX-License-Identifier: Apache-2.0
"""Goal: the documentation and the comments use plain technical English.

Method: the rule of words.py on bad examples, and on all files of the repository except those of the
rule itself.
"""

from __future__ import annotations

import pytest
import tree
import words

SUFFIXES = (
    *(".md", ".c", ".h", ".cpp", ".S", ".ld", ".py", ".ts", ".tsx", ".mts", ".mjs", ".css"),
    *(".cmake", ".sh", ".toml", "CMakeLists.txt", "Makefile"),
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "It runs on the desk."),
        ("a.md", "Whoever waits is next."),
        ("a.md", "It is\ntold at once."),
        ("a.c", "/* The alarm\n * rings. */"),
        ("a.c", "int a; // begins anew"),
        ("a.py", '"""Who is next."""'),
        ("a.py", "x = 1  # it rang"),
        ("a.sh", "# Made anew."),
    ],
)
def test_avoided_words_are_found(name: str, text: str) -> None:
    assert len(words.avoided_words(name, text)) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "`anew` is a word."),
        ("a.md", "A ring of records, and rings of bytes."),
        ("a.c", 'print("anew"); /* The alarm expires. */'),
        ("a.c", "struct ring rings;"),
        ("a.py", 'print("anew")'),
    ],
)
def test_other_words_are_not(name: str, text: str) -> None:
    assert words.avoided_words(name, text) == []


def test_documents_and_comments_avoid_them() -> None:
    findings = [
        f"{name}:{item.line}: {item.message}"
        for name in [*tree.matching(*SUFFIXES), *tree.scripts()]
        if not name.startswith("tests/house/")
        for item in words.avoided_words(name, tree.read(name))
    ]
    assert not findings, "\n" + "\n".join(findings)
