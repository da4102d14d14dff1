# SPDX-License-Identifier: Apache-2.0
"""Goal: the page of proofs has the actual results for small classes of systems and a mistake.

`make prove` compares all results.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support import theorem

PAGE = (Path(__file__).parents[3] / "docs/proofs.md").read_text("utf-8")
SMALL = ("three-chunks", "two-both", "three-jitter")
MISTAKES = theorem.mistakes()


MAKE_PROVE = "make prove compares each class and each mistake"


@pytest.fixture(scope="module")
def program() -> Path:
    return theorem.build()


@pytest.mark.long(MAKE_PROVE)
@pytest.mark.parametrize("name", SMALL)
def test_a_class_has_the_states_of_the_page(program: Path, name: str) -> None:
    found = theorem.run(program, name)
    assert f"| {name} | {found.tasks} | {found.period_max} |" in PAGE
    assert f"| {found.systems:,} | {found.states:,} | {found.unbounded:,} |" in PAGE


@pytest.mark.long(MAKE_PROVE)
def test_the_page_has_each_class(program: Path) -> None:
    assert all(f"| {name} |" in PAGE for name in theorem.class_names(program))


@pytest.mark.long(MAKE_PROVE)
def test_a_mistake_is_refuted_by_the_class_of_the_page(program: Path) -> None:
    mistake = MISTAKES[0]
    assert program.is_file()  # the program with the mistake has its judge
    name = theorem.refuting(theorem.build(mistake), SMALL)
    assert f"* {mistake.wrong} (`{name}`)" in PAGE


def test_each_mistake_is_on_the_page() -> None:
    assert all(f"* {mistake.wrong} (`" in PAGE for mistake in MISTAKES)
