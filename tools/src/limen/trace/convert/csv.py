# SPDX-License-Identifier: Apache-2.0
"""Write a trace as comma-separated values: a line for each event."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from limen import cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.view import View

__all__ = ["csv_parts"]

_LINES: Final = 4096  # in a part


def csv_parts(view: View) -> Iterator[str]:
    """Return the text, in parts.

    Columns: number, time (ticks), core, thread (empty in an interrupt), running and interrupt
    (after the event), event, id, the fields of the origin, details as text, and ``switch``: the
    reason of a switch after the event; empty if there is none.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    heads = ["number", "time", "core", "thread", "running", "interrupt", "event", "id"]
    writer.writerow([*heads, *view.fields, "details", "switch"])
    why = dict(zip(view.at.tolist(), view.why, strict=True))
    running = view.running.tolist()
    numbers = zip(
        view.time.tolist(),
        view.core.tolist(),
        view.in_interrupt.tolist(),
        view.event.tolist(),
        *(column.tolist() for column in view.fields.values()),
        strict=True,
    )
    for index, (time, core, inside, event, *fields) in enumerate(numbers):
        runs = view.lanes[running[index]].name if running[index] >= 0 else ""
        row = [index, time, core, view.who(index), runs, int(inside), view.name(index), event]
        writer.writerow(cells.row([*row, *fields, view.details(index), why.get(index, "")]))
        if index % _LINES == 0:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()
