# SPDX-License-Identifier: Apache-2.0
"""Names of events for those who know ThreadX.

A trace of a ThreadX application (compat/threadx) is Limen's own; here its events get the names
that ThreadX's trace gives to the same moments: ``tx_`` and the service for a call, and TraceX's
words for what happens inside the kernel. What ThreadX has no word for keeps Limen's name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.trace.format import Event, Kind

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["threadx_name"]

_OBJECT: Final = {
    Kind.THREAD: "thread",
    Kind.SEMAPHORE: "semaphore",
    Kind.MUTEX: "mutex",
    Kind.QUEUE: "queue",
    Kind.TIMER: "timer",
    Kind.EVENT_FLAGS: "event_flags",
    Kind.BLOCK_POOL: "block_pool",
    Kind.BYTE_POOL: "byte_pool",
}
_NOTIFY: Final = {
    Kind.THREAD: "tx_thread_entry_exit_notify",
    Kind.SEMAPHORE: "tx_semaphore_put_notify",
    Kind.QUEUE: "tx_queue_send_notify",
    Kind.EVENT_FLAGS: "tx_event_flags_set_notify",
}
_NAMES: Final = {
    Event.SWITCH: "running",
    Event.READY: "internal resume",
    Event.SUSPEND: "internal suspend",
    Event.YIELD: "tx_thread_relinquish",
    Event.SLICE: "time slice",
    Event.IRQ_ENTER: "ISR enter",
    Event.IRQ_EXIT: "ISR exit",
    Event.THREAD_CREATE: "tx_thread_create",
    Event.THREAD_START: "tx_thread_resume",
    Event.THREAD_SUSPEND: "tx_thread_suspend",
    Event.THREAD_RESUME: "tx_thread_resume",
    Event.THREAD_TERMINATE: "tx_thread_terminate",
    Event.THREAD_DELETE: "tx_thread_delete",
    Event.THREAD_SLEEP: "tx_thread_sleep",
    Event.THREAD_SLICE: "tx_thread_time_slice_change",
    Event.THREAD_ABORT_WAIT: "tx_thread_wait_abort",
    Event.THREAD_RESET: "tx_thread_reset",
    Event.SEMAPHORE_CREATE: "tx_semaphore_create",
    Event.SEMAPHORE_POST: "tx_semaphore_put",
    Event.SEMAPHORE_WAIT: "tx_semaphore_get",
    Event.SEMAPHORE_DELETE: "tx_semaphore_delete",
    Event.SEMAPHORE_POST_BELOW: "tx_semaphore_ceiling_put",
    Event.MUTEX_CREATE: "tx_mutex_create",
    Event.MUTEX_LOCK: "tx_mutex_get",
    Event.MUTEX_UNLOCK: "tx_mutex_put",
    Event.MUTEX_DELETE: "tx_mutex_delete",
    Event.QUEUE_CREATE: "tx_queue_create",
    Event.QUEUE_SEND: "tx_queue_send",
    Event.QUEUE_RECEIVE: "tx_queue_receive",
    Event.QUEUE_DELETE: "tx_queue_delete",
    Event.QUEUE_SEND_FRONT: "tx_queue_front_send",
    Event.QUEUE_FLUSH: "tx_queue_flush",
    Event.TIMER_CREATE: "tx_timer_create",
    Event.TIMER_START: "tx_timer_activate",
    Event.TIMER_STOP: "tx_timer_deactivate",
    Event.TIMER_DELETE: "tx_timer_delete",
    Event.USER: "user event",
    Event.FLAGS_CREATE: "tx_event_flags_create",
    Event.FLAGS_SET: "tx_event_flags_set",
    Event.FLAGS_CLEAR: "tx_event_flags_set",
    Event.FLAGS_WAIT: "tx_event_flags_get",
    Event.FLAGS_DELETE: "tx_event_flags_delete",
    Event.BLOCK_POOL_CREATE: "tx_block_pool_create",
    Event.BLOCK_ALLOCATE: "tx_block_allocate",
    Event.BLOCK_RELEASE: "tx_block_release",
    Event.BLOCK_POOL_DELETE: "tx_block_pool_delete",
    Event.BYTE_POOL_CREATE: "tx_byte_pool_create",
    Event.BYTE_ALLOCATE: "tx_byte_allocate",
    Event.BYTE_RELEASE: "tx_byte_release",
    Event.BYTE_POOL_DELETE: "tx_byte_pool_delete",
    Event.TIME_SET: "tx_time_set",
    Event.TIME_GET: "tx_time_get",
}

# Numbers of SERVICE records, which are those of ThreadX's own trace.
_SERVICES: Final = {
    14: "tx_block_pool_performance_info_get",
    15: "tx_block_pool_performance_system_info_get",
    20: "tx_byte_allocate",
    24: "tx_byte_pool_performance_info_get",
    25: "tx_byte_pool_performance_system_info_get",
    27: "tx_byte_release",
    34: "tx_event_flags_performance_info_get",
    35: "tx_event_flags_performance_system_info_get",
    40: "tx_interrupt_control",
    54: "tx_mutex_performance_info_get",
    55: "tx_mutex_performance_system_info_get",
    65: "tx_queue_performance_info_get",
    66: "tx_queue_performance_system_info_get",
    85: "tx_semaphore_performance_info_get",
    86: "tx_semaphore_performance_system_info_get",
    103: "tx_thread_identify",
    105: "tx_thread_performance_info_get",
    106: "tx_thread_performance_system_info_get",
    113: "tx_thread_stack_error_notify",
    122: "tx_timer_activate",
    123: "tx_timer_change",
    125: "tx_timer_deactivate",
    128: "tx_timer_performance_info_get",
    129: "tx_timer_performance_system_info_get",
}
_THRESHOLD_ALONE = 1


def threadx_name(trace: Trace, index: int) -> str | None:
    """ThreadX's name of an event, None if it has none.

    Args:
        trace: of any application.
        index: number of the event, 0 <= index < len(trace).
    """
    number = int(trace.event[index])
    entry = trace.objects.get(int(trace.object[index]))
    kind = entry.kind if entry is not None else 0
    match number:
        case Event.SERVICE:
            return _SERVICES.get(int(trace.a[index]))
        case Event.THREAD_PRIORITY:
            alone = int(trace.b[index]) >> 16 == _THRESHOLD_ALONE
            return "tx_thread_preemption_change" if alone else "tx_thread_priority_change"
        case Event.PRIORITIZE:
            return f"tx_{_OBJECT[Kind(kind)]}_prioritize" if kind in _OBJECT else None
        case Event.INFO:
            return f"tx_{_OBJECT[Kind(kind)]}_info_get" if kind in _OBJECT else None
        case Event.NOTIFY:
            return _NOTIFY.get(Kind(kind)) if kind in _OBJECT else None
    return _NAMES.get(Event(number)) if number in _NAMES else None
