/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: only the owner can put a mutex, with and without TX_DISABLE_ERROR_CHECKING: mutual
 * exclusion does not depend on the check of arguments.
 *
 * Method: a more urgent thread puts the mutex of another one, and then tries to get it.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 2048

static TX_THREAD owner, other;
static TX_MUTEX mutex;
static UCHAR stacks[2][STACK_SIZE];

static void expect(UINT status, UINT expected, int line)
{
    if (status != expected) {
        printf("line %d: 0x%02X, not 0x%02X\n", line, status, expected);
        exit(1);
    }
}

#define EXPECT(call, expected) expect(call, expected, __LINE__)

static void put_of_another(ULONG input)
{
    (void)input;
    EXPECT(tx_mutex_put(&mutex), TX_NOT_OWNED);
    EXPECT(tx_mutex_get(&mutex, TX_NO_WAIT), TX_NOT_AVAILABLE);
}

static void own(ULONG input)
{
    (void)input;
    EXPECT(tx_mutex_put(&mutex), TX_NOT_OWNED);
    EXPECT(tx_mutex_get(&mutex, TX_WAIT_FOREVER), TX_SUCCESS);
    EXPECT(tx_thread_resume(&other), TX_SUCCESS);
    EXPECT(tx_mutex_put(&mutex), TX_SUCCESS);
    EXPECT(tx_mutex_put(&mutex), TX_NOT_OWNED);
    printf("ok\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EXPECT(tx_mutex_create(&mutex, "mutex", TX_INHERIT), TX_SUCCESS);
    EXPECT(tx_mutex_put(&mutex), TX_NOT_OWNED);
    EXPECT(tx_thread_create(&owner, "owner", own, 0, stacks[0], STACK_SIZE, 5, 5, TX_NO_TIME_SLICE,
                            TX_AUTO_START),
           TX_SUCCESS);
    EXPECT(tx_thread_create(&other, "other", put_of_another, 0, stacks[1], STACK_SIZE, 3, 3,
                            TX_NO_TIME_SLICE, TX_DONT_START),
           TX_SUCCESS);
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
