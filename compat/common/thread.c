/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of the layers, and their end.
 *
 * A thread cannot free the stack on which it runs. One that ends by itself and has memory of the
 * heap is in a list until the next creation, which frees it.
 */
#include "limen_layer.h"

enum { OWNS_STACK = 128 }; /* in addition to LM_LAYER_OWNS_... */

static struct lm_layer_thread *ended;

void lm_layer_thread_run(void *argument)
{
    struct lm_layer_thread *thread = (struct lm_layer_thread *)(void *)lm_thread_self();

    thread->function(argument);
    lm_layer_thread_end(thread);
}

static void link(struct lm_layer_thread **list, struct lm_layer_thread *thread)
{
    uint32_t key = lm_interrupts_disable();

    thread->next = *list;
    *list = thread;
    lm_interrupts_enable(key);
}

static void unlink(struct lm_layer_thread *thread)
{
    uint32_t key = lm_interrupts_disable();

    LM_LAYER_UNLINK(&lm_layer_threads, thread);
    lm_interrupts_enable(key);
}

/* The fields that the new thread may need at once. */
static void fill(struct lm_layer_thread *thread, const struct lm_layer_parts *parts,
                 const struct lm_layer_thread_config *config)
{
    thread->function = config->function;
    thread->joinable = config->joinable;
    thread->stack = parts->data;
    thread->stack_bytes = (uint32_t)parts->data_bytes;
    thread->owns = parts->owns;
}

bool lm_layer_thread_create(struct lm_layer_thread *thread, const struct lm_layer_parts *parts,
                            const struct lm_layer_thread_config *config)
{
    struct lm_thread_config native = {.name = config->name,
                                      .entry = lm_layer_thread_run,
                                      .argument = config->argument,
                                      .counters = config->counters,
                                      LM_PREEMPTIVE(config->priority)};

    struct lm_layer_stack stack;

    fill(thread, parts, config);
    if (!lm_layer_stack_take(&stack, thread->stack, thread->stack_bytes)) {
        return false;
    }
    native.stack = stack.start;
    native.stack_bytes = stack.bytes;
    thread->owns |= stack.is_area ? 0 : OWNS_STACK;
    if (config->slice_ticks != 0) {
        thread->slice = (struct lm_slice)LM_SLICE(config->slice_ticks);
        native.slice = &thread->slice;
    }
    (void)lm_notice_create(&thread->notice, config->name);
    link(&lm_layer_threads, thread);
    (void)lm_thread_create(&thread->native, &native);
    return true;
}

/* No other thread runs during this, so that none sees the thread as ended before it has ended. A
 * thread that waits for the end may free it at once. */
void lm_layer_thread_end(struct lm_layer_thread *thread)
{
    bool runs = lm_layer_state == LM_LAYER_RUNNING;

    unlink(thread);
    if (runs) {
        (void)lm_preempt_disable();
    }
    bool joinable = thread->joinable;

    thread->has_ended = true;
    if (!joinable && thread->owns != 0 && &thread->native == lm_thread_self()) {
        link(&ended, thread);
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
    (void)lm_thread_delete(&thread->native);
    (void)lm_notice_delete(&thread->notice);
    lm_layer_stack_give(&thread->native);
    lm_layer_parts_give(thread, thread->stack, thread->owns);
}

void lm_layer_thread_free_ended(void)
{
    while (ended != NULL) {
        uint32_t key = lm_interrupts_disable();
        struct lm_layer_thread *thread = ended;

        ended = thread != NULL ? thread->next : NULL;
        lm_interrupts_enable(key);
        if (thread != NULL) {
            lm_layer_thread_free(thread);
        }
    }
}
