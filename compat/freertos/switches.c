/* SPDX-License-Identifier: Apache-2.0 */
/* The macros traceTASK_SWITCHED_IN and traceTASK_SWITCHED_OUT. Only programs with one of them
 * contain this file. */
#include "limen.h"
#include <limen/switch_hook.h>

StaticTask_t *lm_freertos_switching; /* pxCurrentTCB of these macros */

static void call(struct lm_thread *thread, void (*macro)(void))
{
    struct lm_layer_thread *own = (struct lm_layer_thread *)(void *)thread;

    if (thread != NULL && macro != NULL && thread->entry == lm_layer_thread_run &&
        lm_freertos_is_whole(own)) {
        lm_freertos_switching = (StaticTask_t *)(void *)thread;
        macro();
    }
}

static void switched(struct lm_thread *from, struct lm_thread *to)
{
    call(from, lm_freertos_hooks.switched_out);
    call(to, lm_freertos_hooks.switched_in);
}

void lm_freertos_trace_begin(void)
{
    static struct lm_switch_hook hook;

    hook = (struct lm_switch_hook){.function = switched};
    lm_switch_hook_add(&hook);
}
