/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts, workers and the passing of time for the programs of this suite; see suite.h. */
#include "suite.h"
#include <limen/board.h>
#include <stddef.h>

enum { LINE = 1, URGENCY = 3, STEPS_IN_TICK = 100 };

/* A hundredth of a tick, in ticks of the kernel's clock. */
#define STEP (LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND / STEPS_IN_TICK)

static TX_THREAD threads[WORKERS_MAX];
static ULONG stacks[WORKERS_MAX][STACK_BYTES / sizeof(ULONG)];
static char in_use[WORKERS_MAX];
static void (*in_handler)(void);
static void (*in_timer)(void);

static void handle(void *argument)
{
    (void)argument;
    char before = context_enter('R');

    in_handler();
    context_leave(before);
}

void in_interrupt(void (*run)(void))
{
    in_handler = run;
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    lm_board_interrupt_raise(LINE);
}

static VOID expire(ULONG input)
{
    (void)input;
    char before = context_enter('C');

    in_timer();
    context_leave(before);
}

void in_callback(void (*run)(void))
{
    TX_TIMER timer = {0};

    in_timer = run;
    EQUAL(TX_SUCCESS, tx_timer_create(&timer, "in_callback", expire, 0, 1, 0, TX_AUTO_ACTIVATE));
    EQUAL(TX_SUCCESS, tx_thread_sleep(2));
    EQUAL(TX_SUCCESS, tx_timer_delete(&timer));
}

void in_each(void (*run)(void))
{
    run();
    in_callback(run);
    in_interrupt(run);
}

TX_THREAD *worker(CHAR *name, VOID (*entry)(ULONG), UINT priority, UINT threshold)
{
    for (size_t i = 0; i < WORKERS_MAX; i++) {
        if (!in_use[i]) {
            in_use[i] = 1;
            EQUAL(TX_SUCCESS,
                  tx_thread_create(&threads[i], name, entry, 0, stacks[i], sizeof stacks[i],
                                   priority, threshold, TX_NO_TIME_SLICE, TX_DONT_START));
            return &threads[i];
        }
    }
    NEVER("all workers are taken");
    return TX_NULL;
}

TX_THREAD *started(CHAR *name, VOID (*entry)(ULONG), UINT priority)
{
    TX_THREAD *thread = worker(name, entry, priority, priority);

    EQUAL(TX_SUCCESS, tx_thread_resume(thread));
    return thread;
}

void retire(TX_THREAD *thread)
{
    EQUAL(TX_SUCCESS, tx_thread_terminate(thread));
    EQUAL(TX_SUCCESS, tx_thread_delete(thread));
    in_use[thread - threads] = 0;
}

void retire_all(void)
{
    for (size_t i = 0; i < WORKERS_MAX; i++) {
        if (in_use[i]) {
            retire(&threads[i]);
        }
    }
}

UINT state_of(TX_THREAD *thread)
{
    UINT state = 99;

    EQUAL(TX_SUCCESS, tx_thread_info_get(thread, TX_NULL, &state, TX_NULL, TX_NULL, TX_NULL,
                                         TX_NULL, TX_NULL, TX_NULL));
    return state;
}

void spend(ULONG ticks)
{
    ULONG from = tx_time_get();

    while (tx_time_get() - from < ticks) {
        lm_work(STEP);
    }
    lm_work(1); /* in virtual time a tick's interrupt waits until more time passes */
}

void spend_part(ULONG percent)
{
    lm_work((uint64_t)percent * STEP);
}
