# SPDX-License-Identifier: Apache-2.0
"""Goal: records that are collected while a target writes are correct or missing, never wrong.

Method: a recorder that makes some stores between any two words that are read, in the kernel's order
of stores and in others; and real processes that write as fast as they can. Every record contains
its number three times, and the time of each number is known.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import hammered
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorder import BASE, Order, Recorder, StepProbe

from limen.live.collector import Collector
from limen.live.cores import CoreCollectors, traces_of_cores
from limen.live.header import find_traces, parse_header, settled_header
from limen.live.image import records_of, time_from_anchor
from limen.live.mirror import MirrorProbe
from limen.live.probe import Region, UnreadableError
from limen.trace import parse_trace
from limen.trace.numbers import Event
from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

    from limen.trace import Trace

LEAPS = st.just([1]) | st.lists(
    st.sampled_from([0, 1, 1000, 2**32 - 1, 2**32, 5 * 2**33]), min_size=1
)
STEPS = st.lists(st.integers(0, 9) | st.just(50), min_size=1, max_size=20)

# The recorder stops most of the time.
SPARSE = st.dictionaries(st.integers(0, 63), st.integers(1, 40), min_size=1, max_size=4).map(
    lambda moves: [moves.get(read, 0) for read in range(64)]
)


def checked(collector: Collector, recorder: Recorder) -> Trace | None:
    """Return the trace so far, after a check of each event."""
    image = collector.image()
    if image is None:
        return None
    trace = parse_trace(image)
    if len(trace) == 0:
        return trace
    before: int | None = None  # number of the event before, or None after a loss
    newest = -1
    columns = (trace.event, trace.time, trace.a, trace.b)
    for event, now, a, number in zip(*(one.tolist() for one in columns), strict=True):
        if event == Event.LOST:
            assert (a, now) == (0, recorder.times.get(newest, now))
            before = None
            continue
        assert number == before + 1 if before is not None else number > newest
        assert (a, now) == (number * 40503 & 0xFFFF, recorder.times[number])
        before = newest = number
    lost = int(trace.b[trace.event == Event.LOST].sum())
    assert trace.lost + lost + len(trace) <= recorder.records + int(
        (trace.event == Event.LOST).sum()
    )
    assert trace.name_of(1) == "one"
    return trace


def save(collector: Collector, path: Path) -> None:
    with path.open("wb") as file:
        collector.write(file)


@settings(max_examples=2000 if IS_LONG else 15, deadline=None)
@given(st.sampled_from(Order), st.integers(1, 12), LEAPS, STEPS | SPARSE, STEPS)
def test_no_moment_is_a_bad_one(
    order: Order, capacity: int, leaps: list[int], steps: list[int], pauses: list[int]
) -> None:
    recorder = Recorder(capacity, order)
    probe = StepProbe(recorder, leaps, steps)
    collector = Collector()
    for pause in pauses:
        collector.look(probe, BASE)
        checked(collector, recorder)
        probe.advance(pause)
        state = collector.state
        assert state.lost <= state.records <= recorder.records + 1
    collector.close()


class Memory:
    """The traces of some cores, 64 KiB from each other. It does not change while it is read."""

    def __init__(self, recorders: list[Recorder]) -> None:
        self.recorders = recorders

    def regions(self) -> list[Region]:
        lengths = [len(one.memory) for one in self.recorders]
        return [Region(BASE + (at << 16), length) for at, length in enumerate(lengths)]

    def read(self, address: int, size: int) -> bytes:
        at, begin = divmod(address - BASE, 1 << 16)
        return bytes(self.recorders[at].memory[begin : begin + size])

    def close(self) -> None:
        """See Probe."""


def test_the_cores_of_a_system_are_one_trace() -> None:
    recorders = [Recorder(64) for _ in range(4)]
    for core, recorder in zip((2, 0, 2, 7), recorders, strict=True):
        recorder.memory[42] |= core << 4
        number = core << 13
        recorder.memory[64:66] = (number + 1).to_bytes(2, "little")
    recorders[2].stop()  # a copy of the first one, perhaps
    recorders[3].store(12, 2_000_000)  # the clock of another system
    probe, collectors = Memory(recorders), CoreCollectors()
    for step in range(1, 6):
        for recorder in recorders:
            for _ in range(step):
                for _ in recorder.event(3):
                    pass
        for core, address in traces_of_cores(find_traces(probe)).items():
            assert address == BASE + ({2: 0, 0: 1}[core] << 16)
            collectors.of_core(core).look(probe, address)
    image = collectors.image()
    assert image is not None
    trace = parse_trace(image)
    assert {*trace.core.tolist()} == {0, 2}
    assert trace.time.tolist() == sorted(trace.time.tolist())
    for core in (0, 2):
        numbers = trace.b[trace.core == core].tolist()
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert collectors.state.records == 2 * 15
    collectors.close()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(Order), st.integers(3, 6), LEAPS, SPARSE, st.integers(0, 40))
def test_a_settled_header_was_true_at_one_moment(
    order: Order, capacity: int, leaps: list[int], steps: list[int], begin: int
) -> None:
    recorder = Recorder(capacity, order)
    probe = StepProbe(recorder, leaps, steps)
    probe.advance(begin)
    before = recorder.records
    header = settled_header(probe, BASE)
    if header is not None:
        assert before <= header.total <= recorder.records + 1  # one may be in the making
        moment = header.time_high << 32 | header.time_low
        times = {0, recorder.time, *recorder.times.values()}
        # The target may be changing it.
        assert moment in times or moment & 0xFFFF_FFFF in {time & 0xFFFF_FFFF for time in times}


def test_moments_of_two_headers_say_nothing_of_what_is_between() -> None:
    recorder = Recorder(64)
    headers = []
    for _ in range(2):
        settled(recorder, [2**32], 5)
        headers.append(settled_header(StepProbe(recorder, [1], []), BASE))
    first, last = headers
    assert first is not None
    assert last is not None
    records = records_of(first, bytes(recorder.memory[96 : 96 + 16 * (last.total - 1)]))
    assert time_from_anchor(first, last, records, last.total - 1) is None
    assert time_from_anchor(first, first, records, last.total - 1) == recorder.times[9]
    assert time_from_anchor(last, last, records, last.total - 1) is None


@pytest.mark.parametrize("order", Order)
def test_with_time_to_look_all_is_seen(order: Order) -> None:
    recorder = Recorder(16, order)
    probe = StepProbe(recorder, [1, 2**22, 7, 2**29], [0])
    collector = Collector()
    for _ in range(400):
        probe.advance(5)
        collector.look(probe, BASE)
    trace = checked(collector, recorder)
    assert trace is not None
    assert int(trace.b[0]) == trace.lost == 0
    assert collector.state.lost == 0
    assert 0 <= collector.state.events - len(trace) <= 2
    assert recorder.number - len(trace) <= 3
    collector.close()


def settled(recorder: Recorder, leaps: list[int], events: int) -> None:
    """Record some complete events."""
    for number in range(events):
        for _ in recorder.event(leaps[number % len(leaps)]):
            pass


def test_a_gap_is_counted_and_the_trace_begins_behind_it() -> None:
    recorder = Recorder(10)
    probe = StepProbe(recorder, [1], [])
    collector = Collector()
    for events in (5, 30, 4, 2):
        settled(recorder, [1], events)
        collector.look(probe, BASE)
    trace = checked(collector, recorder)
    assert trace is not None
    assert trace.lost == 27  # of 35 the ring has ten, of which two may be written over just now
    assert collector.state.lost == 27  # the time of the first four had not been known
    assert len(trace) == 13
    collector.close()


@pytest.mark.parametrize("leap", [3, 2**31 + 5, 2**33])
def test_each_loss_is_a_stretch_of_its_own(leap: int, tmp_path: Path) -> None:
    recorder = Recorder(16)
    probe = StepProbe(recorder, [leap], [])
    collector = Collector(tmp_path)
    for events in (3, 3, 3, 40, 3, 3, 3, 60, 3, 3, 3):
        settled(recorder, [leap if events > 16 else 3], events)
        collector.look(probe, BASE)
    trace = checked(collector, recorder)
    assert trace is not None
    (first, second) = (trace.event == Event.LOST).nonzero()[0].tolist()
    assert trace.lost == 0
    assert (int(trace.b[0]), first > 5, second - first > 9, len(trace) - second > 9) == (
        *(0, True, True, True),
    )
    # A leap of the time at the beginning of the next part is lost, too.
    assert 60 < collector.state.lost <= int(trace.b[first]) + int(trace.b[second])
    assert int(trace.b[first]) + int(trace.b[second]) <= collector.state.lost + 2
    save(collector, tmp_path / "kept")
    assert parse_trace((tmp_path / "kept").read_bytes()).b.tolist() == trace.b.tolist()
    for count in range(1, len(trace) + 5):
        image = collector.image(count)
        assert image is not None
        part = parse_trace(image)
        lost = int(part.b[part.event == Event.LOST].sum())
        assert part.b.tolist() == trace.b.tolist()[len(trace) - len(part) :]
        assert part.lost + lost <= collector.state.records - int((part.event != Event.LOST).sum())
    collector.close()


def test_what_is_before_a_loss_stays_while_the_time_behind_it_is_unknown() -> None:
    recorder = Recorder(16)
    probe = StepProbe(recorder, [3], [])
    collector = Collector()
    for events in (3, 3, 3, 3):
        settled(recorder, [3], events)
        collector.look(probe, BASE)
    seen = checked(collector, recorder)
    settled(recorder, [2**33], 50)
    collector.look(probe, BASE)
    trace = checked(collector, recorder)
    assert seen is not None
    assert trace is not None
    assert trace.b.tolist()[: len(seen)] == seen.b.tolist()
    collector.close()


def test_the_newest_event_of_a_target_that_hangs_is_shown_but_not_kept() -> None:
    recorder = Recorder(10)
    probe = StepProbe(recorder, [1], [])
    collector = Collector()
    settled(recorder, [1], 3)
    collector.look(probe, BASE)
    assert collector.image() is None  # nothing says yet what time it is
    time.sleep(0.25)
    collector.look(probe, BASE)
    trace = checked(collector, recorder)
    assert trace is not None
    assert len(trace) == 3
    for _ in range(4):
        settled(recorder, [1], 2)
        collector.look(probe, BASE)
    trace = checked(collector, recorder)
    assert trace is not None
    assert len(trace) == 10
    collector.close()


def test_a_recorder_that_is_off_is_read_to_its_end() -> None:
    recorder = Recorder(10)
    settled(recorder, [2**32 + 5], 12)
    recorder.stop()
    collector = Collector()
    collector.look(StepProbe(recorder, [1], []), BASE)
    trace = checked(collector, recorder)
    assert trace is not None
    assert (int(trace.b[-1]), trace.is_recording) == (11, False)
    collector.close()


@pytest.mark.parametrize("events", [2, 8, 9, 50])
def test_a_new_trace_in_the_same_place_is_noticed(events: int) -> None:
    recorder = Recorder(64)
    probe = StepProbe(recorder, [1], [])
    collector = Collector()
    settled(recorder, [1], 9)
    collector.look(probe, BASE)
    recorder.start(first=1000)
    settled(recorder, [1], events)
    for _ in range(4):
        collector.look(probe, BASE)
        settled(recorder, [1], 2)
    trace = checked(collector, recorder)
    assert trace is not None
    assert (collector.state.traces, int(trace.b[0]), trace.lost) == (2, 1000, 0)
    assert len(trace) >= events + 1
    collector.close()


def test_the_saved_trace_completes_what_was_seen(tmp_path: Path) -> None:
    recorder = Recorder(11)
    probe = StepProbe(recorder, [3], [])
    collector, saved = Collector(tmp_path), tmp_path / "saved"
    for _ in range(20):
        settled(recorder, [3], 4)
        collector.look(probe, BASE)
    settled(recorder, [3], 6)
    saved.write_bytes(recorder.memory)
    assert collector.complete(MirrorProbe(saved, 0), 0)
    trace = checked(collector, recorder)
    assert trace is not None
    assert (trace.lost, len(trace)) == (0, 86)
    save(collector, tmp_path / "kept")
    kept = parse_trace((tmp_path / "kept").read_bytes())
    assert (kept.b.tolist(), kept.is_recording) == (trace.b.tolist(), False)
    collector.close()


def test_the_saved_trace_of_another_run_is_left_alone(tmp_path: Path) -> None:
    recorder, other = Recorder(10), Recorder(10)
    collector, saved = Collector(tmp_path), tmp_path / "saved"
    for _ in range(4):
        settled(recorder, [3], 4)
        collector.look(StepProbe(recorder, [3], []), BASE)
    other.number = 500
    settled(other, [5], 19)
    saved.write_bytes(other.memory)
    assert not collector.complete(MirrorProbe(saved, 0), 0)
    trace = checked(collector, recorder)
    assert trace is not None
    assert len(trace) == 15
    collector.close()


@pytest.mark.parametrize("count", [1, 5, 30, 100])
def test_a_part_and_a_full_file_are_traces_too(tmp_path: Path, count: int) -> None:
    recorder = Recorder(64)
    probe = StepProbe(recorder, [1], [])
    collector = Collector(tmp_path, records_max=30)
    for _ in range(7):
        settled(recorder, [2**24], 10)
        collector.look(probe, BASE)
    image = collector.image(count)
    assert image is not None
    trace = parse_trace(image)
    made = recorder.records - 1
    times = [recorder.times[number] for number in range(recorder.number - 1)]
    assert trace.lost == made - 30  # events outside of a part are not lost
    assert len(trace) == min(count, 30)
    assert trace.time.tolist() == times[len(times) - len(trace) :]
    save(collector, tmp_path / "kept")
    assert len(parse_trace((tmp_path / "kept").read_bytes())) <= 30
    collector.close()


def test_a_header_is_found_among_what_looks_like_one(tmp_path: Path) -> None:
    recorder = Recorder(10)
    copy = bytearray(recorder.memory)
    copy[42] = 0
    cut = bytes(recorder.memory[:-80])  # its ring does not fit into the memory
    content = b"LIMN" * 20 + bytes(copy) + b"xLIMN" + bytes(3) + recorder.memory + cut
    memory = tmp_path / "memory"
    memory.write_bytes(content)
    found = find_traces(MirrorProbe(memory, 0x1000))
    assert list(found) == [0x1000 + 80 + len(copy) + 8, 0x1000 + 80]
    memory.write_bytes(bytes(100))
    assert find_traces(MirrorProbe(memory)) == {}


@given(st.binary(min_size=64, max_size=64), st.integers(0, 63))
def test_any_bytes_are_a_header_or_none(noise: bytes, cut: int) -> None:
    header = parse_header(bytes(Recorder(10).memory[:cut]) + noise[cut:])
    assert header is None or header.record_capacity > 0
    assert parse_header(noise[:60] + bytes(4)) is None or noise[:4] in {b"LIMN", b"NMIL"}


def test_big_endian_targets_are_read() -> None:
    memory = bytearray(Recorder(10).memory)
    for at in (0, *range(12, 40, 4), 44):
        memory[at : at + 4] = memory[at : at + 4][::-1]
    for at in (4, 6, 8, 10, 40, 42):
        memory[at : at + 2] = memory[at : at + 2][::-1]
    header = parse_header(bytes(memory[:64]))
    assert header is not None
    assert (header.order, header.record_capacity, header.levels) == (">", 10, 32)


def test_memory_that_is_given_back_is_no_end(tmp_path: Path) -> None:
    class Holes:
        def regions(self) -> list[Region]:
            return [Region(0, 100), *MirrorProbe(memory, 0x1000).regions()]

        def read(self, address: int, size: int) -> bytes:
            if address < 0x1000:
                raise UnreadableError
            return MirrorProbe(memory, 0x1000).read(address, size)

        def close(self) -> None:
            pass

    memory = tmp_path / "memory"
    memory.write_bytes(Recorder(10).memory)
    assert list(find_traces(Holes())) == [0x1000]


@pytest.fixture(scope="module")
def hammer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hammered.build(tmp_path_factory.mktemp("hammer"))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_a_process_that_hammers_is_read_right(hammer: Path, order: int) -> None:
    seen = hammered.watch(hammer, (order, 256, 50, 100_000), enough=500)
    assert seen >= 500


def test_a_process_that_is_too_fast_is_read_right_or_not_at_all(hammer: Path) -> None:
    hammered.watch(hammer, (0, 65536, 0, 0), enough=100_000, seconds=1)
