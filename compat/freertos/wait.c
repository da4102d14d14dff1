/* SPDX-License-Identifier: Apache-2.0 */
/* Waits that end so that their call looks again. */
#include "limen.h"

void lm_freertos_let_compete(const struct lm_wait_list *waiters, unsigned level, bool all,
                             uint32_t key)
{
    struct lm_thread *first = waiters->first;

    while (first != NULL &&
           (all || (waiters->count == 1 && !lm_freertos_runs_at_once(first, level, key)))) {
        struct lm_layer_thread *thread = lm_layer_thread_of(first);

        if (thread == NULL || thread->look != MAY_LOOK_AGAIN) {
            return; /* it waits in a call of another interface */
        }
        thread->look = LOOKS_AGAIN;
        (void)lm_thread_abort_wait(first);
        first = waiters->first;
    }
}

BaseType_t lm_freertos_wait_in(lm_freertos_call *call, QueueHandle_t queue, void *item,
                               TickType_t ticks)
{
    lm_timeout timeout = lm_freertos_is_forever(ticks) ? LM_FOREVER : lm_layer_timeout(ticks);
    struct lm_layer_thread *self = lm_freertos_look_begin(timeout);
    enum lm_status status = call(queue, item, timeout);

    while (lm_freertos_look_end(self)) {
        if ((timeout & ~LM_UNTIL_FLAG) <= lm_now()) {
            timeout = LM_NO_WAIT; /* a wait that ends at once would let less urgent tasks run */
        }
        self = lm_freertos_look_begin(timeout);
        status = call(queue, item, timeout);
    }
    if (self != NULL && (status == LM_TIMEOUT || status == LM_ABORTED)) {
        status = call(queue, item, LM_NO_WAIT); /* something may have come since the wait ended */
    }
    return status == LM_OK || status == LM_OWNER_DIED ? pdPASS : pdFAIL;
}
