# SPDX-License-Identifier: Apache-2.0
"""Goal: the command shows ThreadX's traces with the values of expected.json and the right status.

Method: JSON answers against expected.json; a line of a dump; each kind of error.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from support.trx import DATA, SAMPLE, expected, forms

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Limen


FILES = expected()


def answer(limen: Limen, *arguments: str | Path) -> Any:  # noqa: ANN401 - what JSON can be
    status, out, err = limen("trace", *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("name", FILES)
def test_json_uses_the_expected_names(limen: Limen, name: str) -> None:
    known = FILES[name]
    found = answer(limen, "info", DATA / name)
    header = {key: value for key, value in known["header"].items() if "synthetic" not in key}
    assert {key: found[key] for key in header} == header
    keys = ("first_raw_stamp", "last_raw_stamp")
    assert [found[key] for key in keys] == [known[key] for key in keys]
    for entry in found["objects"]:
        del entry["is_deleted"]
    assert found["objects"] == known["objects"]
    statistics = answer(limen, "stats", DATA / name)
    assert {key: statistics[key] for key in known["recommended"]} == known["recommended"]
    threads = {entry["address"] for entry in known["objects"] if entry["type"] == "thread"}
    assert {thread["address"] for thread in statistics["threads"]} == threads


@pytest.mark.parametrize("form", forms())
def test_files_of_records_are_read_as_the_image(limen: Limen, tmp_path: Path, form: str) -> None:
    (tmp_path / form).write_bytes(forms()[form])
    for command, *own in (("info", "container"), ("stats",)):
        found, known = (
            answer(limen, command, folder) for folder in (tmp_path / form, DATA / SAMPLE)
        )
        assert {**found, **{key: known[key] for key in own}} == known


def test_a_window_and_a_thread(limen: Limen) -> None:
    part = answer(limen, "stats", DATA / "wp_pts.trx", "--from", "4400", "--to", "6600")
    assert part["begin"] >= 4400
    assert 0 < part["events"] < 60
    events = answer(limen, "dump", DATA / SAMPLE, "--thread", "thread 3", "--events", ":156")
    assert [event["number"] for event in events] == [147, 150, 151, 152, 153]
    assert events[0]["context"] == "0000EEA4"
    by_address = answer(limen, "dump", DATA / SAMPLE, "--thread", "0000683C", "--events", ":156")
    assert by_address == events


def test_what_people_see(limen: Limen) -> None:
    status, out, _ = limen("trace", "dump", DATA / SAMPLE, "--events", "157:158")
    said = "mutex ptr mutex 0, wait option forever, owning thread thread 7, own count 1"
    assert status == 0
    assert out.split("MG ")[1].split() == ["tx_mutex_get", *said.split()]
    for command in ("info", "stats"):
        status, out, err = limen("trace", command, DATA / "timeslice.trx")
        assert (status, err) == (0, "")
        assert "System Timer Thread" in out


def test_names_of_the_programs_events(limen: Limen, tmp_path: Path) -> None:
    path = tmp_path / "own.trxc"
    path.write_text("Start\n4096, spins, SP, (0,0,0), (9,9,9), rounds, who, -, -\nEnd\n")
    options = ("--events", "12:13", "--definitions", path)
    (event,) = answer(limen, "dump", DATA / "timeslice.trx", *options)
    assert (event["event"], event["code"]) == ("spins", "SP")
    assert event["details"].startswith("rounds 20000, who 0")


def test_convert_tells_what_it_assumes(limen: Limen, tmp_path: Path) -> None:
    status, out, err = limen("trace", "convert", DATA / "wp_pts.trx", tmp_path / "x.vcd")
    assert (status, out) == (0, "")
    assert "shown at 1000000 Hz; --hz sets it" in err
    options = ("--hz", "25000000")
    assert limen("trace", "convert", DATA / "wp_pts.trx", tmp_path / "x.json", *options)[2] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["info", "junk.trx"], "junk.trx: byte 0: this is not a trace of ThreadX"),
        (["stats", "cut.trx"], "cut.trx: byte 100: the image ends here"),
        (["dump", DATA / "wp_pts.trx", "--thread", "x"], "take one of Thread A, Thread B"),
        (["dump", DATA / "wp_pts.trx", "--definitions", "nowhere"], "nowhere: No such file"),
        (["stats", DATA / "wp_pts.trx", "--wrap", "9"], "beyond a clock that wraps at 9"),
        (["convert", DATA / "wp_pts.trx", "x.doc"], "x.doc: unknown form .doc; take .csv"),
        (["convert", DATA / "wp_pts.trx", "nowhere/x.csv"], "nowhere/x.csv: No such file"),
    ],
)
def test_bad_input_ends_with_status_2_and_one_line(
    limen: Limen,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str | Path],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "junk.trx").write_bytes(b"junk")
    (tmp_path / "cut.trx").write_bytes((DATA / "wp_pts.trx").read_bytes()[:100])
    status, out, err = limen("trace", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_stats_name_the_events_of_the_program(limen: Limen, tmp_path: Path) -> None:
    definitions = tmp_path / "own.trxc"
    definitions.write_text("Start\n4097, cycle, CY, (0,0,0), (1,1,1), number, , ,\nEnd\n")
    found = answer(limen, "stats", DATA / "wp_pts.trx", "--definitions", definitions)
    rows = {row["event"]: row for row in found["popular"][0]["events"]}
    assert (rows[4097]["code"], rows[4097]["name"], rows[4097]["count"]) == ("CY", "cycle", 13)


def test_stats_say_what_each_number_is(limen: Limen) -> None:
    found = answer(limen, "stats", DATA / "wp_pts.trx", "--explain")
    assert found["run_time"]["unit"] == "ticks"
    assert "interrupts" in found["run_time"]["definition"]
    status, out, _ = limen("trace", "stats", DATA / "wp_pts.trx", "--explain")
    assert status == 0
    assert "Execution profile" in out
