/* SPDX-License-Identifier: Apache-2.0 */
/* The list of the threads of the layers. */
#include "limen_layer.h"

static struct lm_layer_thread *first;
static uint32_t run_of_list;

struct lm_layer_thread *lm_layer_threads(void)
{
    if (run_of_list != lm_layer_run) {
        run_of_list = lm_layer_run;
        first = NULL;
    }
    return first;
}

void lm_layer_thread_list(struct lm_layer_thread *thread)
{
    uint32_t key = lm_layer_section_begin();

    thread->next = lm_layer_threads();
    first = thread;
    lm_layer_section_end(key);
}

void lm_layer_thread_unlist(struct lm_layer_thread *thread)
{
    uint32_t key = lm_layer_section_begin();

    LM_LAYER_UNLINK(&first, thread);
    lm_layer_section_end(key);
}
