# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine finds in traces of other kernels the results of independent programs.

Method: expected.json has the switches, the names and the running threads that babeltrace2,
trace-cmd, Perfetto's classes and decoders that share no code with the engine found in each file;
the figures here are of the same programs.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.cli.trace_info import info
from limen.errors import TraceError
from limen.trace import open_trace
from limen.trace.analysis import analyse
from limen.trace.convert import convert
from limen.trace.findings import findings
from limen.trace.model import Trace
from limen.trace.numbers import Event
from support.foreign_traces import (
    CLASSIC,
    DATA,
    FILES,
    FTRACE,
    STORIES,
    opened,
    path_of,
    switches,
)
from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

EXPECTED: dict[str, Any] = json.loads((DATA.parent / "expected.json").read_text())
# Ticks between an actual event of FreeRTOS and the recorder's stamp, and before the first stamp.
STAMPS, BEFORE = 1001, 40_000


def shown(trace: Trace, number: int) -> str:
    return trace.thread_name(number)


def same_name(name: str, expected: str) -> bool:
    """Return whether two names mean the same thread, such as the idle threads of cores."""
    is_idle = expected.lower().startswith(("idle", "swapper"))
    wanted = "idle" if is_idle else expected
    has_no_name = expected == "Tmr Svc" and name.startswith("0x")
    return has_no_name or wanted in {name, name.replace("_", " ")}  # NuttX has no blanks


@pytest.mark.parametrize("name", FILES)
def test_switches_are_those_that_other_programs_find(name: str) -> None:
    expected = EXPECTED[FILES[name]]
    found = list(switches(opened(name)))
    assert len(found) == expected["switches"]
    # Texts of Linux have microseconds. The actual time in FreeRTOS differs from the stamp of the
    # recorder.
    near = 1000 if name in STORIES else 0 if "zephyr" in name or "esp" in name else STAMPS
    for core, one in expected["per_core"].items():
        own = [(time, who) for time, on, who in found if on == int(core)]
        for place, which in ((0, "first"), (-1, "last")):
            time, who = one[which]
            assert abs(own[place][0] - time) <= near + (BEFORE if near == STAMPS else 0)
            assert same_name(own[place][1], who)
        counts = Counter(who for _, who in own)
        for who, count in one["switched_in"].items():
            assert [n for found_name, n in counts.items() if same_name(found_name, who)] == [count]
        for instant, who in one["who_runs_at"]:
            begin = [running for time, running in own if time <= instant - near][-1:]
            later = [running for time, running in own if abs(time - instant) < near]
            assert any(same_name(name, who) for name in (*begin, *later))


def test_trace_dat_has_the_switches_of_trace_cmd() -> None:
    trace = opened("trappy-v6.dat.gz")
    found = list(switches(trace))
    assert len(found) == 755
    assert found[0] == (106_439_675_591_000 + found[0][0] % 1000, 2, "migration/2")
    assert found[-1][:2] == (106_439_679_363_540, 1)
    assert found[-1][2] == "idle"
    assert int(trace.core.max()) == 5


def test_the_latency_format_of_trace_cmd_is_the_same_trace() -> None:
    """Its times have microseconds."""
    found = list(switches(opened("trappy-v6.latency.txt.gz")))
    exact = list(switches(opened("trappy-v6.dat.gz")))
    assert len(found) == 755
    assert [one[1:] for one in found] == [one[1:] for one in exact]
    assert all(abs(one[0] - other[0]) <= 1000 for one, other in zip(found, exact, strict=True))


@pytest.mark.parametrize("form", ["{}:", "{}us:", "{}us :", "{}us+:"])
def test_latency_formats_of_the_kernel_are_the_same_trace(form: str, tmp_path: Path) -> None:
    """Names have 8 letters, and the processor and the flags are one word, also without a point."""
    name = "story.rt-flags.ftrace.txt"
    line = re.compile(r" *(?P<who>.+)-(?P<pid>\d+) +\[0*(?P<core>\d+)\] (?P<flags>\S+) +")

    def shorter(text: str) -> str:
        found = line.match(text)
        if found is None:
            return text
        time, rest = text[found.end() :].split(":", 1)
        time = form.format(time if form == "{}:" else time.replace(".", ""))
        who = found["who"][:8]
        return f"{who:>8}-{found['pid']:<6} {found['core']}{found['flags']} {time}{rest}"

    out = tmp_path / "latency.txt"
    lines = path_of(name).read_text().splitlines()
    out.write_text("\n".join(map(shorter, lines)) + "\n")
    trace = open_trace(out)
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened(name)))
    assert findings(trace) == findings(opened(name))


