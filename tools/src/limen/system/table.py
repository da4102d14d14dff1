# SPDX-License-Identifier: Apache-2.0
"""Systems in CSV: a thread in each row, ``name,period,deadline,wcet,priority,threshold``.

The columns can be in any order; name, period and wcet are necessary. Further columns are the keys
of ``[[thread]]`` that are a single value. ``wcet`` and ``bcet`` are other names of work and
work_min. An empty cell is a missing key. Lines that begin with ``#`` are comments, of which two
have a meaning: ``# tick: 1us`` and ``# name: motor``.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Final

from limen.cells import as_text, inert
from limen.errors import DescriptionError
from limen.system.build import build_system
from limen.system.model import Overheads
from limen.system.place import Place
from limen.system.structure import schema
from limen.times import format_tick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.system.model import System, Thread
    from limen.system.positions import Path

__all__ = ["key_of_column", "parse_csv", "to_csv"]

_OTHER_NAMES: Final = {"wcet": "work", "bcet": "work_min"}
_SHOWN: Final = {"work": "wcet", "work_min": "bcet"}
_COMMENT: Final = re.compile(r"#\s*(tick|name)\s*:\s*(.*?)\s*")
# Programs write whole numbers as 20.0, which is read as 20; 20.5 stays a text, which is not a time.
_WHOLE: Final = re.compile(r"([+-]?[0-9]{1,40})(?:\.0+)?")
_COLUMNS: Final = ("name", "period", "deadline", "work", "priority", "threshold")
_OPTIONAL: Final = ("work_min", "offset", "jitter", "stack", "stack_between", "core")
_SHOWN_MAX: Final = 40  # characters of a name in a message
_HEADER: Final = tuple(_SHOWN.get(key, key) for key in _COLUMNS)


def parse_csv(text: str, file: str, name: str) -> System:
    """The system that a text describes.

    Args:
        text: CSV with a header.
        file: for errors.
        name: of the system, if no comment has one.

    Raises:
        DescriptionError: it is not CSV, or does not describe a valid system.
    """
    tables: dict[str, object] = {}
    lines: dict[Path, int] = {}
    rows = _rows(text, file, tables, lines)
    header_line, header = next(rows, (1, None))
    if header is None:
        raise DescriptionError(file, "it has no header", f"begin with {','.join(_HEADER)}")
    keys = _keys(header, f"{file}: line {header_line}")
    threads: list[dict[str, object]] = []
    for line, cells in rows:
        if len(cells) > len(keys):
            problem = f"it has {len(cells)} cells, and the header has {len(keys)}"
            raise DescriptionError(
                f"{file}: line {line}", problem, "give each line as many cells as the header"
            )
        lines["thread", len(threads)] = line
        pairs = zip(keys, cells, strict=False)
        threads.append({key: _cell(key, cell.strip()) for key, cell in pairs if cell.strip()})
    if not threads:
        raise DescriptionError(file, "it has no thread", "add a line for each thread")
    tables["thread"] = threads
    titles = dict(zip(keys, (title.strip() for title in header), strict=True))
    return build_system(tables, Place(file, tables, lambda: lines, titles), name)


def _rows(
    text: str, file: str, tables: dict[str, object], lines: dict[Path, int]
) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of each row that is not empty; values in comments go into the tables."""

    def without_comments() -> Iterator[str]:
        for number, line in enumerate(io.StringIO(text, newline=""), 1):
            is_comment = line.startswith("#")
            if is_comment and (match := _COMMENT.fullmatch(line.rstrip())):
                tables[match[1]] = match[2]
                lines[(match[1],)] = number
            yield "\n" if is_comment else line

    reader = csv.reader(without_comments(), skipinitialspace=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            place = f"{file}: line {reader.line_num}"
            raise DescriptionError(place, str(error), "write it in CSV, with commas") from error
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells


def key_of_column(title: str) -> str:
    """The key of system.toml that a column has.

    >>> key_of_column(" WCET ")
    'work'
    """
    word = title.strip().lower()
    return _OTHER_NAMES.get(word, word)


def _keys(header: list[str], place: str) -> list[str]:
    """The keys of the columns."""
    columns = schema()["$defs"]["thread"]["properties"]
    known = [key for key in columns if key not in {"chunks", "sections", "uses"}]
    keys = []
    for cell in header:
        key = key_of_column(cell)
        if key not in known:
            is_short = cell.isprintable() and len(cell) <= _SHOWN_MAX
            shown = cell.strip() if is_short else "of this name"
            choice = ", ".join([*known, *_OTHER_NAMES])
            raise DescriptionError(place, f"unknown column {shown}", f"take one of {choice}")
        if key in keys:
            raise DescriptionError(place, f"the column {cell.strip()} occurs twice", "remove one")
        keys.append(key)
    for key in ("name", "period", "work"):
        if key not in keys:
            shown = _SHOWN.get(key, key)
            remedy = f"add it: {','.join(_HEADER)}"
            raise DescriptionError(place, f"the column {shown} is missing", remedy)
    return keys


def _cell(key: str, text: str) -> int | str:
    match = None if key == "name" else _WHOLE.fullmatch(text)
    return int(match[1]) if match else as_text(text)


def to_csv(system: System) -> str:
    """A system as the text of a CSV file; times are in ticks.

    Raises:
        DescriptionError: it has more than threads with a single threshold each.
    """
    for what, is_there in (
        ("interrupts", system.interrupts),
        ("resources", system.resources),
        ("chunks", any(thread.chunks for thread in system.threads)),
        ("critical sections", any(thread.sections for thread in system.threads)),
        ("queues and semaphores", system.queues or system.semaphores),
        ("functions of threads", any(thread.function for thread in system.threads)),
        (
            "memory and budgets of threads",
            any(thread.memory or thread.budget for thread in system.threads),
        ),
        ("overheads", system.overheads != Overheads()),
        ("a board", system.board),
    ):
        if is_there:
            problem = f"CSV has no place for {what}"
            raise DescriptionError(system.name, problem, "write a .toml file")
    optional = [
        key
        for key in _OPTIONAL
        if any(_value(thread, key) != _default(thread, key) for thread in system.threads)
    ]
    file = io.StringIO()
    file.write(f"# name: {system.name}\n# tick: {format_tick(system.tick_ns)}\n")
    writer = csv.writer(file, lineterminator="\n")
    keys = (*_COLUMNS, *optional)
    writer.writerow([_SHOWN.get(key, key) for key in keys])
    writer.writerows([_value(thread, key) for key in keys] for thread in system.threads)
    return file.getvalue()


def _value(thread: Thread, key: str) -> int | str | None:
    value: int | str | None = getattr(thread, key)
    return inert(value)


def _default(thread: Thread, key: str) -> int | None:
    if key == "stack_between":
        return None
    return thread.work if key == "work_min" else 0
