/* SPDX-License-Identifier: Apache-2.0 */
/* First fit; see tx_byte_fit.h. */
#include "tx_byte_fit.h"

struct lm_object_counters tx_limen_fit_totals;

struct fragment {
    struct fragment *next;
    ALIGN_TYPE owner; /* the pool, or FREE */
};

#define FREE ((ALIGN_TYPE)0xFFFFEEEEUL)

/* Split a fragment after this number of bytes; the rest becomes a fragment of its own. */
enum { REST_MIN = 20 };

#define COUNT(pool_ptr, field)                                                                     \
    do {                                                                                           \
        (pool_ptr)->limen_fit.field++;                                                             \
        tx_limen_fit_totals.field++;                                                               \
    } while (0)

static ULONG bytes_of(const struct fragment *fragment)
{
    return (ULONG)((uintptr_t)fragment->next - (uintptr_t)fragment);
}

static ULONG rounded_up(ULONG size)
{
    return (size + (ULONG)sizeof(ALIGN_TYPE) - 1) / (ULONG)sizeof(ALIGN_TYPE) *
           (ULONG)sizeof(ALIGN_TYPE);
}

VOID tx_limen_fit_create(TX_BYTE_POOL *pool_ptr, VOID *pool_start, ULONG pool_size)
{
    uintptr_t begin = ((uintptr_t)pool_start + sizeof(ALIGN_TYPE) - 1) & ~(sizeof(ALIGN_TYPE) - 1);
    uintptr_t end = ((uintptr_t)pool_start + pool_size) & ~(sizeof(ALIGN_TYPE) - 1);
    struct fragment *first = (struct fragment *)begin;
    struct fragment *last = (struct fragment *)end - 1;

    first->next = last;
    first->owner = FREE;
    last->next = first;
    last->owner = (ALIGN_TYPE)(uintptr_t)pool_ptr;
    pool_ptr->tx_byte_pool_list = (UCHAR *)first;
    pool_ptr->tx_byte_pool_search = (UCHAR *)first;
    pool_ptr->tx_byte_pool_start = pool_start;
    pool_ptr->tx_byte_pool_size = pool_size;
    pool_ptr->tx_byte_pool_available = bytes_of(first);
    pool_ptr->tx_byte_pool_fragments = 2;
}

static struct fragment *at(UCHAR *place)
{
    return (struct fragment *)(VOID *)place;
}

static VOID merge_free_neighbours(TX_BYTE_POOL *pool_ptr, struct fragment *fragment)
{
    while (fragment->next->owner == FREE) {
        fragment->next = fragment->next->next;
        pool_ptr->tx_byte_pool_fragments--;
        COUNT(pool_ptr, merges);
    }
}

static VOID split(TX_BYTE_POOL *pool_ptr, struct fragment *fragment, ULONG bytes)
{
    struct fragment *rest = at((UCHAR *)fragment + bytes);

    rest->next = fragment->next;
    rest->owner = FREE;
    fragment->next = rest;
    pool_ptr->tx_byte_pool_fragments++;
    COUNT(pool_ptr, splits);
}

/* The first free fragment of at least this size, or the last fragment. */
static struct fragment *find(TX_BYTE_POOL *pool_ptr, ULONG bytes)
{
    struct fragment *each = at(pool_ptr->tx_byte_pool_search);

    for (bool fits = false; !fits && each->next > each;) {
        COUNT(pool_ptr, searched);
        if (each->owner == FREE) {
            merge_free_neighbours(pool_ptr, each);
            fits = bytes_of(each) >= bytes;
        }
        if (!fits) {
            each = each->next;
        }
    }
    return each;
}

VOID *tx_limen_fit_take(TX_BYTE_POOL *pool_ptr, ULONG memory_size)
{
    if (memory_size > pool_ptr->tx_byte_pool_size) { /* otherwise the sum below could wrap */
        return NULL;
    }
    ULONG bytes = rounded_up(memory_size) + (ULONG)sizeof(struct fragment);
    struct fragment *found = find(pool_ptr, bytes);

    if (found->owner != FREE) {
        return NULL;
    }
    if (bytes_of(found) - bytes >= REST_MIN) {
        split(pool_ptr, found, bytes);
    }
    found->owner = (ALIGN_TYPE)(uintptr_t)pool_ptr;
    pool_ptr->tx_byte_pool_available -= bytes_of(found);
    if (found == at(pool_ptr->tx_byte_pool_search)) {
        pool_ptr->tx_byte_pool_search = (UCHAR *)found->next;
    }
    COUNT(pool_ptr, taken);
    return found + 1;
}

bool tx_limen_fit_is_taken(TX_BYTE_POOL *pool_ptr, const VOID *memory_ptr)
{
    uintptr_t address = (uintptr_t)memory_ptr;
    uintptr_t begin = (uintptr_t)pool_ptr->tx_byte_pool_list;
    uintptr_t end = (uintptr_t)pool_ptr->tx_byte_pool_start + pool_ptr->tx_byte_pool_size;

    return address >= begin + sizeof(struct fragment) && address < end &&
           address % sizeof(ALIGN_TYPE) == 0 &&
           ((const struct fragment *)memory_ptr - 1)->owner == (ALIGN_TYPE)(uintptr_t)pool_ptr;
}

VOID tx_limen_fit_give(TX_BYTE_POOL *pool_ptr, VOID *memory_ptr)
{
    struct fragment *fragment = (struct fragment *)memory_ptr - 1;

    fragment->owner = FREE;
    pool_ptr->tx_byte_pool_available += bytes_of(fragment);
    if ((UCHAR *)fragment < pool_ptr->tx_byte_pool_search) {
        pool_ptr->tx_byte_pool_search = (UCHAR *)fragment;
    }
    COUNT(pool_ptr, given);
}
