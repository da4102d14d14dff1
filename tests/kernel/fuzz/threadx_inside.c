/* SPDX-License-Identifier: Apache-2.0 */
/* Runs several systems one after the other in one process, which ThreadX has no calls for. */
#include "../../compat/threadx/limen.h"
#include "threadx.h"

void threadx_forget(TX_THREAD *threads, int count)
{
    for (int i = 0; i < count; i++) {
        if (threads[i].tx_thread_id == TX_THREAD_ID) {
            tx_limen_stack_give(&threads[i]);
        }
    }
    _tx_thread_created_count = 0;
    _tx_semaphore_created_count = 0;
    _tx_mutex_created_count = 0;
    _tx_queue_created_count = 0;
    _tx_event_flags_created_count = 0;
    _tx_block_pool_created_count = 0;
    tx_limen_is_started = false;
}

void threadx_start(void)
{
    tx_limen_is_started = true;
}
