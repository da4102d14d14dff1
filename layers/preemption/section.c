/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel sections, preempt points, and the model that rules them. */
#include "core/contract.h"
#include "core/lock.h"
#include "core/priority.h"
#include "observe/trace.h"
#include "preemption/model.h"

enum lm_status lm_model_set(enum lm_model model)
{
    LM_CHECK((unsigned)model <= LM_MODEL_RT, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    kernel->model = (uint8_t)model;

    enum lm_model in_force = lm_model(kernel);

    lm_trace(LM_EVENT_MODEL, 0, in_force, 0);
    lm_port_unlock(key);
    return in_force == model ? LM_OK : LM_BAD_STATE;
}

enum lm_model lm_model_get(void)
{
    return lm_model(lm_kernel());
}

/* The level of a thread is a matter of its outermost section. Requires: the lock. */
static void raise(struct lm_kernel *kernel, struct lm_thread *thread, bool raised,
                  enum lm_change reason)
{
    if (thread->section_raised != raised) {
        thread->section_raised = raised;
        lm_priority_update(kernel, thread, reason);
    }
}

enum lm_status lm_section_enter(const struct lm_object *what)
{
    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(!lm_port_in_interrupt() && !lm_port_is_locked() && kernel->started, LM_BAD_CONTEXT);

    struct lm_thread *thread = kernel->running;
    LM_CHECK(thread->sections < UINT16_MAX, LM_TOO_MANY);
    lm_lock_key key = lm_lock();

    thread->sections++;
    if (thread->sections == 1) {
        thread->section_model = (uint8_t)lm_model(kernel);
    }
    lm_trace(LM_EVENT_SECTION_ENTER, what != NULL ? what->id : 0U, thread->sections,
             thread->section_model);
    raise(kernel, thread, thread->section_model <= LM_MODEL_VOLUNTARY, LM_CHANGE_SECTION_ENTER);
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_section_leave(void)
{
    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(!lm_port_in_interrupt() && kernel->started, LM_BAD_CONTEXT);

    struct lm_thread *thread = kernel->running;
    LM_CHECK(thread->sections > 0, LM_BAD_STATE);
    lm_lock_key key = lm_lock();

    thread->sections--;
    lm_trace(LM_EVENT_SECTION_LEAVE, 0, thread->sections, 0);
    if (thread->sections == 0) {
        raise(kernel, thread, false, LM_CHANGE_SECTION_LEAVE);
    }
    lm_unlock(kernel, key);
    return LM_OK;
}

/* Step back to the level that the thread would have without its section, for as long as others are
 * more urgent than that. Requires: the lock. Returns: are there any? */
static bool step_back(struct lm_kernel *kernel, struct lm_thread *thread)
{
    unsigned own = lm_sched_own_threshold(thread);

    lm_ready_remove(&kernel->ready, thread);
    bool gives_way = lm_sched_first(kernel)->level < own;

    thread->level = (uint16_t)(gives_way ? own : 0);
    lm_ready_prepend(&kernel->ready, thread);
    kernel->next = lm_sched_first(kernel);
    return gives_way;
}

bool lm_preempt_point(void)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = kernel->running;

    if (!thread->section_raised || thread->section_model != LM_MODEL_VOLUNTARY ||
        !lm_could_wait()) {
        return false;
    }
    lm_lock_key key = lm_lock();
    bool taken = step_back(kernel, thread);

    lm_trace(LM_EVENT_PREEMPT_POINT, 0, taken, 0);
    lm_unlock(kernel, key);
    return taken;
}
