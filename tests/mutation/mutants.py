# SPDX-License-Identifier: Apache-2.0
"""Bugs that exhaustive tests have to find: the rule and its surroundings, each a little wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["MUTANTS", "Mutant"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text of a file of kernel/, which stands there once, and what it becomes.

    Attributes:
        name: what is wrong then.
        file: in kernel/.
        old: the text.
        new: what it becomes.
        test: the program that has to find it, by the name of its source without test_.
    """

    name: str
    file: str
    old: str
    new: str
    test: str = "sched_exhaustive"


MUTANTS: Final = (
    # The rule
    Mutant(
        "a thread of equal priority preempts",
        "sched.h",
        "if (thread->level < kernel->next->level) {",
        "if (thread->level <= kernel->next->level) {",
    ),
    Mutant(
        "nobody preempts",
        "sched.h",
        "if (thread->level < kernel->next->level) {",
        "if (kernel->next == &kernel->idle) {",
    ),
    Mutant(
        "the threshold of the newcomer counts",
        "sched.h",
        "thread->level = thread->priority;",
        "thread->level = thread->threshold;",
    ),
    Mutant(
        "the level is not raised at dispatch",
        "dispatch.c",
        "if (to->level != to->threshold) {",
        "if (0) {",
    ),
    Mutant(
        "the level is raised to the priority at dispatch",
        "dispatch.c",
        "to->level = to->threshold;",
        "to->level = to->priority;",
    ),
    Mutant(
        "a preempted thread loses its level",
        "dispatch.c",
        "lm_dispatch_quick(kernel, from, to);",
        "if (from->state == LM_STATE_DISPATCHED && from != &kernel->idle && from != to) {"
        " lm_ready_remove(&kernel->ready, from); lm_sched_arrive(kernel, from); }"
        " lm_dispatch_quick(kernel, from, to);",
    ),
    Mutant(
        "a newcomer goes ahead of its peers",
        "sched.h",
        "lm_ready_append(&kernel->ready, thread);",
        "lm_ready_prepend(&kernel->ready, thread);",
    ),
    # Yield and slices
    Mutant(
        "yield keeps the level",
        "sched.c",
        "lm_sched_arrive(kernel, thread);",
        "lm_ready_append(&kernel->ready, thread);",
    ),
    Mutant(
        "yield keeps the level if there are peers",
        "sched.h",
        "thread->level != thread->priority || peer == fifo",
        "peer == fifo",
    ),
    Mutant(
        "a slice ends although the level is raised",
        "sched.c",
        "bool rotates = thread->level == thread->priority && ",
        "bool rotates = ",
    ),
    Mutant(
        "a slice ends although preemption is disabled",
        "sched.c",
        "thread->preempt_disabled == 0 &&",
        "",
    ),
    Mutant(
        "a preempted thread gets a full slice",
        "alarm.c",
        "preempted ? slice_left(kernel, now, kernel->slice_end) : from->slice",
        "from->slice",
    ),
    Mutant(
        "a slice ends only once",
        "alarm.c",
        "kernel->next == thread ? lm_slice_end(kernel, now, thread->slice) : LM_NEVER",
        "LM_NEVER",
    ),
    # Who is next
    Mutant(
        "next stays when it is suspended",
        "sched.h",
        "kernel->next = lm_sched_first(kernel);",
        "",
    ),
    Mutant(
        "next stays when a priority is set",
        "sched.c",
        "    kernel->next = lm_sched_first(kernel);\n    if (from != to) {",
        "    if (from != to) {",
    ),
    # Settings
    Mutant(
        "a threshold lets a preempted thread in",
        "sched.c",
        "thread->priority >= bound && thread->threshold < bound",
        "0",
    ),
    Mutant(
        "a thread that a threshold would let in goes ahead of the next one",
        "sched.c",
        "thread != kernel->next && to == kernel->next->level",
        "0",
    ),
    Mutant(
        "a thread whose threshold is set goes to the tail",
        "sched.c",
        "lm_ready_prepend(&kernel->ready, thread);",
        "lm_ready_append(&kernel->ready, thread);",
    ),
    Mutant(
        "a thread that waits for its turn goes to the head when it is set",
        "sched.c",
        "lm_ready_append(&kernel->ready, thread);",
        "lm_ready_prepend(&kernel->ready, thread);",
    ),
    Mutant(
        "disabling preemption does not raise the level",
        "priority.c",
        "thread->preempt_disabled != 0 ? 0 : ",
        "",
    ),
    Mutant(
        "a suspension is forgotten while preemption is disabled",
        "kernel.c",
        "if (thread->preempt_disabled == 0 && thread->suspend_pending) {",
        "if (0) {",
    ),
    # Mutexes
    Mutant(
        "an inherited priority does not limit the threshold",
        "priority.c",
        "more_urgent(thread->base_threshold, priority)",
        "thread->base_threshold",
    ),
    Mutant(
        "an inherited priority stays when the waiter has left",
        "mutex.c",
        "    if (mutex->owner != NULL) {\n        lm_priority_update",
        "    if (0) {\n        lm_priority_update",
    ),
    Mutant(
        "an inherited priority stays when the mutex is given up",
        "mutex.c",
        "if (mutex->protocol != LM_PLAIN) {",
        "if (0) {",
    ),
    Mutant(
        "a mutex goes to the last waiter",
        "mutex.c",
        "        become_owner(mutex, waiter);",
        "        waiter = LM_CONTAINER(waiter->node.prev, struct lm_thread, node);"
        " become_owner(mutex, waiter);",
    ),
    Mutant(
        "inheritance is not transitive",
        "priority.c",
        "thread = lm_mutex_blocker(thread);",
        "thread = NULL;",
    ),
    Mutant(
        "the ceiling is ignored",
        "mutex.c",
        "return mutex->ceiling;",
        "return LM_LEVELS;",
    ),
    Mutant(
        "deadlocks are not seen",
        "mutex.c",
        "owner = lm_mutex_blocker(owner);",
        "owner = NULL;",
    ),
    Mutant(
        "a thread that ends keeps its mutexes",
        "thread.c",
        "while (!lm_list_is_empty(&thread->owned)) {",
        "while (0) {",
    ),
    # Waiting
    Mutant(
        "of equal priorities the last one is served first",
        "wait.c",
        "thread->priority < other->priority",
        "thread->priority <= other->priority",
    ),
    Mutant(
        "a waiter whose priority changes keeps its place",
        "priority.c",
        "lm_wait_reorder(thread);",
        "",
    ),
    Mutant(
        "a suspension is forgotten when the wait ends",
        "wait.c",
        "    if (thread->suspend_pending) {\n        end_suspended",
        "    if (0) {\n        end_suspended",
    ),
    Mutant(
        "a wait that was satisfied times out",
        "wait.c",
        "lm_timeout_is_started(&thread->timeout) || thread->suspend_pending",
        "thread->suspend_pending",
    ),
    Mutant(
        "a suspended thread is told how it was resumed",
        "thread.c",
        "thread->wait_status = status;",
        "",
    ),
    Mutant(
        "timeouts of higher buckets are not dealt out again",
        "timeout.c",
        "lm_timeout_start(queue, timeout, timeout->expiry);",
        "",
    ),
    # Slices in multiples of ticks
    Mutant(
        "borders are counted from the begin of a slice",
        "alarm.c",
        "(now / unit + left) * unit",
        "now + left * unit",
        "slice_units",
    ),
    Mutant(
        "a slice lasts one border more",
        "alarm.c",
        "(now / unit + left) * unit",
        "(now / unit + left + 1) * unit",
        "slice_units",
    ),
    Mutant(
        "what is left of a slice is counted from where it was left",
        "alarm.c",
        "end / unit - now / unit",
        "(end - now) / unit",
        "slice_units",
    ),
    Mutant(
        "a slice that is set does not begin at once",
        "thread_settings.c",
        "    if (thread == kernel->running) {\n        kernel->slice_end",
        "    if (0) {\n        kernel->slice_end",
        "slice_units",
    ),
    # Queues
    Mutant(
        "who sends to the front waits like the others",
        "wait.c",
        "    if (thread->wait_ahead) {\n        insert_first",
        "    if (0) {\n        insert_first",
        "queue_services",
    ),
    Mutant(
        "a more urgent sender passes those to the front",
        "wait.c",
        " && !other->wait_ahead",
        "",
        "queue_services",
    ),
    Mutant(
        "a sender to the front whose priority changes comes first again",
        "wait.c",
        " && !thread->wait_ahead",
        "",
        "queue_services",
    ),
    Mutant(
        "a message to the front goes to the end",
        "queue.c",
        "memcpy(place_to_put_first(queue)",
        "memcpy(place_to_put(queue)",
        "queue_services",
    ),
    Mutant(
        "a receiver does not look who waits",
        "queue.c",
        "queue->irregular |= front;",
        "",
        "queue_services",
    ),
    Mutant(
        "who waits to send to the front waits for a free place",
        "queue.c",
        "sender != NULL && sender->wait_ahead",
        "0",
        "queue_services",
    ),
    Mutant(
        "a flush releases one thread",
        "queue.c",
        "while (queue->waiters.first != NULL) {",
        "if (queue->waiters.first != NULL) {",
        "queue_services",
    ),
    Mutant(
        "a flush releases those that wait for a message",
        "queue.c",
        "if (queue->used > 0) {",
        "if (1) {",
        "queue_services",
    ),
    Mutant(
        "a message that had to wait is not notified",
        "queue.c",
        "status == LM_OK && notify != NULL",
        "0",
        "queue_services",
    ),
    Mutant(
        "a message that was not sent is notified",
        "queue.c",
        "status == LM_OK && notify != NULL",
        "notify != NULL",
        "queue_services",
    ),
    Mutant(
        "a refused message is not counted",
        "queue.c",
        "LM_COUNT_OBJECT(kernel, &queue->object, refused);",
        "",
        "queue_services",
    ),
    Mutant(
        "a thread that starts again is still ahead",
        "thread.c",
        "    thread->wait_ahead = false;\n",
        "",
        "queue_services",
    ),
    # Other services
    Mutant(
        "of equals the last one is put first",
        "wait.c",
        "best = other->priority < best->priority",
        "best = other->priority <= best->priority",
        "waiters",
    ),
    Mutant(
        "who is put first stays where it is",
        "wait.c",
        "        lm_list_remove(&best->node);\n        insert_first(list, best);",
        "",
        "waiters",
    ),
    Mutant(
        "a semaphore notifies of nothing",
        "semaphore.c",
        "notify != NULL ? 0 : UINT32_MAX",
        "UINT32_MAX",
        "notify",
    ),
    Mutant(
        "a thread that was reset goes on",
        "thread.c",
        "    thread->begun = false;\n",
        "",
        "thread_life",
    ),
    Mutant(
        "to suspend a thread that is suspended suspends it again",
        "thread.c",
        "thread->suspend_pending = thread->waits_for != LM_WAITS_FOR_RESUME;",
        "thread->suspend_pending = true;",
        "thread_life",
    ),
    Mutant(
        "nobody is told of a return",
        "thread.c",
        "    tell(thread, LM_THREAD_EXITED);\n    for (;;)",
        "    for (;;)",
        "thread_life",
    ),
    Mutant(
        "who is terminated in an interrupt is told of too early",
        "thread.c",
        "thread == kernel->running && !lm_port_in_interrupt();",
        "thread == kernel->running;",
        "thread_life",
    ),
    Mutant(
        "a resume starts nobody",
        "thread.c",
        "waits && !thread->begun",
        "0",
        "thread_life",
    ),
    Mutant(
        "a return is told as a termination",
        "thread.c",
        "terminate(kernel, thread, LM_HAS_RETURNED)",
        "terminate(kernel, thread, LM_WAS_TERMINATED)",
        "thread_life",
    ),
    Mutant(
        "a byte of a stack is not looked at",
        "thread_settings.c",
        "LOWEST = 8",
        "LOWEST = 7",
        "stack_check",
    ),
    Mutant(
        "who runs next is decided before the stack's handler",
        "dispatch.c",
        "        to = kernel->next;\n",
        "",
        "stack_check",
    ),
    Mutant(
        "stacks are checked only beside slices",
        "thread_settings.c",
        "kernel->dispatches_slowly || handler != NULL",
        "kernel->dispatches_slowly",
        "stack_check",
    ),
    Mutant(
        "a timeout is not counted for its object",
        "thread.c",
        "        LM_COUNT_OBJECT(kernel, thread->wait_list->object, timeouts);\n",
        "",
        "object_counters",
    ),
    Mutant(
        "to become the owner of a mutex later is not counted",
        "mutex.c",
        "        LM_COUNT_OBJECT(kernel, &mutex->object, taken);\n        lm_wait_end(",
        "        lm_wait_end(",
        "object_counters",
    ),
    Mutant(
        "a run is not counted",
        "counters.c",
        "        LM_COUNT(kernel, to, runs);",
        "        ;",
        "services",
    ),
    Mutant(
        "the clock that can be set moves the other one",
        "kernel.c",
        "lm_port_now() + kernel->time_offset",
        "kernel->time_offset",
        "services",
    ),
    # What only histories of several services show
    Mutant(
        "a byte pool serves one thread for each release",
        "byte_pool.c",
        "    } while (served);",
        "    } while (0);",
        "fuzz-native",
    ),
    Mutant(
        "small requests for bytes overtake",
        "byte_pool.c",
        "if (pool->waiters.first == NULL) {",
        "if (pool->waiters.first == NULL || bytes < 64) {",
        "fuzz-native",
    ),
    Mutant(
        "a block goes to the last waiter",
        "block_pool.c",
        "    void **wanted = waiter->wait_data;",
        "    waiter = LM_CONTAINER(waiter->node.prev, struct lm_thread, node);"
        " void **wanted = waiter->wait_data;",
        "fuzz-native",
    ),
    Mutant(
        "periods of timers drift",
        "timer.c",
        "timer->due += timer->period;",
        "timer->due = lm_port_now() + timer->period;",
        "fuzz-native",
    ),
    Mutant(
        "a timer cannot be stopped by its own function",
        "timer.c",
        "    lm_alarm_cancel(kernel, &timer->timeout);",
        "    if (!lm_port_in_interrupt()) { lm_alarm_cancel(kernel, &timer->timeout); }",
        "fuzz-native",
    ),
    Mutant(
        "equal instants expire in another order than they were started in",
        "timeout.c",
        "if (timeout->expiry < first(bucket)->expiry && ",
        "if (timeout->expiry <= first(bucket)->expiry && ",
        "fuzz-native",
    ),
    Mutant(
        "late timeouts are served all at once",
        "alarm.c",
        "lm_timeout_advance(&kernel->timeouts, kernel->timeouts.earliest);",
        "lm_timeout_advance(&kernel->timeouts, now);",
        "fuzz-native",
    ),
    Mutant(
        "a thread that is told to stop is not when its wait times out",
        "wait.c",
        "    if (thread->suspend_pending) {\n        end_suspended",
        "    if (thread->suspend_pending && status != LM_TIMEOUT) {\n        end_suspended",
        "fuzz-native",
    ),
    Mutant(
        "a thread that starts anew goes on counting its jobs",
        "thread.c",
        "    thread->job = 0;\n",
        "",
        "fuzz-native",
    ),
    Mutant(
        "who keeps preemption off is preempted by a threshold afterwards",
        "sched.c",
        "return next->preempt_disabled != 0 ? own : next->level;",
        "return next->level;",
        "fuzz-native",
    ),
)
