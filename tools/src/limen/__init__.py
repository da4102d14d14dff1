# SPDX-License-Identifier: Apache-2.0
"""The workbench of the Limen real-time kernel.

trace   read the kernel's event traces and compute statistics from them
run     build a program and run it on a target: the host in virtual time, or an emulator
lab     experiments with published results: run them, and compare
cli     the command ``limen``; the only part that prints
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
