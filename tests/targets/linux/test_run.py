# SPDX-License-Identifier: Apache-2.0
"""Goal: on real kernels every cell is in its class, and a second run prints the same bytes.

Method: run the lab if its packages are in the cache, or with LIMEN_LONG, which fetches them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.lab import Settings, load_lab
from limen.linux import Cache, Options, is_cached, run_linux
from limen.run import find_root
from support.further import IS_LONG

if TYPE_CHECKING:
    from limen.lab import Row

ROOT = find_root(Path(__file__).parent)

pytestmark = pytest.mark.skipif(
    not IS_LONG and not is_cached(Cache.of_user()),
    reason="its packages are not in the cache: ./limen lab run linux fetches them",
)


def run(logs: Path, *, with_cyclictest: bool = False) -> list[Row]:
    options = Options(logs=logs, with_cyclictest=with_cyclictest)
    return run_linux(Settings(ROOT), options).rows(load_lab(ROOT, "linux"))


def wrong(rows: list[Row]) -> list[str]:
    return [f"{row.case}, {row.metric}: {row.measured}, {row.note}" for row in rows if not row.ok]


def test_each_cell_and_each_byte(tmp_path: Path) -> None:
    first = run(tmp_path / "first")
    assert wrong(first) == []
    if IS_LONG:
        assert run(tmp_path / "second") == first
        for path in (tmp_path / "first").iterdir():
            assert (tmp_path / "second" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.skipif(not IS_LONG, reason="only with LIMEN_LONG")
@pytest.mark.parametrize("target", ["linux-6.12", "linux-7"])
def test_other_kernels(target: str) -> None:
    results = run_linux(Settings(ROOT), Options((target,)))
    assert wrong(results.rows(load_lab(ROOT, "linux"))) == []


@pytest.mark.skipif(not IS_LONG, reason="only with LIMEN_LONG")
def test_latencies(tmp_path: Path) -> None:
    rows = run(tmp_path, with_cyclictest=True)
    assert any(row.case == "cyclictest-load" for row in rows)
    assert wrong(rows) == []
