# SPDX-License-Identifier: Apache-2.0
"""Goal: the native core computes the formulas correctly for any numbers.

Method: the same functions in plain Python, which share no code with it, on random input.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from limen.engine import engine
from support import plain_theory as reference

MODELS = ("safe", "tight", "continuous", "ws1999")
Rows = list[list[int]]
# Few different loads avoid active periods of unnecessary length.
PERIODS = [value for value in range(2, 61) if 420 % value == 0]


@st.composite
def columns(
    draw: st.DrawFn, count_max: int = 5, period_max: int = 60, *, unique: bool = False
) -> Rows:
    """Return a system whose load is not much above 1."""
    count = draw(st.integers(1, count_max))
    periods = [value for value in PERIODS if value <= period_max]
    period = draw(st.lists(st.sampled_from(periods), min_size=count, max_size=count))
    work = [draw(st.integers(1, max(1, 2 * value // count))) for value in period]
    deadline = [draw(st.integers(1, 2 * value)) for value in period]
    jitter = [min(2 * value, draw(st.sampled_from([0, 0, 0, 1, 7, 100]))) for value in period]
    if unique:
        priority = draw(st.permutations(range(count)))
    else:
        priority = [draw(st.integers(0, count - 1)) for _ in period]
    threshold = [draw(st.integers(0, level)) for level in priority]
    return [work, period, deadline, jitter, list(priority), threshold]


@st.composite
def parts_of(draw: st.DrawFn, rows: Rows) -> Rows:
    """Return chunks and sections; sections with inheritance and ceilings, nested or not."""
    parts = []
    inherits = [draw(st.integers(0, 1)) for _ in range(3)]
    for task, (work, priority) in enumerate(zip(rows[0], rows[4], strict=True)):
        if work > 1 and draw(st.booleans()):
            cut = draw(st.integers(1, work - 1))
            for begin, length in ((0, cut), (cut, work - cut)):
                parts.append([task, begin, length, draw(st.integers(0, priority)), -1, 0])
        for _ in range(draw(st.integers(0, 2))):
            begin = draw(st.integers(0, work - 1))
            length = draw(st.integers(1, work - begin))
            resource = draw(st.integers(0, 2))
            section = [task, begin, length, 0, resource, inherits[resource]]
            if all(_can_be_with(section, other) for other in parts):
                parts.append(section)
    return parts if len(parts) > 2 else []


def _can_be_with(one: list[int], two: list[int]) -> bool:
    """Return whether two sections of a task are disjoint, or one contains the other."""
    if one[0] != two[0] or two[4] < 0:
        return True
    ends = one[1] + one[2], two[1] + two[2]
    apart = ends[0] <= two[1] or ends[1] <= one[1]
    within = (one[1] <= two[1] and ends[1] <= ends[0]) or (two[1] <= one[1] and ends[0] <= ends[1])
    return apart or (within and one[4] != two[4])


def _array(rows: Rows) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(rows, np.int64).reshape(len(rows), -1)


def _parts(rows: Rows) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(rows, np.int64).reshape(-1, 6)


def _is_long(rows: Rows, cost: int) -> bool:
    """Return whether the plain reference would need minutes: a load just below 1."""
    order = sorted(range(len(rows[0])), key=lambda index: rows[4][index])
    for extra in range(cost + 1):
        load = 0.0
        for index in order:
            load += (rows[0][index] + extra) / rows[1][index]
            if 0.95 < load < 0.9999:
                return True
    return False


def _same(rows: Rows, parts: Rows, model: str, cost: int) -> None:
    assume(not _is_long(rows, cost))
    native = engine().examine(_array(rows), _parts(parts), model, cost)
    expected = reference.examine(rows, parts, model, cost)
    for one, two in zip(native, expected, strict=True):
        assert one["response"] == two["response"]
        assert one["blocking"] == two["blocking"]
        if two["response"] >= 0:
            assert one["jobs"].tolist() == two["jobs"]


@given(columns(), st.sampled_from(MODELS), st.sampled_from([0, 0, 1, 3]))
def test_responses(rows: Rows, model: str, cost: int) -> None:
    _same(rows, [], model, cost)


@given(st.data(), st.sampled_from(MODELS), st.sampled_from([0, 0, 1, 3]))
def test_responses_with_chunks_and_sections(data: st.DataObject, model: str, cost: int) -> None:
    rows = data.draw(columns(4, 30))
    _same(rows, data.draw(parts_of(rows)), model, cost)


@given(st.data(), st.sampled_from(MODELS))
def test_responses_of_long_times(data: st.DataObject, model: str) -> None:
    count = data.draw(st.integers(1, 5))
    period = [data.draw(st.integers(10**10, 10**13)) for _ in range(count)]
    work = [data.draw(st.integers(1, value // count)) for value in period]
    assume(sum(Fraction(*pair) for pair in zip(work, period, strict=True)) < Fraction(19, 20))
    jitter = [data.draw(st.integers(0, 10**13)) for _ in period]
    priority = list(range(count))
    threshold = [data.draw(st.integers(0, level)) for level in priority]
    _same([work, period, period, jitter, priority, threshold], [], model, 0)


@given(columns(3), columns(3), st.sampled_from(MODELS), st.sampled_from([0, 2]))
def test_batches(one: Rows, two: Rows, model: str, cost: int) -> None:
    assume(len(one[0]) == len(two[0]))
    assume(not _is_long(one, cost))
    assume(not _is_long(two, cost))
    rows = [list(pair) for pair in zip(one, two, strict=True)]
    native = engine().responses(*[_array(row) for row in rows], model, cost)
    work, period, deadline, jitter, priority, threshold = rows
    expected = reference.responses(work, period, deadline, jitter, priority, threshold, model, cost)
    assert native.tolist() == expected


@given(
    columns(4, 30, unique=True),
    st.sampled_from(["maximal", "minimal"]),
    st.sampled_from(MODELS[:3]),
)
def test_thresholds_are_those_of_all_vectors(rows: Rows, rule: str, model: str) -> None:
    met, levels, _ = engine().assign(_array(rows), _parts([]), rule, model, 0)
    found, expected, _ = reference.assign(rows, [], rule, model, 0)
    assert met == found
    if found:
        assert levels.tolist() == expected
        batch = engine().thresholds(*[_array([row]) for row in rows[:5]], rule, model, 0)
        assert batch.tolist() == [expected]


@given(columns(4, 30), st.sampled_from(MODELS[:3]))
def test_thresholds_with_equal_priorities(rows: Rows, model: str) -> None:
    met, levels, _ = engine().assign(_array(rows), _parts([]), "maximal", model, 0)
    found, expected, _ = reference.assign(rows, [], "maximal", model, 0)
    assert met == found
    if found:
        assert levels.tolist() == expected


@given(columns(4, 30, unique=True), st.integers(1, 3))
def test_thresholds_with_costs(rows: Rows, cost: int) -> None:
    met, levels, _ = engine().assign(_array(rows), _parts([]), "maximal", "safe", cost)
    found, expected, _ = reference.assign(rows, [], "maximal", "safe", cost)
    assert met == found
    if found:
        assert levels.tolist() == expected
        _, relaxed, _ = engine().assign(_array(rows), _parts([]), "minimal", "safe", cost)
        assert reference.met([*rows[:5], relaxed.tolist()], [], "safe", cost)


@given(columns(4, 20, unique=True), st.sampled_from(["fp-opa", "np-opa"]))
def test_audsleys_algorithm_finds_an_order_if_there_is_one(rows: Rows, order: str) -> None:
    met, levels = engine().order(_array(rows), _parts([]), order, "safe", 0)
    assert met == reference.order(rows, [], order, "safe", 0)
    if met:
        ranks = levels.tolist()
        level = ranks if order == "fp-opa" else [0] * len(ranks)
        assert reference.met([*rows[:4], ranks, level], [], "safe", 0)


@given(columns(4, 20, unique=True))
def test_what_the_search_finds_is_schedulable(rows: Rows) -> None:
    grids = [_array([row]) for row in rows[:5]]
    priority, threshold, met = engine().priorities(*grids, "search", "safe", 0)
    if met[0]:
        assert reference.met([*rows[:4], *priority.tolist(), *threshold.tolist()], [], "safe", 0)
    else:
        assert not engine().priorities(*grids, "dm", "safe", 0)[2][0]
        assert not engine().priorities(*grids, "np-opa", "safe", 0)[2][0]


@pytest.mark.parametrize("policy", ["given", "fp", "np", "pts", "pts-dm", "fp-opa", "np-opa"])
def test_scalings_are_the_largest_ones(policy: str) -> None:
    rows = [[20, 20, 35], [70, 80, 200], [50, 80, 100], [0, 0, 0], [0, 1, 2], [0, 0, 1]]
    rows = [[1000 * value for value in row] for row in rows[:4]] + rows[4:]
    grids = [_array([row]) for row in rows]
    (factor,) = engine().scalings(*grids, policy, "safe", 0)

    def accepts(millionths: int) -> bool:
        work = [-(-value * millionths // 1_000_000) for value in rows[0]]
        return bool(engine().accepted(_array([work]), *grids[1:], policy, "safe", 0)[0])

    assert accepts(int(factor))
    assert not accepts(int(factor) + 50)


def test_invalid_rows_are_refused() -> None:
    good = [[1, 1], [5, 5], [5, 5], [0, 0], [0, 1], [0, 0]]
    for row, value in ((0, 0), (1, -1), (2, 1 << 47), (3, -1), (4, 1 << 31), (5, 1)):
        rows = [list(item) for item in good]
        rows[row][0] = value
        with pytest.raises(ValueError, match="out of range"):
            engine().responses(*[_array([item]) for item in rows], "safe", 0)
        with pytest.raises(ValueError, match="out of range"):
            engine().examine(_array(rows), _parts([]), "safe", 0)
    grids = [_array([item]) for item in good]
    with pytest.raises(ValueError, match="unknown name"):
        engine().responses(*grids, "sage", 0)
    with pytest.raises(ValueError, match="different shapes"):
        engine().responses(*grids[:5], _array([[0]]), "safe", 0)
    for part in ([2, 0, 1, 0, -1, 0], [0, 0, 2, 0, -1, 0], [0, -1, 1, 0, 0, 0], [0, 0, 1, 0, 9, 0]):
        with pytest.raises(ValueError, match="out of range"):
            engine().examine(_array(good), _parts([part]), "safe", 0)


def test_what_has_no_bound_ends() -> None:
    top = (1 << 47) - 1
    full = [[1, top], [1, top], [top, top], [0, 0], [0, 1], [0, 1]]
    assert [item["response"] for item in engine().examine(_array(full), _parts([]), "safe", 0)] == [
        1,
        -1,
    ]
    nearly = [[1, 10**9], [2, 2 * 10**9 + 1], [top, top], [top, top], [0, 1], [0, 0]]
    for model in MODELS:
        for item in engine().examine(_array(nearly), _parts([]), model, top):
            assert item["response"] >= -1
