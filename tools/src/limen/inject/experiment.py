# SPDX-License-Identifier: Apache-2.0
"""Run a program with one fault, and compare it with the same run without it.

``ports/host/faults/faults.h`` describes the code in the program. A fault is three numbers, so that
it can be repeated. The run without it has the same interrupt at the same instant.
"""

from __future__ import annotations

import ctypes
import random
import signal
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Final, Self

from limen.builds.process import execute
from limen.child import scratch_folder
from limen.errors import RunError, TraceError
from limen.run.program import TRACE_FILE
from limen.trace.analysis import analyse
from limen.trace.files import parse_trace
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["DAMAGES", "KINDS", "Fault", "Outcome", "Subject", "Trial"]

# A fault of this kind, and the largest of its numbers, as a power of two: of a clock and of a storm
# any order of magnitude is as likely.
KINDS: Final[Mapping[str, int]] = {
    "flip": 48,
    "jump": 40,
    "back": 40,
    "storm": 16,
    "stack": 16,
    "deep": 1,
    "cut": 48,
}
DAMAGES: Final = ("constant", "link", "state", "priority", "time", "stack", "fill")
_OF_MAGNITUDES: Final = {"jump", "back", "storm"}
_REPORT: Final = "report"
_INSTANTS: Final = 24  # each has a run without a fault
_NEVER: Final = 2**63
_DIGITS: Final = 19  # of a number below that
_TIMES_LONGER: Final = 4  # than without a fault, in virtual time
_ERROR_EVENTS: Final = (Event.STACK_OVERFLOW, Event.ERROR)
_NO_RANDOM_ADDRESSES: Final = 0x0040000  # Source: Linux, include/uapi/linux/personality.h


class Outcome(StrEnum):
    """The outcome of a run with a fault."""

    SAME = "no effect"
    ANSWERED = "answered"  # by an error in the trace, a message or an exit status
    DIFFERENT = "different"  # from the run without it, and nothing says so
    CRASH = "crash"
    HANG = "hang"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: ``KIND:INSTANT:NUMBER``."""

    kind: str
    instant: int
    number: int

    def __str__(self) -> str:
        """The text that repeats it."""
        return f"{self.kind}:{self.instant}:{self.number}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """A fault from its text.

        Raises:
            RunError: it is not a fault.
        """
        kind, _, numbers = text.partition(":")
        instant, _, number = numbers.partition(":")
        is_number = all(word.isdecimal() and len(word) <= _DIGITS for word in (instant, number))
        if kind not in KINDS or not is_number:
            problem = "this is not KIND:INSTANT:NUMBER"
            raise RunError(text, problem, f"take one of {', '.join(KINDS)}, and two numbers")
        if int(number) >> KINDS[kind]:
            remedy = f"take a number from 0 to {2 ** KINDS[kind] - 1}"
            raise RunError(text, f"there is no {kind} with this number", remedy)
        return cls(kind, int(instant), int(number))


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault and its outcome.

    Attributes:
        fault: the fault.
        place: its place, in words; empty if the kind implies it.
        outcome: of the run.
        at_once: the result of a round of the audit right after the fault: one of DAMAGES, "none",
            or "" if it could not run.
        when_idle: its result when the processor is idle for the next time.
        false_alarm: the audit had found damage before the fault.
    """

    fault: Fault
    place: str
    outcome: Outcome
    at_once: str = ""
    when_idle: str = ""
    false_alarm: bool = False

    @property
    def is_seen(self) -> bool:
        """Whether the audit has found the fault at once."""
        return self.at_once in DAMAGES

    @property
    def is_seen_when_idle(self) -> bool:
        """Whether the audit has found the fault when the processor was idle."""
        return self.when_idle in DAMAGES


@dataclass(frozen=True, slots=True)
class _Run:
    status: int
    output: str
    trace: bytes
    report: Mapping[str, str]


