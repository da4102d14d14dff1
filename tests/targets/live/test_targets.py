# SPDX-License-Identifier: Apache-2.0
# mypy: disable-error-code="possibly-undefined"
"""Goal: watching does not change a target, and the watched trace equals the saved one.

Method: the same program with and without a reader. QEMU and the emulated RP2040 count time in
instructions or cycles: a difference of one would change the times of the saved trace.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.cli import main
from limen.live.cores import CoreCollectors
from limen.live.mirror import MirrorProbe
from limen.live.page import HEAD, LivePage
from limen.live.process import ProcessProbe
from limen.live.qmp import QmpProbe
from limen.live.rates import rates
from limen.live.run import Program, run_watched
from limen.live.watch import Watch
from limen.run import SAFETY_SECONDS, build, execute, find_root, run_program, target_named
from limen.run.emulator import runner
from limen.trace import Event, parse_trace, read_trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace import Trace

ROOT = find_root(Path(__file__).parent)
NAME = "example-watch"
ENOUGH = 50
TRIES = 3


def program(target: str) -> Path:
    return build(ROOT, target_named(target), [NAME], lambda _line: None)[NAME]


def same_records(seen: Trace, saved: Trace) -> None:
    """Check that the newest events of both, those after the newest loss, are equal."""
    losses = (seen.event == Event.LOST).nonzero()[0]
    behind = len(seen) - 1 - int(losses[-1]) if len(losses) else len(seen)
    count = min(behind, len(saved))
    assert count > 0
    for name in ("time", "event", "depth", "thread", "object", "a", "b"):
        np.testing.assert_array_equal(getattr(seen, name)[-count:], getattr(saved, name)[-count:])


def counts_up(trace: Trace) -> int:
    """Check that the program's own numbers follow each other, and rise over a loss.

    Return their count. On a busy machine, the reader may be late, so that records are lost.
    """
    places = (trace.event == Event.USER).nonzero()[0]
    numbers = trace.b[places].astype(np.int64)
    losses = np.cumsum(trace.event == Event.LOST)[places]
    steps = np.diff(numbers)
    np.testing.assert_array_equal(steps[np.diff(losses) == 0], 1)
    assert (steps > 0).all()
    return len(numbers)


@pytest.mark.parametrize("target", ["mps2-an385", "microbit", "rp2040"])
def test_a_target_that_is_watched_does_the_same(target: str, tmp_path: Path) -> None:
    # An alarm of QEMU is sometimes late on a busy machine (CAVEATS.md), so that two runs differ in
    # times and in nothing else, watched or not.
    tries = 1 if target_named(target).has_pins else TRIES
    assert any(watched_and_alone(target, tmp_path / str(one)) for one in range(tries))


def watched_and_alone(target: str, folder: Path) -> bool:
    """Return whether the traces of a program with and without a reader are equal byte by byte."""
    where, executable = target_named(target), program(target)
    count = "40" if where.has_pins else "1500"
    folders = [folder / name for name in ("alone", "watched")]
    for one in folders:
        one.mkdir(parents=True)
    alone = run_program(where, executable, [count], scratch=folders[0])
    lines: list[str] = []
    watched = Program(where, executable, [count], folders[1], SAFETY_SECONDS)
    seen_meanwhile: list[Watch] = []
    status, watch = run_watched(watched, seen_meanwhile.append, lines.append)
    assert (status, lines) == (alone.status, alone.output.splitlines()) == (0, [f"{count} samples"])
    contents = [(one / "trace.limen").read_bytes() for one in folders]
    saved, also_saved = (parse_trace(content) for content in contents)
    for name in ("event", "depth", "thread", "object"):
        np.testing.assert_array_equal(getattr(saved, name), getattr(also_saved, name))
    image = watch.collector.image()
    assert image is not None
    same_records(parse_trace(image), also_saved)
    assert seen_meanwhile == [watch]
    assert watch.state.traces == 1
    assert counts_up(parse_trace(image)) > 0
    watch.close()
    return contents[0] == contents[1]


def of_core(trace: Trace, core: int) -> list[tuple[int, ...]]:
    names = ("time", "event", "depth", "thread", "object", "a", "b")
    rows = zip(*(getattr(trace, name).tolist() for name in names), strict=True)
    return [row for row, number in zip(rows, trace.core.tolist(), strict=True) if number == core]


@pytest.mark.parametrize(
    "target",
    [pytest.param("virt-riscv32", marks=pytest.mark.long("one more library")), "rp2040"],
)
def test_all_cores_are_watched(target: str, tmp_path: Path) -> None:
    name = "example-two_cores"
    executable = build(ROOT, target_named(target), [name], lambda _line: None)[name]
    run = Program(target_named(target), executable, [], tmp_path, SAFETY_SECONDS)
    status, watch = run_watched(run, lambda _watch: None, lambda _line: None)
    assert status == 0
    saved = read_trace(tmp_path / "trace.limen")
    image = watch.collector.image()
    assert image is not None
    assert watch.collector.save(tmp_path / "seen.limen")
    for seen in (parse_trace(image), read_trace(tmp_path / "seen.limen")):
        assert {*seen.core.tolist()} == {0, 1}
        for core in (0, 1):
            assert of_core(seen, core)[-20:] == of_core(saved, core)[-20:]
    assert watch.state.events > 40
    watch.close()


@pytest.mark.parametrize(("target", "count"), [("mps2-an385", "8000"), ("rp2040", "40")])
def test_events_are_seen_before_they_are_saved(
    target: str, count: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CoreCollectors, "complete", lambda *_: False)
    # On a busy machine a program may end before it is read: then a longer one runs.
    for times in (1, 4, 16):
        samples = str(times * int(count))
        run = Program(target_named(target), program(target), [samples], tmp_path, SAFETY_SECONDS)
        status, watch = run_watched(run, lambda _watch: None, print)
        image = watch.collector.image()
        assert status == 0
        if image is not None:
            break
        watch.close()
    assert image is not None
    seen, saved = parse_trace(image), read_trace(tmp_path / "trace.limen")
    assert counts_up(seen) > 20
    at = int(np.searchsorted(seen.time, saved.time[0]))
    both = len(seen) - at  # of the saved trace's begin
    for name in ("time", "event", "thread", "object", "a", "b"):
        np.testing.assert_array_equal(getattr(seen, name)[at:], getattr(saved, name)[:both])
    if target == "rp2040":  # whose last copy is that of its end
        assert both == len(saved)
    watch.close()


def test_the_monitor_reads_where_the_process_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QmpProbe, "_open_process", lambda _self: None)
    where = target_named("mps2-an385")
    looks: list[int] = []
    copy = QmpProbe._copy

    def count(self: QmpProbe, address: int, size: int) -> bytes:
        looks.append(size)
        return copy(self, address, size)

    monkeypatch.setattr(QmpProbe, "_copy", count)
    # On a busy machine a short program can end before the monitor has been read once.
    for rounds in (2_000, 20_000, 200_000):
        run = Program(where, program("mps2-an385"), [str(rounds)], tmp_path, SAFETY_SECONDS)
        status, watch = run_watched(run, lambda _watch: None, print)
        assert (status, watch.state.traces, watch.state.is_recording) == (0, 1, False)
        image = watch.collector.image()
        assert image is not None
        same_records(parse_trace(image), read_trace(tmp_path / "trace.limen"))
        watch.close()
        if looks:
            return
    pytest.fail("the monitor was never read")


@pytest.mark.long("a kernel for one more processor; a QEMU target is watched, too")
def test_the_emulator_counts_the_same_cycles(tmp_path: Path) -> None:
    executable = program("rp2040")
    reports: list[Mapping[str, Any]] = []
    for options in ([], ["--memory", "copy"]):
        report = tmp_path / "report.json"
        command = [*runner(), "--json", str(report), *options, str(executable), "5"]
        assert execute(command, directory=tmp_path).status == 0
        reports.append(json.loads(report.read_text()))
    assert reports[0] == reports[1]
    assert (tmp_path / "copy").stat().st_size == 264 << 10
    collector = CoreCollectors()
    assert len(MirrorProbe(tmp_path / "copy").regions()) == 1
    collector.close()


def test_a_process_is_watched_until_it_ends() -> None:
    environment = {**os.environ, "LIMEN_CLOCK": "real:5"}
    command = [str(program("host")), "0"]
    with subprocess.Popen(command, env=environment) as process:
        watch = Watch(ProcessProbe(process.pid))
        watch.start()
        end = time.monotonic() + SAFETY_SECONDS
        seen = 0
        while seen < 500 and time.monotonic() < end:
            time.sleep(0.1)
            image = watch.collector.image(10_000)
            if image is not None:
                trace = parse_trace(image)
                seen = counts_up(trace)
        process.kill()
    assert watch.is_over.wait(SAFETY_SECONDS)
    watch.close()
    assert seen >= 500
    found = rates(trace)
    assert found is not None
    assert {name for name, _ in found.shares} <= {"sampler", "filter", "idle"}
    assert sum(share for _, share in found.shares) == pytest.approx(1)
    assert found.events > found.switches > 0


def test_a_program_that_ends_at_once_is_no_failure(tmp_path: Path) -> None:
    nothing = Program(target_named("host"), Path("/bin/true"), [], tmp_path, SAFETY_SECONDS)
    status, watch = run_watched(nothing, lambda _watch: None, print)
    assert (status, watch.state.traces, watch.collector.image()) == (0, 0, None)
    watch.close()


def test_the_page_is_told_what_there_is(tmp_path: Path) -> None:
    page, collector = LivePage(HEAD.encode()), CoreCollectors(tmp_path)
    assert page.page("").content == HEAD.encode()
    waiting = dict(page.live("").headers)
    assert waiting["X-Limen-Phase"] == "waiting"
    page.show(collector)
    executable = program("host")
    run = run_program(target_named("host"), executable, [], scratch=tmp_path)
    assert run.trace is not None
    collector.complete(MirrorProbe(run.trace, 0))
    answer = page.live("")
    headers = dict(answer.headers)
    assert (headers["X-Limen-Phase"], headers["X-Limen-Lost"]) == ("live", "0")
    assert headers["X-Limen-Run"] == "1"
    paused = page.live("only=count")
    assert (paused.status, paused.content, paused.headers) == (204, b"", answer.headers)
    same_records(parse_trace(answer.content), read_trace(run.trace))
    again = page.live(f"seen={headers['X-Limen-Key']}")
    assert (again.status, again.content) == (204, b"")
    page.end()
    # Paused pages get the end, too: the server may end before they continue.
    ended = page.live(f"seen={headers['X-Limen-Key']}&only=count")
    key = dict(ended.headers)["X-Limen-Key"]
    assert (dict(ended.headers)["X-Limen-Phase"], ended.content) == ("ended", answer.content)
    assert not page.has_end.is_set()
    assert page.live(f"seen={key}").status == 204
    assert page.has_end.is_set()
    collector.close()


def start(*words: str) -> subprocess.Popen[str]:
    """Start the command as a user would."""
    # A shell that started pytest in the background has the signal ignored.
    command = ["env", "--default-signal=INT", sys.executable, "-m", "limen", *words]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools/src"), "LIMEN_CLOCK": "real"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def events_seen(client: HTTPConnection) -> int:
    """Return the number of the program's own events that the page has."""
    client.request("GET", "/live")
    content = client.getresponse().read()
    return counts_up(parse_trace(content)) if content else 0


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    return int(address.removeprefix("http://127.0.0.1:").removesuffix("/"))


