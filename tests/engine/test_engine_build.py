# SPDX-License-Identifier: Apache-2.0
"""Goal: an interrupted build of the engine is completed by the next command.

Method: a folder contains the files that such a build leaves, and the commands of the build are
recorded instead of executed.
"""

from __future__ import annotations

import sysconfig
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from limen import engine
from limen.errors import MissingError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def test_a_module_that_is_cut_off_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[Sequence[str]] = []
    outcome = SimpleNamespace(status=1, output="error: interrupted")

    def execute(command: Sequence[str], **_: object) -> SimpleNamespace:
        commands.append(command)
        return outcome

    monkeypatch.setattr(engine, "execute", execute)
    monkeypatch.setenv("LIMEN_BUILD", str(tmp_path))
    module = tmp_path / f"limen_engine{sysconfig.get_config_var('EXT_SUFFIX')}"
    module.write_bytes(b"\x7fELF")
    with pytest.raises(MissingError, match="error: interrupted"):
        engine._build(tmp_path)
    outcome.status = 0
    engine._build(tmp_path)
    assert len(commands) == 1 + 2
    engine._build(tmp_path)
    assert len(commands) == 1 + 2
