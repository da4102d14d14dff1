# SPDX-License-Identifier: Apache-2.0
"""Goal: a script runs as documented, and wrong arguments change nothing.

Method: scripts are started by their path, from another folder, as a shell would.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
import tree

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "words", "status"),
    [
        ("mutation", ["--help"], 0),
        ("mutation", ["--nonsense"], 2),
        ("pictures", ["--help"], 0),
        ("pictures", ["--nonsense"], 2),
        ("page-looks.mjs", [], 2),
        ("page-looks.mjs", ["folder", "chromium", "800", "x.limen"], 2),
    ],
)
def test_a_script_is_called_by_its_path(
    name: str, words: list[str], status: int, tmp_path: Path
) -> None:
    command = [str(tree.ROOT / "scripts" / name), *words]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    assert name in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
