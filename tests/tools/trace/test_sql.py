# SPDX-License-Identifier: Apache-2.0
"""Goal: a query in SQL gets the numbers of the trace, and has no access beyond the trace.

Method: answers are compared with the readers' own columns and statistics; each known way out of the
engine is tried; the document is compared with the schema, and its queries are run.
"""

from __future__ import annotations

import csv
import io
import json
import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pytest

from limen.errors import TraceError
from limen.trace import Event, Trace, open_trace, parse_trace, parse_trx, read_trx, trx_statistics
from limen.trace.convert import convert
from limen.trace.format import record_dtype
from limen.trace.sql import SCHEMA, open_database
from limen.trace.sql.services import limen_services, threadx_services
from support.effort import effort
from support.stories import example
from support.synthetic import Recorder
from support.trx import DATA, SAMPLE, TrxRecorder

if TYPE_CHECKING:
    from limen.trace import TrxTrace
    from support.command import Limen

ROOT = Path(__file__).parents[3]
SORTS_MAX = 40  # for two hundred thousand events
DOCUMENT = ROOT / "docs/trace-sql.md"
SAMPLES = ROOT / "examples/traces"
Row = tuple[Any, ...]
ALL_VIEWS = " ".join(table.name for table in SCHEMA)  # and none of single services
# A query that sleeps where nothing reaches it.
HANGS = """
import sys, time
from limen.cli import app
from limen.trace.sql import Database, Limits, limits
import limen.trace.sql as package
limits._GRACE_SECONDS = 0
package.Limits = lambda *_: Limits(100, 0.2)
Database.query = lambda *_: time.sleep(100)
app(sys.argv[1:])
"""


def asked(trace: Trace | TrxTrace, query: str) -> list[Row]:
    with open_database(trace, query) as database:
        return list(database.query(query).rows)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "example.limen"
    path.write_bytes(example())
    return path


def test_events_are_those_of_the_trace() -> None:
    trace = parse_trace(example())
    rows = asked(trace, "SELECT number, time, id, object, a, b, lane, info1 FROM events")
    assert [row[0] for row in rows] == list(range(len(trace)))
    assert [row[1] for row in rows] == trace.time.tolist()
    assert [row[2] for row in rows] == trace.event.tolist()
    assert [row[3] or 0 for row in rows] == trace.object.tolist()
    assert [row[4:6] for row in rows] == list(zip(trace.a.tolist(), trace.b.tolist(), strict=True))
    assert [row[6] is None for row in rows] == (trace.depth > 0).tolist()
    assert {row[7] for row in rows} == {None}


def test_words_are_those_of_the_dump() -> None:
    trace = parse_trace(example())
    query = "SELECT event, object_name, details(number) FROM events WHERE id IN (41, 99)"
    assert asked(trace, query) == [
        ("MUTEX_LOCK", "m", "m: 1 after, done"),
        ("MUTEX_LOCK", "m", "m: 1 after, waits, owner low"),
        ("EVENT_99", None, "object 7, a 8, b 9"),
    ]
    assert asked(trace, "SELECT details(-1), details(17), details(NULL)") == [(None, None, None)]


def test_threads_and_objects() -> None:
    trace = parse_trace(example())
    assert asked(trace, "SELECT * FROM threads") == [
        (0, 0, "idle", None, None, None),
        (1, 1, "high", 1, 1, 1024),
        (2, 2, "low", 9, 9, 1024),
    ]
    assert asked(trace, "SELECT * FROM objects WHERE kind = 'queue'") == [(4, "queue", "q [x]", 4)]


def test_an_inversion() -> None:
    query = "SELECT waiter_name, owner_name, object_name, duration, unbounded_event FROM inversions"
    assert asked(parse_trace(example()), query) == [("high", "low", "m", 90, None)]


