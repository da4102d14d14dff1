# SPDX-License-Identifier: Apache-2.0
"""Goal: a program contains only the code that its calls need.

Method: link each feature alone on a Cortex-M3 at -Os, and compare the exact bytes that the linker
takes from the library. A reference that links a further file into all programs changes the row of
threads only; a reference that links it into some programs changes their rows. After an intended
change, run ./limen bench --exact.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.bench import EXPECTED_ROWS, differences, read_expected
from limen.bench.footprint import FEATURES, measure_features
from limen.run import find_root

ROOT = find_root(Path(__file__).parent)
SIZES = EXPECTED_ROWS["bytes"]
# The maximum number of bytes that a program with this feature may take from the library.
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
    """A sleep links the code of timeouts, and a suspension does not."""
    assert sizes["features/sleep-text"] > 2 * sizes["features/suspension-text"]
