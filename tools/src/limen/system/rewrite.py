# SPDX-License-Identifier: Apache-2.0
"""Write changed values of threads back into the file that describes a system.

Comments, layout and all other values stay as they are. The new text is read before it replaces the
file, so that a file always describes the system.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import tomlkit

from limen.errors import DescriptionError
from limen.system.build import by_deadline
from limen.system.check import check_system
from limen.system.load import parse_system, read_content
from limen.system.positions import lines_of_keys
from limen.system.table import key_of_column
from limen.system.toml import toml_value
from limen.times import in_unit_of
from limen.whole import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from limen.system.model import System, Thread

__all__ = ["rewrite", "rewritten"]

_REMEDY: Final = "write a new file"
_TIMES: Final = ("period", "work", "work_min", "deadline", "offset", "jitter")
_KEYS: Final = (*_TIMES, "priority", "threshold", "stack", "stack_between", "sections", "core")
# The keys after which a new one is inserted, the best one first.
_ANCHORS: Final = ("priority", "deadline", "work", "period", "name")


def rewrite(path: Path, system: System) -> None:
    """Write the changed values of a system's threads into its file, at once or not at all.

    Args:
        path: of a file that load_system reads.
        system: with the same threads in the same order, and with the same values of all that is
            not in a thread.

    Raises:
        DescriptionError: the file cannot be read or written, or describes something else.
    """
    content = read_content(path)
    old = parse_system(content, path)
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    text = rewritten(content.removeprefix(mark).decode(), path, old, system)
    try:
        write_whole(path, mark + text.encode())
    except OSError as error:
        problem = f"it cannot be written ({error.strerror})"
        raise DescriptionError(str(path), problem, "make room, or change its rights") from error


def rewritten(text: str, path: Path, old: System, new: System) -> str:
    """The text of a file, changed so that it describes another system.

    Args:
        text: of the file now.
        path: of the file; its suffix is the kind of text.
        old: what the text describes.
        new: the system that it must describe; see rewrite.

    Raises:
        DescriptionError: see rewrite.
    """
    check_system(new)
    names = [[thread.name for thread in system.threads] for system in (old, new)]
    if names[0] != names[1]:
        raise DescriptionError(str(path), "it describes other threads", _REMEDY)
    if replace(new, threads=old.threads, origin=old.origin) != old:
        raise DescriptionError(str(path), "more than its threads is different", _REMEDY)
    changed = (_in_csv if path.suffix == ".csv" else _in_toml)(text, old, new)
    if parse_system(changed.encode(), path).threads != new.threads:
        raise DescriptionError(str(path), "its layout is too unusual to be changed", _REMEDY)
    return changed


def _default(system: System, index: int, key: str) -> object:
    """The value of a key that the description of a thread does not have."""
    thread = system.threads[index]
    others = {"work_min": thread.work, "deadline": thread.period, "threshold": thread.priority}
    if key == "priority":
        return by_deadline([one.deadline for one in system.threads])[index]
    if key == "stack_between":
        return None
    return () if key == "sections" else others.get(key, 0)


def _missing(tables: list[dict[str, Any]], system: System) -> list[tuple[int, str]]:
    """Keys that the threads need and do not have."""
    missing = [
        (index, key)
        for index, thread in enumerate(system.threads)
        for key in _KEYS
        if key not in tables[index] and getattr(thread, key) != _default(system, index, key)
    ]
    # Either all threads have a priority, or none has.
    is_needed = any(key in {"priority", "threshold"} for _, key in missing)
    for index, table in enumerate(tables):
        if is_needed and "priority" not in table and (index, "priority") not in missing:
            missing.append((index, "priority"))
    return missing


# TOML


def _in_toml(text: str, old: System, new: System) -> str:
    text = _with_lines(text, _missing(tomllib.loads(text)["thread"], new), new)
    tables = tomlkit.parse(text)
    threads: Any = tables["thread"]
    # tomlkit gives the tables of a list in inline form as they are, and others as proxies.
    for index, (before, after) in enumerate(zip(old.threads, new.threads, strict=True)):
        table = threads[index]
        for key in (*_KEYS, "chunks"):
            value = getattr(after, key)
            if key == "chunks" and "chunks" in table and len(value) == len(before.chunks):
                _change_chunks(table["chunks"], before, after, new.tick_ns)
            elif key in table and value is None:
                del table[key]
            elif key in table and getattr(before, key) != value:
                table[key] = _value(table[key], key, value, new.tick_ns)
            elif key == "chunks" and value != before.chunks:
                table[key] = tomlkit.value(toml_value(value))
        if "chunks" in table and not after.chunks:
            del table["chunks"]
    for index, key in _missing(tables.unwrap()["thread"], new):  # of tables in inline form
        threads[index][key] = tomlkit.value(toml_value(getattr(new.threads[index], key)))
    return tomlkit.dumps(tables)


def _with_lines(text: str, missing: list[tuple[int, str]], system: System) -> str:
    """The text with a line for each missing key of a thread that has lines of its own.

    tomlkit would put it at the end of the table, behind comments that are about the next one.
    """
    places = lines_of_keys(text)
    lines = text.splitlines(keepends=True)
    new_lines: dict[int, list[str]] = {}
    for index, key in missing:
        header = lines[places["thread", index] - 1]
        if not header.lstrip().startswith("[["):
            continue
        anchors = [("thread", index, name) for name in _ANCHORS]
        at = next(places[anchor] for anchor in anchors if anchor in places)
        indent, ending = _margins(lines[at - 1])
        value = toml_value(getattr(system.threads[index], key))
        new_lines.setdefault(at, []).append(f"{indent}{key} = {value}{ending}")
    for at in sorted(new_lines, reverse=True):
        if not lines[at - 1].endswith("\n"):
            lines[at - 1] += "\n"
        lines[at:at] = sorted(new_lines[at])  # a priority, then its threshold
    return "".join(lines)


def _margins(line: str) -> tuple[str, str]:
    """The indentation of a line, and its line ending."""
    match = re.match(r"[ \t]*", line)
    return match[0] if match else "", "\r\n" if line.endswith("\r\n") else "\n"


def _value(present: object, key: str, value: object, tick_ns: int) -> object:
    """A value as TOML, in the unit of the present one if it is a time with a unit."""
    if key in _TIMES and isinstance(present, str) and isinstance(value, int):
        return in_unit_of(present, value, tick_ns)
    return value if isinstance(value, int) else tomlkit.value(toml_value(value))


def _change_chunks(array: Any, before: Thread, after: Thread, tick_ns: int) -> None:  # noqa: ANN401
    for table, old, new in zip(array, before.chunks, after.chunks, strict=True):
        if old.work != new.work:
            table["work"] = _value(table["work"], "work", new.work, tick_ns)
        if "threshold" in table or new.threshold != after.threshold:
            table["threshold"] = new.threshold
        if new.stack is not None:
            table["stack"] = new.stack
        elif "stack" in table:
            del table["stack"]


# CSV


def _in_csv(text: str, old: System, new: System) -> str:
    """Write only the cells that change; add a missing column at the end."""
    lines = text.splitlines(keepends=True)
    rows = [
        at for at, line in enumerate(lines) if not line.startswith("#") and line.strip(" ,\r\n")
    ]
    header = _cells(lines[rows[0]])
    keys = [key_of_column(cell) for cell in header]
    tables = [_row(keys, _cells(lines[at])) for at in rows[1:]]
    if len(tables) != len(old.threads):
        return text  # a cell of several lines; the caller complains
    added = [key for key in _KEYS if any(key == one for _, one in _missing(tables, new))]
    added = [key for key in added if key not in keys]
    lines[rows[0]] = _line([*header, *added], lines[rows[0]]) if added else lines[rows[0]]
    for index, at in enumerate(rows[1:]):
        cells = _cells(lines[at])
        width = len(keys) + len(added)
        wanted = cells + [""] * (width - len(cells))
        for column, key in enumerate((*keys, *added)):
            value = getattr(new.threads[index], key)
            text_now = wanted[column].strip()
            is_same = text_now and getattr(old.threads[index], key) == value
            if is_same or (
                not text_now and value == _default(new, index, key) and key not in added
            ):
                continue
            is_unit = key in _TIMES and re.search(r"[a-zµ]$", text_now) is not None
            shown = in_unit_of(text_now, value, new.tick_ns) if is_unit else value
            text_new = "" if shown is None else str(shown)
            wanted[column] = f"{_margins(wanted[column])[0]}{text_new}"
        if wanted != cells and (
            added or any(wanted[len(cells) :]) or wanted[: len(cells)] != cells
        ):
            lines[at] = _line(wanted, lines[at])
    return "".join(lines)


def _row(keys: list[str], cells: list[str]) -> dict[str, Any]:
    return {key: cell for key, cell in zip(keys, cells, strict=False) if cell.strip()}


def _cells(line: str) -> list[str]:
    return next(csv.reader([line]))


def _line(cells: list[str], before: str) -> str:
    """Cells as a line; a cell keeps the blanks at its start."""
    file = io.StringIO()
    csv.writer(file, lineterminator=_margins(before)[1]).writerow(cells)
    return file.getvalue()
