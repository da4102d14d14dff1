/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a program with TX_ENABLE_EXECUTION_CHANGE_NOTIFY sees each thread that gets and leaves the
 * processor, and the beginning and the end of each interrupt, in their order.
 */
#define TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#include "option.h"

static TX_THREAD high, low;
static ULONG high_stack[1024], low_stack[1024];
static TX_SEMAPHORE semaphore;
static char initialised, is_told;
static ULONG in_interrupts;

/* The first letter of the thread's name, in a bracket that opens at enter. */
static void tell(char bracket, const TX_THREAD *thread)
{
    const char word[] = {bracket, thread == TX_NULL ? '?' : thread->tx_thread_name[0], '\0'};

    if (is_told) {
        option_say(word);
    }
}

VOID _tx_execution_initialize(VOID)
{
    initialised++;
}

VOID _tx_execution_thread_enter(VOID)
{
    tell('<', _tx_thread_current_ptr);
}

VOID _tx_execution_thread_exit(VOID)
{
    tell('>', _tx_thread_current_ptr);
}

VOID _tx_execution_isr_enter(VOID)
{
    in_interrupts++;
    if (is_told) {
        option_say("{");
    }
}

VOID _tx_execution_isr_exit(VOID)
{
    in_interrupts--;
    if (is_told) {
        option_say("}");
    }
}

static VOID run_high(ULONG input)
{
    (void)input;
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
    option_say("high");
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
    option_say("high");
}

static void put(void *argument)
{
    (void)argument;
    OPTION_CHECK(in_interrupts == 1);
    (void)tx_semaphore_put(&semaphore);
}

static VOID run_low(ULONG input)
{
    (void)input;
    is_told = 1;
    option_say("put");
    (void)tx_semaphore_put(&semaphore);
    option_say("raise");
    lm_board_interrupt_attach(1, 3, put, TX_NULL);
    lm_board_interrupt_raise(1);
    option_say("sleep");
    (void)tx_thread_sleep(1);
    is_told = 0;
    OPTION_CHECK(initialised == 1);
    OPTION_CHECK(option_told("put >l <h high >h <l raise { } >l <h high >h <l sleep >l { } <l"));
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_CHECK(initialised == 1);
    (void)tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 0);
    OPTION_THREAD(high, run_high, 5);
    OPTION_THREAD(low, run_low, 9);
}

OPTION_MAIN
