# SPDX-License-Identifier: Apache-2.0
"""The results of a lab for the report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from limen.lab.findings import finding_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from limen.lab.article import Beside
    from limen.lab.definition import Lab
    from limen.lab.measure import Row

__all__ = ["Sheet"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A lab, its results and its traces.

    Attributes:
        lab: the lab that was run.
        rows: its results.
        readme: the lab's README.md; may be empty.
        traces: files, by case and target.
        pictures: SVG of its signals, by case and view.
        recordings: of ftrace in lab linux, by the name of a kernel and its model.
        same: the trace of Limen with the same experiment.
        elsewhere: in HTML, what the section of the lab shows besides its pictures.
        appendix: in HTML, its numbers, if they are not those of rows.
        beside: the article's program, line by line.
        missing: the reason why it did not run; empty: it ran.
        recorded: results of an earlier, more complete run.
        recorded_on: the day of that run, YYYY-MM-DD.
    """

    lab: Lab
    rows: tuple[Row, ...]
    readme: str = ""
    traces: Mapping[tuple[str, str], Path] = field(default_factory=dict)
    pictures: Mapping[tuple[str, str], str] = field(default_factory=dict)
    recordings: Mapping[tuple[str, str], Path] = field(default_factory=dict)
    same: Path | None = None
    elsewhere: str = ""
    appendix: str = ""
    beside: tuple[Beside, ...] = ()
    missing: str = ""
    recorded: tuple[Row, ...] = ()
    recorded_on: str = ""

    @property
    def finding(self) -> str:
        """The findings as text; empty if the lab has no text for them."""
        return finding_of(self.lab, self.recorded or self.rows)

    @property
    def failed(self) -> tuple[Row, ...]:
        """Numbers that are not as expected."""
        return tuple(row for row in self.rows if not row.ok)

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets on which it ran."""
        return tuple(dict.fromkeys(row.target for row in self.rows))