@pytest.mark.parametrize("name", ["timeslice.trx", "wp_case2_unique.trx", SAMPLE])
def test_switches_and_slices_are_those_of_the_statistics(name: str) -> None:
    trace = read_trx(DATA / name)
    statistics = trx_statistics(trace)
    counted: dict[str, int] = dict(
        asked(trace, "SELECT reason, count(*) FROM switches GROUP BY reason")
    )
    assert counted.get("blocked", 0) == statistics.left_cpu_blocked
    assert counted.get("slice_ended", 0) == statistics.left_cpu_time_slice
    events = asked(trace, "SELECT id, count(*) FROM events GROUP BY id")
    assert dict(events) == statistics.services
    if not statistics.interrupt_time:
        ran: dict[str, int] = dict(
            asked(trace, "SELECT lane_name, sum(duration) FROM slices GROUP BY lane_name")
        )
        assert {name: ran.get(name, 0) for name in ran} == {
            thread.name: thread.run_time for thread in statistics.threads if thread.run_time
        }


def test_waits_and_what_ends_them() -> None:
    trace = parse_trace(example())
    query = (
        "SELECT lane_name, what, object_name, owner_name, begin_time, duration, outcome, "
        "waker_name, by_interrupt FROM waits"
    )
    assert asked(trace, query) == [
        ("high", "mutex", "m", "low", 230, 90, "ok", "low", False),
    ]
    rows = asked(trace, "SELECT lane_name, how, begin_time, end_time FROM readies ORDER BY 3, 1")
    assert rows[0] == ("low", "woken", 100, 110)
    assert ("high", "woken", 320, 330) in rows
    assert asked(trace, "SELECT interrupt, depth, lane_name, duration FROM interrupts") == [
        (15, 1, "low", 10)
    ]


def test_a_switch_and_its_reason() -> None:
    trace = parse_trace(example())
    query = "SELECT comes_name, reason, cause, what, object_name, owner_name FROM switches"
    assert asked(trace, f"{query} WHERE time = 240") == [("low", "blocked", 8, "mutex", "m", "low")]
    assert asked(trace, f"{query} WHERE time = 330")[0][:2] == ("high", "preempted_by_call")
    (sentence,) = asked(trace, "SELECT why(number) FROM switches WHERE time = 240")
    assert sentence[0].startswith("high waits for mutex m, held by low; low ")
    assert asked(trace, "SELECT why(0), why(NULL)") == [(None, None)]


def test_queues_and_jobs() -> None:
    trace = parse_trace(example())
    assert asked(trace, "SELECT object_name, time, value FROM fills WHERE object = 4") == [
        ("q [x]", 300, 1)
    ]
    made = Recorder()
    made.name(1, "T", 5, 5)
    for job in range(3):
        start = 100 * job
        made.put(start, Event.RELEASE, about=1, a=1, b=job, depth=1)
        made.put(start, Event.READY, about=1, a=5, depth=1)
        made.put(start + 2, Event.SWITCH, about=1, a=5, b=7)
        made.put(start + 30, Event.COMPLETE, thread=1, about=1, b=30)
        made.put(start + 30, Event.SUSPEND, thread=1, a=14, b=1)
        made.put(start + 31, Event.SWITCH, thread=1, b=1)
    trace = parse_trace(made.image())
    query = "SELECT kind, response, start_latency, execution, interval FROM jobs"
    assert asked(trace, query)[-2:] == [("job", 30, 2, 28, 100)] * 2


def test_what_nobody_asks_for_is_not_worked_out() -> None:
    trace = parse_trace(example())
    with open_database(trace, query="SELECT 1 FROM events") as database:
        views = {table for (table,) in database.query("SHOW TABLES").rows}
    assert "events" in views
    assert "waits" not in views
    for query in ("FROM Waits", "SELECT why(3)", "show tables", "FROM query('FROM waits')"):
        with open_database(trace, query=query) as database:
            views = {table for (table,) in database.query("SHOW TABLES").rows}
            assert {table.name for table in SCHEMA} <= views


