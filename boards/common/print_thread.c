/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the report of a fault that is the same on all processors. */
#include "common.h"
#include <limen/thread.h>

void board_print_thread(void)
{
    const struct lm_thread *thread = lm_thread_self();
    struct lm_thread_info info;

    if (thread == NULL || lm_thread_get_info(thread, &info) != LM_OK) {
        lm_board_print("in the idle thread\n");
    } else {
        bool is_full = lm_thread_stack_unused(thread) == 0;

        lm_board_printf("in thread %s%s\n", info.name, is_full ? "; its stack is full" : "");
    }
}
