/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an application may define _tx_initialize_low_level, which runs before tx_application_define
 * with interrupts disabled, and may set the begin of unused memory.
 */
#include "option.h"
#include "tx_initialize.h"

static TX_THREAD thread;
static ULONG thread_stack[1024], memory[8];
static UINT calls;

VOID _tx_initialize_low_level(VOID)
{
    OPTION_CHECK(lm_interrupts_are_disabled());
    OPTION_CHECK(_tx_initialize_unused_memory == TX_NULL);
    _tx_initialize_unused_memory = memory;
    calls++;
}

static VOID run(ULONG input)
{
    (void)input;
    OPTION_CHECK(calls == 1);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    OPTION_CHECK(calls == 1 && first_unused_memory == memory);
    OPTION_THREAD(thread, run, 5);
}

OPTION_MAIN
