# SPDX-License-Identifier: Apache-2.0
"""Goal: every lab keeps what its lab.toml promises, on every target.

Method: run them all, as the command does.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.lab import Settings, find_labs, load_lab, run_labs
from limen.run import LAB_TARGETS, find_root

ROOT = find_root(Path(__file__).parent)


@pytest.mark.parametrize("name", find_labs(ROOT))
def test_lab_keeps_its_promises(name: str) -> None:
    rows = run_labs([load_lab(ROOT, name)], LAB_TARGETS, Settings(root=ROOT))
    assert {row.target for row in rows} == {target.name for target in LAB_TARGETS}
    broken = [
        f"{row.case}, {row.target}: {row.metric} is {row.measured}, {row.note}"
        for row in rows
        if not row.ok
    ]
    assert broken == []


@pytest.mark.parametrize("name", find_labs(ROOT))
def test_lab_is_explained(name: str) -> None:
    text = (ROOT / f"labs/{name}/README.md").read_text(encoding="utf-8")
    for part in ("**Claim.**", "**Source.**", "**What runs.**", "**How to read it.**"):
        assert part in text
    for case in load_lab(ROOT, name).cases:
        assert f"`{case.name}`" in text
