# SPDX-License-Identifier: Apache-2.0
"""Query a trace in SQL: the tables of spec/trace-analysis.md are views of an engine in memory."""

from __future__ import annotations

from limen.trace.sql.engine import Answer, Database
from limen.trace.sql.limits import USUAL, Limits, bounded
from limen.trace.sql.open import open_database
from limen.trace.sql.schema import SCHEMA, Column, Table

__all__ = [
    "SCHEMA",
    "USUAL",
    "Answer",
    "Column",
    "Database",
    "Limits",
    "Table",
    "bounded",
    "open_database",
]
