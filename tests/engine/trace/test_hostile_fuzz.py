# SPDX-License-Identifier: Apache-2.0
"""Goal: the tools read any file or refuse it with one line.

They can analyse, query, cut and convert each trace that they can read. They never crash or hang,
and their memory is limited to a multiple of the size of the file.

Method: damaged sample traces of Limen and ThreadX, and parts of other kernels' traces: bytes, words
and lengths changed, parts cut out, doubled, swapped with those of other files, random tails; and
random bytes after a valid beginning. LIMEN_LONG runs more cases. The test prints its seed;
LIMEN_SEED repeats it.
"""

from __future__ import annotations

import os
import random
import struct
import time
import tracemalloc
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from limen.errors import TraceError
from limen.trace import (
    Trace,
    TrxTrace,
    looks_like_trx,
    parse_trace,
    parse_trx,
    sections,
    statistics,
    trx_statistics,
)
from limen.trace.analysis import analyse, why
from limen.trace.convert.csv import csv_parts
from limen.trace.convert.cut import cut_image
from limen.trace.convert.native import NATIVE_FORMS, write_native
from limen.trace.convert.trx import trx_of_limen
from limen.trace.convert.vcd import vcd_parts
from limen.trace.sql import open_database
from limen.trace.trx.writer import trx_image
from limen.trace.view import view_of
from support.foreign_traces import FTRACE, opened
from support.further import IS_LONG
from support.trx import DATA

SAMPLES = Path(__file__).parents[3] / "examples/traces"
NAMES = (
    "inversion-chain-inheritance-host.limen",
    "preemption-models-spinlock-rp2040.limen",
    "producer_consumer-host.limen",
    "switch-cost-interrupt-mps2-an385.limen",
    "threadx-starter-host.limen",
    "threadx-timeslice.trx",
    "threadx-wp_pts.trx",
)
FILES = [
    *((SAMPLES / name).read_bytes() for name in NAMES),
    (DATA / "wp_case2_wrapped_small.trx").read_bytes(),
    *(cut_image(opened(name), 20, 140) for name in ("zephyr-smp", FTRACE)),
]
# The samples are of version 1, which implies no events.
IMPLYING = b"LIMN" + struct.pack("<H", 3)
DAMAGED = FILES + [IMPLYING + file[6:] for file in FILES if file.startswith(b"LIMN")]
ROUNDS = 4000 if IS_LONG else 60
SECONDS_MAX = 20.0  # for one file of some kilobytes, on a machine that does other things, too
BYTES_FIXED = 12_000_000  # tables with a place for each possible number of a thread
BYTES_FACTOR = 60  # of a file, for reading it
EXTREMES = (0, 1, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF)


def parsed(content: bytes) -> Trace | TrxTrace | None:
    """Return a trace by the reader of its format. The only allowed failure is one clear line."""
    try:
        if looks_like_trx(content[:32]):
            return parse_trx(content, "x")
        return parse_trace(content, "x")
    except TraceError as error:
        message = str(error)
        assert message.startswith("x"), message
        assert ";" in message
        assert "\n" not in message
        return None


def used(trace: Trace | TrxTrace) -> None:
    """Make all uses of the commands. A form may refuse the trace with one line."""
    analysis = analyse(trace)
    for place in range(min(len(analysis.switches), 20)):
        assert why(analysis, place).endswith(".")
    if isinstance(trace, Trace):
        statistics(trace, 0, len(trace))
        sections(trace, 0, len(trace))
    else:
        trx_statistics(trace)
    with open_database(trace) as database:
        for table in ("events", "waits", "switches", "jobs", "fills"):
            list(database.query(f"FROM {table} LIMIT 3").rows)
    for write in (cut_part, as_trx, converted):
        with suppress(TraceError):
            write(trace)


def cut_part(trace: Trace | TrxTrace) -> None:
    third = len(trace) // 3
    assert parsed(cut_image(trace, third, 2 * third, "x")) is not None


def as_trx(trace: Trace | TrxTrace) -> None:
    if isinstance(trace, Trace):
        assert parsed(trx_image(trx_of_limen(trace, "x"))) is not None


