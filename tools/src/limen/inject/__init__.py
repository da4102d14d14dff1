# SPDX-License-Identifier: Apache-2.0
"""Faults in programs on the host, and their outcomes."""

from limen.inject.experiment import DAMAGES, KINDS, Fault, Outcome, Subject, Trial
from limen.inject.table import FAULTS_PAGE, HEADS, measure_faults, row_of, with_table

__all__ = [
    "DAMAGES",
    "FAULTS_PAGE",
    "HEADS",
    "KINDS",
    "Fault",
    "Outcome",
    "Subject",
    "Trial",
    "measure_faults",
    "row_of",
    "with_table",
]
