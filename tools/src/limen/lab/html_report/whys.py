# SPDX-License-Identifier: Apache-2.0
"""The most informative switches of a picture, each kind once, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.html_report.markup import tag
from limen.trace.analysis import Wait, why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.picture import Panel, Switch, Understood

__all__ = ["Explained", "explain", "why_table"]

_FEW: Final = 4  # numbers that are all listed


@dataclass(frozen=True, slots=True)
class Explained:
    """A kind of switches of a panel.

    Attributes:
        numbers: in the picture.
        change: the thread that leaves and the one that comes.
        sentence: why the first of them happened.
    """

    numbers: tuple[int, ...]
    change: str
    sentence: str


def explain(understood: Understood, panel: Panel, most: int) -> list[Explained]:
    """The most informative kinds of switches: those with raised levels and mutexes, then others.

    Args:
        understood: a trace.
        panel: a window of it.
        most: at most so many kinds, in the order of their first switches.
    """
    switches, lanes = understood.analysis.switches, understood.analysis.moves.lanes
    kinds: dict[tuple[int, ...], list[Switch]] = {}
    for switch in panel.switches:
        columns = (switches.leaves, switches.comes, switches.reason, switches.held > 0)
        kind = tuple(int(column[switch.place]) for column in columns)
        kinds.setdefault(kind, []).append(switch)
    chosen = sorted(kinds.values(), key=lambda kind: _dullness(understood, kind[0]))[:most]
    chosen.sort(key=lambda kind: kind[0].number)
    return [
        Explained(
            tuple(switch.number for switch in kind),
            " \N{RIGHTWARDS ARROW} ".join(
                lanes[int(column[kind[0].place])].name
                for column in (switches.leaves, switches.comes)
            ),
            why(understood.analysis, kind[0].place),
        )
        for kind in chosen
    ]


def _dullness(understood: Understood, switch: Switch) -> int:
    """Rank of a switch: 0 with a level or a mutex; 2 if one thread runs for no time."""
    analysis, place = understood.analysis, switch.place
    switches, waits = analysis.switches, analysis.waits
    wait = int(switches.wait[place])
    if switches.held[place] or (wait >= 0 and waits.what[wait] == Wait.MUTEX):
        return 0
    near = [max(place - 1, 0), place, min(place + 1, len(switches) - 1)]
    before, now, behind = analysis.moves.time[switches.at[near]].tolist()
    return 1 + (now in (before, behind))


def why_table(panels: Sequence[tuple[str, Sequence[Explained]]]) -> str:
    """The kinds of switches of each panel of a picture; empty if there are none."""
    lines = []
    for title, kinds in panels:
        if kinds and len(panels) > 1:
            lines.append(tag("tr", tag("td", tag("b", escape(title)), colspan="3"), class_="case"))
        for kind in kinds:
            cells = (
                tag("td", _numbers(kind.numbers), class_="n"),
                tag("td", escape(kind.change), class_="change"),
                tag("td", escape(kind.sentence)),
            )
            lines.append(tag("tr", *cells))
    heads = tag("tr", tag("th", "switch", class_="n"), tag("th", ""), tag("th", "why"))
    body = tag("tbody", *lines)
    return tag("table", tag("thead", heads), body, class_="whys") if lines else ""


def _numbers(numbers: Sequence[int]) -> str:
    """List all numbers if they are few, and the first ones of many.

    >>> _numbers([1, 3]), _numbers([1, 2, 3, 4, 5, 6])
    ('1, 3', '1, 2, … 6 times')
    """
    if len(numbers) <= _FEW:
        return ", ".join(str(number) for number in numbers)
    return f"{numbers[0]}, {numbers[1]}, … {len(numbers)} times"
