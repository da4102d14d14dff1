/* SPDX-License-Identifier: Apache-2.0 */
/* The profile; see tx_execution_profile.h. Only programs that use it contain this file; a program
 * that defines the functions of TX_ENABLE_EXECUTION_CHANGE_NOTIFY itself does not.
 *
 * All time since the first dispatch belongs to a thread, to interrupts or to the idle system. When
 * the owner changes, or a function reads the times, the time since the last such moment is added to
 * the owner.
 */
#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#define TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#endif
#include "tx_execution_profile.h"
#include "limen.h"
#include "tx_start.h"

static struct {
    bool begun;
    EXECUTION_TIME since;
    TX_THREAD *thread;
    UINT interrupts; /* the number of those that have begun and not ended */
    EXECUTION_TIME of_threads;
    EXECUTION_TIME of_interrupts;
    EXECUTION_TIME of_idle;
} profile;

/* Requires: interrupts are disabled. */
static VOID charge(VOID)
{
    EXECUTION_TIME now = lm_now();
    EXECUTION_TIME time = profile.begun ? now - profile.since : 0;

    profile.since = now;
    if (profile.interrupts != 0) {
        profile.of_interrupts += time;
    } else if (profile.thread != NULL) {
        profile.thread->tx_thread_execution_time_total += time;
        profile.of_threads += time;
    } else {
        profile.of_idle += time;
    }
}

VOID _tx_execution_initialize(VOID)
{
    memset(&profile, 0, sizeof profile);
}

VOID _tx_execution_thread_enter(VOID)
{
    charge();
    profile.begun = true;
    profile.thread = _tx_thread_current_ptr;
    profile.thread->tx_thread_execution_time_last_start = profile.since;
}

VOID _tx_execution_thread_exit(VOID)
{
    charge();
    profile.thread = NULL;
}

/* Before the first thread, interrupts add nothing. */
VOID _tx_execution_isr_enter(VOID)
{
    uint32_t key = lm_interrupts_disable();

    charge();
    profile.interrupts++;
    lm_interrupts_enable(key);
}

VOID _tx_execution_isr_exit(VOID)
{
    uint32_t key = lm_interrupts_disable();

    charge();
    profile.interrupts--;
    lm_interrupts_enable(key);
}

static UINT get(const EXECUTION_TIME *time, EXECUTION_TIME *total_time)
{
    uint32_t key = lm_interrupts_disable();

    charge();
    *total_time = *time;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

static UINT reset(EXECUTION_TIME *time)
{
    uint32_t key = lm_interrupts_disable();

    charge();
    *time = 0;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _tx_execution_thread_time_get(TX_THREAD *thread_ptr, EXECUTION_TIME *total_time)
{
    return get(&thread_ptr->tx_thread_execution_time_total, total_time);
}

UINT _tx_execution_thread_total_time_get(EXECUTION_TIME *total_time)
{
    return get(&profile.of_threads, total_time);
}

UINT _tx_execution_isr_time_get(EXECUTION_TIME *total_time)
{
    return get(&profile.of_interrupts, total_time);
}

UINT _tx_execution_idle_time_get(EXECUTION_TIME *total_time)
{
    return get(&profile.of_idle, total_time);
}

UINT _tx_execution_thread_time_reset(TX_THREAD *thread_ptr)
{
    return reset(&thread_ptr->tx_thread_execution_time_total);
}

/* The times of the threads do not change: another function resets them. */
UINT _tx_execution_thread_total_time_reset(VOID)
{
    return reset(&profile.of_threads);
}

UINT _tx_execution_isr_time_reset(VOID)
{
    return reset(&profile.of_interrupts);
}

UINT _tx_execution_idle_time_reset(VOID)
{
    return reset(&profile.of_idle);
}
