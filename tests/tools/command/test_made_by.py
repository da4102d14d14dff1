# SPDX-License-Identifier: Apache-2.0
"""Goal: a result contains the version and the commit of Limen that made it.

Method: independent readers read results of each kind; the version is compared with the one in
pyproject.toml.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq

from limen import made_by as module
from limen.cli import app
from limen.made_by import made_by, version_text
from limen.sweep import Axis, Plan, run_sweep

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parents[3]
SYSTEM = ROOT / "examples/analysis/thresholds.toml"
TRACE = ROOT / "examples/traces/inversion-plain-host.limen"
PLAN = Plan(
    threads=2,
    utilisation=Axis(0.5, 0.5, 0.1),
    sets=1,
    piece=1,
    metrics=("accept",),
    policies=("fp",),
)


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "tools/pyproject.toml").read_text())["project"]
    assert made_by().startswith(f"limen {project['version']}")


def test_a_wheel_has_the_commit_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "commit").write_text("0123abc\n")
    monkeypatch.setattr(module, "prebuilt", lambda name: tmp_path / name)
    assert version_text(ROOT).endswith(" (0123abc)")
    (tmp_path / "commit").write_text("")
    assert "(" not in version_text(ROOT)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    app(["analyze", str(SYSTEM), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert next(iter(said)) == "limen"
    assert said["limen"] == made_by()


def maker(file: Path) -> str:
    return bytes(pq.read_schema(file).metadata[b"limen"]).decode()


def test_a_sweep_and_each_of_its_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version may continue the sweep; then the results name both."""
    folder = tmp_path / "sweep"
    run_sweep(PLAN, folder, workers=1)
    plan = json.loads((folder / "plan.json").read_text())
    assert plan.pop("limen") == made_by()
    assert plan == json.loads(PLAN.to_json())
    (piece,) = (folder / "pieces").iterdir()
    assert maker(piece) == maker(folder / "results.parquet") == made_by()
    monkeypatch.setattr("limen.sweep.run.made_by", lambda: "limen 9")
    run_sweep(PLAN, folder, workers=1)
    assert maker(folder / "results.parquet") == made_by()  # that of the piece
    more = tmp_path / "more"
    run_sweep(PLAN, more, workers=1)
    assert maker(more / "results.parquet") == "limen 9"


def test_tables_of_a_trace(tmp_path: Path) -> None:
    app(["trace", "convert", str(TRACE), str(tmp_path / "x.parquet")])
    assert maker(tmp_path / "x.parquet") == made_by()


def test_a_page(tmp_path: Path) -> None:
    app(["report", str(TRACE), "-o", str(tmp_path / "x.html")])
    head = (tmp_path / "x.html").read_text().partition("</head>")[0]
    assert f'<meta name="generator" content="{made_by()}" />' in head
