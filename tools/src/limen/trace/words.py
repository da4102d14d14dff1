# SPDX-License-Identifier: Apache-2.0
"""Words that people read: names, codes and fields of events; what each statistic means.

The page shows the same ones. Both take them from the same files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Definition", "Origin", "RecordWords", "definitions", "record_words"]

Origin = Literal["limen", "threadx"]


@dataclass(frozen=True, slots=True)
class RecordWords:
    """How to show an event of Limen.

    Attributes:
        name: as in the specification.
        code: two letters; TraceX's, where it knows such an event.
        object, a: what these fields are; empty: they mean nothing.
        b: what it is; or, of two, what its lower and its upper half are.
    """

    name: str
    code: str
    object: str
    a: str
    b: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """What a statistic is.

    Attributes:
        title: for a table.
        unit: ``ticks``, ``bytes``, ``%`` ...; empty: it is a count or no number.
        definition: a sentence or two.
    """

    title: str
    unit: str
    definition: str


@cache
def record_words() -> Mapping[int, RecordWords]:
    """All events of Limen, by number."""
    return MappingProxyType(
        {
            number: RecordWords(name, code, about, a, tuple(b))
            for number, name, code, about, a, *b in _load("events.json")
        }
    )


@cache
def definitions(origin: Origin) -> Mapping[str, Definition]:
    """What each name in the answer of ``limen trace stats --json`` means."""
    known = _load("statistics.json")
    return MappingProxyType(
        {name: Definition(**words) for name, words in (known["both"] | known[origin]).items()}
    )


def _load(name: str) -> Any:  # noqa: ANN401 - what JSON can be
    return json.loads(resources.files("limen.trace").joinpath(name).read_text("utf-8"))
