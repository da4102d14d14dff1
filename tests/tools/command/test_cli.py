# SPDX-License-Identifier: Apache-2.0
"""Goal: the command prints the contents of traces, or one line and a status on an error.

Method: golden texts (golden/*.txt, which LIMEN_UPDATE=1 writes again for review), the structure of
every JSON answer, and each kind of error.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.labs import LAB_TOML, two_cycles, write_program, write_repository
from support.stories import all_kinds, example

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from support.command import Limen

GOLDEN = Path(__file__).parents[2] / "support/golden"
EXAMPLES = Path(__file__).parents[3] / "examples/traces"


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def trace_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "example.limen").write_bytes(example())
    return Path("example.limen")


def check_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    stripped = "".join(line.rstrip() + "\n" for line in text.splitlines())
    if os.environ.get("LIMEN_UPDATE"):
        path.write_text(stripped)
    assert stripped == path.read_text()


@pytest.mark.parametrize("command", ["info", "stats", "dump"])
def test_what_people_see(limen: Limen, trace_file: Path, command: str) -> None:
    status, out, err = limen("trace", command, trace_file)
    assert (status, err) == (0, "")
    check_golden(f"{command}.txt", out)


@pytest.mark.parametrize("command", ["info", "stats", "dump"])
def test_what_programs_see(limen: Limen, trace_file: Path, command: str) -> None:
    status, out, err = limen("trace", command, trace_file, "--json")
    assert (status, err) == (0, "")
    assert json.dumps(json.loads(out), ensure_ascii=False, indent=2) + "\n" == out
    check_golden(f"{command}.json", out)


@pytest.mark.parametrize(
    ("options", "events"),
    [
        ((), 17),
        (("--from", "200"), 14),
        (("--from", "200", "--to", "230"), 4),
        (("--to", "100"), 0),
        (("--from", "9999"), 0),
        (("--from", "0", "--to", "9999999999999999999999"), 17),
    ],
)
def test_a_window_of_ticks(
    limen: Limen,
    trace_file: Path,
    options: Sequence[str],
    events: int,
) -> None:
    status, out, _ = limen("trace", "stats", trace_file, "--json", *options)
    assert status == 0
    assert json.loads(out)["events"] == events


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (("--events", "3:6"), [3, 4, 5]),
        (("--events", "15:"), [15, 16]),
        (("--events", "99:"), []),
        (("--last", "2"), [15, 16]),
        (("--last", "99"), list(range(17))),
        (("--first", "2"), [0, 1]),
        (("--events", ":8", "--last", "2"), [6, 7]),
        (("--thread", "high", "--events", ":8"), [4, 6, 7]),
        (("--thread", "1", "--events", ":8"), [4, 6, 7]),
        (("--thread", "1", "--first", "3", "--last", "1"), [7]),
        (("--thread", "idle"), [0, 1]),
    ],
)
def test_a_choice_of_events(
    limen: Limen,
    trace_file: Path,
    options: Sequence[str],
    numbers: list[int],
) -> None:
    _, out, _ = limen("trace", "dump", trace_file, "--json", *options)
    assert [event["number"] for event in json.loads(out)] == numbers


def test_no_command_prints_the_list_of_commands(
    limen: Limen,
) -> None:
    status, out, err = limen()
    assert (status, err) == (2, "limen: No command is given; see limen --help\n")
    assert "simulate" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["trace", "info", "nowhere"], "limen: nowhere: No such file or directory; name a trace"),
        (["trace", "stats", "cut.limen"], "limen: cut.limen: byte 100: the file ends here"),
        (["trace", "dump", "example.limen", "--thread", "x"], "take one of idle, high, low"),
        (["trace", "stats", "example.limen", "--from", "5", "--to", "4"], "5 is after --to 4"),
        (["trace", "stats", "example.limen", "--from", "x"], '--from: "x" is not a time; write a'),
        (
            ["trace", "stats", "example.limen", "--from", "-5"],
            '--from: "-5" is not a time; write a',
        ),
        (["trace", "info"], "limen trace info: Missing argument 'FILE'; see limen trace info"),
        (["what"], "No such command 'what'"),
        (["lab", "run", "nothing"], "unknown lab nothing; take one of demo"),
        (
            ["lab", "run", "--case", "quick"],
            "--case: unknown case quick; take one of slow, fast",
        ),
        (["lab", "run", "--target", "rp2040"], "--target: nothing of demo is measured there; take"),
        (["lab", "run", "--target", "moon"], "unknown target moon; take one of host"),
        (["run", "x", "--target", "moon"], "unknown target moon; take one of host"),
        (["run", "x"], "cmake --preset host: it failed and said: "),
        (["run"], "limen run: Missing argument 'PROGRAM'; example-hello is one; see limen run"),
        (
            ["simulate", "t.toml", "--trace", "a/b"],
            "limen: a/b: the folder does not exist; make it",
        ),
        (["simulate", "t.toml", "--trace", "folder"], "limen: folder: this is a folder; name a"),
        (["compare", "t.toml", "--trace", "a/b"], "limen: a/b: the folder does not exist; make it"),
        (["run", "x", "--trace", "a/b"], "limen: a/b: the folder does not exist; make it"),
        (["generate", "t.toml", "--trace", "x"], "limen: --trace: only a run has a trace; add"),
        (
            ["generate", "t.toml", "--run", "--trace", "a/b"],
            "limen: a/b: the folder does not exist",
        ),
        (["analyze", "t.toml", "--model", "x"], "'--model': 'x' is not one of 'safe', 'tight'"),
        (["simulate", "t.toml", "--workers", "0"], "'--workers': it has to be greater than or"),
        (["lab", "run", "--trace", "cut.limen/x"], "limen: cut.limen/x: Not a directory; name an"),
    ],
)
def test_bad_input_ends_with_status_2_and_one_line(
    limen: Limen,
    trace_file: Path,
    arguments: list[str],
    message: str,
) -> None:
    Path("cut.limen").write_bytes(trace_file.read_bytes()[:100])
    Path("folder").mkdir()
    Path("t.toml").write_text('[[thread]]\nname = "a"\nperiod = 9\nwork = 1\n', encoding="utf-8")
    write_repository(Path())
    before = sorted(Path().rglob("*"))
    status, out, err = limen(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    written = [file for file in sorted(Path().rglob("*")) if file not in before]
    assert [file for file in written if file.parts[0] != "build"] == []


@pytest.mark.parametrize("arguments", [[], ["trace"], ["lab"]])
def test_no_command_shows_help(limen: Limen, arguments: list[str]) -> None:
    status, out, err = limen(*arguments)
    assert status == 2
    assert "Usage: " in out + err


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that makes a repository with the lab "demo" for a printed size."""

    def make(size: int) -> None:
        root = write_repository(tmp_path / "repository", LAB_TOML)
        lines = {"slow": [f"result size {size}"], "fast": ["result size 40"]}
        program = write_program(tmp_path, "lab-demo", lines, two_cycles())
        for module in ("limen.lab.runner", "limen.run"):
            monkeypatch.setattr(
                f"{module}.build", lambda _root, _target, names, _on: dict.fromkeys(names, program)
            )
        monkeypatch.chdir(root / "labs")

    return make


