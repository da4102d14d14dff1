/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of the layers: creation, and the return of their functions. */
#include "core/link.h"
#include "limen_on_cores.h"

/* See core/link.h: in a program that looks at the list of threads, in one that uses the notices of
 * threads, and in one with memory of the heap. */
#pragma weak lm_layer_thread_list
#pragma weak lm_layer_thread_unlist
#pragma weak lm_notice_create
#pragma weak lm_notice_create_shared
#pragma weak lm_layer_thread_free_later
#pragma weak lm_layer_task_returned
#pragma weak lm_layer_task_leaves
#pragma weak lm_layer_join_leaves

void lm_layer_thread_leave(struct lm_layer_thread *thread)
{
    if (LM_LAYER_STATE == LM_LAYER_RUNNING) {
        (void)lm_preempt_disable();
    }
    if (!lm_layer_thread_claim_end(thread)) {
        return;
    }
    if (thread->is_whole) {
        lm_layer_task_leaves(thread);
    }
    if (thread->is_joining) {
        lm_layer_join_leaves(thread);
    }
    if (LM_IS_LINKED(lm_layer_thread_unlist)) {
        lm_layer_thread_unlist(thread);
    }
    thread->has_ended = true;
    LM_IF_CORES(lm_layer_thread_tell_end(thread);)
}

void lm_layer_thread_run(void *argument)
{
    struct lm_layer_thread *thread = (struct lm_layer_thread *)(void *)lm_thread_self();

    LM_IF_CORES(lm_layer_thread_begin(thread);)
    thread->function(argument);
    if (thread->is_task) {
        lm_layer_task_returned();
    }
    lm_layer_thread_leave(thread);
    if (lm_layer_thread_is_freed(thread)) {
        lm_layer_thread_free_later(thread);
    }
}

bool lm_layer_thread_create(struct lm_layer_thread *thread, struct lm_thread_config *config)
{
    struct lm_layer_stack stack;

    if (!lm_layer_stack_take(&stack, config->stack, config->stack_bytes)) {
        return false;
    }
    if (stack.is_area) {
        uint32_t before = (uint32_t)((char *)stack.start - (char *)config->stack);

        thread->edges = (uint8_t)(before + 16 * (config->stack_bytes - before - stack.bytes));
    } else {
        thread->owns = (thread->owns | LM_LAYER_OWNS_STACK) & 7U;
    }
    config->entry = lm_layer_thread_run;
    config->stack = stack.start;
    config->stack_bytes = stack.bytes;
    config->slice =
        thread->slice.use != NULL && !lm_layer_begins_there(config) ? &thread->slice : NULL;
    if (LM_IS_LINKED(lm_notice_create)) {
        LM_LAYER_CREATE_IF(true, lm_notice_create_shared(&thread->notice, config->name),
                           lm_notice_create(&thread->notice, config->name));
    }
    if (LM_IS_LINKED(lm_layer_thread_list)) {
        lm_layer_thread_list(thread);
    }
    (void)lm_thread_create(&thread->native, config);
    return true;
}
