/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the macros that an application defines for ThreadX's own low-power functions are executed
 * at each wait of the processor.
 */
#define TX_LOW_POWER
#define TX_LOW_POWER_USER_ENTER sleep_deeply()
#define TX_LOW_POWER_USER_EXIT wake_up()
void sleep_deeply(void);
void wake_up(void);
#include "option.h"

static TX_THREAD sleeper;
static ULONG sleeper_stack[1024];
static ULONG sleeps, wakes;

void sleep_deeply(void)
{
    sleeps++;
}

void wake_up(void)
{
    wakes++;
}

static VOID run(ULONG input)
{
    (void)input;
    (void)tx_thread_sleep(2);
    OPTION_CHECK(sleeps != 0 && sleeps == wakes);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_THREAD(sleeper, run, 5);
}

OPTION_MAIN