RESULT: dict[str, type | tuple[type, ...]] = {
    "lab": str,
    "target": str,
    "case": str,
    "metric": str,
    "unit": str,
    "paper": (int, float, type(None)),
    "measured": (int, float, type(None)),
    "ok": bool,
}


def check_results(out: str) -> list[dict[str, Any]]:
    answer = json.loads(out)
    assert list(answer) == ["limen", "results"]
    for result in answer["results"]:
        assert list(result) == list(RESULT)
        for key, kind in RESULT.items():
            assert isinstance(result[key], kind), key
    results: list[dict[str, Any]] = answer["results"]
    return results


def test_labs_as_json(limen: Limen, demo: Callable[[int], None]) -> None:
    demo(80)
    status, out, _ = limen("lab", "run", "--json")
    assert status == 0
    results = check_results(out)
    assert all(result["ok"] for result in results)
    assert results[-1]["metric"] == "size_ratio"
    assert results[-1]["measured"] == 2


def test_a_promise_that_is_not_kept_ends_with_status_1(
    limen: Limen, demo: Callable[[int], None]
) -> None:
    demo(101)
    status, out, err = limen("lab", "run", "demo", "--json")
    assert status == 1
    assert [result["ok"] for result in check_results(out)] == [True, False, True, True]
    assert "limen: demo, slow, host: size: should be at most 100\n" in err


