# SPDX-License-Identifier: Apache-2.0
"""Goal: the emulator's own tests, in tools/emulator/test, pass.

Method: Node's test runner on the compiled tests.
"""

from __future__ import annotations

import subprocess

import chip

from limen.run import SAFETY_SECONDS, build_runner, find_root


def test_units() -> None:
    folder = build_runner(find_root(chip.HERE)).parents[1] / "test"
    files = sorted(str(file) for file in folder.glob("*.test.mjs"))
    assert files
    command = ["node", "--test", *files]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=SAFETY_SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout
