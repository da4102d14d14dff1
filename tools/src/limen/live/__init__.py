# SPDX-License-Identifier: Apache-2.0
"""Watch a running target: find its trace in its memory, collect it, show it."""
