/* SPDX-License-Identifier: Apache-2.0 */
/* The call that ends a thread of a layer, and the memory of threads that have ended. */
#include "core/link.h"
#include "limen_on_cores.h"

#pragma weak lm_notice_delete
#pragma weak lm_layer_parts_give
#pragma weak lm_layer_thread_free_later

/* No other thread runs during this, so that none sees the thread as ended before it has ended. A
 * thread that waits for the end may free it at once. */
void lm_layer_thread_end(struct lm_layer_thread *thread)
{
    bool runs = LM_LAYER_STATE == LM_LAYER_RUNNING;

    if (lm_layer_is_remote(thread)) {
        LM_IF_CORES(lm_layer_thread_end_remote(thread));
        return;
    }
    lm_layer_thread_leave(thread);
    bool frees = LM_CORES_OR(thread->is_freed, !thread->joinable);

    if (lm_layer_thread_is_freed(thread) && &thread->native == lm_thread_self()) {
        lm_layer_thread_free_later(thread);
    }
    (void)lm_thread_terminate(&thread->native); /* of the caller: does not return */
    if (frees) {
        (void)lm_layer_thread_free(thread);
    }
    if (runs) {
        (void)lm_preempt_enable();
    }
}

/* lm_layer_thread_delete for one core. */
static inline void delete_objects(struct lm_layer_thread *thread)
{
    (void)lm_thread_delete(&thread->native);
    if (LM_IS_LINKED(lm_notice_delete)) {
        (void)lm_notice_delete(&thread->notice);
    }
}

bool lm_layer_thread_free(struct lm_layer_thread *thread)
{
    struct lm_layer_area stack = lm_layer_stack_area(thread);

    if (LM_CORES_OR(!lm_layer_thread_delete(thread), false)) {
        lm_layer_thread_free_later(thread);
        return false;
    }
    LM_CORES_OR(, delete_objects(thread);)
    lm_layer_stack_give(&thread->native);
    if (LM_IS_LINKED(lm_layer_parts_give)) {
        lm_layer_parts_give(thread, stack.start, thread->owns);
    }
    return true;
}
