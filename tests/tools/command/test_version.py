# SPDX-License-Identifier: Apache-2.0
"""Goal: ``limen --version`` names the version, and in a checkout the commit that git names.

Method: the command of this checkout, and folders without a history.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from limen import __version__
from limen.cli import main
from limen.made_by import version_text

ROOT = Path(__file__).resolve().parents[3]


def test_the_command_names_version_and_commit(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    said = capsys.readouterr().out.strip()
    if not (ROOT / ".git").exists():
        assert said == f"limen {__version__}"
        return
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    head = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert said.startswith(f"limen {__version__} (")
    assert head.startswith(said.partition("(")[2].rstrip(")").removesuffix("-dirty"))


def test_a_folder_without_history_has_no_commit(tmp_path: Path) -> None:
    assert version_text(tmp_path) == f"limen {__version__}"
    (tmp_path / ".git").write_text("broken\n")
    assert version_text(tmp_path) == f"limen {__version__}"
