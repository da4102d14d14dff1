# SPDX-License-Identifier: Apache-2.0
"""Bugs of ticks and of the threads that they drive."""

from __future__ import annotations

from typing import Final

from mutant import Mutant

__all__ = ["TICK_MUTANTS"]

TICK_MUTANTS: Final = (
    Mutant(
        "a delay of whole ticks ends one too late",
        "tick.c",
        "driven->delay > 0 && driven->delay <= length;",
        "driven->delay > 0 && driven->delay < length;",
        "tick",
    ),
    Mutant(
        "a period begins at the tick that ended the one before, not when that was over",
        "tick.c",
        "driven->left = left + period;",
        "driven->left = period;",
        "tick",
    ),
    Mutant(
        "a thread at work is late for a period although it has a timeout",
        "tick.c",
        "if (period_ends(driven, length) && !pending) {",
        "if (period_ends(driven, length)) {",
        "tick",
    ),
    Mutant(
        "flags that have come stay armed",
        "tick.c",
        "        driven->device = NULL;\n        release_any",
        "        release_any",
        "tick",
    ),
    Mutant(
        "a deferred tick that is late counts no lost ones",
        "tick.c",
        "    tick->lost += tick->pending;\n",
        "",
        "tick",
    ),
    Mutant(
        "a thread that starts anew waits for a delay of its earlier life",
        "driven.c",
        "    driven->delay = 0;\n    driven->device = NULL;\n    lm_driven_watch",
        "    driven->device = NULL;\n    lm_driven_watch",
        "tick",
    ),
    Mutant(
        "a thread that is to be suspended is released on the short way",
        "tick.h",
        " && !driven->thread->suspend_pending;",
        ";",
        "tick",
    ),
    Mutant(
        "an end of a period is told of after a delay, although that was dropped",
        "driven.c",
        "    driven->thread->releases = LM_RELEASES_TICK; /* it waits for something else now */\n",
        "",
        "tick",
    ),
    Mutant(
        "a period that is shorter than a tick runs into debt",
        "driven.c",
        "period < (uint64_t)driven->shortest ?",
        "false ?",
        "tick_calls",
    ),
    Mutant(
        "who is released in an interrupt waits for the next decision",
        "tick.c",
        "    lm_sched_elect(kernel, lm_sched_first(kernel));\n",
        "",
        "tick_calls",
    ),
)
