# SPDX-License-Identifier: Apache-2.0
"""Goal: the reader gets the meaning of a system file, and the writer writes the same meaning.

Method: examples with each key; the schema against the model; and random systems that are written,
validated by the schema, and read.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from limen.errors import DescriptionError
from limen.system.check import check_system, utilisation
from limen.system.load import load_system, parse_system
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)
from limen.system.positions import lines_of_keys
from limen.system.structure import schema
from limen.system.table import to_csv
from limen.system.toml import to_toml


def thread(name: str, period: int, work: int, priority: int) -> Thread:
    return Thread(name, period, work, priority, priority, deadline=period, work_min=work)


def read(text: str, file: str = "x.toml") -> System:
    return parse_system(text.encode(), Path(file))


def test_each_key_of_toml_arrives_in_the_model() -> None:
    system = read("""
name = "motor"
tick = "40ns"
board = "mps2-an385"
interrupt = [{name = "i", period = 100, work = 2, jitter = 1}]
resource = [{name = "bus", protocol = "ceiling"}, {name = "can"}]
overheads = {dispatch = 1, exit = 2, preemption = 3}
[[thread]]
name = "a"
period = "1ms"
work = "0.5 ms"
work_min = 5
deadline = "0.8 ms"
offset = 7
jitter = "400 ns"
priority = 4
threshold = 2
stack = 512
stack_between = 256
chunks = [{work = 500, stack = 128}, {work = 12000, threshold = 3}]
sections = [{resource = "bus", work = 30}, {resource = "can", start = 3, work = 2}]
""")
    assert system == System(
        name="motor",
        threads=(
            Thread(
                name="a",
                period=25_000,
                work=12_500,
                priority=4,
                threshold=2,
                deadline=20_000,
                work_min=5,
                offset=7,
                jitter=10,
                chunks=(Chunk(500, 2, 128), Chunk(12_000, 3)),
                sections=(CriticalSection("bus", 30), CriticalSection("can", 2, 3)),
                stack=512,
                stack_between=256,
            ),
        ),
        interrupts=(Interrupt("i", 100, 2, 1),),
        resources=(Resource("bus", Protocol.CEILING), Resource("can")),
        overheads=Overheads(1, 2, 3),
        tick_ns=40,
        board="mps2-an385",
    )


def test_defaults() -> None:
    system = read('[[thread]]\nname = "a"\nperiod = 9\nwork = 2\npriority = 3\n', "motor.toml")
    assert system == System("motor", (thread("a", 9, 2, 3),))
    assert system.tick_ns == 1000
    assert system.notes == ()


def test_a_byte_order_mark_and_windows_lines_are_read() -> None:
    text = '\ufeff[[thread]]\r\nname = "a"\r\nperiod = 9\r\nwork = 2\r\npriority = 3\r\n'
    assert read(text).threads == (thread("a", 9, 2, 3),)


def test_csv_with_columns_in_any_order() -> None:
    system = read(
        "# tick: 10us\n# name: line\n\npriority, jitter ,wcet,name,period,BCET\n"
        "1,2,3.0,a,20,1\n0,,4,b,0.5 ms,\n",
        "x.csv",
    )
    first = replace(thread("a", 20, 3, 1), jitter=2, work_min=1)
    expected = (first, thread("b", 50, 4, 0))
    assert system == System("line", expected, tick_ns=10_000)


def test_priorities_that_are_missing_follow_the_deadlines() -> None:
    system = read("name,period,deadline,wcet\na,20,,3\nb,20,10,3\nc,10,,3\n", "x.csv")
    assert [item.priority for item in system.threads] == [2, 0, 1]
    assert [item.threshold for item in system.threads] == [2, 0, 1]
    assert system.notes == (
        "the file gives no priorities; they follow the deadlines, the shortest one first",
    )


def test_an_overload_and_a_long_deadline_are_systems() -> None:
    system = read("name,period,deadline,wcet\na,20,50,30\nb,20,10,3\n", "x.csv")
    assert utilisation(system) == Fraction(33, 20)
    assert system.threads[0].deadline == 50


# Keys of a thread that are attributes of its memory and of its budget.
OF_PARTS = {"uses", "on_fault", "budget_period", "on_budget"}


def test_the_schema_is_valid_and_has_the_attributes_of_the_model() -> None:
    Draft202012Validator.check_schema(schema())
    tables = schema()["$defs"]
    for name, model in (
        ("thread", Thread),
        ("chunk", Chunk),
        ("section", CriticalSection),
        ("interrupt", Interrupt),
        ("resource", Resource),
        ("overheads", Overheads),
    ):
        keys = set(tables[name]["properties"]) - OF_PARTS
        assert keys == {field.name for field in fields(model)}


def test_lines_of_keys() -> None:
    text = """\
