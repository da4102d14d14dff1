/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of threads that ended by themselves. A thread cannot free the stack on which it runs,
 * so the thread is in a list until the next creation, which frees it. */
#include "limen_layer.h"

struct lm_layer_thread *lm_layer_ended;

void lm_layer_thread_free_later(struct lm_layer_thread *thread)
{
    uint32_t key = lm_layer_section_begin();

    thread->next = lm_layer_ended;
    lm_layer_ended = thread;
    lm_layer_section_end(key);
}

void lm_layer_thread_free_ended(void)
{
    while (lm_layer_ended != NULL) {
        uint32_t key = lm_layer_section_begin();
        struct lm_layer_thread *thread = lm_layer_ended;

        lm_layer_ended = thread != NULL ? thread->next : NULL;
        lm_layer_section_end(key);
        if (thread != NULL && !lm_layer_thread_free(thread)) {
            return; /* it is in the list again */
        }
    }
}
