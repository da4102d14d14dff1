# SPDX-License-Identifier: Apache-2.0
"""Curves of labs as SVG: a metric over several cases, and a ratio over the cost of a switch."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.lab.ratio import ratio_at, solved_rows
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from limen.lab.definition import Curve, Lab
    from limen.lab.measure import Row

__all__ = ["curve_name", "draw_curve", "draw_ratio", "ratio_name", "write_curves"]

_SIZE: Final = (7.2, 3.6)  # inches
_COLOURS: Final = ("#2f6fc9", "#c0392b", "#24845a", "#8a6a14")
_MARKERS: Final = ("o", "s", "^", "D")
_PEER: Final = "#777777"
_LEAST: Final = 0.005  # a logarithmic axis has no 0
_SPACE: Final = 0.055  # between two labels, in heights of the picture


def ratio_name(lab: str) -> str:
    """The file of the picture of a lab's ratio."""
    return f"{lab}-ratio.svg"


def curve_name(lab: str, number: int) -> str:
    """The file of the picture of a lab's curve."""
    return f"{lab}-curve-{number}.svg"


def write_curves(lab: Lab, rows: Sequence[Row], folder: Path) -> None:
    """Write all of them into a folder."""
    if lab.ratio is not None:
        write_whole(folder / ratio_name(lab.name), draw_ratio(lab, rows))
    for number, curve in enumerate(lab.curves):
        picture = draw_curve(curve, rows)
        write_whole(folder / curve_name(lab.name, number), picture)


def draw_curve(curve: Curve, rows: Sequence[Row]) -> str:
    """A line for each target, on logarithmic axes; a number of 0 is drawn at the lower edge."""
    figure, axes = _begin()
    targets = dict.fromkeys(row.target for row in rows if row.metric == curve.metric)
    for number, target in enumerate(targets):
        measured = {
            row.case: row.measured
            for row in rows
            if (row.target, row.metric) == (target, curve.metric) and row.measured is not None
        }
        points = [
            (x, max(measured[case] / curve.scale, _LEAST))
            for case, x in zip(curve.cases, curve.x, strict=True)
            if case in measured
        ]
        if not points:
            continue
        axes.plot(
            *zip(*points, strict=True),
            label=target,
            color=_COLOURS[number % len(_COLOURS)],
            marker=_MARKERS[number % len(_MARKERS)],
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(curve.x_label)
    axes.set_ylabel(curve.y_label)
    axes.grid(visible=True, which="both", alpha=0.2)
    axes.legend(frameon=False)
    return _text(figure)


def draw_ratio(lab: Lab, rows: Sequence[Row]) -> str:
    """The ratio against s / m: a curve, on which all kernels of lab.ratio are."""
    if lab.ratio is None:
        raise AssertionError(lab.name)
    model = lab.ratio
    solved = sorted(solved_rows(lab, rows), key=lambda each: each.share)
    figure, axes = _begin()
    end = max((each.share for each in solved), default=1.0) * 1.15
    shares = np.linspace(0, end, 200)
    axes.plot(shares, [ratio_at(model, share) for share in shares], color="#bbbbbb", zorder=1)
    for each in solved:
        colour = _COLOURS[0] if each.is_own else _PEER
        axes.plot([each.share], [each.ratio], marker="o", color=colour, zorder=3)
    _label(axes, [(each.share, each.ratio, each.name, each.is_own) for each in solved], end)
    axes.set_xlim(0, end * 1.9)
    axes.set_ylim(bottom=1)
    axes.set_xticks([tick for tick in axes.get_xticks() if tick <= end])
    axes.set_xlabel("cost of a switch, in messages: s / m", loc="left")
    axes.set_ylabel("ratio of the times, T1 / T2")
    axes.grid(visible=True, alpha=0.2)
    return _text(figure)


def _label(axes: Axes, points: Sequence[tuple[float, float, str, bool]], end: float) -> None:
    """The names in a column at the right, in the order of their points, each with a line to it."""
    top, low = max(y for _, y, _, _ in points), 1.0
    span = (top - low) * 1.08
    place = low
    for x, y, name, is_own in points:
        place = max(place + _SPACE * span, y)
        axes.annotate(
            name,
            (x, y),
            (end * 1.08, place),
            fontsize=8,
            va="center",
            color=_COLOURS[0] if is_own else "#333333",
            arrowprops={"arrowstyle": "-", "color": "#cccccc", "lw": 0.6},
        )


def _begin() -> tuple[Figure, Axes]:
    import matplotlib as mpl  # noqa: PLC0415 - takes long to import

    mpl.use("svg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=_SIZE, layout="constrained")
    return figure, axes


def _text(figure: Figure) -> str:
    """The picture, without the head of an XML file, which HTML does not allow inside."""
    import matplotlib as mpl  # noqa: PLC0415 - takes long to import
    from matplotlib import pyplot as plt  # noqa: PLC0415

    file = StringIO()
    # The salt: the same names in each run.
    with mpl.rc_context({"svg.hashsalt": "limen", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)
    text = file.getvalue()
    return text[text.index("<svg") :]
