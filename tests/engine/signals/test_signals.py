# SPDX-License-Identifier: Apache-2.0
"""Goal: the reader returns a recording as it was written, or refuses the file.

Method: random signals, written and read again; every mistake, reported with its line; random
damage.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import SignalError
from limen.signals import pulses_of, read_vcd
from support.signals import HOSTILE, VCD, with_damage, write_vcd

TIMES = st.lists(st.integers(1, 10**12), unique=True, max_size=30).map(sorted)


@given(st.dictionaries(st.sampled_from("abcd"), TIMES, min_size=1))
def test_what_was_written_is_read(wires: dict[str, list[int]]) -> None:
    with TemporaryDirectory() as folder:
        recording = read_vcd(write_vcd(Path(folder) / "x.vcd", wires, 10**12 + 1))
    assert recording.end == 10**12 + 1
    assert {name: wire.times.tolist() for name, wire in recording.wires.items()} == wires
    for wire in recording.wires.values():
        pulses = pulses_of(wire)
        assert len(pulses) == len(wire.times) // 2
        assert (pulses.width > 0).all()
        assert (pulses.gap > 0).all()
        assert all(wire.is_high(int(rise)) for rise in pulses.rise)
        assert not any(wire.is_high(int(fall)) for fall in pulses.fall)


def test_units_glitches_and_other_variables(tmp_path: Path) -> None:
    (tmp_path / "x.vcd").write_text(VCD)
    recording = read_vcd(tmp_path / "x.vcd")
    assert recording.wire("a").times.tolist() == [16, 56]
    assert list(recording.wires) == ["a"]
    assert recording.end == 72


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("8 ns", "8 ps", "a timescale of 8000 fs is too fine; record in 1 ns or coarser"),
        ("8 ns", "8 days", "line 1: it is not VCD: 8days is not a timescale; write up to 999 of"),
        ("$timescale 8 ns $end\n", "", "line 4: it is not VCD: its first time comes before the"),
        ("#5", "#1", "line 10: it is not VCD: time 1 is before the previous one"),
        ("#9", "#9999999999999999999999", "line 15: it is not VCD: time 9999999999999999999999 is"),
        ("#2\n1!", "#2\nx!", "the level of a at 16 ns is neither 0 nor 1"),
        ("#2\n1!", "#2\n1?", "line 8: it is not VCD: no signal . is declared"),
        ("wire 8 # bus", "wire 1 # a", "there are two signals a; rename one"),
        ("wire 1 !", "wire 2 !", "it has no wire of one bit"),
        ("$enddefinitions", "$enddefinition", "line 5: it is not VCD: #0 is not a declaration"),
        ("#5", "#five", "line 10: it is not VCD: time five is before"),
    ],
)
def test_mistakes_are_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "x.vcd").write_text(VCD.replace(old, new, 1))
    with pytest.raises(SignalError, match=rf"x\.vcd: {message}"):
        read_vcd(tmp_path / "x.vcd", "x.vcd")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SignalError, match=r"it cannot be read .*; name a file that is there"):
        read_vcd(tmp_path / "x.vcd")


def test_a_signal_that_is_not_there(tmp_path: Path) -> None:
    recording = read_vcd(write_vcd(tmp_path / "x.vcd", {"a": [], "b": []}, 5))
    with pytest.raises(SignalError, match="unknown signal c; it has: a, b"):
        recording.wire("c")


def check_survived(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.vcd"
        path.write_bytes(content)
        try:
            read_vcd(path, "x.vcd")
        except SignalError as error:
            message = str(error)
            assert message.startswith("x.vcd: ")
            assert ";" in message
            assert "\n" not in message
            assert len(message) < 300


@given(st.integers(0, len(VCD) - 1), st.binary(max_size=4), st.integers(0, 4))
def test_damage_is_survived(place: int, new: bytes, removed: int) -> None:
    check_survived(with_damage(place, new, removed))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_survived(name: str) -> None:
    check_survived(HOSTILE[name])


def test_names_of_scopes_do_not_multiply(tmp_path: Path) -> None:
    (tmp_path / "x.vcd").write_bytes(HOSTILE["one long scope"])
    wanted = "x.vcd: line 2: it is not VCD: the names of its scopes have more than 4096"
    with pytest.raises(SignalError, match=wanted):
        read_vcd(tmp_path / "x.vcd", "x.vcd")
