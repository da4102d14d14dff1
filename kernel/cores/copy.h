/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of messages, for the queues of one core and of several. */
#ifndef LIMEN_COPY_H
#define LIMEN_COPY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LM_QUEUE_BLOCK_BYTES = 32 };

/* Copy word by word. For the short messages of most queues, a call of memcpy would cost more than
 * the copy. Requires: pointers and size are aligned to words; at least a word. */
static inline __attribute__((always_inline)) void lm_queue_copy_words(void *to, const void *from,
                                                                      uint32_t bytes)
{
    unsigned char *target = __builtin_assume_aligned(to, 4);
    const unsigned char *source = __builtin_assume_aligned(from, 4);
    const unsigned char *end = source + bytes;

    do {
        memcpy(target, source, 4);
        target += 4;
        source += 4;
    } while (source != end);
}

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
        lm_queue_copy_words(to, from, bytes);
    } else {
        lm_queue_copy_any(to, from, bytes);
    }
}

#endif