def test_a_run_is_streamed_and_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept.limen"
    words = ["run", NAME, "--live", "--no-browser", "--trace", str(kept), "--", "400"]
    with start(*words) as process:
        client = HTTPConnection("127.0.0.1", port_of(process), timeout=SAFETY_SECONDS)
        client.request("GET", "/")
        assert HEAD in client.getresponse().read().decode()
        phases: list[str] = []
        key = ""
        while phases[-2:] != ["ended", "ended"]:
            client.request("GET", f"/live?seen={key}")
            answer = client.getresponse()
            content = answer.read()
            phases.append(answer.headers["X-Limen-Phase"] or "")
            if answer.status == 200:
                key = answer.headers["X-Limen-Key"]
                counts_up(parse_trace(content))
            time.sleep(0.05)
        client.close()
        out, err = process.communicate(timeout=SAFETY_SECONDS)
    assert (process.returncode, out) == (0, "400 samples\n")
    assert "live" in phases
    assert f"limen: {NAME}: " in err
    trace = read_trace(kept)
    assert not trace.is_recording
    assert counts_up(trace) == 400
    assert trace.lost == 0


def test_an_endless_program_ends_with_ctrl_c(tmp_path: Path) -> None:
    kept = tmp_path / "kept.limen"
    with start("run", NAME, "--live", "--no-browser", "--trace", str(kept), "--", "0") as process:
        client = HTTPConnection("127.0.0.1", port_of(process), timeout=SAFETY_SECONDS)
        while events_seen(client) <= ENOUGH:
            time.sleep(0.05)
        client.close()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SAFETY_SECONDS)
    assert (process.returncode, err.count("\n")) == (0, 1), err
    assert counts_up(read_trace(kept)) > ENOUGH


