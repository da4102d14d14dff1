# SPDX-License-Identifier: Apache-2.0
"""The notebooks run from start to end, and their assertions hold."""

from __future__ import annotations

import os
from pathlib import Path

import nbclient
import nbformat
import pytest

from limen.run import SAFETY_SECONDS

FOLDER = Path(__file__).resolve().parents[3] / "examples/analysis"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore")  # of the machinery that starts another Python
@pytest.mark.parametrize(
    "file",
    [
        pytest.param(
            file,
            id=file.stem,
            marks=pytest.mark.long("one more notebook") if place > 0 else (),
        )
        for place, file in enumerate(NOTEBOOKS)
    ],
)
def test_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = Path(__file__).resolve().parents[3] / "tools/src"
    monkeypatch.setenv("PYTHONPATH", f"{tools}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    client = nbclient.NotebookClient(
        notebook, timeout=SAFETY_SECONDS, resources={"metadata": {"path": str(FOLDER)}}
    )
    client.execute()
    outputs = [cell["outputs"] for cell in notebook.cells if cell["cell_type"] == "code"]
    assert any(outputs)


def test_there_are_three_worked_examples() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["can", "motor", "thresholds"]
