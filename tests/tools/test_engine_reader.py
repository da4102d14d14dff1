# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine reads what the Python reads, and refuses what it refuses, with its words.

Method: every column, thread, object and field of the header of both, or the error, for all traces
of the repository, whole, cut and damaged, for lies in their headers and for random traces; those
of ThreadX also as Intel HEX, S-records and digits. LIMEN_LONG makes it long; its seed is printed,
and LIMEN_SEED repeats it.
"""

from __future__ import annotations

import os
import random
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import test_hostile_fuzz as fuzz
import test_hostile_traces as hostile
import test_trx_hostile as trx_hostile
from limen.engine import engine
from limen.errors import TraceError
from limen.trace import parse_trace
from limen.trace.format import Event, Kind
from limen.trace.trx import TrxTrace, looks_like_trx, parse_trx
from limen.trace.trx.layout import Id, ObjectType
from support.synthetic import Recorder
from support.trx import INITIALIZE, INTERRUPT, TrxRecorder, ihex, srec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace import Trace
    from limen.trace.trx.model import TrxObject

TESTS = Path(__file__).parent
ROOT = TESTS.parents[1]
FILES = sorted(
    path
    for folder in (ROOT / "examples/traces", TESTS / "data", TESTS / "golden")
    for path in folder.rglob("*")
    if path.suffix in {".limen", ".trx", ".hex"}
)
ROUNDS = 20_000 if os.environ.get("LIMEN_LONG") else 150
EXTREMES = (0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF)
LANE_MAX = (1 << 15) - 1
FIRST_KIND_OF_MIDDLEWARE = 64
TYPES_WITH_SIZE = (3, 4, 7, 8)  # queues, semaphores, block and byte pools
PRIORITY_BITS = 0x3FF

Facts = dict[str, Any]


def refused(read: Any, *arguments: Any) -> tuple[Any, str | None]:  # noqa: ANN401
    """What a reader returns, or its error."""
    try:
        return read(*arguments), None
    except TraceError as error:
        return None, str(error)
    except ValueError as error:
        place, problem, remedy = error.args
        return None, str(TraceError(f"x: {place}" if place else "x", problem, remedy))


def words(columns: Facts, name: str) -> Any:  # noqa: ANN401
    high = columns[f"{name}_high"].astype(np.uint64)
    low = columns[name].astype(np.uint64)
    assert len(high) == 0 or np.any(high)
    return low if len(high) == 0 else low | high << np.uint64(32)


def same_columns(ours: Facts, theirs: Facts) -> None:
    for name, column in theirs.items():
        assert np.array_equal(ours[name], column), name


def limen_lanes(trace: Trace) -> Iterator[Facts]:
    yield {"id": 0, "name": "idle", "priority": -1, "threshold": -1, "stack_size": 0}
    for number in trace.thread_ids():
        entry = trace.objects.get(number)
        is_thread = entry is not None and entry.kind == Kind.THREAD
        yield {
            "id": number,
            "name": trace.name_of(number),
            "priority": entry.priority if entry and is_thread else -1,
            "threshold": entry.threshold if entry and is_thread else -1,
            "stack_size": entry.size if entry and is_thread else 0,
        }


def same_limen(ours: Any, theirs: Trace) -> None:  # noqa: ANN401
    columns = ("time", "event", "depth", "thread", "object", "a", "b")
    tables = ours.events()
    same_columns(tables["events"], {name: getattr(theirs, name) for name in columns})
    same_columns(tables["values"], {"at": theirs.values_at, "numbers": theirs.values.reshape(-1)})
    header = ours.header()
    names = ("clock_hz", "object_count", "record_capacity", "levels", "api", "is_recording")
    for name in (*names, "lost", "byte_order"):
        assert header[name] == getattr(theirs, name), name
    fields = ("id", "kind", "priority", "threshold", "size", "name", "address")
    assert [tuple(one[field] for field in fields) for one in ours.objects()] == [
        tuple(getattr(entry, field) for field in fields) for entry in theirs.objects.values()
    ]
    lanes = [{**lane, "stack_start": 0} for lane in limen_lanes(theirs)]
    assert ours.lanes() == lanes


def first(found: Any) -> int | None:  # noqa: ANN401
    places = np.flatnonzero(found)
    return int(places[0]) if len(places) else None


def trx_lane(trace: TrxTrace, lane: int, name: str) -> Facts:
    """Numbers of a thread: those of the registry, then those of its creation or first event."""
    address = trace.address_of(lane)
    found: Facts = {"priority": -1, "threshold": -1, "stack_size": 0, "stack_start": 0}
    if lane > 0 and (own := first(trace.lane == lane)) is not None:
        word = int(trace.priority[own])
        found["priority"] = word & PRIORITY_BITS
        found["threshold"] = word >> 16 & PRIORITY_BITS if trace.is_modern else -1
    about = (trace.event == Id.THREAD_CREATE) & (trace.info[:, 0] == np.uint64(address))
    if lane > 0 and (created := first(about)) is not None:
        found["priority"] = int(trace.info[created, 1]) & PRIORITY_BITS
    entry = trace.objects.get(address)
    if lane > 0 and entry is not None and entry.type == ObjectType.THREAD:
        found["stack_start"], found["stack_size"] = entry.p1, entry.p2
        if entry.initial_priority is not None:
            found["priority"] = entry.initial_priority
    return {"id": address, "name": name, **found}


def trx_object(entry: TrxObject) -> Facts:
    size = {ObjectType.THREAD: entry.p2, **dict.fromkeys(TYPES_WITH_SIZE, entry.p1)}
    priority = entry.initial_priority
    return {
        "id": entry.address,
        "kind": entry.type,
        "name": entry.name,
        "size": size.get(entry.type, 0),
        "address": 0,
        "priority": -1 if priority is None else priority,
        "threshold": -1,
        "is_deleted": entry.is_deleted,
        "p1": entry.p1,
        "p2": entry.p2,
    }


def same_trx(ours: Any, theirs: TrxTrace) -> None:  # noqa: ANN401
    columns = ours.events()["events"]
    same_columns(columns, {name: getattr(theirs, name) for name in ("time", "event", "core")})
    for name in ("stamp", "context", "priority"):
        assert np.array_equal(words(columns, name), getattr(theirs, name)), name
    for number in range(4):
        assert np.array_equal(words(columns, f"info{number + 1}"), theirs.info[:, number])
    assert np.array_equal(columns["lane"], np.where(theirs.lane > LANE_MAX, -1, theirs.lane))
    header = ours.header()
    for name in ("wrapped", "counts_up", "is_modern"):
        assert header[name] == getattr(theirs, name), name
    for name in type(theirs.header).__slots__:
        assert header[name] == getattr(theirs.header, name), name
    assert ours.objects() == [trx_object(entry) for entry in theirs.registry]
    names = theirs.lane_names()
    assert ours.lanes() == [trx_lane(theirs, lane, name) for lane, name in enumerate(names)]


def same(content: bytes, wrap: int | None = None, name: str = "x") -> bool:
    """Both read a file or refuse it, with the same result. Returns: they read it."""
    is_named = name.lower().endswith(".trx") and content[:4] not in {b"LIMN", b"NMIL"}
    is_trx = looks_like_trx(content[:32]) or is_named
    ours, our_error = refused(engine().Trace, content, name, wrap or 0)
    if is_trx:
        theirs, their_error = refused(parse_trx, content, "x", wrap)
    else:
        theirs, their_error = refused(parse_trace, content, "x")
    assert our_error == their_error
    if ours is not None and theirs is not None:
        (same_trx if is_trx else same_limen)(ours, theirs)
    return ours is not None


def seeded(name: str) -> random.Random:
    seed = int(os.environ.get("LIMEN_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"{name}: LIMEN_SEED={seed}")  # noqa: T201 - repeats a run that failed
    return random.Random(seed)  # noqa: S311


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_traces_of_the_repository(path: Path) -> None:
    content = path.read_bytes()
    if path.suffix == ".hex":
        lines = content.decode().splitlines()
        content = bytes.fromhex(" ".join(line.split("#")[0] for line in lines))
    assert same(content)
    if looks_like_trx(content[:32]) and content[:4] in {b"BTXT", b"TXTB"}:
        for packed in (ihex(content), srec(content, 2), srec(content), srec(content, 4)):
            assert same(packed)
        assert same(content.hex().encode())
        assert same(b" \n" + content.hex(" ", 2).encode() + b"\r\n")
        same(content, wrap=1 << 20)
        same(content, wrap=1 << 40)


def test_each_cut_of_small_files() -> None:
    packed = (ihex(trx_hostile.GOOD), srec(trx_hostile.GOOD), trx_hostile.GOOD.hex().encode())
    for good in (hostile.GOOD, trx_hostile.GOOD, trx_hostile.good_image(8), *packed):
        for length in range(len(good) + 1):
            same(good[:length])
            same(good[:length], name="x.TRX")


@pytest.mark.parametrize("value", [*EXTREMES, 2, 36, 0x5458_5442, 0xFFFF_FFF0])
def test_each_lie_in_a_header(value: int) -> None:
    for good in (hostile.GOOD, trx_hostile.GOOD, trx_hostile.good_image(8)):
        for offset in range(0, 128, 2):
            for form in ("<H", "<I", ">I"):
                image = bytearray(good)
                struct.pack_into(form, image, offset, value & (0xFFFF if form == "<H" else value))
                same(bytes(image))


def test_sums_of_more_than_64_bits() -> None:
    image = bytearray(trx_hostile.good_image(8))
    for begin, end in ((24, 40), (48, 56)):
        struct.pack_into("<Q", image, begin, 0)
        struct.pack_into("<Q", image, end, (1 << 64) - 1)
        same(bytes(image))


@given(
    st.integers(0, 5),
    st.lists(st.tuples(st.integers(0, 270), st.integers(0, 255)), min_size=1, max_size=8),
    st.binary(max_size=40),
)
def test_damage(which: int, damage: list[tuple[int, int]], tail: bytes) -> None:
    form, good = divmod(which, 2)
    image = bytearray(trx_hostile.GOOD if good else hostile.GOOD)
    for offset, value in damage:
        image[offset % len(image)] = value
    packed = (bytes(image), ihex(bytes(image)), srec(bytes(image)))[form]
    same(packed + tail)
    same(tail + packed)
    damaged = bytearray(packed)
    for offset, value in damage:
        damaged[offset % len(damaged)] = value
    same(bytes(damaged))


def test_damaged_files() -> None:
    chance = seeded("damaged files")
    read = 0
    for number in range(ROUNDS):
        content = fuzz.damaged(chance)
        if number % 2:
            content = trx_hostile.mutate(content, chance)
        wrap = chance.choice([None, None, 1 << 16, 1 << 32, chance.getrandbits(33) + 1])
        read += same(content, wrap)
    assert ROUNDS // 20 < read < ROUNDS


def limen_at_random(chance: random.Random) -> bytes:
    """A trace with leaps, wraps of the ring, VALUES behind anything, and strange names."""
    recorder = Recorder(
        order=chance.choice("<>"), records=chance.choice([3, 40, 100]), object_capacity=5,
        flags=chance.getrandbits(16), time_high=7, leaps=chance.random() < 0.9,
        clock_hz=chance.getrandbits(31) + 1, levels=chance.getrandbits(15) + 1,
    )  # fmt: skip
    for _ in range(chance.randrange(8)):
        name = "".join(map(chr, chance.choices(range(1, 0x3000), k=chance.randrange(4))))
        kind = chance.choice([1, 1, 2, FIRST_KIND_OF_MIDDLEWARE + 9, FIRST_KIND_OF_MIDDLEWARE + 11])
        recorder.name(kind, name, chance.randrange(9), chance.randrange(9), chance.randrange(3))
    time = 7 << 32
    for _ in range(chance.randrange(1, 120)):
        time += chance.choice([0, 1, 1000, 1 << 31, 3 << 32]) * (chance.random() < 0.3)
        event = chance.choice([*map(int, Event), Event.VALUES, Event.SERVICE, 200])
        if event == Event.TIME and chance.random() < 0.95:
            event = Event.VALUES
        thread, about = chance.randrange(7), chance.choice([0, 1, 3, 9, 0xFFFF])
        recorder.put(time, event, thread, about, chance.randrange(3), chance.randrange(4),
                     chance.getrandbits(8))  # fmt: skip
    return recorder.image()


def trx_at_random(chance: random.Random) -> bytes:
    """A trace with threads that nobody registered, equal names, and any clock."""
    word = chance.choice([4, 8])
    bits = 8 * word
    recorder = TrxRecorder(
        capacity=chance.choice([1, 10, 50]), order=chance.choice("<>"), word=word,
        mask=chance.choice([0xFFFF, (1 << bits) - 1, 0xFF00_FF00]),
        name_size=chance.choice([0, 1, 5, 32]),
    )  # fmt: skip
    addresses = [0x2000_0000, 0x2000_1000, (1 << bits) - 8, INTERRUPT, INITIALIZE]
    for _ in range(chance.randrange(6)):
        name = chance.choice(["A", "A", "", "Über", "B\x1b", "\u200b", "\ud7ff\U0001f600"])
        address = chance.choice([0, *addresses])
        recorder.name(chance.choice([0, 1, 1, 3, 9]), address, name,
                      p1=chance.getrandbits(bits), p2=chance.getrandbits(bits))  # fmt: skip
    stamp = chance.getrandbits(bits)
    step = chance.choice([1, -1])
    for _ in range(chance.randrange(70)):
        stamp += step * chance.choice([0, 1, 100, 1 << 15, -3])
        numbers = [chance.choice([*addresses, chance.getrandbits(bits)]) for _ in range(4)]
        event = chance.choice([1, 2, 100, 100, chance.getrandbits(bits)])
        context = chance.choice([*addresses, *addresses, *addresses, 0x3000])
        priority = chance.choice([5, 0x8004_0005, chance.getrandbits(bits)])
        recorder.put(stamp & (1 << bits) - 1, context, event, *numbers, priority=priority)
    return recorder.image()


def test_random_traces() -> None:
    chance = seeded("random traces")
    read = 0
    for _ in range(2 * ROUNDS):
        read += same(limen_at_random(chance))
        read += same(trx_at_random(chance), chance.choice([None, None, 1 << 16, 1 << 64 - 1]))
    assert read > ROUNDS


def test_more_threads_than_a_lane_has_numbers() -> None:
    count = LANE_MAX + 20
    recorder = Recorder(records=count)
    for number in range(count):
        recorder.put(number, Event.USER, 1 + number)
    assert same(recorder.image())
    many = TrxRecorder(capacity=count)
    for number in range(count):
        many.put(number, 0x2000 + 4 * number, Event.SWITCH, 0x2000 + 4 * number)
    ours = engine().Trace(many.image(), "x")
    lane = parse_trx(many.image()).lane
    assert np.array_equal(ours.events()["events"]["lane"], np.where(lane > LANE_MAX, -1, lane))
    assert len(ours.lanes()) == count + 1


def shown(names: list[bytes]) -> list[str]:
    """Names of objects of Limen, as the engine reads them, the last byte of each field being 0."""
    recorder = Recorder(object_capacity=len(names))
    for _ in names:
        recorder.name(Kind.SEMAPHORE, "")
    image = bytearray(recorder.image())
    for place, name in enumerate(names):
        image[64 + 32 * place + 12 : 64 + 32 * place + 32] = name.ljust(20, b"\0")
    return [one["name"] for one in engine().Trace(bytes(image), "x").objects()]


def expected(name: bytes) -> str:
    letters = name.split(b"\0")[0].decode("utf-8", "replace")
    return "".join(one if one.isprintable() else "\ufffd" for one in letters)


@given(st.lists(st.binary(max_size=20)))
def test_names_of_any_bytes(names: list[bytes]) -> None:
    assert shown(names) == [expected(name) for name in names]


def test_sequences_of_utf8_that_begin_wrong() -> None:
    seconds = (0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF)
    names = [
        bytes([first, second, third, 0x80, 0x42][:length])
        for first in range(0x80, 0x100)
        for second in seconds
        for third in (0x41, 0x80, 0xC2)
        for length in range(1, 6)
    ]
    assert shown(names) == [expected(name) for name in names]


def test_every_letter() -> None:
    numbers = range(1, 0x11_0000)
    letters = [chr(number).encode("utf-8", "surrogatepass") for number in numbers]
    names = [b"".join(letters[start : start + 5]) for start in range(0, len(letters), 5)]
    for start in range(0, len(names), 50_000):
        part = names[start : start + 50_000]
        assert shown(part) == [expected(name) for name in part]