def test_a_view_of_a_service_has_the_labels_of_its_numbers() -> None:
    trace = parse_trace(example())
    query = "SELECT event, lane_name, mutex, mutex_name, outcome, owner, owner_name"
    assert asked(trace, f"{query} FROM lm_mutex_lock ORDER BY event") == [
        (2, "low", 3, "m", "done", None, None),
        (7, "high", 3, "m", "waits", 2, "low"),
    ]
    query = "SELECT next_thread_name, level, switch_reason FROM LM_SWITCH ORDER BY event"
    assert asked(trace, query)[:2] == [
        ("low", 9, "idle_ended"),
        ("high", 1, "preempted_by_interrupt"),
    ]
    assert asked(trace, "SELECT count(*) FROM lm_byte_serve") == [(0,)]


def test_a_view_of_a_service_of_threadx() -> None:
    trace = read_trx(DATA / "wp_pts.trx")
    sends = asked(trace, "SELECT event, queue_ptr, wait_option, enqueued FROM tx_queue_send")
    at = np.flatnonzero(trace.event == 69)
    assert [row[0] for row in sends] == at.tolist()
    assert [row[1:] for row in sends] == [
        tuple(trace.info[index, [0, 2, 3]].tolist()) for index in at
    ]
    query = "SELECT DISTINCT queue_name FROM tx_queue_send ORDER BY 1"
    assert asked(trace, query) == [("Queue A",), ("Queue B",), ("Queue C",)]
    query = "SELECT thread_name, previous_state FROM tx_thread_resume_internal LIMIT 1"
    assert asked(trace, query) == [("Thread A", "suspended")]


def test_a_view_of_an_event_of_the_program() -> None:
    trace = read_trx(DATA / "wp_pts.trx")
    text = 'Start\n4097, Cycle "begin", CB, (1,2,3), (1,2,3), number of it, 2nd, , end\nEnd\n'
    trace.native.define(text)
    with open_database(trace, "FROM user_cycle_begin") as database:
        answer = database.query('SELECT number_of_it, "2nd", "end" FROM user_cycle_begin')
        assert len(list(answer.rows)) == int((trace.event == 4097).sum()) > 0


def test_middleware_in_a_trace_of_limen_has_its_four_words() -> None:
    made = Recorder()
    made.name(1, "T", 5, 5)
    media = made.name(73, "disk", size=0x1000)
    made.put(10, Event.SERVICE, thread=1, about=media, a=237, b=2)
    made.put(10, Event.VALUES, thread=1, about=3, b=0x1000)
    made.put(10, Event.VALUES, thread=1, b=4)
    made.put(20, Event.SERVICE, thread=1, a=237, b=7)
    trace = parse_trace(made.image())
    name = middleware_name(237)
    words = "SELECT info1, info2, info3, info4 FROM events"
    assert asked(trace, words) == [(0x1000, 2, 3, 4), (None, 7, None, None)]
    rows = asked(trace, f"FROM {name}")
    assert len(rows) == 2
    assert rows[0][5:7] == (0x1000, "disk")


def test_a_label_has_the_meaning_of_its_own_table() -> None:
    limen, threadx = limen_services(), threadx_services({})
    protocols = limen["lm_mutex_create"], threadx["nxd_ipv6_raw_packet_send"]
    types = [
        column.type
        for service in protocols
        for column in service.table.columns
        if column.name == "protocol"
    ]
    assert types == ["VARCHAR", "BIGINT"]


def middleware_name(number: int) -> str:
    (name,) = (
        name
        for name, service in limen_services().items()
        if service.event == number and not name.startswith("lm_")
    )
    return name


@pytest.mark.parametrize(
    "is_limen",
    [True, pytest.param(False, marks=pytest.mark.long("the same views over ThreadX's events"))],
)
def test_every_service_has_a_view(is_limen: bool) -> None:
    services = limen_services() if is_limen else threadx_services({})
    trace = parse_trace(example()) if is_limen else read_trx(DATA / "timeslice.trx")
    assert len(services) > 600
    counts = []
    with open_database(trace, query=" ".join(services)) as database:
        # A query with all of them takes long to plan, and one query for each takes longer.
        queries = [f"SELECT count(*) FROM {name}" for name in services]
        for first in range(0, len(queries), 25):
            counted = " UNION ALL ".join(queries[first : first + 25])
            counts += [count for (count,) in database.query(counted).rows]
    assert len(counts) == len(services)
    known = {service.event for service in services.values()}
    assert sum(counts) == sum(number in known for number in trace.event.tolist()) > 0
    for service in services.values():
        names = [column.name for column in service.table.columns]
        assert len(set(names)) == len(names)