def converted(trace: Trace | TrxTrace) -> None:
    view = view_of(trace)
    assert all("".join(part) for part in (csv_parts(view), vcd_parts(view, 1)))
    with TemporaryDirectory(prefix="limen-") as folder:
        for suffix in NATIVE_FORMS:
            write_native(trace, Path(folder) / f"x{suffix}", 1 << 30)


def damaged(chance: random.Random) -> bytes:
    """Return a damaged sample.

    Most damage is not at the beginning, since nothing would be read otherwise.
    """
    image = bytearray(chance.choice(DAMAGED))
    for _ in range(chance.randrange(1, 10)):
        place = chance.randrange(len(image) - 8)
        match chance.randrange(7):
            case 0:
                image[place] = chance.randrange(256)
            case 1:
                word = chance.choice([*EXTREMES, chance.getrandbits(32)])
                struct.pack_into("<I", image, place & ~3, word)
            case 2:
                struct.pack_into("<H", image, place & ~1, chance.choice(EXTREMES) & 0xFFFF)
            case 3:
                struct.pack_into("<I", image, chance.randrange(0, 64, 4), chance.getrandbits(16))
            case 4:
                del image[place : place + chance.choice([1, 4, 16, 32, 200])]
                image += b"\0" * 64
            case 5:
                other = chance.choice(DAMAGED)
                begin = chance.randrange(len(other)) & ~15
                image[place & ~15 : (place & ~15) + 64] = other[begin : begin + 64].ljust(64, b"\0")
            case _:
                image[place & ~15 :] = image[place & ~15 :][::-1]
    return bytes(image)


def tried(content: bytes, folder: Path) -> bool:
    """Read and use a file. The file remains in the folder if the interpreter crashes."""
    (folder / "tried.trace").write_bytes(content)
    trace = parsed(content)
    if trace is None:
        return False
    used(trace)
    return True


def seeded(name: str) -> random.Random:
    seed = int(os.environ.get("LIMEN_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"{name}: LIMEN_SEED={seed}")
    return random.Random(seed)


def test_damaged_files(tmp_path: Path) -> None:
    chance = seeded("damaged files")
    read = 0
    for number in range(ROUNDS):
        content = damaged(chance)
        began = time.process_time()
        read += tried(content, tmp_path)
        assert time.process_time() - began < SECONDS_MAX, number
    assert ROUNDS // 20 < read < ROUNDS


def test_random_bytes_behind_a_good_beginning(tmp_path: Path) -> None:
    chance = seeded("random bytes")
    for _ in range(ROUNDS):
        good = chance.choice(DAMAGED)
        kept = chance.choice([0, 4, 12, 48, 64, 200, len(good) // 2])
        tried(good[:kept] + chance.randbytes(chance.randrange(3000)), tmp_path)


def needed(good: bytes) -> int:
    """Return the length of a file without the bytes after its buffer."""
    trace = parsed(good)
    if isinstance(trace, TrxTrace) and trace.header.container == "binary":
        return trace.header.buffer[1] - trace.header.base
    return len(good)


def test_truncated_files() -> None:
    chance = seeded("truncated files")
    for good in FILES:
        end = needed(good)
        whole = parsed(good)
        for length in (*range(130), end - 1, *(chance.randrange(end) for _ in range(20))):
            trace = parsed(good[:length])
            # Without the end of the ring, it shows the existing records and reports the cut.
            assert trace is None or whole is None or len(trace) <= len(whole)
            assert trace is None or "The file is cut: " in trace.native.findings_json()


def test_reading_takes_no_more_memory_than_the_file_deserves() -> None:
    chance = seeded("memory")
    tracemalloc.start()
    try:
        for _ in range(ROUNDS // 4):
            content = damaged(chance)
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            parsed(content)
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < BYTES_FIXED + BYTES_FACTOR * len(content)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("offset", range(4, 64, 2))
@pytest.mark.parametrize("value", EXTREMES)
def test_each_lie_in_a_header(offset: int, value: int) -> None:
    for good in (FILES[2], FILES[-1]):
        image = bytearray(good)
        struct.pack_into("<H", image, offset, value & 0xFFFF)
        trace = parsed(bytes(image))
        if trace is not None and value in {0, 0xFFFF_FFFF}:
            analyse(trace)
