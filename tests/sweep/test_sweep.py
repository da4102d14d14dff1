# SPDX-License-Identifier: Apache-2.0
"""Goal: every service of the kernel withstands an interrupt at each of its instructions.

Method: README.md. The sample has each service in a thread or handler, and each that may be there in
the interrupt; with LIMEN_LONG it is all pairs of them. A part of a sweep is one run of the
emulator. What is found is a failure unless known.py explains it. The numbers are in
build/log/swept-BOARD-MODE.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from known import KNOWN, explanation
from sweep import services, sweep

from limen.run import build, find_root
from limen.run.target import target_named

if TYPE_CHECKING:
    from sweep import Swept

ROOT = find_root(Path(__file__).parent)
BOARDS: Final = ("mps2-an385", "microbit")
IS_LONG: Final = "LIMEN_LONG" in os.environ

# By mode: the worlds for each pair, the number of parts, and the services B for each service A; see
# main.c.
SAMPLE: Final = {
    "thread": ("one", 6, "0+/26"),
    "threshold": ("one", 3, "9+/52"),
    "handler": ("one", 3, "17+/52"),
    "twice": ("one", 3, "5+/104"),
}
ALL: Final = {
    "thread": ("all", 70, "0/1"),
    "threshold": ("one", 35, "0/1"),
    "handler": ("one", 35, "0/1"),
    "twice": ("one", 35, "0+/8"),
}


@pytest.fixture(scope="session", params=BOARDS)
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def parts(board: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Swept]]:
    """What was found, by mode; all processors work on it."""
    target = target_named(board)
    program = build(ROOT, target, ["sweep"], lambda _: None)["sweep"]

    def run(arguments: list[str]) -> Swept:
        return sweep(target, program, arguments, tmp_path_factory.mktemp("sweep"))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {
            mode: [
                pool.submit(run, [mode, worlds, f"{part}/{count}", others]) for part in range(count)
            ]
            for mode, (worlds, count, others) in (ALL if IS_LONG else SAMPLE).items()
        }
        return {mode: [future.result() for future in futures[mode]] for mode in futures}


@pytest.mark.parametrize("mode", list(ALL))
def test_each_outcome_is_that_of_an_order(
    board: str, mode: str, parts: dict[str, list[Swept]]
) -> None:
    findings = [finding for part in parts[mode] for finding in part.findings]
    pairs = sum(len(part.pairs) for part in parts[mode])
    trials = sum(part.trials for part in parts[mode])
    seconds = sum(part.seconds for part in parts[mode])
    unexplained = [str(finding) for finding in findings if explanation(finding) is None]
    (ROOT / "build" / "log" / f"swept-{board}-{mode}").write_text(
        f"{pairs} pairs, {trials} trials, {seconds:.0f} s, {len(findings)} findings, "
        f"{len(unexplained)} of them unexplained\n"
    )
    assert not unexplained, "\n" + "\n".join(unexplained)


def test_no_service_is_left_out(board: str, parts: dict[str, list[Swept]], tmp_path: Path) -> None:
    target = target_named(board)
    program = build(ROOT, target, ["sweep"], lambda _: None)["sweep"]
    everywhere, in_interrupts = services(target, program, tmp_path)
    pairs = [pair for swept in parts.values() for part in swept for pair in part.pairs]
    assert {a for a, _ in pairs} == everywhere
    assert {b for _, b in pairs} == in_interrupts


@pytest.mark.skipif(not IS_LONG, reason="a sample need not have them all")
def test_what_is_known_is_found(parts: dict[str, list[Swept]]) -> None:
    explained = Counter(
        explanation(finding)
        for swept in parts.values()
        for part in swept
        for finding in part.findings
    )
    assert [known for known in KNOWN if explained[known] == 0] == []
