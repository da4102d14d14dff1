# SPDX-License-Identifier: Apache-2.0
"""Goal: a serial console is read as init.sh defines it, and a wrong line is rejected.

Method: the consoles of a real run (golden/), cut and damaged at every place, and random text.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import LabError
from limen.lab.transcript import TEXTS, Line, parse_transcripts, transcript_table
from limen.linux.family import FAMILIES
from limen.linux.log import Cyclic, Delay, Late, parse_log

GOLDEN = Path(__file__).parent / "golden"
CONSOLES = {
    start.name: (GOLDEN / f"linux-{start.name}.log").read_text()
    for start in FAMILIES["linux"].boots
}


def test_a_real_console() -> None:
    log = parse_log(CONSOLES["rt"], "rt")
    assert log.kernel.endswith("-rt-amd64")
    assert log.late["rt", "raw_spin_lock"] == Late(300125, 500249)
    assert log.late["rt", "plain"].late_us < 1000
    assert log.delay["rt", 60] == Delay(100124, is_hard=False, priority=50, task="irq/24-limen-la")
    assert "Debian 6.1." in log.version
    assert [line.text for line in log.transcripts["rt"]] == list(TEXTS)
    assert log.threads["rt", "ksoftirqd/0"] == 0
    assert log.threads["rt", "ktimers/0"] == 1


def test_what_the_kernel_says_in_between_is_for_people() -> None:
    text = (
        "[ 0.1] hi\nlab kernel 6\n\x1b[0m\0\nlab cyclic rt idle 10 1 2\r\nlaboratory\nlab end\nbye"
    )
    assert parse_log(text, "x").cyclic == {("rt", "idle"): Cyclic(10, 1, 2)}


@pytest.mark.parametrize("name", CONSOLES)
def test_cut_off_anywhere(name: str) -> None:
    text = CONSOLES[name]
    end = text.index("lab end") + len("lab end")
    for length in range(end):
        with pytest.raises(LabError, match=f"{name}: it ended too early"):
            parse_log(text[:length], name)
    parse_log(text[:end], name)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("lab late rt plain 57", "line 2: not understood: 'lab late rt plain 57'"),
        ("lab late rt plain 57 ", "line 2: not understood"),
        ("lab late rt plain 5x 1", "line 2: not understood"),
        ("lab late rt plain 1e3 1", "line 2: not understood"),
        ("lab late rt plain \N{ARABIC-INDIC DIGIT ONE} 1", "line 2: not understood"),
        ("lab late rt plain 1 9999999999999", "line 2: not understood"),
        ("lab late rt plain 1 2 3", "line 2: not understood"),
        ("lab late  plain 1 2", "line 2: not understood"),
        ("lab delay rt 60 1 soft 1 x", "line 2: not understood"),
        ("lab delay rt 60 1 hard 1 ", "line 2: not understood"),
        ("lab cyclic rt idle 1 2", "line 2: not understood"),
        ("lab transcript rt 1 thread1 start", "line 2: not understood"),
        ("lab transcript rt 1.0 ", "line 2: not understood"),
        ("lab preempt rt full\nlab preempt rt lazy", "line 3: measured twice"),
        ("lab version a\nlab version b", "line 3: not understood"),
        ("lab insmod: not found", "line 2: not understood"),
        ("lab kernel 6.1", "line 2: not understood"),
        ("lab late rt plain 1 2\nlab late rt plain 1 3", "line 3: measured twice"),
        ("lab delay rt 0 1 hard 1 x\nlab delay rt 0 2 hard 1 x", "line 3: measured twice"),
        ("lab end\nKernel panic - not syncing", ""),
        (
            "Kernel panic - not syncing\nlab ending",
            "it ended too early; its last words: lab ending",
        ),
    ],
)
def test_a_spoilt_console(line: str, problem: str) -> None:
    end = "" if "end" in line else "\nlab end\n"
    text = f"lab kernel 6.1\n{line}{end}"
    if not problem:
        parse_log(text, "x")
        return
    with pytest.raises(LabError) as error:
        parse_log(text, "x")
    assert problem in str(error.value)
    assert "--logs FOLDER" in str(error.value)


def test_the_choice_of_a_kernel() -> None:
    log = parse_log(CONSOLES["dynamic"], "x")
    assert log.choice == {model: model for model in ("none", "voluntary", "full")}


def test_the_same_lines_from_other_programs() -> None:
    theirs = parse_transcripts(
        ["result x 1", "transcript full 0.0 thread1 start", " transcript full 3.000 end test\n"]
    )
    assert theirs == {"full": (Line(0, "thread1 start"), Line(3, "end test"))}
    ours = parse_log(CONSOLES["rt"], "rt").transcripts["rt"]
    heads, *lines = transcript_table({"Limen full": theirs["full"], "6.1 rt": ours})
    assert heads == ("line", "Limen full", "6.1 rt")
    assert lines[0] == ("thread1 start", "0.000", f"{ours[0].second:.3f}")
    assert [line[1] for line in lines[1:]] == ["", "", "", "3.000 (line 2)"]


@pytest.mark.parametrize("text", ["", "\n\n", "lab end", "lab late rt plain 1 2\nlab end"])
def test_without_a_begin(text: str) -> None:
    with pytest.raises(LabError):
        parse_log(text, "x")


def test_a_panic_is_quoted() -> None:
    text = "lab kernel 6.1\nKernel panic - not syncing: " + "x" * 500
    with pytest.raises(LabError) as error:
        parse_log(text, "boot rt")
    assert "boot rt: it ended too early; its last words: Kernel panic - not syncing" in str(
        error.value
    )
    assert len(str(error.value)) < 250


@given(st.text())
def test_any_text(text: str) -> None:
    with contextlib.suppress(LabError):
        parse_log(text, "x")


@given(st.data())
def test_any_edit_of_a_real_console(data: st.DataObject) -> None:
    text = CONSOLES["threadirqs"]
    place = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 20))
    other = data.draw(st.text(alphabet="lab end0129-x\n\r\0", max_size=20))
    with contextlib.suppress(LabError):
        parse_log(text[:place] + other + text[place + length :], "x")