def test_a_database_contains_its_views_and_nothing_else() -> None:
    names = {table.name for table in SCHEMA}
    with open_database(parse_trace(example())) as database:
        listed = {row[0] for row in database.query("SHOW TABLES").rows}
        assert names < listed
        assert all(name.startswith("lm_") for name in listed - names)
        for query in (
            "FROM duckdb_variables()",
            "FROM duckdb_tables()",
            "FROM duckdb_views() WHERE NOT internal AND view_name[1] = '_'",
            "FROM information_schema.tables WHERE table_type != 'VIEW'",
        ):
            assert list(database.query(query).rows) == []


def test_a_name_with_quotes_is_a_name() -> None:
    made = Recorder()
    thread = made.name(1, 'it\'s "x"; --', 1, 1)
    made.put(1, Event.THREAD_CREATE, about=thread)
    assert asked(parse_trace(made.image()), "SELECT name FROM threads WHERE lane = 1") == [
        ('it\'s "x"; --',)
    ]


@pytest.mark.parametrize(
    "image", [parse_trace(Recorder().image()), parse_trx(TrxRecorder().image())]
)
def test_an_empty_trace_has_empty_views(image: Trace | TrxTrace) -> None:
    with open_database(image, ALL_VIEWS) as database:
        counts = {t.name: len(list(database.query(f"FROM {t.name}").rows)) for t in SCHEMA}
    assert counts == {t.name: int(t.name == "threads") for t in SCHEMA}


def test_views_have_the_columns_of_the_schema() -> None:
    for trace in (parse_trace(example()), read_trx(DATA / "timeslice.trx")):
        with open_database(trace, ALL_VIEWS) as database:
            for table in SCHEMA:
                rows = database.query(f"DESCRIBE {table.name}").rows
                shown = [(name, kind) for name, kind, *_ in rows]
                assert shown == [(column.name, column.type) for column in table.columns]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("SELECT nothing FROM events", 'Referenced column "nothing" not found'),
        ("SELECT * FROM '/etc/passwd'", "does not exist"),
        ("SELECT * FROM read_csv('/etc/passwd')", "disabled by configuration"),
        ("SELECT * FROM read_text('secret')", "disabled by configuration"),
        ("SELECT * FROM glob('/*')", "disabled by configuration"),
        ("SELECT * FROM read_parquet('https://a.invalid/b')", "disabled by configuration"),
        ("COPY (SELECT 1) TO 'out.csv'", "disabled by configuration"),
        ("ATTACH 'other.db'", "disabled by configuration"),
        ("EXPORT DATABASE 'out'", "disabled by configuration"),
        ("INSTALL httpfs", "disabled by configuration"),
        ("LOAD httpfs", "disabled through configuration"),
        ("SET enable_external_access = true", "locked"),
        ("SET python_enable_replacements = true", "locked"),
        ("SELECT * FROM trace", "does not exist"),
        ("SELECT * FROM _events", "does not exist"),
        ("FROM pandas_scan()", "requires a dataframe"),
        ("FROM python_arrow_scan()", "requires a Python Arrow source"),
        ("FROM arrow_scan(1::POINTER, 2::POINTER, 3::POINTER)", "POINTER does not exist"),
        ("SET memory_limit = '100GB'", "locked"),
        ("SELECT error('a' || chr(10) || 'b')", "a b"),
        ("SELECT now()", "times with a time zone cannot be shown; cast them"),
        (";", "it has no statement"),
        ("/* nothing */", "it has no statement"),
        ("SELECT ?", "Values were not provided"),
    ],
)
def test_what_is_refused(
    limen: Limen,
    file: Path,
    query: str,
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(file.parent)
    (file.parent / "secret").write_text("hidden")
    status, out, err = limen("trace", "sql", file, query)
    assert status == 2
    assert out == ""
    assert err.startswith("limen: the query: ")
    assert problem in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in file.parent.iterdir()) == ["example.limen", "secret"]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("SELECT len(range(3000000000))", "it needs more than 300 MB of memory; ask for less"),
        ("SELECT list(a) FROM range(10000000000) t(a)", "it needs more than 300 MB of memory"),
        ("CREATE TABLE t AS SELECT * FROM range(10000000000)", "it needs more than 300 MB"),
        ("SELECT sum(a) FROM range(1000000000000) t(a)", "it took longer than 0.5 s; ask for less"),
        ("SELECT * FROM range(1000000000000) t(a)", "it took longer than 0.5 s"),
    ],
)
@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_a_query_keeps_to_its_limits(
    limen: Limen, file: Path, query: str, problem: str, form: str
) -> None:
    seconds = "0.5" if "longer" in problem else "60"
    limits = ("--memory-limit", "300", "--time-limit", seconds)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    status, _, err = limen("trace", "sql", file, query, form, *limits)
    assert status == 2
    assert err.startswith(f"limen: the query: {problem}")
    assert err.count("\n") == 1
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


