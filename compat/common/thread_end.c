/* SPDX-License-Identifier: Apache-2.0 */
/* The call that ends a thread of a layer, and the memory of threads that have ended. */
#include "core/link.h"
#include "limen_layer.h"

#pragma weak lm_notice_delete
#pragma weak lm_layer_parts_give
#pragma weak lm_layer_thread_free_later

/* No other thread runs during this, so that none sees the thread as ended before it has ended. A
 * thread that waits for the end may free it at once. */
void lm_layer_thread_end(struct lm_layer_thread *thread)
{
    bool runs = lm_layer_state == LM_LAYER_RUNNING;

    lm_layer_thread_leave(thread);
    bool joinable = thread->joinable;

    if (!joinable && thread->owns != 0 && &thread->native == lm_thread_self()) {
        lm_layer_thread_free_later(thread);
    }
    (void)lm_thread_terminate(&thread->native); /* of the caller: does not return */
    if (!joinable) {
        lm_layer_thread_free(thread);
    }
    if (runs) {
        (void)lm_preempt_enable();
    }
}

void lm_layer_thread_free(struct lm_layer_thread *thread)
{
    struct lm_layer_area stack = lm_layer_stack_area(thread);

    (void)lm_thread_delete(&thread->native);
    if (LM_IS_LINKED(lm_notice_delete)) {
        (void)lm_notice_delete(&thread->notice);
    }
    lm_layer_stack_give(&thread->native);
    if (LM_IS_LINKED(lm_layer_parts_give)) {
        lm_layer_parts_give(thread, stack.start, thread->owns);
    }
}
