/* SPDX-License-Identifier: Apache-2.0 */
/* Areas of memory that a program gives to the kernel: stacks, the memory of pools, the storage of
 * queues, the buffer of the trace. */
#ifndef LIMEN_AREA_H
#define LIMEN_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The size of the largest area: that of a region of a Cortex-M. No memory extends into the next
 * region. */
#define LM_AREA_BYTES_MAX 0x20000000U

/* Can an area of this size begin at this address? It begins at a multiple of align, a power of two,
 * has no more than LM_AREA_BYTES_MAX bytes, and ends ahead of the end of the address space. In the
 * checked libraries the calls that get an area refuse any other one. So they detect sizes that were
 * computed wrongly, such as negative ones. They do not detect that the program has less memory
 * there.
 * Context: any. Cost: O(1). */
static inline bool lm_area_is_possible(const void *area, size_t bytes, size_t align)
{
    uintptr_t first = (uintptr_t)area;

    return first != 0 && (first & (align - 1)) == 0 && bytes <= LM_AREA_BYTES_MAX &&
           bytes <= UINTPTR_MAX - first;
}

#ifdef __cplusplus
}
#endif

#endif
