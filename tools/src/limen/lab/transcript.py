# SPDX-License-Identifier: Apache-2.0
"""The output of the article's program, with the time of each line.

Lab linux and lab preemption-models print it in the same form, so that it can be shown side by side:
``transcript MODEL SECOND TEXT``, with the seconds since the start of the program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["LISTINGS", "TEXTS", "Line", "parse_transcripts", "problem_of", "transcript_table"]

TEXTS: Final = ("thread1 start", "thread2 start", "thread1 stop", "thread2 stop", "end test")
# When thread1 stops in the outputs of the article, in seconds since its start, by model.
LISTINGS: Final = {"none": 6, "full": 3, "voluntary": 5}
_LINE: Final = re.compile(r"transcript ([a-z0-9_]+) ([0-9]+\.[0-9]+) (.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a transcript.

    Attributes:
        second: since the start of the program.
        text: one of TEXTS.
    """

    second: float
    text: str


def parse_transcripts(lines: Iterable[str]) -> dict[str, tuple[Line, ...]]:
    """The transcripts in the output of a program, by model; other lines are ignored.

    >>> parse_transcripts(["x", "transcript full 0.1 thread1 start"])
    {'full': (Line(second=0.1, text='thread1 start'),)}
    """
    found: dict[str, tuple[Line, ...]] = {}
    for line in lines:
        match = _LINE.fullmatch(line.strip())
        if match is not None:
            model, second, text = match.groups()
            found[model] = (*found.get(model, ()), Line(float(second), text))
    return found


def problem_of(lines: Sequence[Line]) -> str:
    """Return the difference of a transcript from the order in the article; empty: none.

    >>> problem_of([Line(1, text) for text in TEXTS])
    ''
    >>> problem_of([Line(1, "end test")])
    'the program printed: end test'
    """
    if tuple(line.text for line in lines) == TEXTS:
        return ""
    return f"the program printed: {', '.join(line.text for line in lines) or 'nothing'}"


def transcript_table(columns: Mapping[str, Sequence[Line]]) -> list[tuple[str, ...]]:
    """The transcripts side by side: a line for each text, with the second of each transcript.

    The texts are in the order of the article. A line that a program printed at another place has
    its number in brackets.

    Args:
        columns: transcripts by title.

    >>> transcript_table({"a": [Line(0, text) for text in TEXTS]})[:2]
    [('line', 'a'), ('thread1 start', '0.000')]
    """
    heads = ("line", *columns)
    return [heads, *((text, *(_cell(of, text) for of in columns.values())) for text in TEXTS)]


def _cell(lines: Sequence[Line], text: str) -> str:
    for number, line in enumerate(lines):
        if line.text == text:
            place = "" if number == TEXTS.index(text) else f" (line {number + 1})"
            return f"{line.second:.3f}{place}"
    return ""
