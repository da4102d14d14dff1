# SPDX-License-Identifier: Apache-2.0
"""Goal: no name in a file makes a spreadsheet compute something, and numbers stay numbers.

Method: the test has its own copy of the rule, from the documentation of spreadsheets. Each form of
CSV is written with names that are formulas, and read by Python's module.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from limen.cells import as_text, inert
from limen.cli import app
from limen.system.load import parse_system
from limen.system.table import parse_csv, to_csv
from limen.trace.convert import convert
from limen.trace.files import read_trace
from limen.trace.numbers import Event
from support.synthetic import Recorder

if TYPE_CHECKING:
    import pytest

FORMULAS = ("=1+1", "+cmd", "-x", "@SUM(A1)", "\t=1", "\r=1")
BEGINNINGS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return all(character in "0123456789+-.eE" for character in text)


@given(st.text(alphabet=st.sampled_from([*BEGINNINGS, *"'a15.e "]), max_size=8) | st.text())
def test_a_cell_is_inert_and_says_what_it_said(text: str) -> None:
    cell = inert(text)
    assert cell[:1] not in tuple(BEGINNINGS) or is_number(cell)
    assert as_text(cell) == text
    if text[:1] not in ("'", *BEGINNINGS):
        assert cell == text


def test_numbers_stay_numbers() -> None:
    for number in (-5, -1.5, "-5", "+1.5e-3", "-.5"):
        assert inert(number) == number
    for text in ("-", "-5 ms", "-1-1", "--5", "-e5"):
        assert inert(text) == f"'{text}"


def trace_with_names(folder: Path) -> Path:
    recorder = Recorder()
    threads = [recorder.name(1, name, 5, 5) for name in FORMULAS[:4]]
    for time, thread in enumerate(threads):
        recorder.put(time, Event.SWITCH, thread, thread)
    file = folder / "x.limen"
    file.write_bytes(recorder.image())
    return file


def test_traces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = trace_with_names(tmp_path)
    convert(read_trace(file), tmp_path / "x.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text())))
    assert [row["running"] for row in rows] == [f"'{name}" for name in FORMULAS[:4]]
    query = "SELECT '=1' AS \"@a\", -5 AS b, 'x=1' AS c"
    assert app(["trace", "sql", str(file), query, "--csv"]) in {0, None}
    assert capsys.readouterr().out == "'@a,b,c\n'=1,-5,x=1\n"


def test_systems() -> None:
    thread = '[[thread]]\nname = "=HYPERLINK(1)"\nperiod = 10\nwork = 1\npriority = 1\n'
    system = parse_system(thread.encode(), Path("x.toml"))
    text = to_csv(system)
    assert "\n'=HYPERLINK(1),10," in text
    assert parse_csv(text, "x.csv", system.name) == system
