# SPDX-License-Identifier: Apache-2.0
"""``limen trace stats``: numbers about a trace, or about a window of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from limen.cli.command import Option
from limen.cli.render import print_json, print_table
from limen.cli.trace_window import (
    Begin,
    Definitions,
    End,
    Files,
    Json,
    Ticks,
    Wrap,
    instant_text,
    window_of,
)
from limen.cli.trx import use_definitions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.trace import Trace
    from limen.trace.statistics import Figures
    from limen.trace.trx import TrxTrace

__all__ = ["stats"]

_OF_FIGURES = ("count", "least", "mean", "median", "p90", "p99", "greatest", "jitter")
_POPULAR = 12  # maximum number of rows that are shown
_INSTANTS = ("begin", "end")


def stats(
    file: Files,
    begin: Begin = None,
    end: End = None,
    wrap: Wrap = None,
    definitions: Definitions = None,
    ticks: Ticks = False,
    explain: Annotated[bool, Option("--explain", help="explain each number")] = False,
    json: Json = False,
) -> None:
    """Count switches, preemptions, inversions, time ... of the system and of each thread.

    Show the durations of jobs, which threads kept which others from running, the fills of queues,
    the use of stacks, and the durations of driver calls, spinlocks and disabled interrupts.
    """
    from limen.trace import Trace
    from limen.trace.files import open_trace, place_of
    from limen.trace.statistics import statistics_json

    trace = open_trace(file, wrap)
    if explain:
        _explain(trace, json=json)
        return
    first, last = window_of(trace, begin, end)
    use_definitions(trace, definitions)
    values = statistics_json(trace, first, last)
    if json:
        print_json(values)
        return
    values = _with_times(trace, values, in_ticks=ticks)
    if isinstance(trace, Trace):
        _print_limen(values, place_of(file))
    else:
        _print_threadx(values, place_of(file))
    _print_figures(cast("Figures", values))
    if "sections" in values:
        _print_sections(values["sections"])
    _print_middleware(values)


def _with_times(
    trace: Trace | TrxTrace, values: dict[str, Any], *, in_ticks: bool
) -> dict[str, Any]:
    """Add texts for all values that are ticks according to spec/statistics.json."""
    from limen.trace import Trace
    from limen.trace.labels import definitions as definitions_of

    known = definitions_of("limen" if isinstance(trace, Trace) else "threadx")

    def text_of(name: str, tick: int) -> str:
        if name in _INSTANTS:
            return instant_text(trace, tick, in_ticks=in_ticks)
        return f"{tick:,} ticks" if in_ticks else trace.native.duration_text(tick)

    def shown(name: str, value: Any, *, is_time: bool) -> Any:  # noqa: ANN401 - any part of it
        own = is_time or (name in known and known[name].unit == "ticks")
        if isinstance(value, dict):
            return {
                key: shown(key, one, is_time=own and key != "count") for key, one in value.items()
            }
        if isinstance(value, list):
            return [shown(name, one, is_time=is_time) for one in value]
        return text_of(name, value) if own and isinstance(value, int) else value

    return {name: shown(name, value, is_time=False) for name, value in values.items()}


def _explain(trace: Any, *, json: bool) -> None:  # noqa: ANN401 - of either origin
    from limen.trace import Trace
    from limen.trace.labels import definitions as definitions_of

    known = definitions_of("limen" if isinstance(trace, Trace) else "threadx")
    if json:
        names = ("title", "unit", "definition")
        rows = {key: {name: getattr(one, name) for name in names} for key, one in known.items()}
        print_json(rows)
        return
    rows_shown = [(name, one.title, one.unit, one.definition) for name, one in known.items()]
    print_table("Statistics", ["name", "title", "unit", "what it is"], rows_shown)


def _words(name: str) -> str:
    return "time" if name == "ticks" else name.replace("_", " ")


def _is_number(value: object) -> bool:
    return not isinstance(value, (dict, list))


def _print_limen(values: dict[str, Any], place: str) -> None:
    from limen.trace.counters import COUNTER_NAMES

    summary = [(_words(name), value) for name, value in values.items() if _is_number(value)]
    print_table(place, ["what", ">value"], summary)
    threads = values["threads"]
    heads = ["what", ">system", *(">" + thread["name"] for thread in threads)]
    rows: list[list[Any]] = [
        [
            _words(name),
            values["system"][name],
            *(thread["counters"][name] for thread in threads),
        ]
        for name in COUNTER_NAMES
    ]
    rows += [
        [_words(name), values[name], *(thread[name] for thread in threads)]
        for name in ("messages_sent", "messages_received")
    ]
    print_table("Counters", heads, rows)


def _print_threadx(values: dict[str, Any], place: str) -> None:
    summary = [(_words(name), value) for name, value in values.items() if _is_number(value)]
    print_table(place, ["what", ">value"], summary)
    threads = values["threads"]
    names = [name for name in threads[0] if name != "name"] if threads else []
    heads = ["what", *(">" + thread["name"] for thread in threads)]
    rows = [[_words(name), *(thread[name] for thread in threads)] for name in names]
    print_table("Threads", heads, rows)


def _print_figures(values: Figures) -> None:
    _print_rows("Execution profile", values["profile"], {"name": "", "ticks": ">", "percent": ">"})
    for popular in values["popular"][:1]:
        columns = {"code": "", "name": "", "event": ">", "count": ">", "percent": ">"}
        title = f"Popular services, {popular['total']:,} events"
        _print_rows(title, popular["events"][:_POPULAR], columns)
    _print_jobs(values["jobs"])
    columns = {"thread": "", "count": ">", "ticks": ">", "longest": ">"}
    _print_rows("Held off by a raised level", values["held_off"], columns)
    columns = {"thread": "", "by": "", "level": ">", "mutex": ">"}
    _print_rows("Blocking by less urgent threads", values["blocking"], columns)
    columns = {"name": "", "kind": "", "least": ">", "mean": ">", "greatest": ">"}
    _print_rows("Fill", values["fills"], columns)
    columns = {"thread": "", "stack_size": ">", "stack_used": ">", "percent": ">"}
    _print_rows("Stacks", values["stacks"], {**columns, "stack_event": ">"})


def _print_rows(title: str, rows: Sequence[Mapping[str, object]], columns: dict[str, str]) -> None:
    """A table of some columns; no output without rows."""
    if rows:
        heads = [mark + _words(name) for name, mark in columns.items()]
        print_table(title, heads, [[row[name] for name in columns] for row in rows])


def _print_jobs(jobs: Sequence[Mapping[str, Any]]) -> None:
    from limen.trace.analysis import MEASURES

    if not jobs:
        return
    heads = ["thread", "time of its", *(">" + _words(name) for name in _OF_FIGURES)]
    rows = []
    for job in jobs:
        kinds = "jobs" if job["kind"] == "job" else "activations"
        missed = job["deadline_misses"]
        about = f"{kinds}, {missed} late" if missed else kinds
        for name in MEASURES:
            figures = [job[name][figure] for figure in _OF_FIGURES]
            is_first = name == next(iter(MEASURES))
            who = f"{job['thread']} ({about})" if is_first else ""
            rows.append([who, _words(name), *figures])
    print_table("Jobs", heads, rows)


def _print_sections(values: dict[str, Any]) -> None:
    kinds = {"kernel section": "kernel", "spinlock": "spin", "interrupts off": "irq_off"}
    heads = [
        "what",
        ">count",
        ">time",
        ">worst",
        "of",
        "thread",
        ">at",
        "late because of it",
    ]
    rows = []
    for title, name in kinds.items():
        kind = values[name]
        if kind["worst"] is not None:
            worst = kind["worst"]
            late = "; ".join(f"{late['thread']} by {late['ticks']}" for late in worst["late"])
            about = [worst[key] for key in ("ticks", "name", "thread", "begin")]
            rows.append([title, kind["count"], kind["ticks"], *about, late or "nobody"])
    if rows:
        print_table("Kept off", heads, rows)
        points = [("taken", values["points_taken"]), ("not taken", values["points_not_taken"])]
        print_table("Preempt points", ["what", ">count"], points)


def _print_middleware(values: Mapping[str, Any]) -> None:
    from limen.trace.labels import definitions as definitions_of
    from limen.trace.statistics import MIDDLEWARE

    known = definitions_of("limen")
    for part in MIDDLEWARE:
        rows = [
            (known[name].title, "not recorded" if value is None else value)
            for name, value in values.get(part, {}).items()
        ]
        if rows:
            print_table(known[part].title, ["what", ">value"], rows)
