# SPDX-License-Identifier: Apache-2.0
"""Goal: the reader of ThreadX's traces reads any file or raises an error of one line.

Method: truncations, extreme values in each field, damage to real files and random bytes, in every
form; each trace that can be read is used as the command uses it. Memory is bounded by the size of
the file. LIMEN_LONG runs more random cases. The test prints its seed; LIMEN_SEED repeats it.
"""

from __future__ import annotations

import os
import random
import struct
import time
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import TraceError
from limen.trace import TrxTrace, looks_like_trx, parse_trx, read_trx, trx_statistics
from support.further import IS_LONG
from support.trx import DATA, INITIALIZE, INTERRUPT, TrxRecorder, expected, forms, ihex, srec

if TYPE_CHECKING:
    from pathlib import Path

A, B = 0x2000_0100, 0x2000_0200
ROUNDS = 20_000 if IS_LONG else 150


def good_image(word: int = 4) -> bytes:
    recorder = TrxRecorder(capacity=6, name_size=8, word=word)
    recorder.name(1, A, "T", p1=0x2000_1000, p2=512)
    recorder.name(5, B, "m")
    for number, event in enumerate((1, 2, 3, 52, 57, 4, 109, 5)):
        context = INTERRUPT if event in {3, 4} else A
        recorder.put(number << 8, context, event, A, 5, A, B, priority=0x8005_0005)
    return recorder.image()


GOOD = good_image()
SMALL = (DATA / "wp_case2_wrapped_small.trx").read_bytes()


def use(content: bytes) -> TrxTrace | None:
    """Read and use a trace. The only allowed failure is a TraceError with one clear line."""
    looks_like_trx(content[:32])
    try:
        trace = parse_trx(content, "x.trx")
    except TraceError as error:
        message = str(error)
        assert message.startswith("x.trx")
        assert ";" in message
        assert "\n" not in message
        return None
    trx_statistics(trace)
    for index in range(min(len(trace), 50)):
        trace.native.describe(index)
        trace.native.context_name(index)
        trace.native.urgency(index)
    return trace


def test_a_file_without_an_event_is_refused() -> None:
    for length in range(len(GOOD) - 5 * 32):
        assert use(GOOD[:length]) is None


def test_a_file_without_the_end_of_its_ring_shows_the_rest() -> None:
    whole = use(GOOD)
    assert whole is not None
    events = whole.event.tolist()
    for length in range(len(GOOD) - 5 * 32, len(GOOD)):
        trace = use(GOOD[:length])
        assert trace is not None
        there = trace.event.tolist()
        assert there in [events[at : at + len(there)] for at in range(len(events))]
        assert "The file is cut: " in trace.native.findings_json()


@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("value", [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
def test_every_lie_in_the_header_is_survived(word: int, value: int) -> None:
    for offset in range(0, 12 * word, 2):
        image = bytearray(good_image(word))
        struct.pack_into("<I", image, offset, value)
        use(bytes(image))


@pytest.mark.parametrize("offset", [18, 20, 24, 28, 32])
def test_a_lying_length_allocates_nothing(offset: int, tmp_path: Path) -> None:
    image = bytearray(GOOD)
    struct.pack_into("<I", image, offset, 0xFFFF_FFF0)
    path = tmp_path / "lie.trx"
    path.write_bytes(image)
    tracemalloc.start()
    if offset == 28:  # the end of the ring: the file is one without it
        assert len(read_trx(path)) <= 6
    else:
        with pytest.raises(TraceError):
            read_trx(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.trx"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(TraceError, match="more than any trace buffer"):
        read_trx(path)


def test_addresses_that_collide_in_a_hash_table() -> None:
    # Multiples of the sizes that tables of the standard library have while they grow.
    count, collide = 120_000, 85_229 * 172_933

    def seconds(step: int) -> float:
        made = TrxRecorder(capacity=1, word=8, name_size=8)
        for number in range(1, count):
            made.name(2, step * number, "q")
        made.put(1, INITIALIZE, 68, step)
        image = made.image()
        begin = time.perf_counter()
        trace = parse_trx(image)
        took = time.perf_counter() - begin
        assert len(trace.objects) == count - 1
        return took

    assert seconds(collide) < 1 + 10 * seconds(16)


@given(st.binary(max_size=300))
def test_random_bytes(image: bytes) -> None:
    use(image)
    use(GOOD[:8] + image)
    use(GOOD[:48] + image)
    use(b":" + image.hex().encode())
    use(b"S1" + image.hex().encode())


@given(
    st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=8)
)
def test_random_damage(damage: list[tuple[int, int]]) -> None:
    image = bytearray(GOOD)
    for offset, value in damage:
        image[offset] = value
    use(bytes(image))
    use(ihex(bytes(image)))
    use(srec(bytes(image)))


def mutate(content: bytes, chance: random.Random) -> bytes:
    """Return a copy with changed bytes, words or lengths, or with a part cut out or doubled."""
    image = bytearray(content)
    for _ in range(chance.randrange(1, 12)):
        place = chance.randrange(len(image) - 4)
        match chance.randrange(5):
            case 0:
                image[place] = chance.randrange(256)
            case 1:
                extreme = chance.choice([0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, chance.getrandbits(32)])
                struct.pack_into("<I", image, place & ~3, extreme)
            case 2:
                struct.pack_into("<I", image, chance.randrange(0, 48, 4), chance.getrandbits(32))
            case 3:
                del image[place : place + chance.randrange(1, 64)]
            case _:
                image[place:place] = image[place : place + chance.randrange(1, 64)]
    return bytes(image)


def test_damaged_real_files() -> None:
    seed = int(os.environ.get("LIMEN_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"LIMEN_SEED={seed}")
    chance = random.Random(seed)
    files = [*((DATA / name).read_bytes() for name in expected()), *forms().values()]
    read = 0
    for _ in range(ROUNDS):
        content = SMALL if chance.random() < 0.7 else chance.choice(files)
        read += use(mutate(content, chance)) is not None
    assert 0 < read < ROUNDS


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "x.trx: byte 0: this is not a trace of ThreadX: TXTB is missing"),
        (b"MZ\x90\0", "x.trx: byte 0: this is not a trace of ThreadX"),
        (GOOD[:40], "x.trx: there are 40 bytes, but the header alone has 48"),
        (GOOD[:60], "x.trx: byte 60: the image ends here, but the header specifies 288 bytes"),
        (b":0400000001\n", "x.trx: line 1: the length of the record is wrong"),
        (b":00000000\r\n:zz\n", "x.trx: line 1"),
        (b":0000000000\r\n:zz\n", "x.trx: line 2: this is not a record of digits"),
        (b"S1ZZ\n", "x.trx: line 1: this is not a record of digits"),
        (GOOD[:28] + GOOD[12:16] + GOOD[32:], "before it begins"),
    ],
)
def test_the_message_names_place_and_problem(content: bytes, problem: str) -> None:
    with pytest.raises(TraceError) as caught:
        parse_trx(content, "x.trx")
    assert problem in str(caught.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="No such file"):
        read_trx(tmp_path / "nowhere.trx")
    with pytest.raises(TraceError, match="not a regular file"):
        read_trx(tmp_path)
