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
static struct lm_layer_due *last;
static TX_TIMER *called;

static bool is_suspended(VOID)
{
    return _tx_timer_thread.tx_thread_state == TX_SUSPENDED;
}

VOID tx_limen_timer_expired(TX_TIMER *timer_ptr)
{
    uint32_t key = lm_interrupts_disable();

    lm_layer_due_add(&last, &timer_ptr->limen_due);
    if (!TX_LIMEN_TRACED || is_suspended()) { /* for the trace, another resume is an error */
        (void)lm_thread_resume(&_tx_timer_thread.limen);
    }
    lm_interrupts_enable(key);
}

VOID tx_limen_timer_forget(TX_TIMER *timer_ptr)
{
    if (called == timer_ptr) {
        called = NULL;
    }
    lm_layer_due_forget(&last, &timer_ptr->limen_due);
}

bool tx_limen_timer_is_called(const TX_TIMER *timer_ptr)
{
    return called == timer_ptr || timer_ptr->limen_due.pending != 0;
}

static TX_TIMER *take(void)
{
    struct lm_layer_due *due = lm_layer_due_take(&last);

    return due != NULL ? LM_CONTAINER(due, TX_TIMER, limen_due) : NULL;
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
