# SPDX-License-Identifier: Apache-2.0
"""Plant the mistakes of tests/engine/analysis/budget_mistakes.toml in the analysis of budgets.

A seed and a kind determine a random system and one run of it, so that an entry of the file has a
mistake and the run that refutes it.
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
    """A system, and the observations in a run of it."""

    system: System
    run: Run
    longest: list[int]


def mistakes() -> list[Mistake]:
    """Return the mistakes of budget_mistakes.toml."""
    return mistakes_of(_FILE)


def case_of(kind: str, seed: int) -> Case:
    """Return the case of a kind of system and a seed."""
    source = random.Random(seed)
    system = random_system(source, kind)
    run = random_run(source, system)
    return Case(system, run, responses(system, run))


@cache
def _functions(mistake: Mistake) -> dict[str, Any]:
    """Return the functions that the analysis uses from budgets.py, with the mistake in them."""
    file = Path(budgets.__file__)
    changed = ModuleType(budgets.__name__)
    code = compile(planted(mistake, file), file, "exec", dont_inherit=True)
    exec(code, changed.__dict__)  # of this repository
    return {name: getattr(changed, name) for name in budgets.__all__ if hasattr(_USER, name)}


def is_refuted(mistake: Mistake, case: Case) -> bool:
    """Return whether a response of the case is longer than its bound with the mistake."""
    with patch.multiple(_USER, **_functions(mistake)):
        return bool(exceeded(case.system, case.run, case.longest)[1])


def refuting(
    wrong: Sequence[Mistake], cases: Iterable[tuple[str, int]]
) -> dict[Mistake, tuple[str, int]]:
    """Return the first case that refutes each mistake, if one does."""
    found: dict[Mistake, tuple[str, int]] = {}
    for kind, seed in cases:
        case = case_of(kind, seed)
        for mistake in wrong:
            if mistake not in found and is_refuted(mistake, case):
                found[mistake] = (kind, seed)
        if len(found) == len(wrong):
            break
    return found
