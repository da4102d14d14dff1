/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel sections, and the preemption models that decide which threads may preempt them.
 *
 * A kernel section is code that a thread runs on behalf of the whole system, such as a call of a
 * device's driver (limen/device.h). The preemption models are those of Linux. Here each of them is
 * a way to set the level (limen/thread.h) of a thread that is in a section or holds a spinlock:
 *
 *                        NONE       VOLUNTARY               FULL       RT
 *   a kernel section     level 0    level 0                 its own    its own
 *   lm_preempt_point     no effect  lets threads preempt    no effect  no effect
 *   lm_spinlock          level 0    level 0                 level 0    a mutex with inheritance
 *   lm_raw_spinlock      level 0    level 0                 level 0    level 0
 *   interrupt handlers   at once    at once                 at once *  in threads, except raw ones
 *   timers' functions    at once    at once                 at once    in a thread, if there is one
 *
 *   * in threads if their configuration says so, or after lm_irq_set_threaded(true)
 *
 * The model is set at build time (CMake: LM_MODEL), or at run time by lm_model_set in a build that
 * leaves it open, which is the default; the initial model is then LM_MODEL_FULL. A section or a
 * lock keeps the model with which it was entered.
 */
#ifndef LIMEN_SECTION_H
#define LIMEN_SECTION_H

#include <limen/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_object;

enum lm_model { LM_MODEL_NONE, LM_MODEL_VOLUNTARY, LM_MODEL_FULL, LM_MODEL_RT };

/* Set the model. Sections that were entered and locks that were taken before keep theirs.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE (the build has another one).
 * Cost: O(1). */
enum lm_status lm_model_set(enum lm_model model);

/* Context: any. Cost: O(1). */
enum lm_model lm_model_get(void);

/* Enter and leave a kernel section. Pairs nest. what is the object that the trace names, or NULL. A
 * thread may wait in a section; other threads run meanwhile.
 * Context: thread.
 * Returns: LM_OK, LM_BAD_CONTEXT, LM_TOO_MANY; leave: LM_BAD_STATE without enter.
 * Cost:    O(1). */
enum lm_status lm_section_enter(const struct lm_object *what);
enum lm_status lm_section_leave(void);

/* In a section that was entered under LM_MODEL_VOLUNTARY: if threads are ready that only the
 * section keeps from running, leave the section, so that they run, and enter it again. In any other
 * place there is no effect.
 * Context: thread. Returns: true if another thread has run. Cost: O(1). */
bool lm_preempt_point(void);

#ifdef __cplusplus
}
#endif

#endif
