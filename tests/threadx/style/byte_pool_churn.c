/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads allocate and release memory of all sizes, wait for it, time out, and are sliced in
 * between. No two of them ever own the same byte, and at the end all memory is available again.
 *
 * The sizes come from a generator with a fixed seed for each thread.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK_SIZE 2048
#define THREADS 4
#define ROUNDS 300
#define HELD 6

static TX_THREAD control, threads[THREADS];
static TX_BYTE_POOL pool;
static ULONG64 area[220];
static volatile ULONG overwritten, unexpected, timeouts, ended;

static ULONG next_random(ULONG *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 16 & 0xFFFF;
}

static void release(UCHAR *memory, ULONG size, UCHAR pattern)
{
    for (ULONG i = 0; i < size; i++) {
        if (memory[i] != pattern) {
            overwritten++;
        }
    }
    if (tx_byte_release(memory) != TX_SUCCESS) {
        unexpected++;
    }
}

static VOID churn(ULONG input)
{
    UCHAR *held[HELD] = {TX_NULL};
    ULONG sizes[HELD];
    ULONG state = input + 1;

    for (ULONG round = 0; round < ROUNDS; round++) {
        ULONG slot = next_random(&state) % HELD;
        UCHAR pattern = (UCHAR)(input * HELD + slot + 1);

        if (held[slot] != TX_NULL) {
            release(held[slot], sizes[slot], pattern);
            held[slot] = TX_NULL;
        } else {
            VOID *memory;
            ULONG size = 1 + next_random(&state) % 250;
            UINT status = tx_byte_allocate(&pool, &memory, size, round % 3);

            if (status == TX_SUCCESS) {
                held[slot] = memory;
                sizes[slot] = size;
                memset(memory, pattern, size);
            } else if (status == TX_NO_MEMORY) {
                timeouts++;
            } else {
                unexpected++;
            }
        }
        if (next_random(&state) % 8 == 0) {
            tx_thread_sleep(1);
        }
    }
    for (ULONG slot = 0; slot < HELD; slot++) {
        if (held[slot] != TX_NULL) {
            release(held[slot], sizes[slot], (UCHAR)(input * HELD + slot + 1));
        }
    }
    ended++;
}

static VOID control_entry(ULONG input)
{
    ULONG before, after;
    VOID *memory;

    (void)input;
    printf("Running byte pool churn test..................... ");
    before = pool.tx_byte_pool_available;
    for (UINT i = 0; i < THREADS; i++) {
        tx_thread_resume(&threads[i]);
    }
    while (ended < THREADS) {
        tx_thread_sleep(5);
    }
    if (overwritten != 0 || unexpected != 0 || timeouts == 0) {
        printf("ERROR #1\n");
        exit(1);
    }
    after = pool.tx_byte_pool_available;
    if (after != before || pool.tx_byte_pool_suspended_count != 0) {
        printf("ERROR #2\n");
        exit(1);
    }
    if (tx_byte_allocate(&pool, &memory, sizeof area * 9 / 10, TX_NO_WAIT) != TX_SUCCESS ||
        pool.tx_byte_pool_fragments != 3) {
        printf("ERROR #3\n"); /* not merged */
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    CHAR *pointer = (CHAR *)first_unused_memory;
    UINT status;

    status = tx_thread_create(&control, "control", control_entry, 0, pointer, STACK_SIZE, 5, 5,
                              TX_NO_TIME_SLICE, TX_AUTO_START);
    for (UINT i = 0; i < THREADS; i++) {
        pointer += STACK_SIZE;
        status += tx_thread_create(&threads[i], "churn", churn, i, pointer, STACK_SIZE, 15 + i / 2,
                                   15 + i / 2, 1, TX_DONT_START);
    }
    status += tx_byte_pool_create(&pool, "pool", area, sizeof area);
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
