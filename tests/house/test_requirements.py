# SPDX-License-Identifier: Apache-2.0
"""Goal: each promise of a public header and of the semantics has a test, as the page says."""

from __future__ import annotations

import subprocess

import tree


def test_the_page_of_requirements_is_current() -> None:
    done = subprocess.run(
        ["scripts/requirements"], cwd=tree.ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
