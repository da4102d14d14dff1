/* SPDX-License-Identifier: Apache-2.0 */
/* Access to the inside of the library before and after a system runs. */
#ifndef LIMEN_FUZZ_THREADX_H
#define LIMEN_FUZZ_THREADX_H

#include <stdbool.h>
#include <stdint.h>

struct TX_THREAD_STRUCT;

/* Discard the state of an earlier system. */
void threadx_forget(struct TX_THREAD_STRUCT *threads, int count);

/* From now on the caller is not start-up. */
void threadx_start(void);

/* Has a call returned with this block? */
bool threadx_block_is_in_use(uint32_t pool, uint32_t block);

#endif
