/* SPDX-License-Identifier: Apache-2.0 */
/* First fit: finds the fragment of a byte pool that serves a request. The native pool finds one in
 * constant time but needs an index in the area, and applications that were written for ThreadX
 * compute the sizes of their pools without an index.
 *
 * The area is a chain of fragments, each with a head: the next fragment, and whether it is free.
 * The last fragment is empty and never free. A search joins free neighbours.
 *
 * Invariants:
 *   B1  no fragment before tx_byte_pool_search is free
 *   B2  available is the sum of the free fragments, including heads; fragments counts all
 *
 * Context: the caller excludes all others.
 */
#ifndef TX_BYTE_FIT_H
#define TX_BYTE_FIT_H

#include "limen.h"

VOID tx_limen_fit_create(TX_BYTE_POOL *pool_ptr, VOID *pool_start, ULONG pool_size);

/* Returns: NULL if no fragment is large enough. Cost: O(fragments). */
VOID *tx_limen_fit_take(TX_BYTE_POOL *pool_ptr, ULONG memory_size);

/* Is this an allocated block of the pool? Reads nothing outside of the area. */
bool tx_limen_fit_is_taken(TX_BYTE_POOL *pool_ptr, const VOID *memory_ptr);

VOID tx_limen_fit_give(TX_BYTE_POOL *pool_ptr, VOID *memory_ptr);

/* The sum over all pools since the start. */
extern struct lm_object_counters tx_limen_fit_totals;

#endif
