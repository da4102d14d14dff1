# SPDX-License-Identifier: Apache-2.0
"""Goal: a change in the analysis of small traces is noticed, and the page has the same analysis.

Method: golden/analysis/*.json, which LIMEN_UPDATE=1 writes again for review; the tests of the page
compare with the same files.
"""

from __future__ import annotations

import os

import pytest

from limen.trace import parse_trx
from support.golden import GOLDEN, TESTS, golden_text, open_source, sources
from support.trx import DATA, SAMPLE, forms

SOURCES = sources()
BYTES_MAX = 660_000  # of all files: they are read by people, and kept for ever


@pytest.mark.parametrize("name", SOURCES)
def test_the_analysis_is_the_known_one(name: str) -> None:
    text = golden_text(SOURCES[name])
    if os.environ.get("LIMEN_UPDATE"):
        (GOLDEN / name).write_text(text)
    assert (GOLDEN / name).read_text() == text


def test_no_golden_file_is_without_its_trace() -> None:
    assert {path.name for path in GOLDEN.glob("*.json")} == set(SOURCES)
    assert sum(path.stat().st_size for path in GOLDEN.iterdir()) < BYTES_MAX


def test_the_byte_order_does_not_matter() -> None:
    little, big = (TESTS / "golden" / name for name in ("little.hex", "big.hex"))
    assert golden_text(little).replace("little", "big") == golden_text(big)
    assert len(open_source(little)) > 0


@pytest.mark.parametrize("form", forms())
def test_the_form_of_a_file_does_not_matter(form: str) -> None:
    known = (GOLDEN / SAMPLE).with_suffix(".analysis.json").read_text()
    assert golden_text(DATA / SAMPLE, parse_trx(forms()[form])) == known