def test_dialect_of_btf_has_its_resumes_and_tasks() -> None:
    trace = opened("kbtf-example.btf.gz")
    found = list(switches(trace))
    assert len(found) == 1016
    assert found[0] == (1_013_050_000, 0, "Tmr_Svc")
    assert len(trace.lanes) == 39


def test_a_ring_in_memory_is_the_same_trace(tmp_path: Path) -> None:
    shutil.copy(DATA / "zephyr-circular/metadata", tmp_path)
    shutil.copy(DATA / "zephyr-circular.ram.bin", tmp_path)
    trace = open_trace(tmp_path)
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened("zephyr-circular")))


def test_a_damaged_recording_is_read_on_behind_the_damage() -> None:
    trace = opened("sv11-damaged.SVDat")
    assert len(list(switches(trace))) >= 320
    lost = np.flatnonzero(trace.event == Event.LOST)
    assert 1 <= len(lost) <= 4


@pytest.mark.parametrize("ending", ["zip", "tar", "tar.gz"])
def test_an_archive_is_a_trace(ending: str, tmp_path: Path) -> None:
    folder = DATA / "zephyr-smp"
    out = tmp_path / f"trace.{ending}"
    if ending == "zip":
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(folder.iterdir(), reverse=True):
                archive.write(file, f"trace/{file.name}")
    else:
        form = "gztar" if ending == "tar.gz" else "tar"
        shutil.make_archive(str(tmp_path / "trace"), form, folder)
    trace = open_trace(out)
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened("zephyr-smp")))


def test_a_stream_is_opened_with_the_metadata_beside_it() -> None:
    trace = open_trace(DATA / "zephyr-circular/channel0_0")
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened("zephyr-circular")))


def waits_for_the_lock(trace: Trace) -> list[tuple[str, float]]:
    """Return threads and ticks from a call that waits for ``lock`` to the switch to its thread."""
    waits = analyse(trace).waits
    found = []
    for row in range(len(waits.lane)):
        if trace.name_of(int(waits.object[row])) == "lock":
            lane = trace.lanes[int(waits.lane[row])]
            begin = int(waits.begin[row])
            runs = (trace.event[begin:] == Event.SWITCH) & (trace.object[begin:] == lane.id)
            end = begin + int(np.flatnonzero(runs)[0])
            found.append((lane.name, float(trace.time[end] - trace.time[begin])))
    return found


def test_waits_of_freertos_for_a_mutex() -> None:
    trace = opened("trc-mutex.psf")
    found = waits_for_the_lock(trace)
    milliseconds = [18.83, 0.032, 0.045, 1.081, 0.752, 2.248]
    assert [name for name, _ in found] == ["high"] * 6
    assert [ticks / 10_000 for _, ticks in found] == pytest.approx(milliseconds, rel=0.01, abs=5e-4)
    analysis = analyse(trace)
    owners = {trace.lanes[int(lane)].name for lane in analysis.waits.owner if lane > 0}
    assert owners == {"low"}


# Nanoseconds from a call of high to the next switch to it, and the time that med ran in between.
INVERSIONS = {533_485: 491_911, 691_791: 628_789, 360_457: 312_499, 701_426: 635_839}


def test_inversions_of_zephyr_are_exact() -> None:
    trace = opened(CLASSIC)
    analysis = analyse(trace)
    inversions = analysis.inversions
    unbounded = np.flatnonzero(inversions.unbounded_at >= 0).tolist()
    high = next(lane for lane in trace.lanes if lane.name == "high")
    med = next(place for place, lane in enumerate(trace.lanes) if lane.name == "med")
    found = {}
    for row in unbounded:
        begin = int(inversions.at[row])
        runs = (trace.event[begin:] == Event.SWITCH) & (trace.object[begin:] == high.id)
        end = begin + int(np.flatnonzero(runs)[0])
        slices = analysis.slices
        own = (slices.lane == med) & (slices.begin >= begin) & (slices.begin < end)
        ran = trace.time[slices.end[own]] - trace.time[slices.begin[own]]
        found[int(trace.time[end] - trace.time[begin])] = int(ran.sum())
    assert found == INVERSIONS


