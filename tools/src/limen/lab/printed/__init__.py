# SPDX-License-Identifier: Apache-2.0
"""The report of labs for people and printers: one HTML file with tables, pictures and traces."""

from __future__ import annotations

from limen.lab.printed.collect import Plan, collect
from limen.lab.printed.document import document
from limen.lab.printed.facts import Facts, gather_facts
from limen.lab.printed.sheet import Sheet

__all__ = ["Facts", "Plan", "Sheet", "collect", "document", "gather_facts"]