def test_a_query_that_cannot_be_ended_ends_the_process(file: Path) -> None:
    command = [sys.executable, "-c", HANGS, "trace", "sql", str(file), "SELECT 1"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("limen: the query: it took longer than 0.2 s; ask for less")


def test_a_long_table_says_that_it_is_not_all(limen: Limen, file: Path) -> None:
    status, out, err = limen("trace", "sql", file, "SELECT * FROM range(10001)")
    assert (status, err) == (0, "these are the first 10,000 rows; --csv and --json have all\n")
    assert "9,999" in out
    assert limen("trace", "sql", file, "SELECT * FROM range(10000)")[2] == ""


def test_the_answer_in_each_form(limen: Limen, file: Path) -> None:
    query = "SELECT number, event, lane FROM events ORDER BY number LIMIT 2"
    assert limen("trace", "sql", file, query, "--csv")[:2] == (
        0,
        "number,event,lane\n0,READY,0\n1,SWITCH,0\n",
    )
    status, out, _ = limen("trace", "sql", file, query, "--json")
    assert (status, json.loads(out)) == (
        0,
        [
            {"number": 0, "event": "READY", "lane": 0},
            {"number": 1, "event": "SWITCH", "lane": 0},
        ],
    )
    status, out, _ = limen("trace", "sql", file, query)
    assert status == 0
    assert "READY" in out
    assert limen("trace", "sql", file, "SELECT 1 WHERE false", "--json")[1] == "[]\n"


def test_what_json_has_no_words_for(limen: Limen, file: Path) -> None:
    query = "SELECT 1/0 AS x, 1 AS x, DATE '2020-01-02' AS day, 1.5::DECIMAL(4,2) AS half, [1] AS l"
    (row,) = json.loads(limen("trace", "sql", file, query, "--json")[1])
    assert row == {"x": "inf", "x_2": 1, "day": "2020-01-02", "half": "1.50", "l": [1]}


def test_the_query_from_standard_input(
    limen: Limen, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT count(*) AS n\nFROM threads\n"))
    assert limen("trace", "sql", file, "-", "--csv")[1] == "n\n3\n"


def test_a_wrong_command_line(limen: Limen, file: Path) -> None:
    assert limen("trace", "sql", file)[0::2] == (
        2,
        'limen: the query: it is missing; write one, as in "SELECT * FROM threads"\n',
    )
    assert limen("trace", "sql", file, "SELECT 1", "--csv", "--json")[0] == 2
    assert limen("trace", "sql", file.parent / "nowhere", "SELECT 1")[0] == 2


def test_the_schema_in_each_form(limen: Limen, file: Path) -> None:
    columns = [(table.name, column.name) for table in SCHEMA for column in table.columns]
    found = json.loads(limen("trace", "sql", file, "--schema", "--json")[1])
    assert [(row["view"], row["column"]) for row in found] == columns
    rows = list(csv.DictReader(io.StringIO(limen("trace", "sql", file, "--schema", "--csv")[1])))
    assert rows == found
    out = limen("trace", "sql", file, "--schema")[1]
    assert all(f"{table.name}: {table.meaning}" in out for table in SCHEMA)


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    trace = read_trx(DATA / "timeslice.trx")
    assert convert(trace, tmp_path / "it's.parquet") is None
    assert convert(trace, tmp_path / "x.tables") is None
    files = {table.name: tmp_path / "x.tables" / f"{table.name}.parquet" for table in SCHEMA}
    assert sorted(files.values()) == sorted((tmp_path / "x.tables").iterdir())
    with open_database(trace, ALL_VIEWS) as database:
        for name, path in files.items():
            rows = duckdb.read_parquet(str(path)).fetchall()
            assert rows == list(database.query(f"FROM {name}").rows), name
    events = duckdb.read_parquet(str(tmp_path / "it's.parquet")).fetchall()
    assert events == asked(trace, "FROM events")
    with pytest.raises(TraceError, match=r"nowhere"):
        convert(trace, tmp_path / "nowhere" / "x.parquet")


def documented() -> list[tuple[str, ...]]:
    """Return view, column, type, unit and meaning from the document."""
    view = ""
    rows: list[tuple[str, ...]] = []
    for line in DOCUMENT.read_text().splitlines():
        if line.startswith("### "):
            view = line.removeprefix("### ")
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            rows.append((view, cells[0].strip("`"), *cells[1:]))
    return rows


def test_the_document_has_the_schema() -> None:
    assert documented() == [
        (table.name, column.name, column.type, column.unit, column.meaning)
        for table in SCHEMA
        for column in table.columns
    ]
    assert all(f"Each row is {table.meaning}." in DOCUMENT.read_text() for table in SCHEMA)


QUESTIONS = re.findall(r"^```sql\n(.*?)^```", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_of_the_document_have_answers(question: str) -> None:
    answers = [
        asked(open_trace(SAMPLES / name), question)
        for name in (
            "inversion-plain-host.limen",
            "critical-section-preempt-disable-host.limen",
            "deadlock-host.limen",
            "threadx-wp_pts.trx",
        )
    ]
    assert any(answers)


def test_there_are_eleven_questions() -> None:
    assert len(QUESTIONS) == 11


def test_commands_of_the_document_work(limen: Limen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCUMENT.parents[1])
    commands = re.findall(r"^\./limen trace sql (.*)$", DOCUMENT.read_text(), re.MULTILINE)
    assert len(commands) == 6
    for command in commands:
        status, out, _ = limen("trace", "sql", *shlex.split(command))
        assert status == 0
        assert out


def test_opening_copies_no_row() -> None:
    """Opening a hundred times as many events must not take a hundred times as long."""
    count = 200_000
    made = Recorder(records=count)
    thread = made.name(1, "T", 1, 1)
    records = np.zeros(count, record_dtype("<"))
    records["time"] = np.arange(count)
    records["event"], records["thread"], records["a"] = 64, thread, 7
    made.ring, made.wraps = bytearray(records.tobytes()), 1
    trace = parse_trace(made.image())
    answers: list[object] = []
    taken = effort(lambda: answers.append(asked(trace, "SELECT max(time), count(a) FROM events")))
    assert answers == [[(count - 1, count)]]
    print(f"{taken:.1f} sorts")
    assert taken < SORTS_MAX


def test_a_refused_row_is_one_line_too() -> None:
    with (
        open_database(parse_trace(example())) as database,
        pytest.raises(TraceError, match=r"the query: .*b"),
    ):
        list(database.query("SELECT CASE WHEN number = 9 THEN error('b') END FROM events").rows)
