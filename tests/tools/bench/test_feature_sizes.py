# SPDX-License-Identifier: Apache-2.0
"""Goal: a program does not contain what it does not call, and what only that would need.

Method: link each feature alone on a Cortex-M3 at -Os, and compare the bytes that the linker takes
from the library, exactly. A reference that takes a further file into all programs changes the row
of threads alone; one that takes it into some changes theirs. After a change that is meant:
./limen bench --exact.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.bench import EXPECTED_ROWS, differences, read_expected
from limen.bench.footprint import FEATURES, measure_features
from limen.run import find_root

ROOT = find_root(Path(__file__).parent)
SIZES = EXPECTED_ROWS["bytes"]
# The most that a program with this feature may take from the library.
BOUNDS = {"threads": 1400, "suspension-and-semaphores": 2400, "sleep": 2600}


@pytest.fixture(scope="module")
def sizes() -> dict[str, float]:
    rows = list(measure_features(ROOT, lambda _: None))
    expected = read_expected({SIZES: (ROOT / SIZES).read_text("utf-8")})
    assert len(rows) == 2 * (len(FEATURES) + 1)
    assert differences(rows, {row.key: expected[row.key] for row in rows}) == []
    return {row.key: row.value for row in rows}


@pytest.mark.parametrize("feature", BOUNDS)
def test_a_feature_alone_fits_into(feature: str, sizes: dict[str, float]) -> None:
    threads = sizes["features/threads-text"]
    added = sizes[f"features/{feature}-text"] if feature != "threads" else 0
    assert threads + added <= BOUNDS[feature]


def test_suspension_needs_no_time(sizes: dict[str, float]) -> None:
    """The code of timeouts, which suspension does not need, comes with a sleep."""
    assert sizes["features/sleep-text"] > 2 * sizes["features/suspension-text"]
