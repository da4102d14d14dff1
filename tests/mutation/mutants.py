# SPDX-License-Identifier: Apache-2.0
"""Bugs that the exhaustive test has to find: the rule and its surroundings, each a little wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["MUTANTS", "Mutant"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text of a file of kernel/, which stands there once, and what it becomes."""

    name: str
    file: str
    old: str
    new: str


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
        "preempted ? (uint32_t)(kernel->slice_end - now) : from->slice",
        "from->slice",
    ),
    Mutant(
        "a slice ends only once",
        "alarm.c",
        "kernel->next == thread ? now + thread->slice : LM_NEVER",
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
        "->priority > thread->priority",
        "->priority >= thread->priority",
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
)
