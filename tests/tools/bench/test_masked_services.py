# SPDX-License-Identifier: Apache-2.0
"""Goal: each service keeps interrupts off for exactly the number of instructions in the repository.

Method: measure all services, and compare them with the files in tests/targets/expected and the
tables in docs/measurements.md. With several cores, the time with the shared lock is compared, too.
After an intended change, run ./limen bench --masked and review the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.bench import (
    MASKED_PLACES,
    MaskedCase,
    MaskedPlace,
    masked_section,
    measure_masked,
    read_masked,
)
from limen.run import find_root
from support.further import FURTHER, is_further

ROOT = find_root(Path(__file__).parent)
REMEDY = "if that is meant: ./limen bench --masked"
# A set chooses the threads in one section, and wakes each in another one. The own core serves a
# move: it empties its inbox and fills that of the other core.
OFTEN = {
    "shared event_flags_set, to n threads": (2, 33),
    "shared event_flags_set, to n threads of another core": (2, 33),
    "thread_move": (2,),
}

SMALL = pytest.mark.long("a library of its own, with the code of limen-unchecked")

pytestmark = pytest.mark.parametrize(
    "place",
    [
        pytest.param(place, marks=SMALL if place.group == "masked-small" else (), id=place.group)
        for place in MASKED_PLACES
    ],
)


def expected(place: MaskedPlace) -> list[MaskedCase]:
    return read_masked((ROOT / place.path).read_text("utf-8"))


def test_each_service_is_as_expected(place: MaskedPlace) -> None:
    if is_further(place.target):
        pytest.skip(f"make test-long runs it: {FURTHER[place.target]}")
    lines: list[str] = []
    measured = measure_masked(ROOT, place, lines.append)
    assert [case for case in measured if case not in expected(place)] == [], REMEDY
    assert measured == expected(place), REMEDY


def test_the_table_is_that_of_the_expectations(place: MaskedPlace) -> None:
    page = (ROOT / "docs/measurements.md").read_text("utf-8")
    assert masked_section(expected(place), place) in page, REMEDY


def test_a_stretch_takes_the_shared_lock_once_but_for_three_services(place: MaskedPlace) -> None:
    sharing = [case for case in expected(place) if case.held]
    assert bool(sharing) == place.has_cores
    for case in sharing:
        assert case.times == OFTEN.get(case.name, (1,) * len(case.held)), case
        assert max(case.held) <= max(case.unchecked)
