# SPDX-License-Identifier: Apache-2.0
"""Run the tests against mutants: first the fastest tests that reach the mutant.

A test is ended if it takes many times its usual processor time. The mutant then counts as found. So
mutants that hang are found on a busy machine, too. Long tests first get a short time, in which they
find most mutants. They get their full time only if none of them has found the mutant by then. The
first second of a long test determines which mutants it reaches.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Final

from mutated_kernel import FOLDER
from planted import is_planted
from schemata import PER_FUNCTION

from limen.run import SAFETY_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mutated_kernel import Test
    from schemata import Mutant

__all__ = ["Judge", "Verdict"]

# Processor seconds; the system counts whole ones.
_LEARN_SECONDS: Final = 1
_SHORT_TEST_SECONDS: Final = 4
_ROUNDS_OF_LONG_TESTS: Final = (2, 60)
_ENDED: Final = -signal.SIGXCPU


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a mutant.

    Attributes:
        mutant: the mutant.
        reached: tests that reach it.
        killer: the test that found it; None: it survived.
    """

    mutant: Mutant
    reached: int
    killer: str | None


@dataclass(frozen=True, slots=True)
class _Known:
    """A test without a mutant."""

    test: Test
    seconds: float
    is_long: bool
    reached: frozenset[int]


class Judge:
    """The tests, and the mutants that each of them reaches."""

    def __init__(
        self, tests: Sequence[Test], mutants: Sequence[Mutant], *, rounds: int = 2
    ) -> None:
        """Run each test without a mutant.

        Args:
            tests: the tests that judge.
            mutants: all mutants.
            rounds: of long tests; 0: only short tests.

        Raises:
            SystemExit: a test fails.
        """
        self._functions = {mutant.number // PER_FUNCTION for mutant in mutants}
        self._of_file: dict[str, set[int]] = {}
        for mutant in mutants:
            self._of_file.setdefault(mutant.file, set()).add(mutant.number)
        self._limits = _ROUNDS_OF_LONG_TESTS[:rounds]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self._known = sorted(pool.map(self._learn, tests), key=lambda known: known.seconds)
        self._killers: dict[int, list[str]] = {}

    def verdicts(self, mutants: Iterable[Mutant]) -> Iterator[Verdict]:
        """Judge mutants on all processors, and return the verdicts in the order of the mutants."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            yield from pool.map(self._judge, mutants)

    def _learn(self, test: Test) -> _Known:
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            marks = Path(folder) / "reached"
            variables = {"LIMEN_MUTANTS_REACHED": str(marks)}
            status, seconds = _run(test, variables, folder, _LEARN_SECONDS)
            reached = frozenset(self._read(marks))
        was_ended = status != 0 and seconds > 0.6 * _LEARN_SECONDS
        if status != 0 and not was_ended:
            raise SystemExit(f"mutation: {test.name} fails without a mutant: {status}")
        return _Known(test, seconds, was_ended, reached)

    def _read(self, path: Path) -> Iterator[int]:
        """Return the numbers that a test has reached. The file has holes between functions."""
        with path.open("rb") as file:
            for function in self._functions:
                file.seek(function * PER_FUNCTION)
                marks = file.read(PER_FUNCTION)
                yield from (function * PER_FUNCTION + at for at, mark in enumerate(marks) if mark)

    def _judge(self, mutant: Mutant) -> Verdict:
        killers = self._killers.setdefault(mutant.number // PER_FUNCTION, [])
        # Planted mutants are in functions whose copies are among the marks of reached functions.
        places = self._of_file[mutant.file] if is_planted(mutant) else {mutant.number}
        reaching = [known for known in self._known if places & known.reached]
        # Tests that found mutants of this function before are likely to find this one, too.
        reaching.sort(key=lambda known: known.seconds / (1 + 20 * killers.count(known.test.name)))
        killer = self._found_by(mutant, reaching)
        if killer is not None:
            killers.append(killer)
        return Verdict(mutant, len(reaching), killer)

    def _found_by(self, mutant: Mutant, reaching: Sequence[_Known]) -> str | None:
        """Return the name of the test that fails or is ended because it takes too long."""
        for known in reaching:
            if not known.is_long and _status(known.test, mutant, _SHORT_TEST_SECONDS) != 0:
                return known.test.name
        for limit in self._limits:
            passed = {0} if limit == _ROUNDS_OF_LONG_TESTS[-1] else {0, _ENDED}
            for known in reaching:
                if known.is_long and _status(known.test, mutant, limit) not in passed:
                    return known.test.name
        return None


def _status(test: Test, mutant: Mutant, limit: int) -> int:
    """Return the result of a test with a mutant."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        variables = {"LIMEN_MUTANT": str(mutant.number)}
        status, seconds = _run(test, variables, folder, limit)
        return _ENDED if status != 0 and seconds > 0.6 * limit else status


def _run(test: Test, variables: dict[str, str], folder: str, limit: int) -> tuple[int, float]:
    """Return the status and the processor time of a test with a limit in seconds."""
    environment = {**os.environ, **test.environment, **variables, "LIMEN_SHORT": "1"}
    for name in ("LIMEN_LONG", "LIMEN_SEED"):  # the result must not depend on these variables
        environment.pop(name, None)
    limited = f'ulimit -c 0 && ulimit -t {limit} && exec "$0" "$@"'
    process = subprocess.Popen(
        ["/bin/sh", "-c", limited, *test.command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    hangs = Timer(SAFETY_SECONDS, process.kill)  # if it waits and uses no processor time
    hangs.start()
    _, status, usage = os.wait4(process.pid, 0)
    hangs.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime
