# SPDX-License-Identifier: Apache-2.0
"""Goal: a rewritten file describes the new system, and its other text does not change.

Method: examples of each layout with the complete text; and random changes of systems in TOML and
CSV. A second change undoes the first, after which the threads equal the original ones.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import DescriptionError
from limen.system.load import load_system, parse_system
from limen.system.model import Chunk, Resource, System, Thread
from limen.system.rewrite import rewrite, rewritten
from limen.system.table import to_csv
from limen.system.toml import to_toml

TOML = """\
# The motor.
name = "motor"   # short

[[thread]]
name = "control"      # the loop
  period   = "1 ms"
work = 250            # measured
priority = 0

# Logs; nobody waits for it.
[[thread]]
name = "log"
period = 20_000
work = "3ms"
priority = 1
threshold = 0         # see the paper
chunks = [
    { work = 1000 },  # open
    { work = 2000, threshold = 1 },
]
"""


def changed(text: str, name: str, *threads: dict[str, object]) -> str:
    """Return the text after changes of the threads by position."""
    path = Path(name)
    old = parse_system(text.encode(), path)
    new = [
        replace(thread, **change)  # type: ignore[arg-type]
        for thread, change in zip(old.threads, threads, strict=True)
    ]
    return rewritten(text, path, old, replace(old, threads=tuple(new)))


def test_values_change_in_their_places() -> None:
    chunks = (Chunk(1000, 2), Chunk(2000, 0))
    text = changed(
        TOML,
        "x.toml",
        {"period": 5000, "deadline": 5000, "priority": 3, "threshold": 3},
        {"work": 3000, "priority": 2, "threshold": 2, "chunks": chunks},
    )
    assert text == TOML.replace('"1 ms"', '"5 ms"').replace("priority = 0", "priority = 3").replace(
        "priority = 1", "priority = 2"
    ).replace("threshold = 0         #", "threshold = 2         #").replace(
        "threshold = 1 }", "threshold = 0 }"
    )


def test_a_new_key_is_next_to_the_priority() -> None:
    text = changed(TOML, "x.toml", {"priority": 2, "threshold": 1}, {})
    assert text == TOML.replace("priority = 0\n", "priority = 2\nthreshold = 1\n")


def test_priorities_are_added_to_all_threads() -> None:
    first = '[[thread]]\r\nname="a"\r\nperiod=5\r\nwork=1\r\n\r\n'
    text = first + '[[thread]]\r\nname="b"\r\nperiod=9\r\nwork=1'
    one = changed(text, "x.toml", {"priority": 1, "threshold": 0}, {"priority": 0, "threshold": 0})
    assert (
        one
        == text.replace("work=1\r\n", "work=1\r\npriority = 1\r\nthreshold = 0\r\n", 1)
        + "\npriority = 0\n"
    )


def test_tables_in_inline_form() -> None:
    text = 'thread = [\n  {name = "a", period = 5, work = 1, priority = 2}, # one\n]\n'
    assert changed(text, "x.toml", {"threshold": 1, "work": 2, "work_min": 2}) == (
        'thread = [\n  {name = "a", period = 5, work = 2, priority = 2, threshold = 1}, # one\n]\n'
    )


def test_chunks_that_come_and_go() -> None:
    text = changed(TOML, "x.toml", {"chunks": (Chunk(250, 0),)}, {"chunks": ()})
    assert "chunks = [{work = 250, threshold = 0}]" in text
    assert "1000" not in text


CSV = """\
# tick: 1us
name, period, wcet, priority

control,  1ms, 250, 0
# about the next one
log, 20000, 3000.0, 1
"""


def test_cells_change_in_their_places() -> None:
    text = changed(
        CSV, "x.csv", {"period": 2000, "deadline": 2000}, {"priority": 2, "threshold": 2}
    )
    assert text == CSV.replace("1ms", "2ms").replace("3000.0, 1", "3000.0, 2")


def test_a_new_column_comes_last() -> None:
    text = changed(CSV, "x.csv", {}, {"threshold": 0})
    assert text == CSV.replace("priority\n", "priority,threshold\n").replace(
        "250, 0\n", "250, 0,0\n"
    ).replace("3000.0, 1", "3000.0, 1,0")


def test_the_file_is_replaced_at_once(tmp_path: Path) -> None:
    path = tmp_path / "motor.toml"
    path.write_text("\ufeff" + TOML, encoding="utf-8")
    path.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    old = load_system(link)
    first = replace(old.threads[0], work=200, work_min=200)
    rewrite(link, replace(old, threads=(first, old.threads[1])))
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8-sig") == TOML.replace("250", "200")
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.toml", "motor.toml"]


def test_another_system_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "motor.toml"
    path.write_text(TOML)
    old = load_system(path)
    for new, problem in (
        (replace(old, threads=old.threads[:1]), "it describes other threads"),
        (replace(old, threads=old.threads[::-1]), "it describes other threads"),
        (replace(old, resources=(Resource("r"),)), "more than its threads is different"),
    ):
        with pytest.raises(DescriptionError, match=problem):
            rewrite(path, new)
    wrong = replace(old.threads[0], threshold=7)
    with pytest.raises(DescriptionError, match="the threshold 7 is above the priority 0"):
        rewrite(path, replace(old, threads=(wrong, old.threads[1])))
    assert path.read_text() == TOML


@st.composite
def some_threads(draw: st.DrawFn) -> tuple[Thread, ...]:
    threads = []
    for name in ("a", "b", "c"):
        priority, work = draw(st.integers(0, 9)), draw(st.integers(1, 9))
        period = draw(st.sampled_from([10, 1000, 3000]))
        threads.append(
            Thread(
                name=name,
                period=period,
                work=work,
                priority=priority,
                threshold=draw(st.integers(0, priority)),
                deadline=draw(st.sampled_from([period, 7])),
                work_min=draw(st.integers(1, work)),
                offset=draw(st.integers(0, 1)),
                jitter=draw(st.integers(0, 1)),
                stack=draw(st.integers(0, 1)),
                stack_between=draw(st.none() | st.integers(0, 1)),
            )
        )
    return tuple(threads)


@given(some_threads(), some_threads())
def test_any_change_can_be_written_and_undone(
    first: tuple[Thread, ...], second: tuple[Thread, ...]
) -> None:
    one, two = System("x", first), System("x", second)
    for name, text in (("x.toml", to_toml(one)), ("x.csv", to_csv(one))):
        path = Path(name)
        there = rewritten(text, path, one, two)
        assert parse_system(there.encode(), path) == two
        back = rewritten(there, path, two, one)
        assert parse_system(back.encode(), path) == one
        assert rewritten(back, path, one, one) == back
