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

struct place {
    unsigned order;
    unsigned list;
};

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

/* The list that has the free pieces of this size. */
static struct place place_of(size_t size)
{
    if (size < (size_t)1 << SMALL_BITS) {
        return (struct place){0, (unsigned)(size / LM_BYTE_ALIGN)};
    }
    unsigned bit = highest_bit(size);

    return (struct place){bit - SMALL_BITS + 1, (unsigned)(size >> (bit - LIST_BITS)) % LISTS};
}

/* The size from which on all pieces of a list can serve a request. */
static size_t rounded_up(size_t size)
{
    if (size < (size_t)1 << SMALL_BITS) {
        return size;
    }
    size_t step = (size_t)1 << (highest_bit(size) - LIST_BITS);

    return (size + step - 1) & ~(step - 1);
}

/* A request with its head, in steps of ALIGN. */
static size_t size_for(size_t bytes)
{
    size_t size = (bytes + head_bytes + LM_BYTE_ALIGN - 1) & ~(size_t)(LM_BYTE_ALIGN - 1);

    return size > least_bytes ? size : least_bytes;
}

static struct lm_byte_piece **list_at(const struct lm_byte_pool *pool, struct place place)
{
    return &pool->lists[place.order * LISTS + place.list];
}

static struct lm_byte_piece *after(const struct lm_byte_pool *pool,
                                   const struct lm_byte_piece *piece)
{
    unsigned char *address = (unsigned char *)(uintptr_t)piece + size_of(piece);

    return address < pool->end ? (struct lm_byte_piece *)(void *)address : NULL;
}

static void link(struct lm_byte_pool *pool, struct lm_byte_piece *piece)
{
    struct place place = place_of(size_of(piece));
    struct lm_byte_piece **list = list_at(pool, place);

    piece->size |= FREE;
    piece->prev = NULL;
    piece->next = *list;
    if (piece->next != NULL) {
        piece->next->prev = piece;
    }
    *list = piece;
    pool->sizes[place.order] |= (uint8_t)(1U << place.list);
    pool->orders |= 1U << place.order;
}

static void note_empty(struct lm_byte_pool *pool, struct place place)
{
    uint8_t rest = pool->sizes[place.order] & (uint8_t) ~(1U << place.list);

    pool->sizes[place.order] = rest;
    if (rest == 0) {
        pool->orders &= ~(1U << place.order);
    }
}

/* Take the first piece out of its list. */
static void unlink_first(struct lm_byte_pool *pool, struct lm_byte_piece *piece, struct place place)
{
    *list_at(pool, place) = piece->next;
    if (piece->next != NULL) {
        piece->next->prev = NULL;
    } else {
        note_empty(pool, place);
    }
}

static void unlink(struct lm_byte_pool *pool, struct lm_byte_piece *piece)
{
    if (piece->prev == NULL) {
        unlink_first(pool, piece, place_of(size_of(piece)));
        return;
    }
    piece->prev->next = piece->next;
    if (piece->next != NULL) {
        piece->next->prev = piece->prev;
    }
}

bool lm_fit_init(struct lm_byte_pool *pool, void *area, size_t bytes)
{
    size_t usable = bytes < UINT32_MAX / 2 ? bytes & ~(size_t)(LM_BYTE_ALIGN - 1) : 0;

    if (usable < least_bytes) {
        return false;
    }
    unsigned orders = place_of(usable).order + 1;
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
    pool->first->size = usable - index;
    link(pool, pool->first);
    return true;
}

bool lm_fit_is_possible(const struct lm_byte_pool *pool, size_t bytes)
{
    size_t all = (size_t)(pool->end - (unsigned char *)pool->first);

    return bytes > 0 && bytes <= all && size_for(bytes) <= all;
}

/* Find the first piece of the list of this size if it is large enough, so that memory that was just
 * released serves the same request again. Otherwise find the first piece of the first list in which
 * all pieces are large enough. */
static struct lm_byte_piece *find(const struct lm_byte_pool *pool, size_t size, struct place *found)
{
    struct place place = place_of(size);
    struct lm_byte_piece *nearest = *list_at(pool, place);
    uint32_t lists = 0;

    if (nearest != NULL && size_of(nearest) >= size) {
        *found = place;
        return nearest;
    }
    place = place_of(rounded_up(size));
    if ((pool->orders & 1U << place.order) != 0) {
        lists = pool->sizes[place.order] & (0xFFU << place.list);
    }
    if (lists == 0) {
        uint32_t orders = pool->orders & ~((2U << place.order) - 1);

        if (orders == 0) {
            return NULL;
        }
        place.order = lowest_bit(orders);
        lists = pool->sizes[place.order];
    }
    place.list = lowest_bit(lists);
    *found = place;
    return *list_at(pool, place);
}

/* Cut off the rest of a taken piece, if it is large enough for a piece. */
static void split(struct lm_byte_pool *pool, struct lm_byte_piece *piece, size_t size)
{
    size_t rest = size_of(piece) - size;

    if (rest < least_bytes) {
        return;
    }
    piece->size = size;
    struct lm_byte_piece *second = after(pool, piece);

    second->before = piece;
    second->size = rest;
    struct lm_byte_piece *third = after(pool, second);

    if (third != NULL) {
        third->before = second;
    }
    pool->pieces++;
    LM_COUNT_OBJECT(&pool->object, splits);
    link(pool, second);
}

void *lm_fit_take(struct lm_byte_pool *pool, size_t bytes)
{
    size_t size = size_for(bytes);
    struct place place;
    struct lm_byte_piece *piece = find(pool, size, &place);

    if (piece == NULL) {
        return NULL;
    }
    LM_COUNT_OBJECT(&pool->object, searched);
    unlink_first(pool, piece, place);
    piece->size &= ~(size_t)FREE;
    split(pool, piece, size);
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
    size_t size = piece->size;
    unsigned merges = 0;

    pool->available += size;
    if (next != NULL && is_free(next)) {
        unlink(pool, next);
        size += size_of(next);
        next = after(pool, next);
        merges++;
        LM_COUNT_OBJECT(&pool->object, merges);
    }
    if (before != NULL && is_free(before)) {
        unlink(pool, before);
        size += size_of(before);
        piece->size |= FREE;
        piece = before;
        merges++;
        LM_COUNT_OBJECT(&pool->object, merges);
    }
    if (next != NULL) {
        next->before = piece;
    }
    piece->size = size;
    pool->pieces -= merges;
    link(pool, piece);
}

/* F3 for one piece. */
static bool is_listed(const struct lm_byte_pool *pool, const struct lm_byte_piece *piece)
{
    const struct lm_byte_piece *found = *list_at(pool, place_of(size_of(piece)));

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

    for (struct place place = {0, 0}; place.order < orders; place.order++) {
        bool any = (pool->orders & 1U << place.order) != 0;

        consistent = consistent && any == (pool->sizes[place.order] != 0);
        for (place.list = 0; place.list < LISTS; place.list++) {
            const struct lm_byte_piece *piece = *list_at(pool, place);
            bool marked = (pool->sizes[place.order] & 1U << place.list) != 0;

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
