# SPDX-License-Identifier: Apache-2.0
"""Traces of ThreadX (``.trx``): read them, compute statistics, write them again."""

from __future__ import annotations

from limen.trace.trx.container import looks_like_trx
from limen.trace.trx.model import TrxHeader, TrxObject, TrxTrace
from limen.trace.trx.names import EventLabels, parse_definitions
from limen.trace.trx.reader import parse_trx, read_trx
from limen.trace.trx.statistics import TrxStatistics, TrxThread, trx_statistics

__all__ = [
    "EventLabels",
    "TrxHeader",
    "TrxObject",
    "TrxStatistics",
    "TrxThread",
    "TrxTrace",
    "looks_like_trx",
    "parse_definitions",
    "parse_trx",
    "read_trx",
    "trx_statistics",
]
