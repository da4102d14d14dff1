# SPDX-License-Identifier: Apache-2.0
"""Goal: a lab's document gets its numbers and pictures, and its other text does not change.

Method: the lab "demo" with artificial rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from limen.errors import LabError
from limen.lab import Row, load_lab
from limen.lab.report import report, with_report
from support.labs import LAB_TOML, write_repository

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """# Title

<!-- results: written by limen lab report -->
old
<!-- end of results -->
behind
"""
LAB = 'headline = ["fast.size"]\n' + LAB_TOML.replace(
    'title = "the slow way"',
    'title = "the slow way"\npictures = ["overview"]\nsee.overview = "It has {slow.size} bytes."',
)
COMPARISON = """
[comparison]
title = "Two ways"
see = "One takes {slow.size} bytes."
published = "paper"
kernels = ["one", "another"]
line = [
    { name = "yields", cells = ["slow.yields", "slow.size"] },
    { name = "sizes", cells = ["slow.size", "slow/fast.size_ratio"] },
    { name = "nothing", cells = ["fast.size", "fast.size"] },
]
"""
ROWS = [
    Row("demo", "host", "slow", "yields", "per cycle", 2, 2, ok=True),
    Row("demo", "host", "slow", "size", "bytes", None, 110.5, ok=False),
    Row("demo", "host", "fast", "size", "bytes", None, None, ok=True),
    Row("demo", "host", "slow/fast", "size_ratio", "", None, 2.0, ok=True),
    Row("other", "host", "slow", "size", "bytes", None, 7, ok=True),
]


def test_the_part_of_a_document(tmp_path: Path) -> None:
    lab = load_lab(write_repository(tmp_path, LAB), "demo")
    lines = report(lab, ROWS, "demo").splitlines()
    assert lines[:6] == [
        "### Summary",
        "",
        "| case | metric | source | measured | expected | unit |",
        "|---|---|---:|---:|---|---|",
        "| fast | `size` |  | nothing |  | bytes |",
        "",
    ]
    assert lines[6:16] == [
        "### Case slow: the slow way",
        "",
        "![Case slow: overview](demo/demo-slow-overview.svg)",
        "",
        "It has 110.5 bytes.",
        "",
        "| on | metric | source | measured | expected | unit |",
        "|---|---|---:|---:|---|---|",
        "| host | `yields` | 2 | 2 | 2 | per cycle |",
        "| host | `size` |  | 110.5 | ≤ 100 **missed** | bytes |",
    ]
    assert lines[17] == "### Case fast: the fast way"


def test_a_summary_says_in_words_what_was_measured(tmp_path: Path) -> None:
    text = LAB.replace('unit = "bytes"\nrow', 'unit = "bytes"\nwords = "size of it"\nrow')
    lines = report(load_lab(write_repository(tmp_path, text), "demo"), ROWS, "demo").splitlines()
    assert lines[2] == "| case | what | source | measured | expected | unit |"
    assert lines[4] == "| fast | size of it |  | nothing |  | bytes |"
    assert "| host | `size` |  | nothing |  | bytes |" in lines


def test_a_comparison_of_kernels(tmp_path: Path) -> None:
    text = LAB.replace("[[case]]", f"{COMPARISON}\n[[case]]", 1)
    lab = load_lab(write_repository(tmp_path, text), "demo")
    rows = [row for row in ROWS if row.case != "fast"]
    lines = report(lab, rows, "demo").splitlines()
    begin = lines.index("### Two ways")
    assert lines[begin + 2 : begin + 9] == [
        "One takes 110.5 bytes.",
        "",
        "|  | paper | one | another |",
        "|---|---:|---:|---:|",
        "| yields | 2 | 2 | 110.5 |",
        "| sizes |  | 110.5 | 2 |",
        "",
    ]


def test_the_rest_of_a_document_stays() -> None:
    once = with_report(TEXT, "new", "x.md")
    assert once == TEXT.replace("old", "\nnew")
    assert with_report(once, "new", "x.md") == once


@pytest.mark.parametrize("line", [2, 4])
def test_a_document_without_a_place_for_it(line: int) -> None:
    lines = TEXT.splitlines()
    with pytest.raises(LabError, match=r"x\.md: it has no place for results; write the lines <"):
        with_report("\n".join(lines[:line] + lines[line + 1 :]), "new", "x.md")


def test_a_headline_that_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"headline: no metric fast\.siez; take one of fast\.size"):
        load_lab(write_repository(tmp_path, LAB.replace("fast.size", "fast.siez", 1)), "demo")
