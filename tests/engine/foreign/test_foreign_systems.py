# SPDX-License-Identifier: Apache-2.0
"""Goal: a trace of another kernel gives a system of threads, or the reason why not.

Method: the sources of the recorded programs have the priorities of their threads and the locks that
each uses; the kernel of the page has 32 levels. A trace that the analysis cannot describe correctly
gives no system.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.errors import DescriptionError
from limen.system.model import Protocol, System
from limen.system.observed import observed_system
from limen.trace import open_trace
from limen.trace.model import Trace

DATA = Path(__file__).parent / "data"
EXAMPLES = Path(__file__).parents[3] / "examples/other-kernels"
LEVELS_OF_PAGE = 32
# The threads of each priority that the programs set, the most urgent ones first.
FREERTOS = [{"ender"}, {"Tmr Svc"}, {"handler"}, {"high", "cons"}, {"med", "prod"}]
ZEPHYR = [{"high"}, {"med"}, {"low"}]


def system_of(path: Path) -> System:
    trace = open_trace(path)
    assert isinstance(trace, Trace)
    return observed_system(trace, path.name)


@pytest.mark.parametrize(
    ("path", "order", "protocol"),
    [
        (DATA / "trc-mutex.psf", FREERTOS, Protocol.INHERITANCE),
        (EXAMPLES / "zephyr-inversion.zip", ZEPHYR, Protocol.NONE),
    ],
)
def test_a_system_has_the_order_of_the_program(
    path: Path, order: list[set[str]], protocol: Protocol
) -> None:
    system = system_of(path)
    for number, names in enumerate(order):
        assert {one.name for one in system.threads if one.priority == number} == names
    assert max(one.priority for one in system.threads) < LEVELS_OF_PAGE
    assert [one.protocol for one in system.resources] == [protocol]
    owners = {one.name for one in system.threads if one.sections}
    assert owners == {"low", "high"}
    assert any(note.startswith("priorities are renumbered") for note in system.notes)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        (DATA / "zephyr-smp", "it has several processors"),
        (EXAMPLES / "linux-delayed-waker.txt", "it has several processors"),
        (DATA / "kbtf-example.btf.gz", "it does not record priorities"),
    ],
)
def test_a_trace_that_is_no_system_says_why(path: Path, problem: str) -> None:
    with pytest.raises(DescriptionError, match=f"{problem}.*docs/systems"):
        system_of(path)
