/* SPDX-License-Identifier: Apache-2.0 */
/* A counter of 32 bits, made 64 bits wide: for boards whose clock it is.
 *
 * Whoever reads it does so at least once in each turn of the counter. Context: the kernel lock.
 */
#ifndef LIMEN_BOARD_WIDE_COUNTER_H
#define LIMEN_BOARD_WIDE_COUNTER_H

#include <stdint.h>

struct wide_counter {
    uint32_t high;
    uint32_t low;
};

/* The longest time between two looks at the counter that misses no wrap, with a reserve. */
static const uint64_t wide_counter_longest = UINT32_MAX / 2;

/* The count, given its lower half. */
static inline uint64_t wide_counter_update(struct wide_counter *counter, uint32_t now)
{
    if (now < counter->low) {
        counter->high++;
    }
    counter->low = now;
    return (uint64_t)counter->high << 32 | now;
}

#endif
