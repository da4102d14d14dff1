/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_thread_create refuses wrong calls, in the order of its checks, in each context;
 * otherwise it creates a suspended or a ready thread with a filled stack.
 */
#include "suite.h"

static TX_THREAD made, refused, from_thread;
static ULONG space[3 * STACK_BYTES / sizeof(ULONG)]; /* the stack is the middle third */
static ULONG *const stack = space + STACK_BYTES / sizeof(ULONG);
static ULONG free_stack[STACK_BYTES / sizeof(ULONG)];
static UINT ran;

static VOID nothing(ULONG input)
{
    EQUAL(7, input);
    ran++;
}

/* Ten arguments of tx_thread_create. */
#define ARGUMENTS(thread, entry, area, bytes, priority, threshold, start)                          \
    thread, "made", entry, 7, area, bytes, priority, threshold, TX_NO_TIME_SLICE, start

/* The control block: NULL, of another size, in use. */
static void refuse_thread(void)
{
    CALL(tx_thread_create, TX_THREAD_ERROR,
         ARGUMENTS(TX_NULL, nothing, free_stack, sizeof free_stack, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_THREAD_ERROR,
         ARGUMENTS(&made, nothing, free_stack, sizeof free_stack, 20, 20, TX_DONT_START));
    CALL(_txe_thread_create, TX_THREAD_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 20, TX_DONT_START),
         sizeof(TX_THREAD) + 1);
    CALL(_txe_thread_create, TX_THREAD_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 20, TX_DONT_START), 0);
}

/* NULL, or an end of the stack within that of another thread; no entry function. */
static void refuse_pointers(void)
{
    UCHAR *used = (UCHAR *)stack;

    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, TX_NULL, sizeof free_stack, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, TX_NULL, free_stack, sizeof free_stack, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, stack, STACK_BYTES, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, used + 1024, STACK_BYTES / 2, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, used + STACK_BYTES - 8, STACK_BYTES, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, used - 1024, 2048, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, space, sizeof space, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PTR_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, (ULONG)-16, 20, 20, TX_DONT_START));
}

static void refuse_numbers(void)
{
    CALL(tx_thread_create, TX_SIZE_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, TX_MINIMUM_STACK - 1, 20, 20, TX_DONT_START));
    CALL(tx_thread_create, TX_PRIORITY_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, TX_MAX_PRIORITIES, 20,
                   TX_DONT_START));
    CALL(tx_thread_create, TX_THRESH_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 21, TX_DONT_START));
    CALL(tx_thread_create, TX_START_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 20, 2));
}

/* Calls that break two rules. */
static void refuse_in_order(void)
{
    BOTH(tx_thread_create, TX_THREAD_ERROR, TX_PTR_ERROR,
         ARGUMENTS(&made, nothing, TX_NULL, sizeof free_stack, 20, 20, TX_DONT_START));
    BOTH(tx_thread_create, TX_PTR_ERROR, TX_SIZE_ERROR,
         ARGUMENTS(&refused, TX_NULL, free_stack, TX_MINIMUM_STACK - 1, 20, 20, TX_DONT_START));
    BOTH(tx_thread_create, TX_SIZE_ERROR, TX_PRIORITY_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, TX_MINIMUM_STACK - 1, TX_MAX_PRIORITIES, 20,
                   TX_DONT_START));
    BOTH(tx_thread_create, TX_PRIORITY_ERROR, TX_THRESH_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, TX_MAX_PRIORITIES,
                   TX_MAX_PRIORITIES + 1, TX_DONT_START));
    BOTH(tx_thread_create, TX_THRESH_ERROR, TX_START_ERROR,
         ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 21, 2));
}

static void refuse(void)
{
    refuse_thread();
    refuse_pointers();
    refuse_numbers();
    refuse_in_order();
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_thread_create, TX_START_ERROR, TX_CALLER_ERROR,
             ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 20, 2));
        CALL(tx_thread_create, TX_CALLER_ERROR,
             ARGUMENTS(&refused, nothing, free_stack, sizeof free_stack, 20, 20, TX_DONT_START));
    }
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_thread_create, TX_SUCCESS,
         ARGUMENTS(&made, nothing, stack, STACK_BYTES, 20, 20, TX_DONT_START));
    refuse();
}

/* The smallest stack that is allowed, the least and the most urgent priority. */
static void accept_limits(void)
{
    CALL(tx_thread_create, TX_SUCCESS,
         ARGUMENTS(&from_thread, nothing, free_stack, TX_MINIMUM_STACK, TX_MAX_PRIORITIES - 1, 0,
                   TX_DONT_START));
    CALL(tx_thread_terminate, TX_SUCCESS, &from_thread);
    CALL(tx_thread_delete, TX_SUCCESS, &from_thread);
    CALL(tx_thread_create, TX_SUCCESS,
         ARGUMENTS(&from_thread, nothing, free_stack, sizeof free_stack, 0, 0, TX_DONT_START));
    EQUAL(TX_STACK_FILL, free_stack[1]);
    EQUAL(TX_STACK_FILL, free_stack[sizeof free_stack / sizeof(ULONG) / 4]);
    EQUAL(TX_SUSPENDED, state_of(&from_thread));
    EQUAL(0, ran);
    CALL(tx_thread_resume, TX_SUCCESS, &from_thread);
    EQUAL(1, ran);
    EQUAL(TX_COMPLETED, state_of(&from_thread));
    CALL(tx_thread_delete, TX_SUCCESS, &from_thread);
}

void program_main(void)
{
    in_each(refuse);
    accept_limits();
    /* More urgent than the creator: it has run when the call returns. Less urgent: it is ready. */
    CALL(tx_thread_create, TX_SUCCESS,
         ARGUMENTS(&from_thread, nothing, free_stack, sizeof free_stack, 5, 5, TX_AUTO_START));
    EQUAL(2, ran);
    CALL(tx_thread_delete, TX_SUCCESS, &from_thread);
    CALL(tx_thread_create, TX_SUCCESS,
         ARGUMENTS(&from_thread, nothing, free_stack, sizeof free_stack, 20, 20, TX_AUTO_START));
    EQUAL(2, ran);
    EQUAL(TX_READY, state_of(&from_thread));
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    EQUAL(3, ran);
}
