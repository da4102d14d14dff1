# SPDX-License-Identifier: Apache-2.0
"""Goal: a picture of a trace is correct: the bars of running threads add up to the statistics.

Method: random traces, drawn as SVG and read back; and a few pictures of known traces.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.picture import Drawing, Panel, Understood, Window, draw_panels, observe
from limen.trace import Event, Trace, parse_trace, statistics
from support.random_events import records
from support.reports import SVG, read_svg
from support.synthetic import Recorder

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET

    from support.oracle import Record


def trace_of(events: list[Record]) -> Trace:
    recorder = Recorder(records=400, leaps=False)
    for number in range(1, 6):
        recorder.name(1, f"thread {number}", number, number)
    for time, event, thread, about, a, b, depth in events:
        recorder.put(time % (1 << 31), event, thread, about, a, b, depth)
    return parse_trace(recorder.image(), "made up")


def two_threads() -> Trace:
    """Return a trace: low (threshold 1) makes high ready at 20, yields at 60; high runs to 90."""
    recorder = Recorder()
    high = recorder.name(1, "high & <mighty>", 2, 2)
    low = recorder.name(1, "low", 5, 1)
    recorder.put(0, Event.READY, about=low, a=5)
    recorder.put(10, Event.SWITCH, about=low, a=1, b=7)
    recorder.put(20, Event.READY, thread=low, about=high, a=2)
    recorder.put(60, Event.YIELD, thread=low)
    recorder.put(60, Event.SWITCH, thread=low, about=high, a=2, b=4)
    recorder.put(90, Event.SUSPEND, thread=high, a=0, b=high)
    recorder.put(90, Event.SWITCH, thread=high, about=low, a=1, b=6)
    recorder.put(100, Event.USER, thread=low, a=9, b=9)
    return parse_trace(recorder.image(), "made up")


def panel_of(trace: Trace) -> Panel:
    window = Window.of_events(trace, 0, len(trace))
    return observe(Understood.of(trace), window, "all & <more>")


def drawn_runs(svg: ET.Element) -> dict[str, float]:
    """Return the widths of the running bars by lane, in ticks."""
    return {
        group.get("data-lane", ""): sum(
            float(bar.get("width", "")) for bar in group.findall(f"{SVG}rect")
        )
        / float(group.get("data-scale", ""))
        for group in svg.iter(f"{SVG}g")
        if group.get("class") == "run"
    }


@given(records(max_size=80), st.data())
def test_bars_add_up_to_run_times(events: list[Record], data: st.DataObject) -> None:
    trace = trace_of(sorted(events, key=lambda event: event[0] % (1 << 31)))
    if len(trace) == 0:
        return
    last = data.draw(st.integers(0, len(trace)))
    first = data.draw(st.integers(0, min(last, len(trace) - 1)))
    window = Window.of_events(trace, first, last)
    panel = observe(Understood.of(trace), window, "a window")
    svg = read_svg(draw_panels([panel], Drawing("x")))
    runs = drawn_runs(svg)
    result = statistics(trace, first, last)
    rounding = len(trace) * 0.001 / 596 * result.ticks + 1e-9  # a thousandth of a pixel for each
    for thread in result.threads:
        assert runs.get(thread.name, 0) == pytest.approx(thread.counters.run_time, abs=rounding)
    assert runs.get("idle", 0) == pytest.approx(result.idle_time, abs=rounding)
    assert len(panel.switches) == result.system.switches


def test_what_is_seen_of_a_threshold() -> None:
    panel = panel_of(two_threads())
    assert [lane.name for lane in panel.lanes] == ["high & <mighty>", "low", "idle"]
    high, low, _ = panel.lanes
    assert (high.note, low.note) == ("2", "5, threshold 1")
    assert [(bar.begin, bar.end) for bar in high.runs] == [(60, 90)]
    assert [(bar.begin, bar.end) for bar in high.held_off] == [(20, 60)]
    assert [(bar.begin, bar.end) for bar in high.ready] == [(20, 60)]
    assert [(bar.begin, bar.end) for bar in low.ready] == [(0, 10), (60, 90)]
    assert [(level.begin, level.end, level.text) for level in low.levels] == [
        (10, 60, "level 1"),
        (90, 100, "level 1"),
    ]
    assert [(switch.tick, switch.number) for switch in panel.switches] == [(60, 1), (90, 2)]


def test_a_picture_is_well_formed_whatever_names_are() -> None:
    text = draw_panels([panel_of(two_threads())], Drawing("<&>", heading=True))
    svg = read_svg(text)
    words = ["".join(element.itertext()) for element in svg.iter(f"{SVG}text")]
    assert "high & <mighty>2" in words
    assert "all & <more>" in words
    assert svg.findtext(f"{SVG}title") == "<&>"


def test_panels_have_one_time_base() -> None:
    trace = two_threads()
    understood = Understood.of(trace)
    whole = Window.of_events(trace, 0, len(trace))
    panels = [observe(understood, window, "") for window in (whole, whole.part(trace, 10, 60))]
    svg = read_svg(draw_panels(panels, Drawing("")))
    scales = {
        group.get("data-scale") for group in svg.iter(f"{SVG}g") if group.get("class") == "run"
    }
    assert len(scales) == 1
    assert (panels[1].begin, panels[1].end) == (10, 60)


@pytest.mark.parametrize("gap", [1, 40])
def test_numbers_of_switches_do_not_touch(gap: int) -> None:
    recorder = Recorder(records=100)
    threads = [recorder.name(1, name, 1, 1) for name in "ab"]
    recorder.put(0, Event.SWITCH, about=threads[0], a=1, b=7)
    for number in range(1, 40):
        leaves, comes = threads[(number + 1) % 2], threads[number % 2]
        recorder.put(number * gap, Event.SWITCH, thread=leaves, about=comes, a=1, b=4)
    recorder.put(2000, Event.USER, thread=threads[1], a=9)
    svg = read_svg(draw_panels([panel_of(parse_trace(recorder.image(), "x"))], Drawing("")))
    labels = [
        (float(text.get("x", "")), text.text or "")
        for text in svg.iter(f"{SVG}text")
        if text.get("class") == "s number"
    ]
    for (x, text), (other_x, other) in pairwise(labels):
        assert other_x - x >= 2.5 * (len(text) + len(other))
    shown = [word for _, text in labels for word in text.split("\N{EN DASH}")]
    assert (shown[0], shown[-1]) == ("1", "39")
