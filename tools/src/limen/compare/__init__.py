# SPDX-License-Identifier: Apache-2.0
"""Bounds, simulated and measured response times of a system, side by side."""
