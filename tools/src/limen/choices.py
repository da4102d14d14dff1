# SPDX-License-Identifier: Apache-2.0
"""Choices that commands and functions offer by name. This module imports no others."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = [
    "FORMS",
    "METRICS",
    "POLICIES",
    "QUERY_MEGABYTES",
    "QUERY_SECONDS",
    "SAFETY_SECONDS",
    "Model",
    "Objective",
    "Priorities",
    "Protocols",
    "Thresholds",
]


class Model(StrEnum):
    """The model for which a bound holds."""

    SAFE = "safe"
    TIGHT = "tight"
    CONTINUOUS = "continuous"
    WS1999 = "ws1999"


class Thresholds(StrEnum):
    """The choice among the thresholds that meet the deadlines."""

    KEEP = "keep"
    MAXIMAL = "maximal"  # as protective as possible
    MINIMAL = "minimal"  # as preemptive as possible


class Protocols(StrEnum):
    """The protocol of mutexes that have none."""

    KEEP = "keep"
    INHERITANCE = "inheritance"
    CEILING = "ceiling"


class Objective(StrEnum):
    """The criterion by which thresholds are chosen."""

    PREEMPTIONS = "preemptions"  # the fewest pairs of threads that preempt one another
    STACK = "stack"  # the smallest shared stack
    MARGIN = "margin"  # the largest factor by which all works can grow


class Priorities(StrEnum):
    """The source of priorities."""

    KEEP = "keep"
    DM = "dm"  # deadline monotonic
    OPA = "opa"  # Audsley's algorithm: preemptive, or else non-preemptive
    SEARCH = "search"  # for thresholds


# The policies of sweeps: short names for command lines and columns, and the names of the engine.
POLICIES: Final = {
    "fp": "fp",
    "fp-opa": "fp-opa",
    "np": "np",
    "np-opa": "np-opa",
    "pts": "pts-dm",
    "pts-search": "pts-search",
}
METRICS: Final = (
    "accept",
    "breakdown",
    "stack",
    "threads",
    "pairs",
    "preemptions",
    "nested",
    "false-accepts",
)
# The default limits of a query about a trace.
QUERY_MEGABYTES: Final = 2000
QUERY_SECONDS: Final = 60.0
# Suffixes of the files that a trace is converted to.
FORMS: Final = {
    ".csv": "comma-separated values, a line for each event",
    ".vcd": "wires, high while a thread runs",
    ".json": "Chrome's trace events",
    ".pftrace": "Perfetto's protobuf",
    ".btf": "BTF, for timing tools of AUTOSAR",
    ".ctf": "a folder in the Common Trace Format 1.8",
    ".parquet": "the events as a table; see docs/trace-sql.md",
    ".tables": "a folder with a Parquet file for each view of docs/trace-sql.md",
    ".trx": "ThreadX's own; of a trace of Limen with a .trxc file beside it",
}

# The default time limit of a program that ends by itself. It is far above the time of the slowest
# program, so that only a program that hangs reaches it, also on a busy machine.
SAFETY_SECONDS: Final = 1800.0
