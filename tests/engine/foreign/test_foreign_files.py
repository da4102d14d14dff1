# SPDX-License-Identifier: Apache-2.0
"""Goal: each command opens the files of one trace together, and refuses others by name.

Method: samples in one file, in several, in folders and in archives. Their recordings determine
which of them belong together.
"""

from __future__ import annotations

import gzip
import re
import shutil
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from limen.choices import FORMS
from limen.cli import app
from limen.cli.commands import GROUPS
from limen.errors import TraceError
from limen.trace import open_trace
from limen.trace.findings import findings
from limen.trace.model import Trace
from limen.trace.statistics import statistics_json
from support.foreign_traces import CLASSIC, DATA, EXAMPLES, FILES, FTRACE, opened, path_of, switches
from support.further import IS_LONG

# Commands that write a file.
WRITERS = {"cut", "merge", "convert"}
ARGUMENTS: dict[str, list[str]] = {
    "info": [],
    "findings": [],
    "changes": [CLASSIC],
    "stats": [],
    "why": [],
    "sql": ["select count(*) from events"],
    "dump": ["--last", "3"],
}


def test_files_of_cores_are_one_trace() -> None:
    """The counts are those of the packets START_EXEC and IDLE in each file."""
    files = [DATA / f"esp-heap_log{core}.svdat" for core in (0, 1)]
    for given in (files, [DATA / "README.md", *files]):
        trace = open_trace(given)
        assert isinstance(trace, Trace)
        assert Counter(core for _, core, _ in switches(trace)) == {0: 309, 1: 331}


def test_files_of_a_stream_and_its_metadata_are_one_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(DATA / "zephyr-smp", tmp_path / "zephyr")
    files = [tmp_path / "zephyr" / name for name in ("channel0_0", "channel0_1")]
    trace = open_trace(files)  # with the metadata beside them
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened("zephyr-smp")))
    (tmp_path / "zephyr/metadata").rename(tmp_path / "metadata")
    trace = open_trace([*files, tmp_path / "metadata"])
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened("zephyr-smp")))
    given = [*map(str, files), str(tmp_path / "metadata")]
    for command, rest in ARGUMENTS.items():
        if command != "changes":  # it compares two traces
            app(["trace", command, *given, *rest])
            assert capsys.readouterr().out, command
    app(["trace", "convert", *given, str(tmp_path / "out.btf")])
    app(["trace", "convert", str(DATA / "zephyr-smp"), str(tmp_path / "same.btf")])
    assert (tmp_path / "out.btf").read_bytes() == (tmp_path / "same.btf").read_bytes()
    app(["trace", "cut", *given, str(tmp_path / "part.limen")])
    app(["trace", "merge", *given, str(tmp_path / "whole.limen")])
    assert (tmp_path / "whole.limen").read_bytes() == (tmp_path / "part.limen").read_bytes()
    part = open_trace(tmp_path / "part.limen")
    assert isinstance(part, Trace)
    assert list(switches(part)) == list(switches(trace))


def test_a_trace_is_not_replaced_by_mistake(tmp_path: Path) -> None:
    """If a trace has several files, the user may have omitted the name of the output file."""
    one, other = (tmp_path / name for name in ("esp-heap_log0.svdat", "esp-heap_log1.svdat"))
    for file in (one, other):
        shutil.copy(DATA / file.name, file)
    shutil.copy(DATA / "story.btf", tmp_path)
    before = other.read_bytes()
    for words in (("cut", str(one)), ("convert", str(tmp_path / "story.btf"), str(one))):
        with pytest.raises(TraceError, match=r"log1\.svdat: this file is a trace; .* --force"):
            app(["trace", *words, str(other)])
    assert other.read_bytes() == before
    app(["trace", "cut", str(one), str(other), "--force"])
    assert len(open_trace(other)) == len(open_trace(one))
    for _ in range(2):  # others are replaced, as by all commands
        app(["trace", "convert", str(one), str(tmp_path / "story.btf")])


