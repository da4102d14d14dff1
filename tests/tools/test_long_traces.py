# SPDX-License-Identifier: Apache-2.0
"""Goal: a trace of ten million events opens in the page, and the page still moves.

Method: what `make bench` measures, with limits that only a page that stands still exceeds; how
fast it is stands in docs/measurements.md.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from limen.bench import measure_page

ROOT = Path(__file__).parents[2]
IS_LONG = bool(os.environ.get("LIMEN_LONG"))
MOST = {"ms": 10_000.0, "MB": 2_000.0, "kB": 600.0, "s": 10.0}
FRAME_MOST = 200.0


@pytest.mark.skipif(not IS_LONG, reason="only with LIMEN_LONG")
def test_ten_million_events() -> None:
    rows = measure_page(ROOT, print)
    assert {row.key for row in rows} >= {"page/limen-10M-zoom", "page/threadx-10M-zoom"}
    for row in rows:
        is_frame = row.key.endswith(("zoom", "pan"))
        assert 0 < row.value < (FRAME_MOST if is_frame else MOST[row.unit]), row
