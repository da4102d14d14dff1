# SPDX-License-Identifier: Apache-2.0
"""Frama-C proves the contracts in headers of the kernel, and refutes headers that lack a line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CONTRACTS", "Contracts", "Proved", "prove", "refute_without"]

ROOT = Path(__file__).resolve().parents[3]
HERE = Path("tests/kernel/proofs/contracts")
FOLDERS = ("include", "kernel", "ports", str(HERE), "tests/kernel/support/port-null/include")
OPTIONS = "-DLM_LEVELS=32 -DLM_CLOCK_HZ=1000000 -DLM_CHECKED=1 -DLM_TRACED=1 -DLM_COUNTED=0"


@dataclass(frozen=True, slots=True)
class Contracts:
    """A header with contracts.

    Attributes:
        header: its path.
        functions: the functions that are proved.
        lines: each with the name of the function whose proof fails without it.
    """

    header: str
    functions: Sequence[str]
    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Proved:
    """Counts the goals of a header, all of which are proved."""

    contracts: Contracts
    goals: int


CONTRACTS = (
    Contracts(
        "include/limen/list.h",
        (
            "lm_list_init",
            "lm_list_is_empty",
            "lm_list_insert_before",
            "lm_list_insert_after",
            "lm_list_unlink",
            "lm_list_remove",
        ),
        (
            ("before->next = node;", "lm_list_insert_before"),
            ("list->prev = list;", "lm_list_init"),
            ("lm_list_init(node);", "lm_list_remove"),
        ),
    ),
    Contracts(
        "kernel/core/wait_list.h",
        (
            "lm_wait_list_mix",
            "lm_wait_list_set_ahead",
            "lm_wait_list_insert",
            "lm_wait_list_remove",
            "lm_wait_list_next",
            "lm_waits_in_list",
        ),
        (
            ("thread->wait_ahead = ahead;", "lm_wait_list_set_ahead"),
            ("list->count = 1;", "lm_wait_list_insert"),
            ("list->first = LM_CONTAINER(next, struct lm_thread, node);", "lm_wait_list_remove"),
        ),
    ),
    Contracts(
        "kernel/core/ready_queue.h",
        (
            "lm_ready_bit",
            "lm_ready_is_occupied",
            "lm_ready_behind",
            "lm_ready_mark",
            "lm_ready_unmark",
            "lm_ready_append_inline",
            "lm_ready_insert_behind",
            "lm_ready_rotate",
            "lm_ready_remove_head_inline",
        ),
        (
            ("queue->occupied[word] &= ~lm_ready_bit(level);", "lm_ready_unmark"),
            ("lm_ready_mark(queue, level);", "lm_ready_append_inline"),
            ("queue->head[head->place] = lm_ready_behind(head);", "lm_ready_remove_head_inline"),
            ("lm_list_remove(&head->node);", "lm_ready_remove_head_inline"),
        ),
    ),
    Contracts(
        "kernel/time/timeout.h",
        (
            "lm_timeout_is_started",
            "lm_timeout_set_idle",
            "lm_timeout_join",
            "lm_timeout_take",
        ),
        (
            ("lm_list_insert_before(&first->node, &timeout->node);", "lm_timeout_join"),
            ("queue->due.next = node->next;", "lm_timeout_take"),
            ("lm_timeout_set_idle(timeout);", "lm_timeout_take"),
        ),
    ),
    Contracts(
        "kernel/observe/ring.h",
        ("lm_trace_put",),
        (("event |= context;", "lm_trace_put"),),
    ),
)


# Two simultaneous runs of the detection would damage each other's file.
_DETECTION = Lock()


@cache
def _provers() -> Path:
    """Return a file with the provers of this machine."""
    file = ROOT / "build/why3.conf"
    detect = ["why3", "config", "detect"]
    environment = {**os.environ, "WHY3CONFIG": str(file)}
    subprocess.run(detect, env=environment, check=True, capture_output=True)
    return file


def _goals(root: Path, functions: Sequence[str], seconds: int) -> tuple[int, int]:
    """Return the number of proved goals, and of all goals. root: of the headers."""
    folders = " ".join(f"-I{root / folder}" for folder in FOLDERS)
    command = [
        *("frama-c", "-machdep", "gcc_x86_64", "-c11"),
        f"-cpp-extra-args={folders} {OPTIONS}",
        *("-wp", "-wp-rte", "-wp-model", "Typed+Cast", "-wp-prover", "cvc4"),
        *("-wp-timeout", str(seconds), "-wp-fct", ",".join(functions)),
        str(root / HERE / "headers.c"),
    ]
    with _DETECTION:
        provers = _provers()
    environment = {**os.environ, "WHY3CONFIG": str(provers)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    found = re.search(r"Proved goals:\s+(\d+) / (\d+)", done.stdout)
    if found is None:
        raise SystemExit(f"prove: frama-c does not answer:\n{done.stdout}{done.stderr}")
    return int(found[1]), int(found[2])


def prove(contracts: Contracts) -> Proved:
    """Prove a header.

    Raises:
        SystemExit: a goal is not proved.
    """
    proved, every = _goals(ROOT, contracts.functions, 20)
    if proved != every:
        left = every - proved
        raise SystemExit(f"prove: {left} of {every} goals of {contracts.header} are not proved")
    return Proved(contracts, every)


def refute_without(header: str, line: str, function: str) -> None:
    """Check that the proof of a header without this line of a function fails.

    Raises:
        SystemExit: it succeeds.
    """
    text = (ROOT / header).read_text("utf-8")
    definition = re.compile(rf"\b{function}\([^;]*?\)\n\{{")
    found = definition.search(text)
    if found is None:
        raise SystemExit(f"prove: {header} has no function {function}")
    begin = text.index(line, found.end())
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for each in FOLDERS:
            shutil.copytree(ROOT / each, root / each, dirs_exist_ok=True)
        (root / header).write_text(text[:begin] + ";" + text[begin + len(line) :], "utf-8")
        left, of_these = _goals(root, (function,), 2)
    if left == of_these:
        raise SystemExit(f"prove: {function} is proved without: {line}")
