/* SPDX-License-Identifier: Apache-2.0 */
/* Two-level segregated fit; see segregated_fit.h. */
#include "objects/segregated_fit.h"
#include "observe/count.h"
#include "port.h"
#include <string.h>

enum { LISTS = 8, LIST_BITS = 3, SMALL_BITS = 6, ORDERS_MAX = 27 };

_Static_assert(1 << SMALL_BITS == LISTS * LM_BYTE_ALIGN, "the first order goes in steps of ALIGN");

/* Sizes count the head; their lowest bit says that the piece is free. */
struct lm_byte_piece {
    struct lm_byte_piece *before; /* the neighbour before it; NULL for the first piece */
    size_t size;
    struct lm_byte_piece *next; /* in its list; this and the following only in free pieces */
    struct lm_byte_piece *prev;
};

enum { FREE = 1 };

static const size_t head_bytes = offsetof(struct lm_byte_piece, next);
static const size_t least_bytes = sizeof(struct lm_byte_piece);

_Static_assert(offsetof(struct lm_byte_piece, next) == LM_BYTE_OVERHEAD, "limen/byte_pool.h");

static size_t size_of(const struct lm_byte_piece *piece)
{
    return piece->size & ~(size_t)FREE;
}

static bool is_free(const struct lm_byte_piece *piece)
{
    return (piece->size & FREE) != 0;
}

static unsigned highest_bit(size_t size)
{
    return 31U - lm_port_leading_zeros((uint32_t)size);
}

static unsigned lowest_bit(uint32_t word)
{
    return 31U - lm_port_leading_zeros(word & (~word + 1));
}

/* The place of the list that has the free pieces of this size: the order * LISTS + the list. */
static unsigned place_of(size_t size)
{
    if (size < (size_t)1 << SMALL_BITS) {
        return (unsigned)(size / LM_BYTE_ALIGN);
    }
    unsigned bit = highest_bit(size);

    /* The highest bit of the size adds one order. */
    return (bit - SMALL_BITS) * LISTS + (unsigned)(size >> (bit - LIST_BITS));
}

/* A request with its head, in steps of ALIGN. */
static size_t size_for(size_t bytes)
{
    size_t size = (bytes + head_bytes + LM_BYTE_ALIGN - 1) & ~(size_t)(LM_BYTE_ALIGN - 1);

    return size > least_bytes ? size : least_bytes;
}

static struct lm_byte_piece *after(const struct lm_byte_pool *pool,
                                   const struct lm_byte_piece *piece)
{
    unsigned char *address = (unsigned char *)(uintptr_t)piece + size_of(piece);

    return address < pool->end ? (struct lm_byte_piece *)(void *)address : NULL;
}

/* Insert a piece as the first one of the list of its size. */
static void link(struct lm_byte_pool *pool, struct lm_byte_piece *piece, unsigned place)
{
    struct lm_byte_piece **list = &pool->lists[place];

    piece->prev = NULL;
    piece->next = *list;
    if (piece->next != NULL) {
        piece->next->prev = piece;
    }
    *list = piece;
    pool->sizes[place / LISTS] |= (uint8_t)(1U << place % LISTS);
    pool->orders |= 1U << place / LISTS;
}

static void note_empty(struct lm_byte_pool *pool, unsigned place)
{
    uint8_t rest = pool->sizes[place / LISTS] & (uint8_t) ~(1U << place % LISTS);

    pool->sizes[place / LISTS] = rest;
    if (rest == 0) {
        pool->orders &= ~(1U << place / LISTS);
    }
}

/* Take the first piece out of its list. */
static void unlink_first(struct lm_byte_pool *pool, struct lm_byte_piece *piece, unsigned place)
{
    pool->lists[place] = piece->next;
    if (piece->next != NULL) {
        piece->next->prev = NULL;
    } else {
        note_empty(pool, place);
    }
}

static void unlink(struct lm_byte_pool *pool, struct lm_byte_piece *piece, unsigned place)
{
    if (piece->prev == NULL) {
        unlink_first(pool, piece, place);
        return;
    }
    piece->prev->next = piece->next;
    if (piece->next != NULL) {
        piece->next->prev = piece->prev;
    }
}

/* Put a piece into a list in place of one that was free, of which it is a part, or the reverse.
 * Most often both are in one list, as its first piece: then the bitmaps stay as they are. */
