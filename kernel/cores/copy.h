/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of messages, for the queues of one core and of several. */
#ifndef LIMEN_COPY_H
#define LIMEN_COPY_H

#include "port.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LM_QUEUE_BLOCK_BYTES = 32 };

/* Copy any message. A long one is copied in blocks, which compilers copy with few instructions,
 * because interrupts are off during the copy. If it is not aligned to words, the C library copies
 * it. */
void lm_queue_copy_any(void *to, const void *from, uint32_t bytes);

static inline bool lm_queue_is_aligned(const void *address)
{
    return ((uintptr_t)address & 3U) == 0;
}

/* Is it a multiple of a word, and a few words at most? */
static inline bool lm_queue_is_short(uint32_t bytes)
{
    return (bytes & ~(LM_QUEUE_BLOCK_BYTES - 4U)) == 0;
}

/* Copy a few words to an aligned address, from any address. */
static inline void lm_queue_copy_few(void *to, const void *from, uint32_t bytes)
{
    if (lm_queue_is_aligned(from)) {
        lm_port_copy_words(to, from, bytes);
    } else {
        lm_queue_copy_any(to, from, bytes);
    }
}

#endif
