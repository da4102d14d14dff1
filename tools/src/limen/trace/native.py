# SPDX-License-Identifier: Apache-2.0
"""A trace in the engine, as Python sees it: columns without copies, facts, and words.

The engine (engine/src/trace) reads a trace and works out what it means; all that is here are the
types of what it gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from limen.engine import engine
from limen.errors import TraceError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from mmap import mmap

    from numpy.typing import NDArray

__all__ = ["Columns", "Native", "open_native", "refused"]

Columns: TypeAlias = "Mapping[str, NDArray[Any]]"


class Native(Protocol):
    """A trace in the engine. Tables of columns, each by its name: engine/src/trace/tables.cpp."""

    def events(self) -> Mapping[str, Columns]:
        """The events as they are recorded."""

    def tables(self) -> Mapping[str, Columns]:
        """What follows from them; ValueError: it is no trace."""

    def facts(self) -> Mapping[str, Any]:
        """The header, and what follows from the whole file."""

    def lanes(self) -> list[tuple[int, str, int, int, int, int]]:
        """Threads: id, name, priority, threshold, stack size, stack start."""

    def objects(self) -> list[tuple[Any, ...]]:
        """Objects: see engine/python/trace.cpp."""

    def why(self, place: int) -> str:
        """The sentence for a switch."""


def open_native(content: bytes | mmap, name: str, wrap: int | None, place: str) -> Native:
    """Read a trace.

    Args:
        content: of the file.
        name: of the file, which decides what it is where its first bytes do not.
        wrap: ticks after which the clock of a ThreadX trace begins again; None: as its mask says.
        place: of the file in messages.

    Raises:
        TraceError: it is no valid trace.
    """
    try:
        native: Native = engine().Trace(content, name, wrap or 0)
    except ValueError as error:
        raise refused(error, place) from None
    return native


def refused(error: ValueError, place: str) -> TraceError:
    """The engine's reason to refuse something: where in it, the problem, and the remedy."""
    where, problem, remedy = error.args
    return TraceError(f"{place}: {where}" if where else place, problem, remedy)