static void replace(struct lm_byte_pool *pool, struct lm_byte_piece *old, unsigned from,
                    struct lm_byte_piece *piece)
{
    unsigned to = place_of(size_of(piece));

    if (from == to && old->prev == NULL) {
        struct lm_byte_piece *next = old->next;

        piece->prev = NULL;
        piece->next = next;
        if (next != NULL) {
            next->prev = piece;
        }
        pool->lists[to] = piece;
    } else {
        unlink(pool, old, from);
        link(pool, piece, to);
    }
}

bool lm_fit_init(struct lm_byte_pool *pool, void *area, size_t bytes)
{
    size_t usable = bytes < UINT32_MAX / 2 ? bytes & ~(size_t)(LM_BYTE_ALIGN - 1) : 0;

    if (usable < least_bytes) {
        return false;
    }
    unsigned orders = place_of(usable) / LISTS + 1;
    size_t index = orders * (LISTS * sizeof *pool->lists + 1);

    index = (index + LM_BYTE_ALIGN - 1) & ~(size_t)(LM_BYTE_ALIGN - 1);
    if (usable < index + least_bytes) {
        return false;
    }
    memset(area, 0, index);
    pool->lists = area;
    pool->sizes = (uint8_t *)(pool->lists + orders * LISTS);
    pool->orders = 0;
    pool->available = usable - index;
    pool->pieces = 1;
    pool->first = (struct lm_byte_piece *)(void *)((unsigned char *)area + index);
    pool->end = (unsigned char *)area + usable;
    pool->first->before = NULL;
    pool->first->size = (usable - index) | FREE;
    link(pool, pool->first, place_of(usable - index));
    return true;
}

/* Find the first piece of the list of this size if it is large enough, so that memory that was just
 * released serves the same request again. Otherwise find the first piece of the first list in which
 * all pieces are large enough. */
static struct lm_byte_piece *find(const struct lm_byte_pool *pool, size_t size, unsigned *found)
{
    unsigned place = place_of(size);
    struct lm_byte_piece *nearest = pool->lists[place];
    uint32_t lists = 0;

    if (nearest != NULL && size_of(nearest) >= size) {
        *found = place;
        return nearest;
    }
    place++;
    unsigned order = place / LISTS;

    if ((pool->orders & 1U << order) != 0) {
        lists = pool->sizes[order] & (0xFFU << place % LISTS);
    }
    if (lists == 0) {
        uint32_t orders = pool->orders & ~((2U << order) - 1);

        if (orders == 0) {
            return NULL;
        }
        order = lowest_bit(orders);
        lists = pool->sizes[order];
    }
    *found = order * LISTS + lowest_bit(lists);
    return pool->lists[*found];
}

/* Take this much of a free piece, whose rest stays free: it is large enough for a piece. */
static void split(struct lm_byte_pool *pool, struct lm_byte_piece *piece, unsigned place,
                  size_t size)
{
    struct lm_byte_piece *third = after(pool, piece);
    struct lm_byte_piece *second = (struct lm_byte_piece *)(void *)((unsigned char *)piece + size);

    second->size = piece->size - size; /* free, too */
    replace(pool, piece, place, second);
    second->before = piece;
    piece->size = size;
    if (third != NULL) {
        third->before = second;
    }
    pool->pieces++;
    LM_COUNT_OBJECT(&pool->object, splits);
}

void *lm_fit_take(struct lm_byte_pool *pool, size_t bytes)
{
    size_t size = size_for(bytes);
    unsigned place;
    struct lm_byte_piece *piece = find(pool, size, &place);

    if (piece == NULL) {
        return NULL;
    }
    LM_COUNT_OBJECT(&pool->object, searched);
    if (size_of(piece) - size >= least_bytes) {
        split(pool, piece, place, size);
    } else {
        unlink_first(pool, piece, place);
        piece->size &= ~(size_t)FREE;
    }
    pool->available -= piece->size;
    return (unsigned char *)piece + head_bytes;
}

static struct lm_byte_piece *piece_of(const void *memory)
{
    return (struct lm_byte_piece *)((uintptr_t)memory - head_bytes);
}

