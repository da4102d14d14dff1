/* SPDX-License-Identifier: Apache-2.0 */
/* Calls for many threads; see long_call.h. */
#include "objects/long_call.h"
#include "time/wait.h"

enum lm_status lm_long_call_end_waits(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();

    while (list->first != NULL) {
        lm_wait_end(cpu, list->first, LM_DELETED);
    }
    return lm_unlock_rarely(cpu, key);
}

enum lm_status lm_long_call_prioritize(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_thread *best = list->first;

    for (struct lm_thread *thread = best; thread != NULL;
         thread = lm_wait_list_next(list, thread)) {
        best = thread->priority < best->priority ? thread : best;
    }
    if (best != NULL) {
        lm_wait_list_put_first(list, best);
    }
    return lm_leave(key, LM_OK);
}
