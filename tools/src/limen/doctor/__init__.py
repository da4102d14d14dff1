# SPDX-License-Identifier: Apache-2.0
"""What this machine can do with Limen, and what is missing for what."""

from __future__ import annotations

from limen.doctor.examine import Found, Report, examine
from limen.doctor.purposes import PURPOSES, Need, Purpose

__all__ = ["PURPOSES", "Found", "Need", "Purpose", "Report", "examine"]