WAKERS = {
    "trc-binary.psf": ("high waited 6.606 ms for semaphore lock", "med", "the worst of 2"),
    FTRACE: ("high waited 818 µs until low", "med", "the worst of 3"),
    CLASSIC: ("high waited 698.9 µs for mutex", "med", "the worst of 4"),
    "zephyr-smp": ("high waited 453.1 µs for mutex", "med", "the worst of 4"),
}


@pytest.mark.parametrize("name", WAKERS)
def test_delayed_wakers(name: str) -> None:
    found = [one for one in findings(opened(name)) if one["kind"] == "delayed_waker"]
    assert found[0]["severity"] == "warning"
    for part in WAKERS[name]:
        assert part in found[0]["sentence"]


def test_a_producer_that_is_late_is_a_note() -> None:
    found = [one for one in findings(opened("trc-mutex.psf")) if one["kind"] == "delayed_waker"]
    assert {one["severity"] for one in found} == {"note"}


def test_leaves_of_systemview() -> None:
    """Expect 71 timed waits, 102 others, 4 without an end, 113 preemptions and the first switch."""
    trace = opened("sv10-mutex.SVDat")
    reasons = Counter(analyse(trace).switches.reason.tolist())
    blocked, by_call, by_interrupt, terminated, idle_ended = (
        reasons[number] for number in (0, 1, 2, 5, 6)
    )
    assert blocked + terminated == 71 + 102 + 4
    assert by_call + by_interrupt == 113 + 1
    assert idle_ended == 41


NEEDS = {
    "unbounded_inversion": ("wait", "object", "owner", "priority"),
    "delayed_waker": ("ready", "waker", "wait", "priority"),
    "held_off": ("ready", "priority", "base"),
    "response": ("ready", "wait"),
}


@pytest.mark.parametrize("fact", ["ready", "waker", "wait", "object", "owner", "priority", "base"])
def test_without_a_fact_nothing_that_needs_it_is_said(fact: str) -> None:
    full = opened(CLASSIC)
    said = {one["kind"] for one in findings(full)}
    assert said >= set(NEEDS)
    trace = opened(CLASSIC)
    before = len(findings(trace))
    trace.native.forget_fact(fact)
    found = findings(trace)
    assert not {one["kind"] for one in found} & {
        kind for kind, need in NEEDS.items() if fact in need
    }
    sentences = [one["sentence"] for one in found if one["kind"] == "not_recorded"]
    assert len([one for one in sentences if one.startswith("Zephyr does not record")]) == 3
    assert before > 0


@pytest.mark.parametrize("name", FILES)
def test_where_responses_cannot_be_seen_none_is_told(name: str) -> None:
    sentences = [one["sentence"] for one in findings(opened(name))]
    if any("response times" in one and "cannot be seen" in one for one in sentences):
        assert not any("Longest response" in one for one in sentences)


def test_linux_says_what_it_does_not_record() -> None:
    sentences = [one["sentence"] for one in findings(opened(FTRACE))]
    assert (
        "Linux does not record what a thread waits for: inversions through mutexes cannot be seen; "
        "delayed wakers can."
    ) in sentences