def test_labs_for_people(limen: Limen, demo: Callable[[int], None]) -> None:
    demo(101)
    status, out, err = limen("lab", "run")
    assert status == 1
    check_golden("lab-run.txt", out)
    check_golden("lab-run-progress.txt", err)


def test_the_list_of_labs(limen: Limen, demo: Callable[[int], None]) -> None:
    demo(80)
    _, out, _ = limen("lab", "list")
    check_golden("lab-list.txt", out)
    _, out, _ = limen("lab", "list", "--json")
    check_golden("lab-list.json", out)


def test_run_passes_output_through_and_keeps_the_trace(
    limen: Limen, demo: Callable[[int], None], tmp_path: Path
) -> None:
    demo(80)
    kept = tmp_path / "kept.limen"
    assert limen("run", "lab-demo", "--trace", kept, "--", "fast") == (0, "result size 40\n", "")
    assert kept.read_bytes() == two_cycles()


def test_run_ends_with_status_1_if_the_program_failed(
    limen: Limen, demo: Callable[[int], None], tmp_path: Path
) -> None:
    demo(80)
    (tmp_path / "lab-demo").write_text("#!/bin/sh\necho oops\nexit 5\n")
    status, out, err = limen("run", "lab-demo")
    assert (status, out) == (1, "oops\n")
    assert err == "limen: lab-demo: it ended with status 5\n"
    status, out, err = limen("run", "lab-demo", "--trace", "x")
    assert status == 2
    assert "it saved no trace.limen; link it with limen-traced" in err


def test_the_command_as_a_process(trace_file: Path) -> None:
    command = [sys.executable, "-m", "limen", "trace", "dump", str(trace_file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 17


def test_a_reader_that_goes_away_is_no_error(trace_file: Path) -> None:
    command = f"{sys.executable} -m limen trace dump {trace_file} | true"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_run_asks_for_a_folder_ahead_of_the_run(limen: Limen) -> None:
    words = ["run", "example-hello", "--target", "rp2040", "--vcd", "/nowhere/pins.vcd"]
    status, out, err = limen(*words)
    assert (status, out) == (2, "")
    assert "/nowhere/pins.vcd: the folder does not exist" in err


def test_who_was_kept_off(limen: Limen, tmp_path: Path) -> None:
    file = tmp_path / "kept-off.limen"
    file.write_bytes(all_kinds().image())
    status, out, err = limen("trace", "stats", file)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    begin = next(number for number, line in enumerate(lines) if "Kept off" in line)
    check_golden("sections.txt", "\n".join(lines[begin:]))
    status, out, err = limen("trace", "stats", file, "--json")
    assert (status, err) == (0, "")
    check_golden("sections.json", json.dumps(json.loads(out)["sections"], indent=2) + "\n")


def test_statistics_are_times_or_ticks(limen: Limen) -> None:
    file = EXAMPLES / "threshold-preemptive-mps2-an385.limen"

    def rows(*options: str) -> dict[str, list[str]]:
        _, out, _ = limen("trace", "stats", file, *options)
        cells = [re.split(r"\s*[│┃]\s*", line)[1:-1] for line in out.splitlines()]
        return {row[0]: row[1:] for row in cells if row}

    times, ticks = rows(), rows("--ticks")
    assert times["run time"] == ["4.597 ms", "474.2 µs", "474.0 µs", "474 µs", "3.175 ms"]
    numbers = ("114,925", "11,855", "11,849", "11,850", "79,371")
    assert ticks["run time"] == [f"{number} ticks" for number in numbers]
    assert (times["begin"], ticks["begin"]) == (["0.00008752 s"], ["2,188"])
    assert times["switches"] == ticks["switches"]
    assert times["A (activations)"][:4] == ["response", "25", "11.88 µs", "19.44 µs"]
    assert ticks["A (activations)"][:4] == ["response", "25", "297 ticks", "486 ticks"]
