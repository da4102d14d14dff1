/* SPDX-License-Identifier: Apache-2.0 */
/* TX_THREAD_EXECUTE_LOG_SIZE: the threads that got the processor last. Only programs with the
 * option contain this file. */
#include "limen.h"
#include "tx_start.h"

ULONG _tx_thread_performance__execute_log_index;

static struct {
    TX_THREAD **threads;
    ULONG size;
} entries;

static void note(struct lm_thread *from, struct lm_thread *to)
{
    ULONG index = _tx_thread_performance__execute_log_index;
    TX_THREAD *thread_ptr = tx_limen_thread(to);

    (void)from;
    if (thread_ptr != NULL) {
        entries.threads[index] = thread_ptr;
        _tx_thread_performance__execute_log_index = index + 1 < entries.size ? index + 1 : 0;
    }
}

static struct lm_switch_hook hook = {.function = note};

VOID _tx_limen_execute_log_begin(TX_THREAD **threads, ULONG size)
{
    _tx_thread_performance__execute_log_index = 0;
    entries.threads = threads;
    entries.size = size;
    memset(threads, 0, size * sizeof *threads);
    lm_switch_hook_add(&hook);
}
