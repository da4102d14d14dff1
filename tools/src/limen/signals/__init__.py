# SPDX-License-Identifier: Apache-2.0
"""Signals on pins, as a logic analyser records them: read, measure, draw."""

from __future__ import annotations

from limen.signals.pulses import Pulses, pulses_of
from limen.signals.vcd import Recording, Wire, read_vcd

__all__ = ["Pulses", "Recording", "Wire", "pulses_of", "read_vcd"]
