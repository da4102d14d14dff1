/* SPDX-License-Identifier: Apache-2.0 */
/* Runs several systems one after the other in one process, which ThreadX has no calls for. */
#include "../../compat/threadx/limen.h"
#include "threadx.h"

void threadx_forget(TX_THREAD *threads, int count)
{
    for (int i = 0; i < count; i++) {
        if (threads[i].tx_thread_id == TX_THREAD_ID) {
            lm_layer_stack_give(&threads[i].limen);
        }
    }
    _tx_thread_created_count = 0;
    _tx_semaphore_created_count = 0;
    _tx_mutex_created_count = 0;
    _tx_queue_created_count = 0;
    _tx_event_flags_created_count = 0;
    _tx_block_pool_created_count = 0;
    LM_LAYER_STATE = LM_LAYER_INACTIVE;
}

void threadx_start(void)
{
    LM_LAYER_STATE = LM_LAYER_RUNNING;
}