SEVERAL = ["esp-heap_log0.svdat", "esp-heap_log1.svdat"]


def test_a_query_is_the_word_behind_the_files(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(DATA / name) for name in SEVERAL]
    query = "SELECT core, count(*) FROM switches GROUP BY core ORDER BY core"
    app(["trace", "sql", *files, query, "--csv"])
    assert len(capsys.readouterr().out.splitlines()) == 3
    app(["trace", "sql", *files, "--schema"])
    assert "switches" in capsys.readouterr().out
    for given in (files, files[:1]):
        with pytest.raises(TraceError, match="the query: it is missing"):
            app(["trace", "sql", *given])


def test_changes_compares_two_traces_each_of_one_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With more than two names, the begin of the second trace is not clear."""
    for name in SEVERAL:
        shutil.copy(DATA / name, tmp_path)
    shutil.make_archive(str(tmp_path / "both"), "zip", tmp_path, SEVERAL[0])
    files = [str(tmp_path / name) for name in SEVERAL]
    with pytest.raises(TraceError) as refused:
        app(["trace", "changes", *files, *files])
    assert str(refused.value) == (
        f"{', '.join([*files, *files])}: these are 4 files, and changes compares two traces; put "
        "the files of each trace in a folder or an archive, and name these two"
    )
    (tmp_path / "both.zip").unlink()
    archive = shutil.make_archive(str(tmp_path.parent / "both"), "zip", tmp_path)
    app(["trace", "changes", str(tmp_path), archive])
    assert capsys.readouterr().out


NO_TRACE: dict[tuple[str, ...], str] = {
    ("sv10-mutex.SVDat", "sv11-mutex.SVDat"): "sv10-mutex.SVDat and sv11-mutex.SVDat are not the",
    ("sv10-mutex.SVDat", "trc-mutex.psf"): "2 traces: sv10-mutex.SVDat, trc-mutex.psf; name one",
    ("story.btf", FTRACE): f"2 traces: {FTRACE}, story.btf; name one",
    ("esp-heap_log0.svdat", "sv10-mutex.SVDat"): "esp-heap_log0.svdat and sv10-mutex.SVDat are not",
    (
        "esp-heap_log0.svdat",
        "esp-heap_log_mcore.svdat",
    ): "log_mcore.svdat are not the cores of",
    (
        "zephyr-smp/metadata",
        "sv10-mutex.SVDat",
    ): "metadata and sv10-mutex.SVDat are not of one trace",
    (CLASSIC, "sv10-mutex.SVDat"): "metadata and sv10-mutex.SVDat are not of one trace",
    ("zephyr-circular/metadata", "zephyr-smp/channel0_0"): "metadata and metadata are not of one",
    ("README.md", "README.md"): "this is a text and not a trace",
    ("README.md", "../expected.json"): "none of these 2 files is a trace; the first one is README",
}


@pytest.mark.parametrize("names", NO_TRACE)
def test_files_that_are_no_trace_together_are_named(names: tuple[str, ...], tmp_path: Path) -> None:
    given = [path_of(name) for name in names]
    with pytest.raises(TraceError, match=re.escape(NO_TRACE[names])):
        open_trace(given)
    for command, last in (
        ("sql", "SELECT 1"),
        ("cut", str(tmp_path / "x.limen")),
        ("convert", str(tmp_path / "x.btf")),
    ):
        with pytest.raises(TraceError, match=re.escape(NO_TRACE[names])):
            app(["trace", command, *map(str, given), last])
    assert not list(tmp_path.iterdir())


NOT_UNICODE = b"\xff\x82"


def test_words_of_a_file_that_are_no_unicode_are_shown(tmp_path: Path) -> None:
    """Names of archives, types of metadata, names and versions of kernels are checked."""
    smp = DATA / "zephyr-smp"
    metadata = (smp / "metadata").read_bytes()
    (tmp_path / "metadata").write_bytes(
        metadata.replace(b"uint32_t magic", NOT_UNICODE + b" magic")
    )
    shutil.copy(smp / "channel0_0", tmp_path)
    with pytest.raises(TraceError, match="it uses the type \ufffd"):
        open_trace(tmp_path)
    archive = tmp_path / "x.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("metadata", metadata)
        made.writestr("channelXX", (smp / "channel0_0").read_bytes()[:74] + bytes(5000))
    archive.write_bytes(archive.read_bytes().replace(b"channelXX", b"channel" + NOT_UNICODE))
    open_trace(archive)
    sample = path_of("freertos-semaphore.SVDat").read_bytes()
    file = tmp_path / "x.SVDat"
    file.write_bytes(sample.replace(b"O=FreeRTOS", b"O=Free" + NOT_UNICODE + b"OS"))
    assert open_trace(file).native.header()["kernel"] == "Free\ufffd\ufffdOS"
    file.write_bytes(b"\x17\x08\x44tracing" + NOT_UNICODE + bytes(99))
    with pytest.raises(TraceError, match="has version \ufffd"):
        open_trace(file)


def test_the_code_of_an_event_has_whole_letters(tmp_path: Path) -> None:
    """The code is the first two letters of the name."""
    file = tmp_path / "x.btf"
    line = "9999999999,Core_1,0,a\u00e9b,x,0,event,\n"
    file.write_bytes((DATA / "story.btf").read_bytes() + line.encode())
    trace = open_trace(file)
    assert isinstance(trace, Trace)
    assert trace.native.event_code(len(trace) - 1) == "a\u00e9"
    assert statistics_json(trace)["events"] == len(trace)


def test_a_copy_of_a_core_is_no_other_core(tmp_path: Path) -> None:
    for name in ("one.svdat", "two.svdat"):
        shutil.copy(DATA / "esp-heap_log0.svdat", tmp_path / name)
    with pytest.raises(TraceError, match=r"one\.svdat and two\.svdat are not the cores"):
        open_trace(tmp_path)


def test_one_core_of_several_is_not_said_to_starve_threads() -> None:
    """Threads that both files name become ready in each, and run in one."""
    for number in (0, 1):
        found = findings(open_trace(DATA / f"esp-heap_log{number}.svdat"))
        assert any("The file is of one core of several" in one["sentence"] for one in found)
        assert not {one["kind"] for one in found} & {"starvation", "response", "delayed_waker"}
    both = findings(open_trace([DATA / name for name in SEVERAL]))
    assert not any("one core of several" in one["sentence"] for one in both)


def test_notes_beside_the_streams_of_a_trace_are_passed_over(tmp_path: Path) -> None:
    shutil.copytree(DATA / "zephyr-smp", tmp_path / "trace")
    (tmp_path / "trace/README.md").write_text("Recorded on Monday, with the new driver." * 4)
    trace = open_trace(tmp_path / "trace")
    assert isinstance(trace, Trace)
    assert list(switches(trace)) == list(switches(opened("zephyr-smp")))
    for stream in (tmp_path / "trace").glob("channel*"):
        stream.unlink()
    with pytest.raises(TraceError, match="its streams are missing"):
        open_trace(tmp_path / "trace")


# Files that end too early, by their lengths, and the expected messages.
CUT: dict[tuple[str, int], str] = {
    (FTRACE, 0): "the file is empty",
    ("trc-mutex.psf", 20): "this Percepio trace ends in its header",
    ("trappy-v6.dat.gz", 12): "this trace.dat ends in its headers; copy it again",
    ("trappy-v6.dat.gz", 5000): "this trace.dat ends in its headers; copy it again",
    (CLASSIC, 300): "x.zip is not whole: its end, which lists its files, is missing",
}


@pytest.mark.parametrize(("name", "length"), CUT)
def test_what_ends_too_early_is_said_to(name: str, length: int, tmp_path: Path) -> None:
    content = path_of(name).read_bytes()
    content = gzip.decompress(content) if name.endswith(".gz") else content
    file = tmp_path / f"x{Path(name).suffix}"
    file.write_bytes(content[:length])
    with pytest.raises(TraceError, match=re.escape(CUT[name, length])):
        open_trace(file)


@pytest.mark.parametrize("name", ["story.perfetto-trace", "story-compact.perfetto-trace"])
def test_a_trace_of_perfetto_that_is_cut_has_what_is_there(name: str, tmp_path: Path) -> None:
    """The cut file is shorter than its first packet. A cut event is omitted."""
    content = path_of(name).read_bytes()
    file = tmp_path / "x.perfetto-trace"
    file.write_bytes(content[: len(content) // 2])
    trace = open_trace(file)
    assert isinstance(trace, Trace)
    found, whole = list(switches(trace)), list(switches(opened(name)))
    assert "compact" in name or len(found) > len(whole) // 4
    assert [one for one in found if one not in whole] == []


def test_what_is_in_a_folder_or_an_archive_can_be_named(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="this folder has no files; name one file, or a folder"):
        open_trace(tmp_path)
    sections = DATA / "linux-sections.tar.gz"
    with pytest.raises(
        TraceError, match=r"these are 20 traces: full_.*; unpack the archive and na"
    ):
        open_trace(sections)
    (tmp_path / "metadata").write_bytes((DATA / "zephyr-circular/metadata").read_bytes())
    (tmp_path / "channel0_0").write_bytes(bytes(5000))
    with pytest.raises(TraceError, match="channel0_0 has none of the packets that the metadata"):
        open_trace(tmp_path)


def test_a_folder_is_one_trace_or_says_which_file_to_name(tmp_path: Path) -> None:
    limen = (EXAMPLES.parent / "traces/deadlock-host.limen").read_bytes()
    (tmp_path / "notes.md").write_text("Recorded on Monday.")
    (tmp_path / "other.md").write_text("Recorded on Tuesday.")
    with pytest.raises(TraceError, match=r"none of these 2 files .* the first one is notes\.md"):
        open_trace(tmp_path)
    (tmp_path / "one.limen").write_bytes(limen)
    assert len(open_trace(tmp_path)) > 0
    (tmp_path / "two.limen").write_bytes(limen)
    with pytest.raises(TraceError, match=r"2 traces: one\.limen, two\.limen; .* example one\."):
        open_trace(tmp_path)
    for number in range(62):
        (tmp_path / str(number)).touch()
    with pytest.raises(TraceError, match="this folder has 66 files, and none of them is metadata"):
        open_trace(tmp_path)


ONE_OF_EACH_READER = (
    *(FTRACE, CLASSIC, "trc-mutex.psf", "freertos-semaphore.SVDat"),
    *("story.btf", "story.perfetto-trace", "story.nuttx.txt"),
)


@pytest.mark.parametrize("name", FILES if IS_LONG else ONE_OF_EACH_READER)
def test_each_command_takes_the_file_or_refuses_it_in_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Any exception except TraceError would print a traceback."""
    assert ARGUMENTS.keys() | WRITERS == GROUPS["trace"].keys()
    file = str(path_of(name))
    for command, rest in ARGUMENTS.items():
        app(["trace", command, file, *(str(path_of(one)) if one in FILES else one for one in rest)])
        assert capsys.readouterr().out, command
    for form in FORMS.keys() - {".trx"}:
        out = tmp_path / f"out{form}"
        app(["trace", "convert", file, str(out)])
        assert out.exists(), form
    with pytest.raises(TraceError, match="cannot be written as one of ThreadX"):
        app(["trace", "convert", file, str(tmp_path / "out.trx")])
    app(["trace", "cut", file, str(tmp_path / "part.limen")])
    assert len(open_trace(tmp_path / "part.limen")) == len(opened(name))
    assert not (tmp_path / "out.trx").exists()
