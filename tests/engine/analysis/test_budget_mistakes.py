# SPDX-License-Identifier: Apache-2.0
"""Goal: test_budgets.py finds a mistake in each term of the analysis of budgets.

Method: each mistake of budget_mistakes.toml is planted. A response of a random system must then
exceed its bound. The file has the seed of that system; the long test searches other seeds.
"""

from __future__ import annotations

import itertools
import os

import pytest

from support.budget_mistakes import Mistake, case_of, is_refuted, mistakes, refuting
from support.budget_systems import KINDS, exceeded

MISTAKES = mistakes()
SEEDS = 1_000_000  # apart, of two searches
LONGEST = 60_000


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.wrong)
def test_a_mistake_is_refuted(mistake: Mistake) -> None:
    case = case_of(mistake.kind, mistake.seed)
    assert not exceeded(case.system, case.run, case.longest)[1]
    assert is_refuted(mistake, case), "the long test finds another seed"


@pytest.mark.long("it searches seeds; the kept ones are tried each time")
@pytest.mark.parametrize("kind", KINDS)
def test_each_mistake_is_refuted_by_other_systems(kind: str) -> None:
    first = int(os.environ.get("LIMEN_SEED", "1")) * SEEDS
    wrong = [mistake for mistake in MISTAKES if mistake.kind == kind]
    seeds = ((kind, seed) for seed in itertools.count(first))
    found = refuting(wrong, itertools.islice(seeds, LONGEST))
    for mistake, (_, seed) in found.items():
        print(f"{mistake.wrong}: seed = {seed}")
    assert [mistake.wrong for mistake in wrong if mistake not in found] == []
