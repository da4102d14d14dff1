# SPDX-License-Identifier: Apache-2.0
"""The calls behind the gate of user threads, which are examined through its tables."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["ON_USER", "Behind", "behind_the_gate"]

# Calls of the port, and of the gate, by what the state is about.
ON_USER = {
    "NO_OBJECT": ("lm_user_faulted(any_fault({RESTART_DELAYS}))", "lm_user_refuse(any_u32)"),
    "USER_THREAD": ("lm_user_thread_delete(any_user({USERS}))",),
    "SEMAPHORE": (),
    "QUEUE": (),
    "MUTEX": ("lm_user_faulted(any_fault({RESTART_DELAYS}))",),
    "EVENT_FLAGS": (),
}
# A call without an object that is also made with a mutex of the caller.
WITH_MUTEX = "thread_exit"


@dataclass(frozen=True, slots=True)
class Behind:
    """A function behind the gate.

    function: the entry of the table, as a function of its type. parameters: types and names.
    abouts: what its states are about.
    """

    name: str
    function: str
    parameters: Sequence[tuple[str, str]]
    abouts: Sequence[str]


def _parameters(row: Sequence[list[str]]) -> Iterator[tuple[str, str]]:
    for name, way, *_ in row:
        if way in {"in", "out"}:
            yield ("const void *", "source") if way == "in" else ("void *", "target")
        else:
            yield way, "limit" if way == "lm_timeout" else name


def _of_row(row: Sequence[str], arguments: Sequence[list[str]], first: int, header: str) -> Behind:
    name, number, kind = row[0], int(row[1]), row[2]
    structure = f"lm_user_{name}_arguments"
    parameters = [(f"struct lm_{kind} *", "granted")] if kind else []
    if re.search(rf"\b{structure} {{", header):
        parameters.append((f"const struct {structure} *", "given"))
    else:
        parameters += _parameters(arguments)
    types = ", ".join(type_of for type_of, _ in parameters) or "void"
    entry = f"lm_user_object_calls[{number}]" if kind else f"lm_user_plain_calls[{number - first}]"
    abouts = [kind.upper() or "NO_OBJECT", *(["MUTEX"] if name == WITH_MUTEX else [])]
    function = f"(enum lm_status (*)({types}))(void *){entry}"
    return Behind(f"lm_user_{name}", function, tuple(parameters), tuple(abouts))


def behind_the_gate(root: Path) -> list[Behind]:
    """Return the functions that the table of calls names."""
    table = json.loads((root / "spec/calls.json").read_text("utf-8"))
    header = (root / "layers/user/include/limen/user_calls.h").read_text("utf-8")
    first = table["first_without_object"]
    return [_of_row(row[:4], row[4], first, header) for row in table["calls"]]
