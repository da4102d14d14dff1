/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: with TX_SAFETY_CRITICAL the services check their arguments, even if the application or its
 * library requests the contrary.
 */
#define TX_SAFETY_CRITICAL
#ifndef TX_DISABLE_ERROR_CHECKING
#define TX_DISABLE_ERROR_CHECKING
#endif
#include "option.h"

static TX_THREAD checker;
static ULONG checker_stack[1024];
static TX_SEMAPHORE semaphore;

static VOID run(ULONG input)
{
    (void)input;
    OPTION_CHECK(tx_semaphore_put(&semaphore) == TX_SEMAPHORE_ERROR);
    OPTION_CHECK(tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 0) == TX_SUCCESS);
    OPTION_CHECK(tx_semaphore_create(&semaphore, (CHAR *)"again", 0) == TX_SEMAPHORE_ERROR);
    OPTION_CHECK(tx_semaphore_ceiling_put(&semaphore, 0) == TX_INVALID_CEILING);
    OPTION_CHECK(tx_semaphore_put(&semaphore) == TX_SUCCESS);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_THREAD(checker, run, 5);
}

OPTION_MAIN
