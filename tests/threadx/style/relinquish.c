/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads that relinquish in loops run in turn, and no less urgent thread runs until a
 * callback of a timer ends the loops.
 *
 * In the manner of ThreadX's own tests; so it needs a clock that advances by itself.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024
#define PLAYERS 4

static TX_THREAD control, players[PLAYERS], idle_counter;
static TX_TIMER timer;
static volatile ULONG counters[PLAYERS], idle_count;
static volatile UINT stop;
static volatile ULONG worst_difference;

static VOID play(ULONG input)
{
    while (!stop) {
        counters[input]++;
        for (UINT i = 0; i < PLAYERS; i++) {
            LONG difference = (LONG)(counters[input] - counters[i]);

            if (difference > (LONG)worst_difference) {
                worst_difference = (ULONG)difference;
            }
        }
        tx_thread_relinquish();
    }
}

static VOID count_when_idle(ULONG input)
{
    (void)input;
    while (!stop) {
        idle_count++;
    }
}

static VOID end(ULONG input)
{
    (void)input;
    stop = TX_TRUE;
    tx_thread_resume(&control);
}

static VOID control_entry(ULONG input)
{
    UINT status;

    (void)input;
    printf("Running relinquish loop test..................... ");
    tx_thread_suspend(&control);
    status = tx_timer_deactivate(&timer);
    tx_thread_sleep(2); /* the threads see the end */
    for (UINT i = 0; i < PLAYERS; i++) {
        UINT state;

        status += tx_thread_info_get(&players[i], TX_NULL, &state, TX_NULL, TX_NULL, TX_NULL,
                                     TX_NULL, TX_NULL, TX_NULL);
        if (state != TX_COMPLETED || counters[i] == 0) {
            printf("ERROR #1\n");
            exit(1);
        }
    }
    if (status != TX_SUCCESS || worst_difference > 1) {
        printf("ERROR #2\n"); /* one thread ran twice before another one ran */
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    CHAR *pointer = (CHAR *)first_unused_memory;
    UINT status = 0;

    status += tx_thread_create(&control, "control", control_entry, 0, pointer, STACK_SIZE, 5, 5,
                               TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += STACK_SIZE;
    for (UINT i = 0; i < PLAYERS; i++) {
        status += tx_thread_create(&players[i], "player", play, i, pointer, STACK_SIZE, 16, 16,
                                   TX_NO_TIME_SLICE, TX_AUTO_START);
        pointer += STACK_SIZE;
    }
    status += tx_thread_create(&idle_counter, "idle", count_when_idle, 0, pointer, STACK_SIZE, 30,
                               30, TX_NO_TIME_SLICE, TX_AUTO_START);
    status += tx_timer_create(&timer, "timer", end, 0, 5, 0, TX_AUTO_ACTIVATE);
    if (status != TX_SUCCESS) {
        printf("ERROR #0\n");
        exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
