# SPDX-License-Identifier: Apache-2.0
"""Fills of queues, semaphores, pools and mutexes, as far as events show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.moves import Fill, What
from limen.trace.describe import BYTE_UNIT, kind_name
from limen.trace.format import Event, Outcome
from limen.trace.trx.layout import Id

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace

__all__ = ["limen_fills", "threadx_fills"]

_KIND: Final = {
    Event.SEMAPHORE_CREATE: "semaphore",
    Event.SEMAPHORE_POST: "semaphore",
    Event.SEMAPHORE_POST_BELOW: "semaphore",
    Event.SEMAPHORE_WAIT: "semaphore",
    Event.MUTEX_CREATE: "mutex",
    Event.MUTEX_LOCK: "mutex",
    Event.MUTEX_UNLOCK: "mutex",
    Event.QUEUE_CREATE: "queue",
    Event.QUEUE_SEND: "queue",
    Event.QUEUE_SEND_FRONT: "queue",
    Event.QUEUE_RECEIVE: "queue",
    Event.QUEUE_FLUSH: "queue",
    Event.BLOCK_POOL_CREATE: "block pool",
    Event.BLOCK_ALLOCATE: "block pool",
    Event.BLOCK_RELEASE: "block pool",
    Event.BYTE_POOL_CREATE: "byte pool",
    Event.BYTE_RELEASE: "byte pool",
}
_EMPTY: Final = (Event.MUTEX_CREATE, Event.QUEUE_CREATE, Event.QUEUE_FLUSH)
_SENDS: Final = (Id.QUEUE_SEND, Id.QUEUE_FRONT_SEND)
_TRX_KIND: Final = {
    Id.QUEUE_CREATE: "queue",
    Id.QUEUE_FLUSH: "queue",
    Id.QUEUE_SEND: "queue",
    Id.QUEUE_FRONT_SEND: "queue",
    Id.QUEUE_RECEIVE: "queue",
    Id.SEMAPHORE_CREATE: "semaphore",
    Id.SEMAPHORE_GET: "semaphore",
    Id.SEMAPHORE_PUT: "semaphore",
    Id.SEMAPHORE_CEILING_PUT: "semaphore",
    Id.MUTEX_CREATE: "mutex",
    Id.MUTEX_GET: "mutex",
    Id.MUTEX_PUT: "mutex",
}
_COUNT_BITS: Final = np.uint64((1 << 32) - 1)


def limen_fills(trace: Trace) -> tuple[Fill, ...]:
    """The fills of objects in a trace of Limen, by number."""
    at = np.flatnonzero(trace.is_any(*_KIND))
    at = at[trace.object[at] != 0]
    event, value = trace.event[at], trace.a[at].astype(np.int64)
    handed_over = (event == Event.MUTEX_UNLOCK) & (value == 0) & (trace.high[at] != 0)
    value[handed_over & (trace.low[at] == Outcome.DONE)] = 1
    value[np.isin(event, _EMPTY)] = 0
    whole = event == Event.BYTE_POOL_CREATE
    value[whole] = trace.b[at][whole]
    value[event == Event.BYTE_RELEASE] *= BYTE_UNIT
    number = trace.object[at].astype(np.int64)
    fills = []
    for one, places in _by_object(number):
        entry = trace.objects.get(one)
        kind = _KIND[Event(int(event[places[0]]))]
        if entry is not None:
            kind = kind_name(entry.kind).replace("_", " ")
        fills.append(Fill(one, kind, trace.name_of(one), at[places], value[places]))
    return tuple(fills)


def threadx_fills(trace: TrxTrace) -> tuple[Fill, ...]:
    """The fills of objects in a trace of ThreadX, by address.

    Its events contain the state before the call. Whether the call changed it follows from the next
    event of the core: a suspension of the caller, or a resumption of another thread.
    """
    at = np.flatnonzero(trace.is_any(*_TRX_KIND))
    info = (trace.info[at] & _COUNT_BITS).astype(np.int64)
    event = trace.event[at]
    is_served = _is_served(trace, at)
    before = np.where(np.isin(event, (*_SENDS, Id.QUEUE_RECEIVE)), info[:, 3], 0)
    before = np.where(event == Id.SEMAPHORE_GET, info[:, 2], before)
    value = np.select(
        [
            np.isin(event, _SENDS),
            (event == Id.QUEUE_RECEIVE) | (event == Id.SEMAPHORE_GET),
            event == Id.SEMAPHORE_CREATE,
            event == Id.SEMAPHORE_PUT,
            event == Id.SEMAPHORE_CEILING_PUT,
        ],
        [
            before + ~is_served,
            np.maximum(before - ~is_served, 0),
            info[:, 1],
            info[:, 1] + (info[:, 2] == 0),
            np.where(info[:, 1] < info[:, 3], info[:, 1] + (info[:, 2] == 0), info[:, 1]),
        ],
        0,
    )
    locks = np.flatnonzero((event == Id.MUTEX_GET) | (event == Id.MUTEX_PUT))
    value[locks] = _held(trace, at[locks], is_served[locks])
    addresses = (trace.info[at, 0] & np.uint64((1 << 63) - 1)).astype(np.int64)
    return tuple(
        Fill(
            one,
            _TRX_KIND[Id(int(event[places[0]]))],
            trace.name_of(one),
            at[places],
            value[places],
        )
        for one, places in _by_object(addresses)
    )


def _held(
    trace: TrxTrace, at: NDArray[np.int64], is_served: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """(m,) int64: lock count of a mutex after a get or a put."""
    event = trace.event[at]
    info = trace.info[at]
    own = info[:, 2:4] & _COUNT_BITS
    count = np.where(event == Id.MUTEX_GET, own[:, 1], own[:, 0]).astype(np.int64)
    owner = np.where(event == Id.MUTEX_GET, info[:, 2], info[:, 1])
    is_own = owner == trace.context[at]
    taken = count + (is_own | (count == 0))
    left = np.maximum(count - is_own, 0)
    given = np.where((left == 0) & is_served, 1, left)
    held: NDArray[np.int64] = np.where(event == Id.MUTEX_GET, taken, given)
    return held


def _is_served(trace: TrxTrace, at: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(m,) bool: the next event of the core shows that a call waits, or serves a waiting one."""
    behind = np.arange(1, len(trace) + 1)
    if trace.core.any():
        order = np.argsort(trace.core, kind="stable")
        same = trace.core[order[1:]] == trace.core[order[:-1]]
        behind = np.full(len(trace), len(trace))
        behind[order[:-1][same]] = order[1:][same]
    follows = behind[at]
    is_there = follows < len(trace)
    follows = np.where(is_there, follows, 0)
    event, state = trace.event[follows], trace.info[follows, 1]
    is_move = is_there & ((event == Id.SUSPEND) | (event == Id.RESUME))
    waits = (What.QUEUE, What.SEMAPHORE, What.MUTEX)
    served: NDArray[np.bool_] = is_move & np.isin(state, waits)
    return served


def _by_object(number: NDArray[np.int64]) -> list[tuple[int, NDArray[np.int64]]]:
    """Places of events by the object that they are about, rising."""
    order = np.argsort(number, kind="stable")
    known, first = np.unique(number[order], return_index=True)
    return list(zip(known.tolist(), np.split(order, first[1:]), strict=False))
