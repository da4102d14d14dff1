# SPDX-License-Identifier: Apache-2.0
"""Goal: each change of a row by an instruction, a cycle or a byte is noticed.

Method: measure the rows that are equal in every run, and compare them with tests/targets/expected
and with the pages. A short run measures only the loops of the Cortex-M3. After an intended change,
run ./limen bench --exact and review the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.bench import (
    BY_CLOCK,
    EXPECTED_ROWS,
    FOOTPRINT,
    Measurement,
    differences,
    load_peers,
    measure_exact,
    read_expected,
    render_footprint,
    rows_behind,
    section_of,
    sections_ahead,
    with_goals,
    write_expected,
)
from limen.bench.loops import BUILDS, measure_loops
from limen.bench.measure import measure_layers
from limen.run import find_root

ROOT = find_root(Path(__file__).parent)
REMEDY = "if that is meant: ./limen bench --exact"
PAGE = ROOT / "docs/measurements.md"
INSTRUCTIONS = [EXPECTED_ROWS["instructions"]]
LOOPS_MIN = 30


ALL = pytest.mark.long("more processors, builds and sizes, with the same code")


@pytest.fixture(scope="module")
def rows() -> list[Measurement]:
    lines: list[str] = []
    measured = measure_exact(ROOT, lines.append, lines.append)
    return with_goals(measured, load_peers())


def test_each_loop_of_the_cortex_m3_is_as_expected() -> None:
    of_m3 = measure_loops(ROOT, lambda _: None, BUILDS[:1])
    assert len(of_m3) > LOOPS_MIN
    expected = read_expected({path: (ROOT / path).read_text("utf-8") for path in INSTRUCTIONS})
    assert differences(of_m3, {row.key: expected[row.key] for row in of_m3}) == [], REMEDY


@pytest.mark.long("two more libraries of the Cortex-M3; make bench compares the rows")
def test_each_pair_of_the_layers_is_as_expected() -> None:
    of_layers = measure_layers(ROOT, lambda _: None)
    expected = read_expected({path: (ROOT / path).read_text("utf-8") for path in INSTRUCTIONS})
    assert differences(of_layers, {row.key: expected[row.key] for row in of_layers}) == [], REMEDY


@ALL
def test_each_row_is_as_expected(rows: list[Measurement]) -> None:
    texts = {path: (ROOT / path).read_text("utf-8") for path in EXPECTED_ROWS.values()}
    assert differences(rows, read_expected(texts)) == [], REMEDY
    assert write_expected(rows) == texts, REMEDY


@ALL
def test_the_page_begins_with_the_rows_in_which_another_kernel_is_better(
    rows: list[Measurement],
) -> None:
    page = PAGE.read_text("utf-8")
    first_sections = "\n".join(sections_ahead(rows, load_peers()))
    assert first_sections in page, REMEDY
    assert page.index("\n## ") + 1 == page.index(first_sections)


@ALL
def test_the_page_has_every_row(rows: list[Measurement]) -> None:
    page = PAGE.read_text("utf-8")
    peers = load_peers()
    shown = {line for line in page.splitlines() if line.startswith("| **")}
    elsewhere = ("features", "levels", "thread")
    groups: dict[str, list[Measurement]] = {}
    for row in rows:
        groups.setdefault(row.key.split("/")[0], []).append(row)
    for group, members in groups.items():
        if group not in elsewhere:
            lines = section_of(members, peers).splitlines()
            assert {line for line in lines if line.startswith("| **")} <= shown, (group, REMEDY)


@ALL
def test_the_table_of_sizes_is_that_of_the_rows(rows: list[Measurement]) -> None:
    assert (ROOT / FOOTPRINT).read_text("utf-8") == render_footprint(rows), REMEDY


@ALL
def test_each_row_that_is_behind_has_a_reason_and_no_other_row(rows: list[Measurement]) -> None:
    reasons = {key for key in load_peers().reasons if key.split("/")[0] not in BY_CLOCK}
    assert reasons == rows_behind(rows, load_peers())


@ALL
def test_every_figure_and_every_goal_belongs_to_a_row(rows: list[Measurement]) -> None:
    peers = load_peers()
    keys = {row.key for row in rows}
    assert set(peers.figures) <= keys
    assert {key for key in peers.goals if not key.startswith("host/")} <= keys
