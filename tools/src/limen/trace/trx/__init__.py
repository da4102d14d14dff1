# SPDX-License-Identifier: Apache-2.0
"""What traces of ThreadX (``.trx``) have of their own: contents, layout, names, a writer."""

from __future__ import annotations

from limen.trace.trx.model import TrxHeader, TrxObject, TrxRecording, TrxTrace

__all__ = ["TrxHeader", "TrxObject", "TrxRecording", "TrxTrace"]
