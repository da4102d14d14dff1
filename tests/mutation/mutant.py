# SPDX-License-Identifier: Apache-2.0
"""What a seeded bug is."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Mutant"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text of a file of kernel/, which stands there once, and what it becomes.

    Attributes:
        name: what is wrong then.
        file: in kernel/.
        old: the text.
        new: what it becomes.
        test: the program that has to find it, by the name of its source without test_.
    """

    name: str
    file: str
    old: str
    new: str
    test: str = "sched_exhaustive"
