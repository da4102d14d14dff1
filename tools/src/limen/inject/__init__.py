# SPDX-License-Identifier: Apache-2.0
"""Faults in programs on the host, and what becomes of them."""

from limen.inject.experiment import DAMAGES, KINDS, Fault, Outcome, Subject, Trial

__all__ = ["DAMAGES", "KINDS", "Fault", "Outcome", "Subject", "Trial"]