# [[no]]
a = "x # [" # c
b."c.d" = [1, # one
  { e = '''
''', f = 3 },
  4]
[[t]]
g = 1
[[t.u]]
h = {i = 1}
[ t.v ]
j = 2
[[t]]
g = 2
"""
    tomllib.loads(text)
    lines = lines_of_keys(text)
    assert lines["a",] == 2
    assert lines["b", "c.d"] == 3
    assert lines["b", "c.d", 1, "e"] == 4
    assert lines["b", "c.d", 1, "f"] == 5
    assert lines["b", "c.d", 2] == 6
    assert lines["t", 0, "u", 0, "h", "i"] == 10
    assert lines["t", 0, "v", "j"] == 12
    assert lines["t", 1] == 13
    assert lines["t", 1, "g"] == 14
    assert ("no", 0) not in lines


NAMES = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\x7f"),
    min_size=1,
    max_size=8,
)
TIMES = st.integers(1, 2**53 - 1)


@st.composite
def threads(draw: st.DrawFn, name: str, *, plain: bool) -> Thread:
    priority = draw(st.integers(0, 1023))
    parts = draw(st.lists(st.integers(1, 99), max_size=0 if plain else 3))
    work = sum(parts) or draw(TIMES)
    levels = st.integers(0, priority)
    stacks = st.none() | st.integers(0, 2**32 - 1)
    sections: tuple[CriticalSection, ...] = ()
    if not plain and work > 5 and draw(st.booleans()):
        sections = (CriticalSection("r", work - 2, 1), CriticalSection("s", 2, 2))
    return Thread(
        name=name,
        period=draw(TIMES),
        work=work,
        priority=priority,
        threshold=draw(levels),
        deadline=draw(TIMES),
        work_min=draw(st.integers(1, work)),
        offset=draw(st.integers(0, 99)),
        jitter=draw(st.integers(0, 99)),
        chunks=tuple(Chunk(part, draw(levels), draw(stacks)) for part in parts),
        sections=sections,
        stack=draw(st.integers(0, 2**32 - 1)),
        stack_between=draw(stacks),
    )


@st.composite
def systems(draw: st.DrawFn, *, plain: bool) -> System:
    stripped = NAMES.filter(lambda name: name == name.strip() and name[0] not in '#"')
    names = draw(st.lists(stripped if plain else NAMES, min_size=1, max_size=4, unique=True))
    system = System(
        name="x" if plain else draw(NAMES),
        threads=tuple(draw(threads(name, plain=plain)) for name in names),
        tick_ns=draw(st.sampled_from([1, 40, 1000, 1_000_000, 10**9, 1500])),
    )
    if plain:
        return system
    return replace(
        system,
        interrupts=(Interrupt("timer of no thread", draw(TIMES), 3, 2),),
        resources=(Resource("r", Protocol.CEILING), Resource("s")),
        overheads=Overheads(draw(st.integers(0, 9)), 0, draw(st.integers(0, 9))),
        board=draw(st.none() | st.just("rp2040")),
    )


@given(systems(plain=False))
def test_a_system_written_in_toml_is_the_same_and_fits_the_schema(system: System) -> None:
    check_system(system)
    text = to_toml(system)
    assert read(text) == system
    tables = json.loads(json.dumps(tomllib.loads(text)))
    Draft202012Validator(schema()).validate(tables)


@given(systems(plain=True))
def test_a_system_written_in_csv_is_the_same(system: System) -> None:
    assert read(to_csv(system), "x.csv") == system


def test_csv_refuses_what_it_has_no_place_for() -> None:
    system = System("x", (thread("a", 9, 2, 3),), interrupts=(Interrupt("i", 5, 1),))
    with pytest.raises(DescriptionError, match=r"x: CSV has no place for interrupts"):
        to_csv(system)


def test_a_system_made_in_python_is_checked_as_well() -> None:
    with pytest.raises(DescriptionError, match=r"System x: thread a: .*is negative"):
        check_system(System("x", (thread("a", -9, 2, 3),)))


def test_files_are_loaded_by_their_kind(tmp_path: Path) -> None:
    system = System("x", (thread("a", 9, 2, 3),))
    for name, text in (("x.toml", to_toml(system)), ("x.csv", to_csv(system))):
        (tmp_path / name).write_text(text)
        assert load_system(tmp_path / name) == system
