# SPDX-License-Identifier: Apache-2.0
"""Report the features of Limen that work on this machine, and the missing packages."""

from __future__ import annotations

from limen.doctor.purposes import PURPOSES, Need, Purpose

__all__ = ["PURPOSES", "Need", "Purpose"]
