# SPDX-License-Identifier: Apache-2.0
"""Goal: the output of the article's program is shown beside the listing of the article."""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.errors import LabError
from limen.lab import load_lab
from limen.lab.article import beside_the_article
from limen.lab.transcript import TEXTS, Line, parse_transcripts, problem_of
from limen.run import find_root

ROOT = find_root(Path(__file__).parent)
OUTPUT = """\
a kernel says something
transcript none 0.000 thread1 start
transcript none 1.0 thread2 start
transcript rt 0.1 thread1 start
transcriptless
transcript none 6.004 thread1 stop\r
"""


def test_lines_are_sorted_by_model() -> None:
    assert parse_transcripts(OUTPUT.splitlines()) == {
        "none": (
            Line(0.0, "thread1 start"),
            Line(1.0, "thread2 start"),
            Line(6.004, "thread1 stop"),
        ),
        "rt": (Line(0.1, "thread1 start"),),
    }


def test_another_order_is_a_problem() -> None:
    lines = [Line(0.0, text) for text in TEXTS]
    assert problem_of(lines) == ""
    assert "thread2 stop, thread1 stop" in problem_of([*lines[:2], lines[3], lines[2], lines[4]])


def test_each_model_stands_beside_the_article_and_linux() -> None:
    tables = beside_the_article(ROOT, load_lab(ROOT, "preemption-models"))
    stops = {table.title.split(",")[0]: table.lines[2] for table in tables}
    assert stops["none"][1:3] == ("6", "6.000")
    assert stops["voluntary"][1:3] == ("5", "5.000")
    assert stops["full"][1:3] == ("3", "3.000")
    for table in tables:
        assert [line[0] for line in table.lines] == list(TEXTS)
        assert any(head.startswith("Linux") for head in table.heads)
        for line in table.lines:
            seconds = [float(cell) for cell in line[1:] if cell[:1].isdigit()]
            assert max(seconds) - min(seconds) < 0.01, (table.title, line)


def test_a_program_without_the_lines_is_named() -> None:
    lab = load_lab(ROOT, "preemption-models").model_copy(update={"transcripts": ("plain", "plain")})
    with pytest.raises(LabError, match=r"case plain, none: the program printed: nothing"):
        beside_the_article(ROOT, lab)
