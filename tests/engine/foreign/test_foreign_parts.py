# SPDX-License-Identifier: Apache-2.0
"""Goal: a part of another kernel's trace gives the results of the complete trace for its window.

Method: the full range of each sample has to give the answers of the sample in every command, and
random windows have to contain its events. Damaged descriptions of kernels are refused.
"""

from __future__ import annotations

import os
import random
import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from limen.cli import app
from limen.errors import TraceError
from limen.trace import parse_trace
from limen.trace.convert import cut_image
from limen.trace.numbers import Event
from support.foreign_traces import CLASSIC, FILES, opened, path_of

if TYPE_CHECKING:
    from pathlib import Path

    from limen.trace.model import Trace

COLUMNS = ("time", "depth", "thread", "object", "core")
COMMANDS: dict[str, list[str]] = {
    "info": [],
    "findings": [],
    "why": [],
    "stats": [],
    "dump": [],
    "sql": ["FROM waits"],
}
SAMPLES = [*FILES, "sv11-damaged.SVDat", "trappy-v6.dat.gz"]
WINDOWS = 6
FIRST_RAW = 0x8000


def told(trace: Trace, place: int) -> tuple[str, ...]:
    native = trace.native
    return (
        native.event_name(place),
        native.event_code(place),
        native.describe(place),
        native.context_name(place),
        native.thread_name(place),
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_the_whole_range_says_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = tmp_path / "part.limen"
    app(["trace", "cut", str(path_of(name)), str(part)])
    again = tmp_path / "again.limen"
    app(["trace", "cut", str(part), str(again)])
    assert again.read_bytes() == part.read_bytes()
    for command, rest in COMMANDS.items():
        answers = []
        for file in (path_of(name), part):
            app(["trace", command, str(file), *rest])
            answers.append(capsys.readouterr().out.replace(str(file), "FILE"))
        assert answers[0] == answers[1], command


@pytest.mark.parametrize("name", SAMPLES)
def test_a_window_has_the_events_of_the_whole(name: str) -> None:
    seed = int(os.environ.get("LIMEN_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"LIMEN_SEED={seed}")
    chance = random.Random(seed)
    whole = opened(name)
    for _ in range(WINDOWS):
        first, last = sorted(chance.choices(range(len(whole) + 1), k=2))
        part = parse_trace(cut_image(whole, first, last))
        assert len(part) == last - first
        assert part.lost == (whole.lost + first if len(part) else 0)
        for column in COLUMNS:
            wanted = getattr(whole, column)[first:last]
            assert np.array_equal(getattr(part, column), wanted), column
        for place in range(first, last, 1 + (last - first) // 100):
            assert told(part, place - first) == told(whole, place)


def test_priorities_are_those_of_the_program_where_the_part_begins() -> None:
    whole = opened("story.nuttx.txt")
    for at in np.flatnonzero(whole.event == Event.THREAD_PRIORITY).tolist():
        part = parse_trace(cut_image(whole, at + 1, len(whole)))
        assert part.objects[int(whole.object[at])].priority == int(whole.a[at])


def test_a_file_with_a_wrong_description_is_refused() -> None:
    image = cut_image(opened(CLASSIC), 0, 20)
    begin = 64 + 32 * struct.unpack_from("<I", image, 16)[0] + 16 * 20
    assert parse_trace(image).kernel == "Zephyr"
    for length in (begin - 1, begin, begin + 11, begin + 30, len(image) - 1):
        with pytest.raises(TraceError, match=r"description of (its|a) kernel.*; cut the part out"):
            parse_trace(image[:length])
    for offset, value in ((4, 4), (8, 0x8000), (8, 0xFFFF_FFFF), (12, 1)):
        damaged = bytearray(image)
        struct.pack_into("<I", damaged, begin + offset, value)
        with pytest.raises(TraceError, match="this is not a description of a kernel; cut the part"):
            parse_trace(bytes(damaged))
    with pytest.raises(TraceError, match="version is 4, and this reader knows 1 to 3 only"):
        parse_trace(image[:4] + b"\4" + image[5:])


def test_a_time_before_the_clock_cannot_be_in_a_part() -> None:
    whole = opened(CLASSIC)
    early = replace(whole, time=whole.time - whole.time[-1])
    with pytest.raises(TraceError, match="begins before the start of its clock"):
        cut_image(early, 0, len(early))


def test_a_part_has_no_texts_of_other_events() -> None:
    whole = opened("esp-heap_log_mcore.svdat")
    rows = np.flatnonzero(whole.event >= FIRST_RAW)
    part = parse_trace(cut_image(whole, int(rows[3]), int(rows[5]) + 1))
    shown = {whole.native.describe(int(row)) for row in rows[3:6]}
    assert set(part.native.kernel()["texts"].decode()) <= set("".join(shown))
    assert len(part.native.kernel()["texts"]) < len(whole.native.kernel()["texts"])


def test_a_part_without_events_is_refused(tmp_path: Path) -> None:
    """Otherwise the command would write an empty trace without a message."""
    part = tmp_path / "part.limen"
    with pytest.raises(TraceError, match=r"no event is in this part: the trace lasts from .* to "):
        app(["trace", "cut", str(path_of(CLASSIC)), str(part), "--to", "0"])
    assert not part.exists()
