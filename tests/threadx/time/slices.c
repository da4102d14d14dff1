/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time slices are counted in ticks and end with ticks: threads of equal priority rotate at
 * exact ticks; a preempted thread keeps the rest of its slice; a thread that waits or relinquishes
 * gets a full one; and a thread with a raised threshold is not sliced.
 */
#include "suite.h"
#include <stdio.h>

enum { TURNS_MAX = 16 };

static struct turn {
    TX_THREAD *thread;
    ULONG tick;
} turns[TURNS_MAX];
static UINT turn_count;
static ULONG start, work_ticks;
static TX_THREAD *a, *b, *c;

/* The thread that runs from each tick on. */
static void note_turn(void)
{
    TX_THREAD *self = tx_thread_identify();

    if ((turn_count == 0 || turns[turn_count - 1].thread != self) && turn_count < TURNS_MAX) {
        turns[turn_count].thread = self;
        turns[turn_count++].tick = tx_time_get() - start;
    }
}

static VOID work(ULONG input)
{
    /* Parts of ticks of the thread's own time, not of the clock: other threads use the processor,
     * too. */
    ULONG parts = work_ticks * 10;

    (void)input;
    for (ULONG i = 0; i < parts; i++) {
        note_turn();
        spend_part(10);
    }
}

static TX_THREAD *sliced(CHAR *name, VOID (*entry)(ULONG), UINT priority, UINT threshold,
                         ULONG slice)
{
    TX_THREAD *thread = worker(name, entry, priority, threshold);
    ULONG old;

    EQUAL(TX_SUCCESS, tx_thread_time_slice_change(thread, slice, &old));
    return thread;
}

/* Begin right after a tick, and forget the earlier turns. */
static void begin(ULONG ticks)
{
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    start = tx_time_get();
    turn_count = 0;
    work_ticks = ticks;
}

static void resume_both(void)
{
    EQUAL(TX_SUCCESS, tx_thread_resume(a));
    EQUAL(TX_SUCCESS, tx_thread_resume(b));
}

/* After this number of ticks, log all turns: the name of the thread, and the tick. */
static void end(ULONG ticks)
{
    EQUAL(TX_SUCCESS, tx_thread_sleep(ticks));
    for (UINT i = 0; i < turn_count; i++) {
        char word[16];

        snprintf(word, sizeof word, "%s%lu", turns[i].thread->tx_thread_name,
                 (unsigned long)turns[i].tick);
        say(word);
    }
    retire_all();
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
}

static void rotate(void)
{
    a = sliced("a", work, 20, 20, 2);
    b = sliced("b", work, 20, 20, 3);
    begin(6);
    resume_both();
    end(16);
    told("a0 b2 a5 b7 a10");
}

/* A quantum of 0 means no slices: b runs to its end. */
static void without_slice(void)
{
    a = sliced("a", work, 20, 20, 1);
    b = sliced("b", work, 20, 20, TX_NO_TIME_SLICE);
    begin(4);
    resume_both();
    end(13);
    told("a0 b1 a5");
}

static VOID interfere(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    note_turn();
    EQUAL(2, a->tx_thread_time_slice);
    spend(4);
    EQUAL(2, a->tx_thread_time_slice);
}

/* Preempted at tick 1 for 4 ticks, a has 2 of its 3 left: until 7. */
static void keep_the_rest(void)
{
    a = sliced("a", work, 20, 20, 3);
    b = sliced("b", work, 20, 20, 3);
    c = sliced("c", interfere, 10, 10, TX_NO_TIME_SLICE);
    begin(5);
    EQUAL(TX_SUCCESS, tx_thread_resume(c));
    resume_both();
    end(17);
    told("a0 c1 a5 b7 a10 b12");
}

static VOID work_and_sleep(ULONG input)
{
    (void)input;
    note_turn();
    spend(2);
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    EQUAL(3, a->tx_thread_time_slice);
    note_turn();
    work_ticks = 4;
    work(0);
}

/* Blocked after 2 of 3 ticks, a has a full slice when it is back. */
static void full_after_a_wait(void)
{
    a = sliced("a", work_and_sleep, 20, 20, 3);
    b = sliced("b", work, 20, 20, 2);
    begin(4);
    resume_both();
    end(13);
    told("a0 b2 a4 b7 a9");
}

static VOID work_and_relinquish(ULONG input)
{
    (void)input;
    note_turn();
    spend(2);
    tx_thread_relinquish();
    EQUAL(3, a->tx_thread_time_slice);
    note_turn();
    work_ticks = 4;
    work(0);
}

static void full_after_relinquish(void)
{
    a = sliced("a", work_and_relinquish, 20, 20, 3);
    b = sliced("b", work, 20, 20, 1);
    begin(2);
    resume_both();
    end(13);
    told("a0 b2 a3 b6 a7");
}

/* With its threshold raised a keeps the processor; peers wait for its end. */
static void not_with_a_threshold(void)
{
    a = sliced("a", work, 20, 19, 1);
    b = sliced("b", work, 20, 20, 1);
    begin(4);
    resume_both();
    end(11);
    told("a0 b4");
}

static VOID give_oneself_a_slice(ULONG input)
{
    ULONG old;

    (void)input;
    note_turn();
    spend(3);
    EQUAL(TX_SUCCESS, tx_thread_time_slice_change(a, 2, &old));
    EQUAL(TX_NO_TIME_SLICE, old);
    EQUAL(2, a->tx_thread_time_slice);
    work_ticks = 4;
    work(0);
}

/* At once, for the running thread. */
static void change(void)
{
    a = sliced("a", give_oneself_a_slice, 20, 20, TX_NO_TIME_SLICE);
    b = sliced("b", work, 20, 20, TX_NO_TIME_SLICE);
    begin(2);
    resume_both();
    end(13);
    told("a0 b5 a9");
}

void program_main(void)
{
    rotate();
    without_slice();
    keep_the_rest();
    full_after_a_wait();
    full_after_relinquish();
    not_with_a_threshold();
    change();
}
