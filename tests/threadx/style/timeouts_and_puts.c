/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: when a timeout and an interrupt that serves the waiter come close together, each wait ends
 * by one of the two, and the count of the object stays correct.
 *
 * In the manner of ThreadX's own tests: many rounds, and sums that have to match.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024
#define ROUNDS 60

static TX_THREAD control, waiter;
static TX_SEMAPHORE semaphore;
static TX_BLOCK_POOL pool;
static volatile ULONG ticks, given;
static ULONG got, timeouts, others, blocks, no_blocks;
static VOID *block;

/* With every third tick; the waits take two. */
VOID tx_application_tick(VOID)
{
    if (given < ROUNDS && ++ticks % 3 == 0 && tx_semaphore_put(&semaphore) == TX_SUCCESS) {
        given++;
    }
}

static VOID wait_entry(ULONG input)
{
    (void)input;
    for (;;) {
        VOID *mine;

        switch (tx_semaphore_get(&semaphore, 2)) {
        case TX_SUCCESS:
            got++;
            break;
        case TX_NO_INSTANCE:
            timeouts++;
            break;
        default:
            others++;
            break;
        }
        if (tx_block_allocate(&pool, &mine, 1) == TX_SUCCESS) {
            blocks++;
            tx_block_release(mine);
        } else {
            no_blocks++;
        }
    }
}

static VOID control_entry(ULONG input)
{
    ULONG count;

    (void)input;
    printf("Running timeouts and puts test................... ");
    while (given < ROUNDS) {
        tx_block_allocate(&pool, &block, TX_WAIT_FOREVER);
        tx_thread_sleep(2);
        tx_block_release(block);
        tx_thread_sleep(1);
    }
    tx_thread_sleep(10);
    if (tx_semaphore_info_get(&semaphore, TX_NULL, &count, TX_NULL, TX_NULL, TX_NULL) !=
            TX_SUCCESS ||
        got + count != given || others != 0) {
        printf("ERROR #1\n");
        exit(1);
    }
    if (timeouts == 0 || got == 0 || blocks + no_blocks + 1 < got + timeouts ||
        blocks + no_blocks > got + timeouts || pool.tx_block_pool_available > 1) {
        printf("ERROR #2\n");
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    CHAR *pointer = (CHAR *)first_unused_memory;
    static ULONG64 area[2];
    UINT status;

    status = tx_thread_create(&control, "control", control_entry, 0, pointer, STACK_SIZE, 15, 15,
                              TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += STACK_SIZE;
    status += tx_thread_create(&waiter, "waiter", wait_entry, 0, pointer, STACK_SIZE, 16, 16,
                               TX_NO_TIME_SLICE, TX_AUTO_START);
    status += tx_semaphore_create(&semaphore, "semaphore", 0);
    status += tx_block_pool_create(&pool, "pool", 8, area, 8 + sizeof(VOID *));
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
