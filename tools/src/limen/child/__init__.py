# SPDX-License-Identifier: Apache-2.0
"""The only package that starts other programs, and ends them.

A program that a command starts ends with the command, in each case:

1. The block of ``running`` ends the program and all that is in its process group. 2. SIGTERM and
SIGHUP raise Terminated while a program runs, so that the blocks are left. 3. The kernel kills the
program when the process that has started it is gone (parent-death signal). 4. The warden, a process
that outlives this one for a moment, kills what the program has started.

The last two also work if this process was killed with SIGKILL.
"""

from __future__ import annotations

from limen.child.confine import can_confine
from limen.child.running import (
    Child,
    answer_of,
    end_with_parent,
    run_on_terminal,
    running,
)
from limen.child.scratch import scratch_folder
from limen.child.signals import Terminated, terminable
from limen.child.together import together

__all__ = [
    "Child",
    "Terminated",
    "answer_of",
    "can_confine",
    "end_with_parent",
    "run_on_terminal",
    "running",
    "scratch_folder",
    "terminable",
    "together",
]