bool lm_fit_is_taken(const struct lm_byte_pool *pool, const void *memory)
{
    uintptr_t address = (uintptr_t)memory;
    uintptr_t lowest = (uintptr_t)pool->first + head_bytes;

    if (address < lowest || address >= (uintptr_t)pool->end || address % LM_BYTE_ALIGN != 0) {
        return false;
    }
    const struct lm_byte_piece *piece = piece_of(memory);
    size_t size = piece->size; /* odd if the piece is free */
    size_t room = (size_t)((uintptr_t)pool->end - (uintptr_t)piece);
    bool plausible = size >= least_bytes && size <= room && size % LM_BYTE_ALIGN == 0;
    const struct lm_byte_piece *next = plausible ? after(pool, piece) : NULL;

    return plausible && (next == NULL || next->before == piece);
}

/* Merge the piece with its free neighbours. Its head and the head of the next piece stay in memory,
 * marked free, so that a second release is detected. */
void lm_fit_give(struct lm_byte_pool *pool, void *memory)
{
    struct lm_byte_piece *piece = piece_of(memory);
    struct lm_byte_piece *before = piece->before;
    struct lm_byte_piece *next = after(pool, piece);
    struct lm_byte_piece *merged = NULL; /* with which the piece becomes one */
    size_t size = piece->size;

    pool->available += size;
    if (next != NULL && is_free(next)) {
        merged = next;
        size += size_of(next);
        next = after(pool, next);
        pool->pieces--;
        LM_COUNT_OBJECT(&pool->object, merges);
    }
    if (before != NULL && is_free(before)) {
        if (merged != NULL) {
            unlink(pool, merged, place_of(size_of(merged)));
        }
        merged = before;
        size += size_of(before);
        piece->size |= FREE;
        piece = before;
        pool->pieces--;
        LM_COUNT_OBJECT(&pool->object, merges);
    }
    if (next != NULL) {
        next->before = piece;
    }
    if (merged != NULL) {
        unsigned from = place_of(size_of(merged));

        piece->size = size | FREE;
        replace(pool, merged, from, piece);
    } else {
        piece->size = size | FREE;
        link(pool, piece, place_of(size));
    }
}

void lm_fit_count_free(const struct lm_byte_pool *pool, struct lm_byte_pool_free_info *counted)
{
    for (const struct lm_byte_piece *piece = pool->first; piece != NULL;
         piece = after(pool, piece)) {
        size_t size = size_of(piece);

        if (is_free(piece)) {
            if (counted->pieces == 0 || size < counted->smallest) {
                counted->smallest = size;
            }
            counted->largest = size > counted->largest ? size : counted->largest;
            counted->pieces++;
        }
    }
}

/* F3 for one piece. */
static bool is_listed(const struct lm_byte_pool *pool, const struct lm_byte_piece *piece)
{
    const struct lm_byte_piece *found = pool->lists[place_of(size_of(piece))];

    while (found != NULL && found != piece) {
        found = found->next;
    }
    return found == piece;
}

/* Check F4. Returns: the number of pieces in lists. */
static bool index_is_consistent(const struct lm_byte_pool *pool, uint32_t *listed)
{
    unsigned orders = (unsigned)(pool->sizes - (const uint8_t *)pool->lists) /
                      (unsigned)(LISTS * sizeof *pool->lists);
    bool consistent = true;

    for (unsigned order = 0; order < orders; order++) {
        bool any = (pool->orders & 1U << order) != 0;

        consistent = consistent && any == (pool->sizes[order] != 0);
        for (unsigned list = 0; list < LISTS; list++) {
            const struct lm_byte_piece *piece = pool->lists[order * LISTS + list];
            bool marked = (pool->sizes[order] & 1U << list) != 0;

            consistent = consistent && marked == (piece != NULL);
            for (; piece != NULL; piece = piece->next) {
                (*listed)++;
            }
        }
    }
    return consistent;
}

bool lm_fit_is_consistent(const struct lm_byte_pool *pool)
{
    size_t available = 0;
    uint32_t pieces = 0;
    uint32_t free_pieces = 0;
    uint32_t listed = 0;
    const struct lm_byte_piece *before = NULL;
    bool consistent = true;

    for (const struct lm_byte_piece *piece = pool->first; piece != NULL;
         before = piece, piece = after(pool, piece)) {
        pieces++;
        consistent = consistent && piece->before == before;
        if (is_free(piece)) {
            free_pieces++;
            available += size_of(piece);
            consistent =
                consistent && is_listed(pool, piece) && (before == NULL || !is_free(before));
        }
    }
    consistent = index_is_consistent(pool, &listed) && consistent;
    return consistent && listed == free_pieces && pieces == pool->pieces &&
           available == pool->available &&
           (const unsigned char *)before + size_of(before) == pool->end;
}
