# SPDX-License-Identifier: Apache-2.0
"""Goal: a file whose name is not valid text is read and written, or rejected with one line.

Method: a trace with a byte in its name that is not valid UTF-8, which a shell passes on unchanged,
and commands of each reader and writer. The last ones write to an output that cannot represent the
name.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TRACE = ROOT / "examples/traces/inversion-plain-host.limen"
SYSTEM = ROOT / "examples/analysis/thresholds.toml"
NAME = os.fsencode("good").decode() + os.fsdecode(b"\xff")


def limen(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [str(ROOT / "limen"), *words],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("trace", "info", f"{NAME}.limen", "--json"), 0),
        (("trace", "convert", f"{NAME}.limen", f"{NAME}.csv"), 0),
        (("trace", "convert", f"{NAME}.limen", f"{NAME}.pftrace"), 0),
        (("trace", "convert", f"{NAME}.limen", f"{NAME}.parquet"), 2),
        (("trace", "sql", f"{NAME}.limen", NAME), 2),
        (("trace", "info", f"no{NAME}.limen"), 2),
        (("analyze", f"{NAME}.toml"), 0),
    ],
)
def test_it_is_a_name_like_others(words: tuple[str, ...], status: int, tmp_path: Path) -> None:
    shutil.copy(TRACE, tmp_path / f"{NAME}.limen")
    shutil.copy(SYSTEM, tmp_path / f"{NAME}.toml")
    for variables in ({}, {"PYTHONIOENCODING": "ascii"}):
        done = limen(tmp_path, *words, **variables)
        assert (done.returncode, b"Traceback" in done.stderr) == (status, False), done.stderr
        assert len(done.stderr.splitlines()) == (1 if status else 0)
