# SPDX-License-Identifier: Apache-2.0
"""Goal: the labels of events are those of the specification; each number has an explanation.

Method: compare spec/trace-events.json with the table of spec/trace-format.md, field by field: a
field has a label exactly if the table gives it a meaning, and halves if the table has halves.
Compare the names in the answers about small traces with spec/statistics.json, both ways.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from limen.run import find_root
from limen.trace.labels import Origin, definitions, record_labels
from limen.trace.numbers import Event
from limen.trace.statistics import statistics_json
from support.golden import open_source, sources

ROOT = find_root(Path(__file__).parent)
SPEC = (ROOT / "spec/trace-format.md").read_text()
ROWS = {
    name: (about, a, b)
    for name, about, a, b in re.findall(
        r"^\| \d+ \| ([A-Z_]+) \| (.*?) \| (.*?) \| (.*?) \|$", SPEC, re.MULTILINE
    )
}


def meaning(name: str, column: int) -> str:
    """Return a cell of the table, of another event if the cell refers to it."""
    text = ROWS[name][column].split(":")[0] if column < 2 else ROWS[name][column]
    match = re.fullmatch(r"as ([A-Z_]+)", text)
    return meaning(match[1], column) if match else text


def test_every_event_has_words() -> None:
    assert {number: words.name for number, words in record_labels().items()} == {
        event.value: event.name for event in Event
    }


@pytest.mark.parametrize("event", list(Event))
def test_fields_have_words_where_they_have_a_meaning(event: Event) -> None:
    words = record_labels()[event]
    assert bool(words.object) == (meaning(event.name, 0) != "0")
    assert bool(words.a) == (meaning(event.name, 1) != "0")
    b = meaning(event.name, 2)
    halves = [half for half in ("lo", "hi") if re.search(rf"\b{half}:", b)]
    if halves:
        assert [half for half, word in zip(("lo", "hi"), words.b, strict=True) if word] == halves
    else:
        assert [bool(word) for word in words.b] == [b != "0"]


@pytest.mark.parametrize(
    ("table", "events", "first"),
    [("meanings", "trace-events", 3), ("threadx_meanings", "threadx-events", 4)],
)
def test_each_meaning_is_that_of_a_label(table: str, events: str, first: int) -> None:
    """A label that is changed in one file only would lose its meaning."""
    groups = json.loads((ROOT / "spec/numbers.json").read_text())[table]
    rows = json.loads((ROOT / f"spec/{events}.json").read_text())
    listed = [label for labels in groups.values() for label in labels]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {label for row in rows for label in row[first:]}


def test_codes_are_those_that_users_of_tracex_know() -> None:
    ours = {words.name: words.code for words in record_labels().values()}
    theirs = {row[3]: row[2] for row in json.loads((ROOT / "spec/threadx-events.json").read_text())}
    assert all(re.fullmatch("[A-Z]{2}", code) for code in ours.values())
    assert (ours["READY"], ours["SUSPEND"]) == (
        theirs["thread resume (internal)"],
        theirs["thread suspend (internal)"],
    )
    for name, other in {
        "QUEUE_SEND": "tx_queue_send",
        "QUEUE_RECEIVE": "tx_queue_receive",
        "SEMAPHORE_WAIT": "tx_semaphore_get",
        "SEMAPHORE_POST": "tx_semaphore_put",
        "MUTEX_LOCK": "tx_mutex_get",
        "MUTEX_UNLOCK": "tx_mutex_put",
        "FLAGS_SET": "tx_event_flags_set",
        "FLAGS_WAIT": "tx_event_flags_get",
        "BLOCK_ALLOCATE": "tx_block_allocate",
        "BYTE_RELEASE": "tx_byte_release",
        "YIELD": "tx_thread_relinquish",
        "IRQ_ENTER": "ISR enter",
    }.items():
        assert ours[name] == theirs[other]


def names_in(answer: object) -> set[str]:
    """Return all keys of a JSON value, without those that are data."""
    if isinstance(answer, list | tuple):
        return set().union(*(names_in(one) for one in answer))
    if not isinstance(answer, dict):
        return set()
    found = set(answer)
    for name, value in answer.items():
        if name not in KEYS_ARE_DATA:
            found |= names_in(value)
    return found


KEYS_ARE_DATA = {"suspensions_by_target", "resumptions_by_target", "services"}
TRACES = sources()


@pytest.mark.parametrize("origin", ["limen", "threadx"])
def test_every_number_has_a_definition_and_every_definition_a_number(origin: Origin) -> None:
    suffix = ".trx" if origin == "threadx" else ".limen"
    printed: set[str] = set()
    for path in TRACES.values():
        if path.suffix == suffix:
            trace = open_source(path)
            printed |= names_in(statistics_json(trace))
    known = definitions(origin)
    assert printed == set(known)
    for one in known.values():
        assert one.title[0].isupper()
        assert one.definition.endswith(".")
