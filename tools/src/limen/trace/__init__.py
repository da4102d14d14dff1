# SPDX-License-Identifier: Apache-2.0
"""Traces: read them, compute statistics, compare with the counters of the kernel."""

from __future__ import annotations

from limen.trace.counters import Counters, Difference, compare_counters
from limen.trace.files import (
    looks_like_trx,
    open_trace,
    parse_trace,
    parse_trx,
    read_trace,
    read_trx,
)
from limen.trace.model import Trace, TraceObject
from limen.trace.numbers import Event, Kind, Outcome, SwitchReason
from limen.trace.statistics import Sections, Statistics, ThreadStatistics, sections, statistics
from limen.trace.trx.model import TrxTrace
from limen.trace.trx.statistics import TrxStatistics, trx_statistics
from limen.trace.windows import cycle_window

__all__ = [
    "Counters",
    "Difference",
    "Event",
    "Kind",
    "Outcome",
    "Sections",
    "Statistics",
    "SwitchReason",
    "ThreadStatistics",
    "Trace",
    "TraceObject",
    "TrxStatistics",
    "TrxTrace",
    "compare_counters",
    "cycle_window",
    "looks_like_trx",
    "open_trace",
    "parse_trace",
    "parse_trx",
    "read_trace",
    "read_trx",
    "sections",
    "statistics",
    "trx_statistics",
]
