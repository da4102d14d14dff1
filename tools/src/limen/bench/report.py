# SPDX-License-Identifier: Apache-2.0
"""docs/measurements.md: our numbers beside those of other kernels, worse ones included."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.bench.measure import Measurement
    from limen.bench.peers import Peers

__all__ = ["render_markdown"]

_WHOLE: Final = 100  # from here on, fractions say nothing

_TITLES: Final = {
    "calls": "Kernel calls on a Cortex-M3",
    "experiment": "The white papers' example on a Cortex-M3",
    "threadx": "ThreadX's services on a Cortex-M3, beside the native calls",
    "models": "The RT model on a Cortex-M3",
    "size": "Size on a Cortex-M3",
    "host": "On the desk",
}


def render_markdown(measurements: Sequence[Measurement], peers: Peers, machine: str) -> str:
    """The page.

    Args:
        measurements: in groups, by the part of the key ahead of the slash.
        peers: figures of other kernels.
        machine: on which those that are not exact were measured.
    """
    parts = [_HEAD.format(machine=machine)]
    for group, rows in groupby(measurements, lambda row: row.key.split("/")[0]):
        parts.append(_section(group, list(rows), peers))
    return "\n".join(parts)


_HEAD: Final = """# Measurements

Written by `make bench`. Instructions on the Cortex-M3 are counted in QEMU 7.2 (`mps2-an385`,
`-icount shift=6`), gcc -O2, library `limen-unchecked` unless something else is said; they are
the same in every run on every machine. **Instructions are not cycles**: QEMU knows no wait
states and enters an exception for nothing, so that kernels that switch by an exception look
better than they are.

Other kernels' figures were counted in the same way from their releases with the same compiler
and level; the loop around the call is about five instructions of each figure, ours included.
"ThreadX fast" is the best of its speed options. Fewer is better; the best figure of a row is
bold.

On this machine ({machine}) only the ratio means something.
"""


def _section(group: str, rows: list[Measurement], peers: Peers) -> str:
    beside = any(row.key in peers.figures for row in rows)
    heads = ["measured", "Limen", "unit", *(peers.kernels if beside else [])]
    lines = [f"## {_TITLES.get(group, group)}", "", _row(heads), _row(["---"] * len(heads))]
    lines += [_row(_cells(row, peers, beside=beside)) for row in rows]
    return "\n".join([*lines, ""])


def _cells(row: Measurement, peers: Peers, *, beside: bool) -> list[str]:
    name = row.key.split("/", 1)[1]
    figures = peers.figures.get(row.key, (None,) * len(peers.kernels)) if beside else ()
    known = [figure for figure in figures if figure is not None]
    best = min([row.value, *known]) if known else None
    numbers = [_number(value, best) for value in (row.value, *figures)]
    return [f"**{name}**: {row.meaning}", numbers[0], row.unit, *numbers[1:]]


def _number(value: float | None, best: float | None) -> str:
    """A figure for people; the best of its row is bold.

    >>> _number(1743, 1743), _number(15.07, None), _number(None, 3)
    ('**1,743**', '15.1', '')
    """
    if value is None:
        return ""
    text = f"{value:,.0f}" if value == int(value) or value >= _WHOLE else f"{value:.1f}"
    return f"**{text}**" if value == best else text


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
