/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of threads that ended by themselves. A thread cannot free the stack on which it runs,
 * so the thread is in a list until the next creation, which frees it. */
#include "limen_layer.h"

struct lm_layer_thread *lm_layer_ended;

void lm_layer_thread_free_later(struct lm_layer_thread *thread)
{
    uint32_t key = lm_interrupts_disable();

    thread->next = lm_layer_ended;
    lm_layer_ended = thread;
    lm_interrupts_enable(key);
}

void lm_layer_thread_free_ended(void)
{
    while (lm_layer_ended != NULL) {
        uint32_t key = lm_interrupts_disable();
        struct lm_layer_thread *thread = lm_layer_ended;

        lm_layer_ended = thread != NULL ? thread->next : NULL;
        lm_interrupts_enable(key);
        if (thread != NULL) {
            lm_layer_thread_free(thread);
        }
    }
}
