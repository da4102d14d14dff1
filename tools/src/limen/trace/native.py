# SPDX-License-Identifier: Apache-2.0
"""A trace in the engine, as Python sees it: columns without copies, facts, and words.

The engine (engine/src/trace) reads and analyses a trace; this module has the types of its results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from limen.engine import engine
from limen.errors import TraceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from mmap import mmap

    from numpy.typing import NDArray

__all__ = ["Columns", "Native", "define", "open_native", "trace_error"]

Columns: TypeAlias = "Mapping[str, NDArray[Any]]"


class Native(Protocol):
    """A trace in the engine: engine/python/trace.cpp. Numbers of events are checked."""

    def header(self) -> Mapping[str, Any]:
        """The header, by the names of engine/src/trace/trace.hpp; origin; byte_order; kernel."""

    def kernel(self) -> Mapping[str, Any]:
        """The kernel that a part of another kernel's trace describes: engine/python/trace.cpp."""

    def priority_text(self, number: int) -> str:
        """A priority as the kernel writes it; empty: its recorder writes none."""

    def forget_fact(self, name: str) -> bool:
        """Treat a fact as if the recorder did not write it; return whether the fact exists."""

    def lanes(self) -> list[dict[str, Any]]:
        """Threads, idle first."""

    def objects(self) -> list[dict[str, Any]]:
        """Entries of the object table, or of the registry."""

    def events(self) -> Mapping[str, Columns]:
        """The events as they are recorded: tables of columns."""

    def analyse(self) -> None:
        """Compute all results in advance; ValueError: it is not a trace."""

    def tables(self) -> Mapping[str, Columns]:
        """The results of the analysis; ValueError: it is not a trace."""

    def fills(self) -> list[tuple[Any, ...]]:
        """Fills of objects: object, kind, name, at, value."""

    def blocking(self, first: int, last: int) -> Mapping[str, Columns]:
        """The threads that blocked others in a window."""

    def define(self, text: str) -> None:
        """Take the names of a program's events from a .trxc file; ValueError: it is not one."""

    def definitions(self) -> Mapping[int, tuple[str, str, str, list[str], list[str]]]:
        """The names that it has taken: component, letters, name, labels, meanings."""

    def event_name(self, place: int, interface: int | None = None) -> str:
        """Name of an event, as an interface names it; None: that of the program."""

    def event_code(self, place: int) -> str:
        """Letters of an event."""

    def number_name(self, number: int) -> str:
        """Name of the events with a number."""

    def kind_name(self, kind: int) -> str:
        """Name of a kind, or of a type, of objects."""

    def context_name(self, place: int) -> str:
        """The context of an event: a thread, ``interrupt`` or ``initialisation``."""

    def thread_name(self, place: int) -> str:
        """The thread of an event; in an interrupt of Limen the interrupted one."""

    def urgency(self, place: int) -> str:
        """Priority of the thread at an event of ThreadX, and its other threshold."""

    def describe(self, place: int) -> str:
        """The details of an event besides its name, time and thread; may be empty."""

    def why(self, place: int) -> str:
        """The sentence for a switch."""

    def convert(self, form: str, clock_hz: int, receive: Callable[[str, bytes], None]) -> None:
        """Write it as perfetto, chrome, btf or ctf, in chunks of named files; ValueError."""

    def statistics_json(self, first: int, last: int) -> str:
        """Statistics of a window, as JSON; ValueError: it is not a window."""

    def duration_text(self, ticks: int) -> str:
        """A length of time with at most four digits, or ticks if the clock rate is not known."""

    def observed_json(self) -> str:
        """The system that was observed; engine/src/trace/observed_json.cpp describes it."""

    def findings_json(self) -> str:
        """The findings, the most serious first, as JSON."""

    def set_clock(self, clock_hz: int) -> None:
        """The rate of the clock of a ThreadX trace, whose file does not have it."""

    def changes(self, before: Native) -> list[str]:
        """The differences from another trace of the program: at most five sentences."""

    def ran_beside(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Lanes that ran on the core in an interval of events, with ticks; the longest first."""


def open_native(files: Sequence[tuple[str, bytes | mmap]], wrap: int | None, place: str) -> Native:
    """Read a trace.

    Args:
        files: the name and the content of each of its files, nearly always one. The name determines
            the format if the first bytes do not.
        wrap: ticks after which the clock of a ThreadX trace begins again; None: as its mask says.
        place: of the file in messages.

    Raises:
        TraceError: it is not a valid trace.
    """
    # A name of a file is bytes, in any encoding.
    shown = [(name.encode("utf-8", "replace").decode(), content) for name, content in files]
    try:
        native: Native = engine().Trace(shown, wrap or 0)
    except ValueError as error:
        raise trace_error(error, place) from None
    return native


def define(native: Native, text: str, place: str) -> None:
    """Name the events of a program, as a ``.trxc`` file of TraceX does.

    Args:
        native: a trace of ThreadX.
        text: of the file.
        place: its name in messages.

    Raises:
        TraceError: it is not such a file.
    """
    try:
        native.define(text)
    except ValueError as error:
        raise trace_error(error, place) from None


def trace_error(error: ValueError, place: str) -> TraceError:
    """Return the engine's error: the place, the problem, and the remedy."""
    where, problem, remedy = error.args
    return TraceError(f"{place}: {where}" if where else place, problem, remedy)