def test_attaching_leaves_the_target_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept.limen"
    environment = {**os.environ, "LIMEN_CLOCK": "real"}
    with subprocess.Popen([str(program("host")), "0"], env=environment) as target:
        words = ["live", "attach", "--pid", str(target.pid), "--no-browser", "--trace", str(kept)]
        with start(*words) as process:
            client = HTTPConnection("127.0.0.1", port_of(process), timeout=SAFETY_SECONDS)
            while events_seen(client) <= ENOUGH:
                time.sleep(0.05)
            client.close()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=SAFETY_SECONDS)
            assert process.returncode == 0, err
        assert target.poll() is None
        target.kill()
    assert "the target runs on" in err
    assert counts_up(read_trace(kept)) > ENOUGH


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["live", "attach"], "it needs one target; give --pid or --qmp"),
        (["live", "attach", "--pid", "4194305"], "process 4194305: it does not exist"),
        (["live", "attach", "--qmp", "{}/none"], "none: no monitor of QEMU answers there"),
        (["live", "attach", "--pid", "1", "--trace", "{}/a/b"], "the folder does not exist"),
        (["run", "no-such-program", "--live"], "no-such-program"),
        (["run", NAME, "--live", "--trace", "{}/a/b"], "the folder does not exist"),
        (["run", NAME, "--live", "--profile"], "--live: it cannot be combined with"),
        (["run", "example-hello", "--live", "--no-browser"], "no trace was found in its memory"),
    ],
)
def test_wrong_input_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], words: list[str], line: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([word.format(tmp_path) for word in words])
    said = capfd.readouterr()
    assert ended.value.code == 2
    assert len(said.err.splitlines()) == 1
    assert line in said.err
