# SPDX-License-Identifier: Apache-2.0
"""Bugs of kernel sections, preempt points and spinlocks."""

from __future__ import annotations

from typing import Final

from mutant import Mutant

__all__ = ["SECTION_MUTANTS"]

SECTION_MUTANTS: Final = (
    Mutant(
        "a kernel section does not raise the level",
        "priority.c",
        "|| thread->section_raised",
        "",
        "sched_sections",
    ),
    Mutant(
        "an inner section has a model of its own",
        "section.c",
        "if (thread->sections == 1) {",
        "if (1) {",
        "sched_sections",
    ),
    Mutant(
        "to leave an inner section lowers the level",
        "section.c",
        "if (thread->sections == 0) {",
        "if (1) {",
        "sched_sections",
    ),
    Mutant(
        "a preempt point lets equals in",
        "section.c",
        "lm_sched_first(kernel)->level < own",
        "lm_sched_first(kernel)->level <= own",
        "sched_sections",
    ),
    Mutant(
        "a preempt point lets the others in under FULL, too",
        "section.c",
        "!thread->section_raised || thread->section_model != LM_MODEL_VOLUNTARY || ",
        "thread->sections == 0 || thread->section_model == LM_MODEL_NONE || ",
        "sched_sections",
    ),
    Mutant(
        "a preempt point keeps the level",
        "section.c",
        "gives_way ? own : 0",
        "0",
        "sched_sections",
    ),
    Mutant(
        "a preempt point goes on although preemption is disabled",
        "section.c",
        " || !lm_may_wait()",
        "",
        "sched_sections",
    ),
    Mutant(
        "a woken thread's threshold counts in its section",
        "sched.c",
        "keeps_off && next->state == LM_STATE_DISPATCHED",
        "keeps_off",
        "sched_sections",
    ),
    Mutant(
        "a threshold counts less in a section",
        "sched.c",
        "next->preempt_disabled != 0 || next->section_raised",
        "next->preempt_disabled != 0",
        "sched_sections",
    ),
    Mutant(
        "who gave way is set to the level of its section",
        "sched.c",
        "lm_sched_gave_way(kernel, thread) ? lm_sched_own_threshold(thread) : thread->threshold",
        "thread->threshold",
        "sched_sections",
    ),
    Mutant(
        "who gave way stays where it is when its threshold is set",
        "thread_settings.c",
        "return lm_sched_gave_way(kernel, thread) && ",
        "return 0 && ",
        "sched_sections",
    ),
    Mutant(
        "a slice ends in a section",
        "sched.c",
        "!thread->section_raised && ",
        "",
        "sched_sections",
    ),
    Mutant(
        "a terminated thread stays in its section",
        "thread.c",
        "    thread->section_raised = false;\n",
        "",
        "sched_sections",
    ),
    Mutant(
        "a terminated thread keeps its spinlocks",
        "thread.c",
        "    lm_spin_free_all(thread);\n",
        "",
        "sched_sections",
    ),
    Mutant(
        "a spinlock is no mutex under RT",
        "spinlock.c",
        "lm_model(lm_kernel()) != LM_MODEL_RT && ",
        "",
        "sched_sections",
    ),
    Mutant(
        "a spinlock stops being a mutex when the model changes",
        "spinlock.c",
        " && lm_mutex_owner(&lock->mutex) == NULL",
        "",
        "sched_sections",
    ),
    Mutant(
        "spinlocks are freed in any order",
        "spinlock.c",
        "thread != NULL && thread->spins != spin",
        "0",
        "sched_sections",
    ),
    Mutant(
        "a spinlock that is held is taken again",
        "spinlock.c",
        "LM_CHECKED && is_taken_twice(spin)",
        "0",
        "sched_sections",
    ),
)
