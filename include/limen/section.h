/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel sections, and the preemption models that decide which threads may preempt them.
 *
 * A kernel section is code that a thread runs on behalf of the whole system, such as a call of a
 * device's driver (limen/device.h). The preemption models are those of Linux. Here each of them is
 * a way to set the level (limen/thread.h) of a thread that is in a section or holds a spinlock:
 *
 *                     NONE       VOLUNTARY          FULL       LAZY               RT
 *   a kernel section  level 0    level 0            its own    the border         its own
 *   lm_preempt_point  no effect  threads preempt    no effect  no effect          no effect
 *   the tick          no effect  no effect          no effect  threads preempt    no effect
 *   lm_spinlock       level 0    level 0            level 0    level 0            a mutex **
 *   lm_raw_spinlock   level 0    level 0            level 0    level 0            level 0
 *   handlers          at once    at once            at once *  at once *          threads, not raw
 *   timers            at once    at once            at once    at once            a thread, if any
 *
 *   * in threads if their configuration says so, or after lm_irq_set_threaded(true)
 *   ** with inheritance
 *
 * LAZY divides the threads into two kinds by a border (lm_lazy_set). A thread with a priority more
 * urgent than the border is a real-time thread: it preempts a section at once. An ordinary thread
 * preempts it at the next tick, or runs when the section ends.
 *
 * The model is set at build time (CMake: LM_MODEL), or at run time by lm_model_set in a build that
 * leaves it open, which is the default; the initial model is then LM_MODEL_FULL. A section or a
 * lock keeps the model with which it was entered.
 */
#ifndef LIMEN_SECTION_H
#define LIMEN_SECTION_H

#include <limen/kernel.h>
#include <limen/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_object;

/* The numbers are part of the trace format. */
enum lm_model {
    LM_MODEL_NONE,
    LM_MODEL_VOLUNTARY,
    LM_MODEL_FULL,
    LM_MODEL_RT,
    LM_MODEL_LAZY,
    LM_MODELS /* their number */
};

/* Set the model. Sections that were entered and locks that were taken before keep theirs.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE (the build has another one).
 * Cost: O(1). */
enum lm_status lm_model_set(enum lm_model model);

/* Context: any. Cost: O(1). */
enum lm_model lm_model_get(void);

/* Enter and leave a kernel section. Pairs nest. what: the object that the trace names, or NULL. A
 * thread may wait in a section; other threads run during the wait.
 * Context: thread.
 * Returns: LM_OK, LM_BAD_CONTEXT, LM_TOO_MANY; leave: LM_BAD_STATE without enter.
 * Cost:    O(1). */
enum lm_status lm_section_enter(const struct lm_object *what);
enum lm_status lm_section_leave(void);

/* In a section that was entered under LM_MODEL_VOLUNTARY: if threads are ready that only the
 * section keeps from running, leave the section, so that they run, and enter it again. In any other
 * place the call has no effect.
 * Context: thread. Returns: true if another thread has run. Cost: O(1). */
bool lm_preempt_point(void);

/* The border is less than this. */
enum { LM_LAZY_BORDER_MAX = LM_LEVELS < 255 ? LM_LEVELS : 255 };

/* Set the border and the tick of LM_MODEL_LAZY. In a section a thread has at least the level
 * border: threads of the priorities 0 to border - 1 preempt it at once. The others preempt it at
 * the next instant that is a multiple of tick; 0: only where the program calls lm_preempt_tick. The
 * timer of the tick runs only while an ordinary thread runs in a section. Without this call LAZY
 * has no border and behaves like FULL. Sections that were entered before keep their border.
 * Context: start-up or thread.
 * Returns: LM_OK, LM_BAD_ARGUMENT (border from LM_LAZY_BORDER_MAX on, tick from 2^63 on),
 *          LM_BAD_CONTEXT.
 * Cost:    O(1). */
enum lm_status lm_lazy_set(unsigned border, uint64_t tick);

/* A tick of LM_MODEL_LAZY, for a program that has a periodic interrupt anyway. If the section of
 * the running thread keeps more urgent threads from running, the thread gives up its raised level:
 * they run, and when the thread runs again, its level is raised again. In a section of another
 * model, with preemption disabled, and in a thread the call has no effect.
 * Context: interrupt. Returns: true if another thread will run. Cost: O(1). */
bool lm_preempt_tick(void);

#ifdef __cplusplus
}
#endif

#endif
