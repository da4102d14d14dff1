/* SPDX-License-Identifier: Apache-2.0 */
/* Extends a counter of 32 bits to 64 bits, for boards that use it as their clock.
 *
 * The counter must be read at least once in each of its periods. Context: the kernel lock.
 */
#ifndef LIMEN_BOARD_WIDE_COUNTER_H
#define LIMEN_BOARD_WIDE_COUNTER_H

#include <stdint.h>

struct wide_counter {
    uint32_t high;
    uint32_t low;
};

/* The longest time between two reads of the counter that misses no wrap, with a reserve. */
static const uint64_t wide_counter_longest = UINT32_MAX / 2;

/* The 64-bit count for its lower half. */
static inline uint64_t wide_counter_update(struct wide_counter *counter, uint32_t now)
{
    if (now < counter->low) {
        counter->high++;
    }
    counter->low = now;
    return (uint64_t)counter->high << 32 | now;
}

#endif
