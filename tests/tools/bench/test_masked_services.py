# SPDX-License-Identifier: Apache-2.0
"""Goal: no service keeps interrupts off for longer than the repository says, to the instruction.

Method: measure all of them, and compare with tests/targets/expected/masked.toml and with the table
in docs/measurements.md. After a change that is meant: ./limen bench --masked, and read the diff.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.bench import EXPECTED, masked_section, measure_masked, read_masked
from limen.run import find_root

if TYPE_CHECKING:
    from limen.bench import MaskedCase

ROOT = find_root(Path(__file__).parent)
REMEDY = "if that is meant: ./limen bench --masked"


@pytest.fixture(scope="module")
def expected() -> list[MaskedCase]:
    return read_masked((ROOT / EXPECTED).read_text("utf-8"))


def test_each_service_is_as_expected(expected: list[MaskedCase]) -> None:
    lines: list[str] = []
    measured = measure_masked(ROOT, lines.append)
    assert [case for case in measured if case not in expected] == [], REMEDY
    assert measured == expected, REMEDY


def test_the_table_is_that_of_the_expectations(expected: list[MaskedCase]) -> None:
    page = (ROOT / "docs/measurements.md").read_text("utf-8")
    assert masked_section(expected) in page, REMEDY
