/* SPDX-License-Identifier: Apache-2.0 */
/* Two-level segregated fit: which piece of memory serves a request, in O(1).
 *
 * Free pieces are in lists by size: each order of magnitude (a power of two) has eight lists. A
 * request is rounded up to the lower bound of the next list, so that any piece of the list can
 * serve it. Two bitmaps find the first list that is not empty. Released pieces merge with their
 * neighbours at once.
 *
 * Invariants (checked by lm_fit_is_consistent):
 *   F1  the pieces follow each other without gaps from first to end
 *   F2  no two neighbours are both free
 *   F3  a piece is in the list of its size  <=>  it is free
 *   F4  a bit of orders and sizes is set  <=>  its lists or list is not empty
 *   F5  available and pieces are the sums over all pieces
 *
 * Source: Masmano, Ripoll, Crespo, Real: TLSF, a new dynamic memory allocator for real-time
 *         systems, ECRTS 2004, sections 4 and 5.
 * Context: the kernel lock, except for lm_fit_init.
 */
#ifndef LIMEN_SEGREGATED_FIT_H
#define LIMEN_SEGREGATED_FIT_H

#include <limen/byte_pool.h>
#include <stdbool.h>

/* Requires: the fields of the pool that this file uses are 0. Returns: false if the area is too
 * small. */
bool lm_fit_init(struct lm_byte_pool *pool, void *area, size_t bytes);

/* Is the request one that the pool can serve if all its memory is free? */
static inline bool lm_fit_is_possible(const struct lm_byte_pool *pool, size_t bytes)
{
    size_t all = (size_t)(pool->end - (unsigned char *)pool->first); /* a multiple of ALIGN */

    return bytes - 1 < all - LM_BYTE_OVERHEAD;
}

/* Requires: the request is possible. Returns: NULL if no piece is large enough. */
void *lm_fit_take(struct lm_byte_pool *pool, size_t bytes);

/* Is this the beginning of memory that is allocated? O(1). The result is exact for addresses that
 * the pool has ever returned. Most other addresses are recognised. */
bool lm_fit_is_taken(const struct lm_byte_pool *pool, const void *memory);

void lm_fit_give(struct lm_byte_pool *pool, void *memory);

/* Add the free pieces to those that are counted. O(pieces). Context: the pool does not change, also
 * without the lock. */
void lm_fit_count_free(const struct lm_byte_pool *pool, struct lm_byte_pool_free_info *counted);

/* True if F1 to F5 hold. O(pieces): for tests. */
bool lm_fit_is_consistent(const struct lm_byte_pool *pool);

#endif