REFUSED = {
    "percepio-demo.psf": "Percepio",
    "metadata-alone": "streams are missing",
    "metadata-in-packets": "this metadata is in packets, as LTTng writes it",
    "packet": "metadata is missing",
    "zeros": "LIMN is missing",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    path = DATA / name
    if name.endswith("alone"):
        path = tmp_path / "metadata"
        path.write_bytes((DATA / "zephyr-smp/metadata").read_bytes())
    elif name.endswith("packets"):
        path = tmp_path
        (path / "channel0").write_bytes(bytes(99))
        (path / "metadata").write_bytes(b"\x57\x1d\xd1\x75" + bytes(99))
    elif name == "packet":
        path = tmp_path / "channel0_0"
        path.write_bytes((DATA / "zephyr-smp/channel0_0").read_bytes())
    elif name == "zeros":
        path = tmp_path / "none.limen"
        path.write_bytes(bytes(99))
    with pytest.raises(TraceError) as refused:
        open_trace(path)
    assert REFUSED[name] in str(refused.value)


def test_what_is_missing_in_an_archive_is_said(tmp_path: Path) -> None:
    packed = gzip.compress(path_of(FTRACE).read_bytes())
    cut = tmp_path / "cut.gz"
    cut.write_bytes(packed[: len(packed) * 3 // 4])
    assert any("its end is missing" in one["sentence"] for one in findings(open_trace(cut)))
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w", zipfile.ZIP_LZMA) as archive:
        archive.write(path_of(FTRACE), "trace.txt")
    with pytest.raises(TraceError, match=r"trace\.txt is packed in a way that is not read"):
        open_trace(other)


def test_each_text_of_the_story_has_the_same_waits() -> None:
    """The waits are compared in all forms that record which thread wakes which."""
    forms = [name for name in STORIES if "nuttx" not in name and "btf" not in name]
    first: list[tuple[str, int, str]] = []
    for name in forms:
        trace = opened(name)
        waits = analyse(trace).waits
        names = [lane.name for lane in trace.lanes]
        found = sorted(
            (
                names[waits.lane[row]],
                int(trace.time[waits.begin[row]]) // 2000,
                str(waits.what[row]),
            )
            for row in range(len(waits.lane))
        )
        first = first or found
        assert len(found) == len(first)
        assert [one[::2] for one in found] == [one[::2] for one in first]


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    """This damages a few files of each format; the long tests damage 2,000 of each."""
    chance = np.random.default_rng(35)
    for name in FILES:
        path = path_of(name)
        if path.is_dir():
            continue
        content = path.read_bytes()
        for _ in range(2000 if IS_LONG else 8):
            damaged = bytearray(content[: int(chance.integers(1, len(content)))])
            for at in chance.integers(0, len(damaged), 4).tolist():
                damaged[at] = int(chance.integers(0, 256))
            file = tmp_path / path.name
            file.write_bytes(gzip.compress(bytes(damaged), 1))
            try:
                findings(open_trace(file))
            except TraceError:
                continue


@pytest.mark.parametrize("name", [FTRACE, CLASSIC, "trc-mutex.psf"])
def test_btf_that_is_written_has_the_same_switches(name: str, tmp_path: Path) -> None:
    """Read again, the file has each switch, and one more where it begins in the middle."""
    trace = opened(name)
    convert(trace, tmp_path / "x.btf", trace.clock_hz)
    again = open_trace(tmp_path / "x.btf")
    assert isinstance(again, Trace)
    scale = 1_000_000_000 // trace.clock_hz
    expected = [
        (time * scale, core, who)
        for time, core, who in switches(trace)
        if who not in {"idle", "unknown"}
    ]
    found = [one for one in switches(again) if one[2] != "idle"]
    assert found[-len(expected) :] == expected
    assert len(found) - len(expected) <= len({core for _, core, _ in expected})


@pytest.mark.parametrize("name", [FTRACE, "zephyr-smp"])
def test_idle_time_of_another_core_is_no_part_of_a_response(name: str) -> None:
    responses = [one["sentence"] for one in findings(opened(name)) if one["kind"] == "response"]
    assert responses
    assert not [one for one in responses if "no thread for" in one]


PRIORITIES = {
    CLASSIC: {"low": "10", "high": "2", "main": "not recorded"},
    "freertos-semaphore.SVDat": {"low": "1", "high": "3"},
    FTRACE: {"low": "RT 10", "high": "RT 50", "work er": "ordinary"},
}


@pytest.mark.parametrize("name", PRIORITIES)
def test_info_has_priorities_as_the_kernel_writes_them(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    info([path_of(name)], json=True)
    objects = json.loads(capsys.readouterr().out)["objects"]
    texts = {one["name"]: one["priority_text"] for one in objects if one["kind"] == "thread"}
    assert texts.items() >= PRIORITIES[name].items()
    info([path_of(name)])
    rows = [line.split("│") for line in capsys.readouterr().out.splitlines()]
    shown = {row[3].strip(): row[4].strip() for row in rows if len(row) > 5}
    assert shown.items() >= PRIORITIES[name].items()


def test_threads_beyond_the_limit_share_a_row_that_is_named_others(tmp_path: Path) -> None:
    """A search also finds threads that get new names later."""
    file = tmp_path / "x.txt"
    pids = [*range(1, 2100), *range(1, 2100)]
    file.write_text(
        "# tracer: nop\n"
        + "".join(
            f"a-1 [000] d..2. {1 + at / 1000:.6f}: sched_waking: comm=name{at} pid={pid} prio=120\n"
            for at, pid in enumerate(pids)
        )
    )
    trace = open_trace(file)
    names = [lane.name for lane in trace.lanes]
    assert names.count("others") == 1
    assert names[1] == "name2099"
