# SPDX-License-Identifier: Apache-2.0
"""The steps of a thread's job, in order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from limen.system.model import Protocol

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["Step", "StepKind", "first_threshold", "steps_of"]


class StepKind(IntEnum):
    """The kinds of steps in the generated C, where the names begin with STEP_."""

    WORK = 0
    THRESHOLD = 1
    LOCK = 2
    UNLOCK = 3
    ENTER = 4
    LEAVE = 5


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a job.

    Attributes:
        kind: what it does.
        value: ticks of work, a threshold, or the position of a resource in the system.
    """

    kind: StepKind
    value: int


def first_threshold(thread: Thread) -> int:
    """The threshold from the dispatch of a job on."""
    return thread.chunks[0].threshold if thread.chunks else thread.threshold


def steps_of(system: System, index: int) -> tuple[Step, ...]:
    """The steps of each job of a thread, with its worst-case work.

    Between two chunks the thread has its priority as threshold, so that more urgent threads that
    wait may run. A job begins with the threshold of the last chunk of the job before, and sets that
    of its first chunk; at the end of the job before, this would be a point of preemption.

    Args:
        system: checked.
        index: of the thread.
    """
    thread = system.threads[index]
    at_work = sorted(_calls(system, thread), key=lambda call: call[:2])
    steps: list[Step] = []
    if thread.chunks and thread.chunks[0].threshold != thread.chunks[-1].threshold:
        steps.append(Step(StepKind.THRESHOLD, thread.chunks[0].threshold))
    done = 0
    for begin, _, step in at_work:
        if begin > done:
            steps.append(Step(StepKind.WORK, begin - done))
            done = begin
        steps.append(step)
    if done < thread.work:
        steps.append(Step(StepKind.WORK, thread.work - done))
    return tuple(steps)


def _calls(system: System, thread: Thread) -> list[tuple[int, tuple[int, int, int], Step]]:
    """Work done before each call, what orders calls at the same time, and the call.

    At one instant, the inner sections end first, then a chunk ends and the next one begins, then
    the outer sections begin first.
    """
    numbers = {resource.name: number for number, resource in enumerate(system.resources)}
    calls: list[tuple[int, tuple[int, int, int], Step]] = []
    for order, section in enumerate(thread.sections):
        end, number = section.start + section.work, numbers[section.resource]
        spins = system.resources[number].protocol is Protocol.SPIN
        lock, unlock = (
            (StepKind.ENTER, StepKind.LEAVE) if spins else (StepKind.LOCK, StepKind.UNLOCK)
        )
        calls.append((end, (0, -section.start, -order), Step(unlock, number)))
        calls.append((section.start, (2, -section.work, order), Step(lock, number)))
    done = 0
    for order, (chunk, following) in enumerate(zip(thread.chunks, thread.chunks[1:], strict=False)):
        done += chunk.work
        calls.append((done, (1, order, 0), Step(StepKind.THRESHOLD, thread.priority)))
        if following.threshold != thread.priority:
            calls.append((done, (1, order, 1), Step(StepKind.THRESHOLD, following.threshold)))
    return calls
