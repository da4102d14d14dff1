# SPDX-License-Identifier: Apache-2.0
"""Parts that only traces of ThreadX (``.trx``) have: contents, layout, names, a writer."""

from __future__ import annotations

from limen.trace.trx.model import TrxHeader, TrxObject, TrxRecording, TrxTrace

__all__ = ["TrxHeader", "TrxObject", "TrxRecording", "TrxTrace"]
