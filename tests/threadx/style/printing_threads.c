/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads with small stacks print with the C library, one line after the other, in the order
 * that a mutex and their priorities define.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define THREADS 3
#define LINES 4

static TX_THREAD threads[THREADS], judge;
static TX_MUTEX console;
static TX_BYTE_POOL pool;
static ULONG lines;

static VOID print(ULONG input)
{
    for (ULONG i = 0; i < LINES; i++) {
        tx_thread_sleep(input + 1);
        tx_mutex_get(&console, TX_WAIT_FOREVER);
        printf("tick %4lu: thread %lu, %-8s line %lu of %d, %3lu percent\n",
               (unsigned long)tx_time_get(), (unsigned long)input,
               tx_thread_identify()->tx_thread_name, (unsigned long)i + 1, LINES,
               (unsigned long)(100 * (i + 1)) / LINES);
        lines++;
        tx_mutex_put(&console);
    }
}

static VOID judge_entry(ULONG input)
{
    (void)input;
    do {
        tx_thread_sleep(30);
    } while (lines < THREADS * LINES);
    printf("%lu lines\n", (unsigned long)lines);
    exit(lines == THREADS * LINES ? 0 : 1);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    static CHAR *const names[THREADS] = {"urgent", "usual", "patient"};
    static const ULONG stack_bytes[THREADS] = {4096, 2048, 2048};
    UINT status = tx_byte_pool_create(&pool, "pool", first_unused_memory, 16384);
    VOID *stack;

    status += tx_mutex_create(&console, "console", TX_INHERIT);
    for (UINT i = 0; i < THREADS; i++) {
        status += tx_byte_allocate(&pool, &stack, stack_bytes[i], TX_NO_WAIT);
        status += tx_thread_create(&threads[i], names[i], print, i, stack, stack_bytes[i], 10 + i,
                                   10 + i, TX_NO_TIME_SLICE, TX_AUTO_START);
    }
    status += tx_byte_allocate(&pool, &stack, 2048, TX_NO_WAIT);
    status += tx_thread_create(&judge, "judge", judge_entry, 0, stack, 2048, 20, 20,
                               TX_NO_TIME_SLICE, TX_AUTO_START);
    if (status != TX_SUCCESS) {
        printf("status %u\n", status);
        exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
