# SPDX-License-Identifier: Apache-2.0
"""Goal: every service of the kernel withstands an interrupt at each of its instructions.

Method: README.md. The sample has each service in a thread or handler, each allowed service in the
interrupt, and the pairs of defects and planted mistakes that the sweep has found. LIMEN_LONG takes
all pairs. A part of a sweep is one run of the emulator. A finding is a failure unless known.py
explains it. The numbers are in build/log/swept-BOARD.
"""

from __future__ import annotations

import os
import resource
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from known import KNOWN, explanation
from sweep import services, sweep

from limen.run import build, find_root
from limen.run.target import target_named
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sweep import Swept

ROOT = find_root(Path(__file__).parent)
# test_port_mutants.py runs a short part on each of the others.
OTHERS: Final = (
    "microbit",
    *("mps2-an386", "mps2-an500", "mps2-an505", "mps3-an547"),
    *("virt-riscv32", "virt-riscv32-zbb", "virt-riscv64"),
)
BOARDS: Final = ("mps2-an385", *(OTHERS if IS_LONG else ()))

# Mode, worlds, the stride of the services A (with a part for each remainder up to a number), and
# the services B for each of them; see main.c.
SAMPLE: Final = (
    ("thread", "one", 6, 6, "0+/284"),
    ("threshold", "one", 3, 3, "9+/142"),
    ("handler", "one", 3, 3, "17+/142"),
    ("twice", "one", 24, 2, "5+/142"),
)
ALL: Final = (
    ("thread", "all", 70, 70, "0/1"),
    ("threshold", "one", 35, 35, "0/1"),
    ("handler", "one", 35, 35, "0/1"),
    ("twice", "one", 35, 35, "0+/8"),
)
MODES: Final = tuple(mode for mode, *_ in SAMPLE)
NOTABLE: Final = (
    ("thread", "all", "semaphore_delete", "terminate_caller"),
    ("thread", "all", "queue_delete", "terminate_restart_caller"),
    ("thread", "all", "mutex_delete", "terminate_delete_caller"),
    ("thread", "all", "byte_release_other", "byte_release_other"),
    ("thread", "all", "timer_start", "timer_delete"),
    ("thread", "all", "semaphore_post", "semaphore_delete"),
    ("thread", "all", "queue_send", "queue_delete"),
    ("thread", "all", "restart_ended", "delete_ended"),
    ("thread", "7", "terminate_holder", "terminate_waiter"),
    ("thread", "all", "device_read", "terminate_caller"),
    ("thread", "all", "device_read", "suspend_caller"),
    ("thread", "3", "byte_release", "byte_available"),
    ("thread", "4", "readers_synchronize", "suspend_caller"),
    ("thread", "7", "resume_holder", "suspend_waiter"),
    ("thread", "6", "resume_holder", "terminate_holder"),
    ("handler", "2", "resume_holder", "mutex_delete"),
    ("thread", "9", "join_waiter", "terminate_waiter"),
    ("thread", "0", "notice_wait_any", "notice_set_1"),
    ("thread", "10", "notice_increase", "notice_increase"),
    ("thread", "11", "notice_try", "notice_increase"),
    ("thread", "0", "priority_queue_receive", "priority_queue_try_send"),
    ("thread", "11", "priority_queue_clear", "priority_queue_try_receive"),
    ("thread", "11", "priority_queue_flush", "priority_queue_delete"),
    ("thread", "9", "queue_overwrite", "queue_try_receive"),
    ("thread", "0", "stream_put", "stream_take"),
    ("thread", "11", "stream_take", "stream_put"),
    ("thread", "0", "stream_wait_for_data", "stream_put"),
)


def arguments() -> Iterator[tuple[str, ...]]:
    """Return the arguments of the program for each part."""
    yield from NOTABLE
    for mode, worlds, stride, parts, others in ALL if IS_LONG else SAMPLE:
        for part in range(parts):
            yield mode, worlds, f"{part}/{stride}", others


def processor_seconds() -> float:
    """Return the processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.fixture(scope="session", params=BOARDS)
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def parts(board: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Swept]]:
    """Return the results by mode, computed on all processors."""
    target = target_named(board)
    program = build(ROOT, target, ["sweep"], lambda _: None)["sweep"]
    start = processor_seconds()
    folder = tmp_path_factory.mktemp("sweep")  # pytest cannot create a folder in several threads

    def run(number: int, part: tuple[str, ...]) -> tuple[str, Swept]:
        own = folder / str(number)
        own.mkdir()
        return part[0], sweep(target, program, part, own)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(run, count(), arguments()))
    found = {mode: [swept for of, swept in results if of == mode] for mode in MODES}
    lines = [f"{mode}: {in_short(swept)}" for mode, swept in found.items()]
    lines.append(f"{processor_seconds() - start:.0f} s of a processor")
    (ROOT / "build" / "log" / f"swept-{board}").write_text("\n".join(lines) + "\n")
    return found


def in_short(parts: list[Swept]) -> str:
    """Return the numbers as text."""
    findings = [finding for part in parts for finding in part.findings]
    unexplained = sum(explanation(finding) is None for finding in findings)
    pairs = sum(len(part.pairs) for part in parts)
    trials = sum(part.trials for part in parts)
    return f"{pairs} pairs, {trials} trials, {len(findings)} findings, {unexplained} unexplained"


@pytest.mark.parametrize("mode", MODES)
def test_each_outcome_is_that_of_an_order(mode: str, parts: dict[str, list[Swept]]) -> None:
    findings = [finding for part in parts[mode] for finding in part.findings]
    unexplained = [str(finding) for finding in findings if explanation(finding) is None]
    assert not unexplained, "\n" + "\n".join(unexplained)


def test_no_service_is_left_out(board: str, parts: dict[str, list[Swept]], tmp_path: Path) -> None:
    target = target_named(board)
    program = build(ROOT, target, ["sweep"], lambda _: None)["sweep"]
    everywhere, in_interrupts = services(target, program, tmp_path)
    pairs = [pair for swept in parts.values() for part in swept for pair in part.pairs]
    assert {a for a, _ in pairs} == everywhere
    assert {b for _, b in pairs} == in_interrupts


def test_what_is_known_is_found(parts: dict[str, list[Swept]]) -> None:
    findings = [finding for swept in parts.values() for part in swept for finding in part.findings]
    explained = {explanation(finding) for finding in findings}
    assert [known.why for known in KNOWN if known not in explained] == []
