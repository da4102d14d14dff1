# SPDX-License-Identifier: Apache-2.0
"""The event of ThreadX for each event of Limen, and its words.

ThreadX records the state of an object before a call, Limen after it: the numbers are converted. An
event without an equivalent becomes a user event with its own number.

Source:
    ``tx_trace.h`` of ThreadX; spec/trace-format.md; docs/trace.md has the numbers of user events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.trace.labels import record_labels
from limen.trace.numbers import Event, Kind, Outcome, ThreadxEvent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


__all__ = ["KERNEL_FIRST", "PROGRAM_FIRST", "Calls", "address_of", "thread_state", "trx_words"]

KERNEL_FIRST: Final = 4096  # and the number of Limen's event
PROGRAM_FIRST: Final = 8192  # plus the number that the program gave to its event
_PROGRAM_LAST: Final = 0xFFFF
_FIRST_ADDRESS: Final = 0xE000_0000  # where no target has memory, so that no pointer is the same
_APART: Final = 0x100
_FOREVER: Final = 0xFFFF_FFFF
_SLEEPING: Final = 4
_COMPLETED: Final = 1
_NEXT_RELEASE: Final = 14  # 14 has another meaning in ThreadX
_INHERITANCE: Final = 1  # protocol of a mutex
_UNIT, _WORD = 8, 4  # bytes


def address_of(number: NDArray[Any]) -> NDArray[np.int64]:
    """Addresses of objects by their numbers; 0 for none.

    >>> [hex(address) for address in address_of(np.array([0, 1, 2]))]
    ['0x0', '0xe0000100', '0xe0000200']
    """
    wide = number.astype(np.int64)
    address: NDArray[np.int64] = np.where(wide == 0, 0, _FIRST_ADDRESS + _APART * wide)
    return address


def thread_state(what: NDArray[np.int64]) -> NDArray[np.int64]:
    """States of threads by the cause of their wait: numbers of Limen, with two exceptions."""
    known = np.where(what == _NEXT_RELEASE, _SLEEPING, what)
    state: NDArray[np.int64] = np.where(what == 0, _COMPLETED, known)
    return state


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """Events of one kind, as columns (m,) int64.

    Attributes:
        about: address of the object.
        a, b, low, high: of the record.
        caller: address of the running thread.
        stack: its stack pointer, which is the end of its stack; 0 in an interrupt.
        size: of the object, as in its entry.
        next: address of the thread that runs after the event, as ThreadX would show it.
        previous: state of a thread that becomes ready, in ThreadX's numbers.
    """

    about: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    caller: NDArray[np.int64]
    stack: NDArray[np.int64]
    size: NDArray[np.int64]
    next: NDArray[np.int64]
    previous: NDArray[np.int64]

    @property
    def subject(self) -> NDArray[np.int64]:
        """Address of the thread with the number in the lower half of b."""
        return address_of(self.low)

    @property
    def done(self) -> NDArray[np.int64]:
        """1 if the call was completed at once."""
        flag: NDArray[np.int64] = (self.low == Outcome.DONE).astype(np.int64)
        return flag

    @property
    def handed(self) -> NDArray[np.int64]:
        """1 if a waiting thread was involved, so that the number did not change."""
        got: NDArray[np.int64] = self.done & (self.high != 0)
        return got

    @property
    def wait(self) -> NDArray[np.int64]:
        """Wait option: for ever, if the caller waits; the timeout is not in the trace."""
        return np.where(self.low == Outcome.WAITS, _FOREVER, 0)

    @property
    def one_less(self) -> NDArray[np.int64]:
        """The number before a call that adds one."""
        return self.a - (self.done & ~self.handed)

    @property
    def one_more(self) -> NDArray[np.int64]:
        """The number before a call that takes one."""
        return self.a + (self.done & ~self.handed)

    @property
    def state(self) -> NDArray[np.int64]:
        """The cause of a wait."""
        return thread_state(self.a)

    @property
    def owner(self) -> NDArray[np.int64]:
        """The owner of the mutex before a call that locks it."""
        return np.where(self.done & (self.a > 1), self.caller, address_of(self.high))

    @property
    def own_count(self) -> NDArray[np.int64]:
        """The lock count before a call that locks."""
        return self.a - self.done

    @property
    def held(self) -> NDArray[np.int64]:
        """The lock count before a call that unlocks."""
        return self.a + 1

    @property
    def inherits(self) -> NDArray[np.int64]:
        """1 for a mutex with priority inheritance."""
        flag: NDArray[np.int64] = (self.a == _INHERITANCE).astype(np.int64)
        return flag

    @property
    def kept_bits(self) -> NDArray[np.int64]:
        """Bits that stay when others are cleared."""
        bits: NDArray[np.int64] = ~self.b & _FOREVER
        return bits

    @property
    def words(self) -> NDArray[np.int64]:
        """Words in a message."""
        return self.b // _WORD

    @property
    def bytes(self) -> NDArray[np.int64]:
        """Bytes of memory: a record counts in units of eight."""
        return self.a * _UNIT


# The calls; ThreadxEvent has the moments inside the kernel under their names.
_RESUME, _SUSPEND = 111, 114
# ThreadX's event and its four words: columns of Calls, or numbers; missing words are 0.
# States of threads that are not in the trace: 3 suspended for one that is resumed. Flags are
# cleared by option 2: keep these bits.
_SHAPES: Final[Mapping[int, tuple[int, str]]] = {
    Event.READY: (ThreadxEvent.THREAD_RESUME, "about previous stack next"),
    Event.SUSPEND: (ThreadxEvent.THREAD_SUSPEND, "subject state stack next"),
    Event.IRQ_ENTER: (ThreadxEvent.ISR_ENTER, "0 a 1"),
    Event.IRQ_EXIT: (ThreadxEvent.ISR_EXIT, "0 a 1"),
    Event.SLICE: (ThreadxEvent.TIME_SLICE, "next 1"),
    Event.BLOCK_ALLOCATE: (ThreadxEvent.BLOCK_ALLOCATE, "about 0 wait one_more"),
    Event.BLOCK_POOL_CREATE: (ThreadxEvent.BLOCK_POOL_CREATE, "about 0 a b"),
    Event.BLOCK_POOL_DELETE: (ThreadxEvent.BLOCK_POOL_DELETE, "about stack"),
    Event.BLOCK_RELEASE: (ThreadxEvent.BLOCK_RELEASE, "about 0 handed stack"),
    Event.BYTE_ALLOCATE: (ThreadxEvent.BYTE_ALLOCATE, "about 0 bytes wait"),
    Event.BYTE_POOL_CREATE: (ThreadxEvent.BYTE_POOL_CREATE, "about 0 b stack"),
    Event.BYTE_POOL_DELETE: (ThreadxEvent.BYTE_POOL_DELETE, "about stack"),
    Event.BYTE_RELEASE: (ThreadxEvent.BYTE_RELEASE, "about 0 0 bytes"),
    Event.FLAGS_CREATE: (ThreadxEvent.EVENT_FLAGS_CREATE, "about stack"),
    Event.FLAGS_DELETE: (ThreadxEvent.EVENT_FLAGS_DELETE, "about stack"),
    Event.FLAGS_WAIT: (ThreadxEvent.EVENT_FLAGS_GET, "about b"),
    Event.FLAGS_SET: (ThreadxEvent.EVENT_FLAGS_SET, "about b"),
    Event.FLAGS_CLEAR: (ThreadxEvent.EVENT_FLAGS_SET, "about kept_bits 2"),
    Event.MUTEX_CREATE: (ThreadxEvent.MUTEX_CREATE, "about inherits stack"),
    Event.MUTEX_DELETE: (ThreadxEvent.MUTEX_DELETE, "about stack"),
    Event.MUTEX_LOCK: (ThreadxEvent.MUTEX_GET, "about wait owner own_count"),
    Event.MUTEX_UNLOCK: (ThreadxEvent.MUTEX_PUT, "about caller held stack"),
    Event.QUEUE_CREATE: (ThreadxEvent.QUEUE_CREATE, "about words 0 a"),
    Event.QUEUE_DELETE: (ThreadxEvent.QUEUE_DELETE, "about stack"),
    Event.QUEUE_FLUSH: (ThreadxEvent.QUEUE_FLUSH, "about stack"),
    Event.QUEUE_SEND_FRONT: (ThreadxEvent.QUEUE_FRONT_SEND, "about 0 wait one_less"),
    Event.QUEUE_RECEIVE: (ThreadxEvent.QUEUE_RECEIVE, "about 0 wait one_more"),
    Event.QUEUE_SEND: (ThreadxEvent.QUEUE_SEND, "about 0 wait one_less"),
    Event.SEMAPHORE_POST_BELOW: (ThreadxEvent.SEMAPHORE_CEILING_PUT, "about one_less handed"),
    Event.SEMAPHORE_CREATE: (ThreadxEvent.SEMAPHORE_CREATE, "about a stack"),
    Event.SEMAPHORE_DELETE: (ThreadxEvent.SEMAPHORE_DELETE, "about stack"),
    Event.SEMAPHORE_WAIT: (ThreadxEvent.SEMAPHORE_GET, "about wait one_more stack"),
    Event.SEMAPHORE_POST: (ThreadxEvent.SEMAPHORE_PUT, "about one_less handed stack"),
    Event.THREAD_CREATE: (ThreadxEvent.THREAD_CREATE, "about a stack size"),
    Event.THREAD_DELETE: (ThreadxEvent.THREAD_DELETE, "about stack"),
    Event.YIELD: (ThreadxEvent.THREAD_RELINQUISH, "stack next"),
    Event.THREAD_RESET: (ThreadxEvent.THREAD_RESET, "about 1"),
    Event.THREAD_START: (_RESUME, "about 3 stack"),
    Event.THREAD_RESUME: (_RESUME, "about 3 stack"),
    Event.THREAD_SLEEP: (ThreadxEvent.THREAD_SLEEP, "b 0 stack"),
    Event.THREAD_SUSPEND: (_SUSPEND, "about 0 stack"),
    Event.THREAD_TERMINATE: (ThreadxEvent.THREAD_TERMINATE, "about 0 stack"),
    Event.THREAD_SLICE: (ThreadxEvent.THREAD_TIME_SLICE_CHANGE, "about b"),
    Event.THREAD_ABORT_WAIT: (ThreadxEvent.THREAD_WAIT_ABORT, "about 0 stack"),
    Event.TIME_GET: (ThreadxEvent.TIME_GET, "b stack"),
    Event.TIME_SET: (ThreadxEvent.TIME_SET, "b"),
    Event.TIMER_START: (ThreadxEvent.TIMER_ACTIVATE, "about"),
    Event.TIMER_CREATE: (ThreadxEvent.TIMER_CREATE, "about"),
    Event.TIMER_STOP: (ThreadxEvent.TIMER_DEACTIVATE, "about stack"),
    Event.TIMER_DELETE: (ThreadxEvent.TIMER_DELETE, "about"),
}
# Events whose number depends on the kind of the object: PRIORITIZE, NOTIFY, INFO.
_BY_KIND: Final[Mapping[int, Mapping[int, int]]] = {
    Event.PRIORITIZE: {
        Kind.BLOCK_POOL: ThreadxEvent.BLOCK_POOL_PRIORITIZE,
        Kind.BYTE_POOL: ThreadxEvent.BYTE_POOL_PRIORITIZE,
        Kind.MUTEX: ThreadxEvent.MUTEX_PRIORITIZE,
        Kind.QUEUE: ThreadxEvent.QUEUE_PRIORITIZE,
        Kind.SEMAPHORE: ThreadxEvent.SEMAPHORE_PRIORITIZE,
    },
    Event.NOTIFY: {
        Kind.EVENT_FLAGS: ThreadxEvent.EVENT_FLAGS_SET_NOTIFY,
        Kind.QUEUE: ThreadxEvent.QUEUE_SEND_NOTIFY,
        Kind.SEMAPHORE: ThreadxEvent.SEMAPHORE_PUT_NOTIFY,
        Kind.THREAD: ThreadxEvent.THREAD_ENTRY_EXIT_NOTIFY,
    },
    Event.INFO: {
        Kind.BLOCK_POOL: ThreadxEvent.BLOCK_POOL_INFO_GET,
        Kind.BYTE_POOL: ThreadxEvent.BYTE_POOL_INFO_GET,
        Kind.EVENT_FLAGS: ThreadxEvent.EVENT_FLAGS_INFO_GET,
        Kind.MUTEX: ThreadxEvent.MUTEX_INFO_GET,
        Kind.QUEUE: ThreadxEvent.QUEUE_INFO_GET,
        Kind.SEMAPHORE: ThreadxEvent.SEMAPHORE_INFO_GET,
        Kind.THREAD: ThreadxEvent.THREAD_INFO_GET,
        Kind.TIMER: ThreadxEvent.TIMER_INFO_GET,
    },
}
_THRESHOLD_ALONE: Final = 1


def trx_words(
    event: NDArray[np.uint16], kind: NDArray[np.int64], calls: Calls
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers and words of ThreadX's events.

    Args:
        event: (n,) uint16, of Limen.
        kind: (n,) int64, of the object, 0 if it has none.
        calls: (n,) each.

    Returns:
        (n,) int64 and (n, 4) int64.
    """
    number = KERNEL_FIRST + event.astype(np.int64)
    halves = np.zeros(1 << 8, np.bool_)
    halves[[which for which, known in record_labels().items() if len(known.b) > 1]] = True
    is_split = halves[event]
    third = np.where(is_split, calls.low, calls.b)
    words = np.stack([calls.about, calls.a, third, np.where(is_split, calls.high, 0)], axis=1)
    for which, (of_threadx, names) in _SHAPES.items():
        _fill(number, words, np.flatnonzero(event == which), of_threadx, names, calls)
    for which, kinds in _BY_KIND.items():
        for of_kind, of_threadx in kinds.items():
            at = np.flatnonzero((event == which) & (kind == of_kind))
            _fill(number, words, at, of_threadx, "about a stack", calls)
    changes = event == Event.THREAD_PRIORITY
    alone = changes & (calls.high == _THRESHOLD_ALONE)
    _fill(
        number,
        words,
        np.flatnonzero(alone),
        ThreadxEvent.THREAD_PREEMPTION_CHANGE,
        "about low",
        calls,
    )
    _fill(
        number,
        words,
        np.flatnonzero(changes & ~alone),
        ThreadxEvent.THREAD_PRIORITY_CHANGE,
        "about a",
        calls,
    )
    _own_numbers(event, number, words, calls)
    return number, words


def _fill(
    number: NDArray[np.int64],
    words: NDArray[np.int64],
    at: NDArray[np.intp],
    of_threadx: int,
    names: str,
    calls: Calls,
) -> None:
    number[at] = of_threadx
    words[at] = 0
    for place, name in enumerate(names.split()):
        words[at, place] = int(name) if name.isdigit() else getattr(calls, name)[at]


def _own_numbers(
    event: NDArray[np.uint16], number: NDArray[np.int64], words: NDArray[np.int64], calls: Calls
) -> None:
    """Set the numbers that events contain: those of the program and of ThreadX's interface."""
    user = event == Event.USER
    fits = user & (calls.a <= _PROGRAM_LAST - PROGRAM_FIRST)
    number[fits] = PROGRAM_FIRST + calls.a[fits]
    words[user] = np.stack([calls.a, calls.b, 0 * calls.a, 0 * calls.a], axis=1)[user]
    service = event == Event.SERVICE
    known = service & (calls.a > 0) & (calls.a < KERNEL_FIRST)
    number[known] = calls.a[known]
    about = np.where(calls.about == 0, calls.b, calls.about)
    words[known] = np.stack([about, calls.b, 0 * about, 0 * about], axis=1)[known]
