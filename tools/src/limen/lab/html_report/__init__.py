# SPDX-License-Identifier: Apache-2.0
"""The report of labs as one HTML file with tables, pictures and traces, for screen and print."""

from __future__ import annotations

from limen.lab.html_report.collect import Plan, collect
from limen.lab.html_report.document import document
from limen.lab.html_report.facts import Facts, gather_facts
from limen.lab.html_report.sheet import Sheet

__all__ = ["Facts", "Plan", "Sheet", "collect", "document", "gather_facts"]