@cache
def _fix_addresses() -> None:
    """Give programs the same addresses in each run, because a flipped pointer depends on them."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.personality(libc.personality(0xFFFFFFFF) | _NO_RANDOM_ADDRESSES)


class Subject:
    """A program of the host for faults."""

    def __init__(self, executable: Path) -> None:
        """Run it once without a fault.

        Raises:
            RunError: it cannot be run, does not end, or has no virtual time.
        """
        _fix_addresses()
        self._executable = executable
        self._references: dict[int, _Run] = {}
        self._lock = Lock()
        done = self._run(Fault("none", 0, 0), _NEVER)
        self.end = int(done.report.get("end", "0"))
        if done.status != 0 or self.end == 0:
            said = done.output.strip().rpartition("\n")[2] or "nothing"
            problem = f"without a fault it ends with status {done.status} and says {said}"
            raise RunError(
                executable.name, problem, "take a program of the host that ends in virtual time"
            )

    def fault(self, kind: str, number: int, seed: int) -> Fault:
        """The fault with this number among those of a kind and a seed."""
        of_kind = random.Random(f"{seed} {kind}")  # noqa: S311 - to be repeated
        instants = [of_kind.randrange(self.end) for _ in range(_INSTANTS)]
        of_fault = random.Random(f"{seed} {kind} {number}")  # noqa: S311
        bits = KINDS[kind]
        if kind in _OF_MAGNITUDES:
            bits = of_fault.randint(1, bits)
        return Fault(kind, of_fault.choice(instants), of_fault.getrandbits(bits))

    def trial(self, fault: Fault) -> Trial:
        """Run the program with a fault.

        Raises:
            RunError: the program ends before it.
        """
        if fault.instant >= self.end:
            remedy = f"take an instant from 0 to {self.end - 1}"
            raise RunError(str(fault), f"the program ends at {self.end}, before it", remedy)
        if fault.kind == "cut":
            return self._cut(fault)
        reference = self._reference(fault.instant)
        done = self._run(fault, _TIMES_LONGER * self.end)
        report = done.report
        return Trial(
            fault,
            report.get("at", ""),
            _outcome(done, reference),
            report.get("after", ""),
            report.get("idle", ""),
            report.get("before", "none") != "none",
        )

    def _reference(self, instant: int) -> _Run:
        with self._lock:
            known = self._references.get(instant)
        if known is None:
            known = self._run(Fault("none", instant, 0), _NEVER)
            with self._lock:
                self._references[instant] = known
        return known

    def _run(self, fault: Fault, limit: int) -> _Run:
        with scratch_folder() as folder:
            report = folder / _REPORT
            environment = {
                "LIMEN_FAULT": f"{fault}:{limit}",
                "LIMEN_FAULT_REPORT": str(report),
                "LIMEN_CLOCK": "virtual",
            }
            done = execute([str(self._executable)], directory=folder, environment=environment)
            trace = folder / TRACE_FILE
            return _Run(
                done.status,
                done.output,
                trace.read_bytes() if trace.is_file() else b"",
                _read_report(report),
            )

    def _cut(self, fault: Fault) -> Trial:
        """The power fails, and a part of the memory of the trace is lost."""
        image = bytearray(self._reference(fault.instant).trace)
        if not image:
            problem = "it saves no trace.limen that could be cut"
            raise RunError(self._executable.name, problem, "leave out the kind cut")
        noise = random.Random(fault.number)  # noqa: S311
        begin = noise.randrange(len(image))
        length = min(1 << noise.randint(0, 14), len(image) - begin)
        lost = (bytes(length), b"\xff" * length, noise.randbytes(length))
        what = noise.randrange(len(lost) + 1)
        if what == len(lost):
            del image[begin:]
        else:
            image[begin : begin + length] = lost[what]
        words = ("zeros", "ones", "noise", "the end is missing")[what]
        outcome = _outcome_of_cut(bytes(image), self._reference(fault.instant).trace)
        return Trial(fault, f"byte {begin}, {length} bytes: {words}", outcome)


def _read_report(path: Path) -> Mapping[str, str]:
    if not path.is_file():
        return {}
    lines = path.read_text("utf-8").splitlines()
    return {word: said for word, _, said in (line.partition(" ") for line in lines)}


def _events(trace: bytes) -> Counter[int]:
    return Counter(parse_trace(trace).event.tolist())


def _errors(trace: bytes) -> int:
    try:
        events = _events(trace)
    except TraceError:
        return 0
    return sum(events[event] for event in _ERROR_EVENTS)


def _outcome(done: _Run, reference: _Run) -> Outcome:
    if done.status == -signal.SIGXCPU:
        return Outcome.HANG
    if done.status < 0:
        return Outcome.CRASH
    if (done.status, done.output, done.trace) == (0, reference.output, reference.trace):
        return Outcome.SAME
    is_answer = done.status != 0 or _errors(done.trace) > _errors(reference.trace)
    return Outcome.ANSWERED if is_answer else Outcome.DIFFERENT


def _outcome_of_cut(image: bytes, whole: bytes) -> Outcome:
    """Return whether a reader refuses the rest, reads the same events, or reads others."""
    try:
        trace = parse_trace(image)
        analyse(trace)
    except TraceError:
        return Outcome.ANSWERED
    return Outcome.SAME if _events(image) == _events(whole) else Outcome.DIFFERENT
