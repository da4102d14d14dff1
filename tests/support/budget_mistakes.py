# SPDX-License-Identifier: Apache-2.0
"""Plant the mistakes of tests/engine/analysis/budget_mistakes.toml in the analysis of budgets.

A seed and a kind stand for a random system and one run of it, so that a mistake and what refutes it
are one entry of the file.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from limen.analysis import budgets
from support.budget_systems import exceeded, random_run, random_system, responses
from support.mistakes import Mistake, mistakes_of, planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from limen.system.model import System
    from support.budget_systems import Run

__all__ = ["Case", "Mistake", "case_of", "is_refuted", "mistakes", "refuting"]

_FILE: Final = Path(__file__).resolve().parents[1] / "engine/analysis/budget_mistakes.toml"
_USER: Final = sys.modules["limen.analysis.analyze"]  # of the functions of budgets.py


@dataclass(frozen=True)
class Case:
    """A system, and what was observed in a run of it."""

    system: System
    run: Run
    longest: list[int]


def mistakes() -> list[Mistake]:
    """The mistakes of budget_mistakes.toml."""
    return mistakes_of(_FILE)


def case_of(kind: str, seed: int) -> Case:
    """The case of a kind of system and a seed."""
    source = random.Random(seed)
    system = random_system(source, kind)
    run = random_run(source, system)
    return Case(system, run, responses(system, run))


@cache
def _functions(mistake: Mistake) -> dict[str, Any]:
    """The functions that the analysis takes from budgets.py, with the mistake in them."""
    file = Path(budgets.__file__)
    changed = ModuleType(budgets.__name__)
    code = compile(planted(mistake, file), file, "exec", dont_inherit=True)
    exec(code, changed.__dict__)  # of this repository
    return {name: getattr(changed, name) for name in budgets.__all__ if hasattr(_USER, name)}


def is_refuted(mistake: Mistake, case: Case) -> bool:
    """Is a response of the case longer than its bound with the mistake?"""
    with patch.multiple(_USER, **_functions(mistake)):
        return bool(exceeded(case.system, case.run, case.longest)[1])


def refuting(
    wrong: Sequence[Mistake], cases: Iterable[tuple[str, int]]
) -> dict[Mistake, tuple[str, int]]:
    """The first of the cases that refutes each mistake, as far as there is one."""
    found: dict[Mistake, tuple[str, int]] = {}
    for kind, seed in cases:
        case = case_of(kind, seed)
        for mistake in wrong:
            if mistake not in found and is_refuted(mistake, case):
                found[mistake] = (kind, seed)
        if len(found) == len(wrong):
            break
    return found
