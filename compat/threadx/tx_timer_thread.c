/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that calls the functions of timers. Expired timers are in a list, each of them once.
 * Each one counts the pending calls of its function, so no call is lost while another thread keeps
 * this one from running.
 */
#include "limen.h"
#include "tx_start.h"

/* A common symbol: files of the application with fields of their own define it, too, and the linker
 * takes the largest. */
TX_THREAD _tx_timer_thread __attribute__((common));

static UCHAR stack[TX_TIMER_THREAD_STACK_SIZE] __attribute__((aligned(16)));

/* Accessed with interrupts disabled. */
static TX_TIMER *first;
static TX_TIMER *last;
static TX_TIMER *called;

static void append(TX_TIMER *timer_ptr)
{
    timer_ptr->limen_expired_next = NULL;
    if (first == NULL) {
        first = timer_ptr;
    } else {
        last->limen_expired_next = timer_ptr;
    }
    last = timer_ptr;
}

static bool is_suspended(VOID)
{
    return _tx_timer_thread.tx_thread_state == TX_SUSPENDED;
}

VOID tx_limen_timer_expired(TX_TIMER *timer_ptr)
{
    uint32_t key = lm_interrupts_disable();

    if (timer_ptr->limen_expirations++ == 0) {
        append(timer_ptr);
    }
    if (!TX_LIMEN_TRACED || is_suspended()) { /* for the trace, another resume is an error */
        (void)lm_thread_resume(&_tx_timer_thread.limen);
    }
    lm_interrupts_enable(key);
}

VOID tx_limen_timer_forget(TX_TIMER *timer_ptr)
{
    TX_TIMER *before = NULL;
    TX_TIMER *each = first;

    if (called == timer_ptr) {
        called = NULL;
    }
    while (each != NULL && each != timer_ptr) {
        before = each;
        each = each->limen_expired_next;
    }
    if (each == NULL) {
        return;
    }
    timer_ptr->limen_expirations = 0;
    if (before == NULL) {
        first = timer_ptr->limen_expired_next;
    } else {
        before->limen_expired_next = timer_ptr->limen_expired_next;
    }
    if (last == timer_ptr) {
        last = before;
    }
}

bool tx_limen_timer_is_called(const TX_TIMER *timer_ptr)
{
    return called == timer_ptr || timer_ptr->limen_expirations != 0;
}

/* One expiration of the first timer. If it has more, it goes to the end of the list. */
static TX_TIMER *take(void)
{
    TX_TIMER *timer_ptr = first;

    if (timer_ptr != NULL) {
        first = timer_ptr->limen_expired_next;
        if (--timer_ptr->limen_expirations != 0) {
            append(timer_ptr);
        }
    }
    return timer_ptr;
}

static void call(TX_TIMER *timer_ptr)
{
    LM_IF_CORES(if (timer_ptr->limen_excluded % 2 != 0) {
        tx_limen_cores_call(timer_ptr); /* not on core 0 */
        return;
    })
    TX_TIMER_INTERNAL *internal = &timer_ptr->tx_timer_internal;

    internal->tx_timer_internal_timeout_function(internal->tx_timer_internal_timeout_param);
}

static void set_called(TX_TIMER *timer_ptr)
{
    uint32_t key = lm_interrupts_disable();

    called = timer_ptr;
    lm_interrupts_enable(key);
}

/* The function may delete the timer. */
VOID tx_limen_timer_call(TX_TIMER *timer_ptr)
{
    set_called(timer_ptr);
    call(timer_ptr);
    set_called(NULL);
}

static VOID serve(ULONG input)
{
    TX_PARAMETER_NOT_USED(input);
    for (;;) {
        uint32_t key = lm_interrupts_disable();
        TX_TIMER *timer_ptr = take();

        called = timer_ptr;
        if (timer_ptr == NULL) {
            (void)lm_thread_suspend(&_tx_timer_thread.limen);
        }
        lm_interrupts_enable(key);
        if (timer_ptr != NULL) {
            call(timer_ptr);
        }
    }
}

VOID _tx_limen_timer_thread_begin(VOID *stack_start, ULONG stack_size, UINT priority)
{
    (void)_tx_thread_create_unsliced(&_tx_timer_thread, (CHAR *)(uintptr_t) "System Timer Thread",
                                     serve, 0, stack_start, stack_size, priority, priority,
                                     TX_NO_TIME_SLICE, TX_AUTO_START);
}

VOID tx_limen_timer_thread_create(VOID)
{
    _tx_limen_timer_thread_begin(stack, sizeof stack, TX_TIMER_THREAD_PRIORITY);
}
