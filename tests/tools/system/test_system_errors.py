# SPDX-License-Identifier: Apache-2.0
"""Goal: each wrong description of a system leads to one line with file, line, key and remedy.

Method: a table of wrong texts with the complete messages; and random damage to a valid file, which
must be read or refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import DescriptionError, TraceError
from limen.system.load import FILE_BYTES_MAX, load_system, parse_system

GOOD = """\
name = "x"
tick = "1us"

[[thread]]
name = "a"
period = "1 ms"
work = 250
priority = 1
threshold = 0
chunks = [
    {work = 50, threshold = 1},
    {work = 200},
]
sections = [{resource = "bus", start = 10, work = 20}]

[[thread]]
name = "b"
period = 2000
work = 300
priority = 2

[[interrupt]]
name = "timer"
period = 1000
work = 3

[[resource]]
name = "bus"

[overheads]
dispatch = 1
"""

TIME = 'write a whole number of ticks, or a text such as "250us"'
LEVELS = "write 0 to 1: the smaller number is the more urgent level"

# The text to replace in the good file, its replacement, and the message after "x.toml: ".
TOML = [
    (
        "work = 250",
        "work = 0",
        "line 7: thread a: work: a time of 0 ticks is zero; write 1 or more",
    ),
    (
        "work = 250",
        "work = -3",
        "line 7: thread a: work: a time of -3 ticks is negative; write 1 or more",
    ),
    (
        '"1 ms"',
        '"0 ms"',
        'line 6: thread a: period: a time of "0 ms" is zero; write more than zero',
    ),
    ('"1 ms"', '"-1 ms"', f'line 6: thread a: period: "-1 ms" is not a time; {TIME}'),
    ("work = 250", "work = 2.5", f"line 7: thread a: work: 2.5 is not a time; {TIME}"),
    ("work = 250", "work = 250.0", f"line 7: thread a: work: 250.0 is not a time; {TIME}"),
    ("work = 250", "work = nan", f"line 7: thread a: work: NaN is not a time; {TIME}"),
    ("work = 250", "work = inf", f"line 7: thread a: work: Infinity is not a time; {TIME}"),
    ("work = 250", "work = true", f"line 7: thread a: work: true is not a time; {TIME}"),
    (
        "work = 250",
        "work = 2026-11-22",
        f'line 7: thread a: work: "2026-11-22" is not a time; {TIME}',
    ),
    ("work = 250", "work = [250]", f"line 7: thread a: work: an array is not a time; {TIME}"),
    ("work = 250", 'work = "3"', f'line 7: thread a: work: "3" is not a time; {TIME}'),
    ("work = 250", 'work = "3 weeks"', f'line 7: thread a: work: "3 weeks" is not a time; {TIME}'),
    (
        "work = 250",
        'work = "1.5us"',
        (
            'line 7: thread a: work: "1.5us" is 1.5 ticks of 1us; write a whole number of '
            "ticks, or take "
            "a shorter tick"
        ),
    ),
    (
        "work = 250",
        "work = 9007199254740992",
        (
            "line 7: thread a: work: 9007199254740992 ticks are too many; write at most "
            "9007199254740991, or take a longer tick"
        ),
    ),
    (
        "work = 250",
        f"work = 1{'0' * 100}",
        (
            "line 7: thread a: work: a number of more than 40 digits ticks are too many; "
            "write at most "
            "9007199254740991, or take a longer tick"
        ),
    ),
    (
        "work = 250",
        f"work = 1{'0' * 5000}",
        "its brackets or its numbers are too long; write it in TOML 1.0",
    ),
    (
        "work = 250",
        'work = "9007199254741 s"',
        (
            "line 7: thread a: work: 9007199254741000000 ticks are too many; write at most "
            "9007199254740991, or take a longer tick"
        ),
    ),
    (
        'tick = "1us"',
        'tick = "0us"',
        'line 2: tick: a tick cannot be "0us" long; write whole nanoseconds, from 1ns to 3600s',
    ),
    (
        'tick = "1us"',
        'tick = "0.5ns"',
        'line 2: tick: a tick cannot be "0.5ns" long; write whole nanoseconds, from 1ns to 3600s',
    ),
    (
        'tick = "1us"',
        'tick = "us"',
        'line 2: tick: "us" does not have the right form; write a number and a unit, such as "1us"',
    ),
    ('tick = "1us"', "tick = 1", "line 2: tick: 1 is not a text; write a text"),
    (
        'name = "b"',
        'name = "a"',
        "line 17: thread a: name: a occurs twice; rename one",
    ),
    (
        'name = "timer"',
        'name = "b"',
        "line 23: interrupt b: name: b occurs as thread, too; rename one",
    ),
    (
        'name = "b"',
        'name = ""',
        (
            'line 17: thread 2: name: "" does not have the right form; write 1 to 64 '
            "characters, none of "
            "them a control character"
        ),
    ),
    ('name = "b"', "name = 3", "line 17: thread 2: name: 3 is not a text; write a text"),
    (
        "priority = 2",
        "priority = 2\nthreshold = 3",
        (
            "line 21: thread b: threshold: the threshold 3 is above the priority 2; write 0 "
            "to 2: the "
            "smaller number is the more urgent level"
        ),
    ),
    (
        "threshold = 1}",
        "threshold = 2}",
        "line 11: thread a: chunks[0].threshold: the threshold 2 is above the priority 1; "
        + LEVELS,
    ),
    (
        "priority = 2",
        "priority = -1",
        "line 20: thread b: priority: -1 is too small; write 0 or more",
    ),
    (
        "priority = 2",
        "priority = 1024",
        "line 20: thread b: priority: 1024 is too large; write 1023 or less",
    ),
    (
        "priority = 2",
        "priority = 2.0",
        "line 20: thread b: priority: 2.0 is not a whole number; write a whole number",
    ),
    (
        "priority = 2\n",
        "",
        (
            "line 16: thread b: the key priority is missing, and other threads have one; add "
            "it, or "
            "remove all others"
        ),
    ),
    ("period = 2000\n", "", "line 16: thread b: the key period is missing; add period"),
    ("work = 300\n", "", "line 16: thread b: the key work is missing; add work"),
    ('name = "b"\n', "", "line 16: thread 2: the key name is missing; add name"),
    (
        "period = 2000",
        "periode = 2000",
        (
            "line 18: thread b: periode: unknown key; remove it, or correct its "
            "spelling: did "
            "you mean period?"
        ),
    ),
    (
        "[overheads]",
        "[overhead]",
        (
            "line 30: overhead: unknown key; remove it, or correct its spelling: did "
            "you mean "
            "overheads?"
        ),
    ),
    (
        "dispatch = 1",
        "zzz = 1",
        (
            "line 31: overheads.zzz: unknown key; remove it, or correct its "
            "spelling: take one "
            "of dispatch, exit, preemption, gate"
        ),
    ),
    (
        "{work = 200}",
        "{work = 150}",
        (
            "line 10: thread a: chunks: the work of the chunks is 200, and that of the thread "
            "is 250; "
            "make them equal"
        ),
    ),
    (
        'resource = "bus"',
        'resource = "can"',
        (
            "line 14: thread a: sections[0].resource: unknown resource can; take one of "
            "bus, or add "
            "[[resource]]"
        ),
    ),
    (
        "start = 10, work = 20}",
        "start = 240, work = 20}",
        (
            "line 14: thread a: sections[0]: it ends at 260, behind the job (250); make it "
            "shorter, or "
            "start it earlier"
        ),
    ),
    (
        "work = 20}]",
        'work = 20}, {resource = "bus", start = 12, work = 2}]',
        "line 14: thread a: sections[1]: the job owns bus already; join the two sections",
    ),
    (
        "work = 20}]",
        'work = 20}, {resource = "bus", start = 25, work = 10}]',
        (
            "line 14: thread a: sections[1]: it overlaps that of bus, and is not inside it; "
            "nest them, or "
            "separate them"
        ),
    ),
    (
        'name = "bus"',
        'name = "bus"\nprotocol = "srp"',
        (
            'line 29: resource bus: protocol: "srp" is not known; '
            "take one of inheritance, ceiling, none, shared, spin"
        ),
    ),
    (
        'name = "bus"',
        'name = "bus"\n[[resource]]\nname = "bus"',
        "line 30: resource bus: name: bus occurs twice; rename one",
    ),
    (
        "work = 250",
        "work = 250\nwork_min = 251",
        (
            "line 8: thread a: work_min: the best case, 251, is above the worst case, 250; "
            "write at most "
            "work"
        ),
    ),
    (
        "work = 250",
        "work = 250\nstack = 4294967296",
        "line 8: thread a: stack: 4294967296 is too large; write 4294967295 or less",
    ),
    (GOOD, "", "the key thread is missing; add [[thread]]"),
    (GOOD, "thread = []", "line 1: thread: it is empty; add an entry, or remove the key"),
    (GOOD, "thread = 3", "line 1: thread: 3 is not an array; write an array"),
    (GOOD, "thread = [3]", "line 1: thread 1: 3 is not a table; write a table"),
    (GOOD, "a = = 3", "line 1: Invalid value; write it in TOML 1.0"),
    (GOOD, "a = 1\na = 2", "line 2: this key occurs twice; remove one of the two"),
    (
        GOOD,
        "[overheads]\nexit = 1\n[overheads]",
        "line 3: the table overheads occurs twice; join the two",
    ),
    (GOOD, "a = " + "[" * 9000, "its brackets or its numbers are too long; write it in TOML 1.0"),
]


@pytest.mark.parametrize(("old", "new", "message"), TOML)
def test_each_wrong_toml_file_leads_to_one_clear_line(old: str, new: str, message: str) -> None:
    assert GOOD.count(old) == 1, old
    with pytest.raises(DescriptionError) as caught:
        parse_system(GOOD.replace(old, new).encode(), Path("x.toml"))
    assert str(caught.value) == f"x.toml: {message}"


def test_the_good_file_is_good() -> None:
    system = parse_system(GOOD.encode(), Path("x.toml"))
    assert [thread.name for thread in system.threads] == ["a", "b"]


def test_a_threshold_without_priorities_is_refused() -> None:
    text = '[[thread]]\nname = "a"\nperiod = 9\nwork = 1\nthreshold = 0\n'
    message = "x.toml: line 1: thread a: it has a threshold and no priority; add priority to all"
    with pytest.raises(DescriptionError, match=message):
        parse_system(text.encode(), Path("x.toml"))


HEAD = "name,period,deadline,wcet,priority,threshold"
CSV = [
    ("", f"it has no header; begin with {HEAD}"),
    (HEAD, "it has no thread; add a line for each thread"),
    ("name,period\na,3", f"line 1: the column wcet is missing; add it: {HEAD}"),
    (
        "name,period,wcet,colour\n",
        (
            "line 1: unknown column colour; take one of name, period, work, work_min, "
            "deadline, "
            "offset, jitter, priority, threshold, stack, stack_between, core, memory, on_fault, "
            "budget, budget_period, on_budget, restarts, restart_after, function, wcet, bcet"
        ),
    ),
    ("name,period,WCET\na,9,0\n", "line 2: thread a: WCET: a time of 0 ticks is"),
    ("name,period,wcet,work\n", "line 1: the column work occurs twice; remove one"),
    (
        f"{HEAD}\na,20,20,5,0,0,7",
        "line 2: it has 7 cells, and the header has 6; give each line as many cells as the header",
    ),
    (f"{HEAD}\na,20,20,nan,0,0", f'line 2: thread a: wcet: "nan" is not a time; {TIME}'),
    (f"{HEAD}\n\na,20,20,2.5,0,0", f'line 3: thread a: wcet: "2.5" is not a time; {TIME}'),
    (f"{HEAD}\na,20,20,1e3,0,0", f'line 2: thread a: wcet: "1e3" is not a time; {TIME}'),
    (
        f"{HEAD}\na,20,20,-5,0,0",
        "line 2: thread a: wcet: a time of -5 ticks is negative; write 1 or more",
    ),
    (
        f"{HEAD}\na,20,20,5,0,0\na,20,20,5,1,1",
        "line 3: thread a: name: a occurs twice; rename one",
    ),
    (
        f"{HEAD}\na,20,20,5,1,2",
        "line 2: thread a: threshold: the threshold 2 is above the priority 1; " + LEVELS,
    ),
    (f"{HEAD}\n,20,20,5,1,1", "line 2: thread 1: the key name is missing; add name"),
    (
        f"{HEAD}\na,20,20,5,x,1",
        'line 2: thread a: priority: "x" is not a whole number; write a whole number',
    ),
    (
        f"{HEAD}\na,20,20,{'9' * 99},1,1",
        f'line 2: thread a: wcet: "{"9" * 39}... is not a time; {TIME}',
    ),
    ("# tick: 0ns\n" + HEAD + "\na,20,20,5,0,0", "line 1: tick: a tick cannot be"),
    (f'{HEAD}\n"a,20', "line 2: thread a,20: the key period is missing; add period"),
    (
        f"{HEAD}\n{'a' * 200_000},3",
        "line 2: field larger than field limit (131072); write it in CSV",
    ),
]


@pytest.mark.parametrize(("text", "message"), CSV)
def test_each_wrong_csv_file_leads_to_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        parse_system(text.encode(), Path("x.csv"))
    assert str(caught.value).startswith(f"x.csv: {message}")


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (FILE_BYTES_MAX + 1))
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "x"\ntick = "1\xb5s"\n')
    for path, problem in (
        (tmp_path / "none.toml", "it cannot be read (No such file or directory)"),
        (large, f"it has {FILE_BYTES_MAX + 1} bytes"),
    ):
        with pytest.raises(DescriptionError) as caught:
            load_system(path)
        assert str(caught.value).startswith(f"{path}: {problem}")
    with pytest.raises(TraceError, match=r"none of these 2 files is a trace.*toml or .csv files"):
        load_system(tmp_path)
    with pytest.raises(
        DescriptionError, match=r"latin.toml: line 2: byte 20 is not UTF-8; save it"
    ):
        load_system(latin)


@given(st.data())
def test_random_damage_is_read_or_refused(data: st.DataObject) -> None:
    text = GOOD.encode()
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    junk = data.draw(st.binary(max_size=6) | st.sampled_from([b"[", b"}", b"'", b'"""', b"nan"]))
    message = "x.toml: "
    try:
        parse_system(text[:at] + junk + text[at + length :], Path("x.toml"))
    except DescriptionError as error:
        message = str(error)
    assert message.startswith("x.toml: ")
    assert "\n" not in message
