# SPDX-License-Identifier: Apache-2.0
"""Goal: the model of a ratio returns its times, and curves show each kernel and each target.

Method: properties of solve and ratio_at; names and marks are counted in pictures of artificial
rows; definitions that cannot be drawn.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import LabError
from limen.lab import Row, load_lab
from limen.lab.curves import draw_curve, draw_ratio
from limen.lab.definition import Curve, Ratio
from limen.lab.ratio import ratio_at, solve, solved_rows
from limen.run import find_root
from support.labs import LAB_TOML, write_repository

ROOT = find_root(Path(__file__).parent)
COSTS = st.floats(1, 1e6, allow_nan=False)


@given(COSTS, COSTS, st.integers(1, 99), st.integers(0, 98), st.integers(1, 99))
def test_costs_are_found_again(
    message: float, switch: float, work: int, few: int, more: int
) -> None:
    numbers = {"work": work, "switches": (few + more, few), "many": ("a.b",), "few": ("c.d",)}
    model = Ratio.model_validate({"title": "", "see": "", **numbers})
    times = work * message + (few + more) * switch, work * message + few * switch
    solved = solve(model, "x", "cycles", *times, is_own=True)
    assert solved.switch == pytest.approx(switch, rel=1e-4)
    assert solved.message == pytest.approx(message, rel=1e-2)
    assert ratio_at(model, solved.share) == pytest.approx(times[0] / times[1])


def rows_of(lab: str, *values: tuple[str, str, str, float]) -> list[Row]:
    return [
        Row(lab, target, case, metric, "cycles", None, value, ok=True)
        for target, case, metric, value in values
    ]


def test_each_kernel_is_in_the_picture_of_the_ratio() -> None:
    lab = load_lab(ROOT, "threshold")
    rows = rows_of(
        "threshold",
        ("rp2040", "preemptive", "ticks", 3000),
        ("rp2040", "threshold", "ticks", 2000),
        ("mps2-an385", "preemptive", "ticks", 900),
    )
    solved = solved_rows(lab, rows)
    assert lab.ratio is not None
    assert [each.name for each in solved if each.is_own] == ["Limen, rp2040"]
    assert len(solved) == len(lab.ratio.peer) + 1
    picture = draw_ratio(lab, rows)
    assert all(each.name in picture for each in solved)
    assert picture == draw_ratio(lab, rows)


def test_the_paper_is_on_the_curve_of_threadx_with_its_trace() -> None:
    """Lab threshold explains it: s / m is the same."""
    shares = {each.name: each.share for each in solved_rows(load_lab(ROOT, "threshold"), [])}
    paper, traced, bare = (
        shares[name]
        for name in (
            "The paper: ThreadX, another processor",
            "ThreadX 6.4, Cortex-M3, checks and trace",
            "ThreadX 6.4, Cortex-M3",
        )
    )
    assert paper == pytest.approx(0.57, abs=0.01)
    assert traced == pytest.approx(paper, abs=0.01)
    assert bare > 1.5 * traced


def test_a_curve_has_a_line_for_each_target() -> None:
    curve = Curve(
        title="t", see="s", metric="m", cases=("a", "b"), x=(1, 10), x_label="x", y_label="y"
    )
    rows = rows_of("demo", *((t, case, "m", 3) for t in ("host", "rp2040") for case in ("a", "b")))
    picture = draw_curve(curve, rows)
    assert [name for name in ("host", "rp2040", "mps2-an385") if f">{name}<" in picture] == [
        "host",
        "rp2040",
    ]
    assert len(re.findall("<polyline", picture)) == 2
    assert draw_curve(curve, rows[:2]).count("<polyline") == 1
    assert draw_curve(curve, rows[:3]).count("<polyline") == 1  # one point is not a line


def test_a_short_logarithmic_axis_has_a_number_at_each_line() -> None:
    curve = Curve(
        title="t", see="s", metric="m", cases=("a", "b"), x=(2, 4), x_label="x", y_label="y"
    )
    picture = draw_curve(curve, rows_of("demo", ("host", "a", "m", 6), ("host", "b", "m", 15)))
    assert all(f">{number}<" in picture for number in (2, 3, 4, 5, 6, 7, 8, 9, 10))


def test_a_logarithmic_axis_has_the_powers_of_ten_and_equal_distances_between_them() -> None:
    cases = ("a", "b", "c")
    curve = Curve(
        title="t", see="s", metric="m", cases=cases, x=(1, 100, 1000), x_label="x", y_label="y"
    )
    values = zip(cases, (5, 0, 50_000), strict=True)
    picture = draw_curve(curve, rows_of("demo", *(("host", case, "m", n) for case, n in values)))
    assert all(f">{text}<" in picture for text in ("0.01", "1", "10,000", "100"))
    (points,) = re.findall('points="(.*?)"', picture)
    (x1, y1), (x2, least), (x3, y3) = (map(float, one.split(",")) for one in points.split())
    assert (x2 - x1) / (x3 - x2) == pytest.approx(2, rel=1e-2)
    assert (y1 - y3) / (least - y1) == pytest.approx(4 / 3, rel=1e-2)  # 0 is drawn as 0.005


def test_a_curve_without_numbers_is_a_frame() -> None:
    curve = Curve(
        title="t", see="s", metric="m", cases=("a", "b"), x=(1, 10), x_label="x", y_label="y"
    )
    assert "<polyline" not in draw_curve(curve, [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('cases = ["slow"]\nx = [1]', "cases"),
        ('cases = ["slow", "fast"]\nx = [1]', "x and cases differ in length"),
        ('cases = ["slow", "nowhere"]\nx = [1, 2]', "no metric nowhere.size"),
    ],
)
def test_wrong_curves_are_named(text: str, problem: str, tmp_path: Path) -> None:
    head = '[[curve]]\ntitle = "t"\nsee = "s"\nmetric = "size"\nx_label = "x"\ny_label = "y"\n'
    root = write_repository(tmp_path, f"{LAB_TOML}\n{head}{text}\n")
    with pytest.raises(LabError, match=problem):
        load_lab(root, "demo")
