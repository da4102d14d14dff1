/* SPDX-License-Identifier: Apache-2.0 */
/* Stores the found states as a table of their keys. The waiting states are a list of differences
 * from the first state, because most bytes are equal in all states. */
#include "check.h"
#include "reach.h"
#include <stdlib.h>
#include <string.h>

enum { RUN_MAX = 255, STATES_AT_FIRST = 1 << 16 };

struct origin {
    uint32_t parent;
    uint16_t event;
};

struct waiting {
    struct waiting *next;
    uint32_t number;
    uint32_t bytes;
    unsigned char difference[];
};

static struct {
    unsigned char initial[MEMORY_MAX];
    size_t bytes;
    struct key *key; /* a hash table with open addresses */
    size_t places;   /* a power of two */
    uint32_t count;
    struct origin *origin;
    size_t origins;
    struct waiting *first, *last;
} store;

static void *allocated(void *memory)
{
    if (memory == NULL) {
        check_failed(__FILE__, __LINE__, "out of memory with %u states", store.count);
    }
    return memory;
}

void store_begin(const unsigned char *initial, size_t bytes)
{
    free(store.key);
    free(store.origin);
    memset(&store, 0, sizeof store);
    memcpy(store.initial, initial, bytes);
    store.bytes = bytes;
    store.places = STATES_AT_FIRST;
    store.key = allocated(calloc(store.places, sizeof *store.key));
}

/* The place of the key, or the free one where it belongs. */
static struct key *find(struct key key)
{
    size_t at = key.low & (store.places - 1);

    while ((store.key[at].low | store.key[at].high) != 0 &&
           (store.key[at].low != key.low || store.key[at].high != key.high)) {
        at = (at + 1) & (store.places - 1);
    }
    return &store.key[at];
}

static void grow(void)
{
    struct key *old = store.key;
    size_t places = store.places;

    store.places *= 2;
    store.key = allocated(calloc(store.places, sizeof *store.key));
    for (size_t i = 0; i < places; i++) {
        if ((old[i].low | old[i].high) != 0) {
            *find(old[i]) = old[i];
        }
    }
    free(old);
}

/* The end of the bytes from here on, no longer than a run, that are those of the first state. Words
 * are compared first, because most bytes are. */
static size_t end_of_equal(const unsigned char *bytes, size_t at)
{
    size_t end = at + RUN_MAX < store.bytes ? at + RUN_MAX : store.bytes;

    while (at + sizeof(uint64_t) <= end &&
           memcmp(bytes + at, store.initial + at, sizeof(uint64_t)) == 0) {
        at += sizeof(uint64_t);
    }
    while (at < end && bytes[at] == store.initial[at]) {
        at++;
    }
    return at;
}

/* Pairs of a number of equal bytes and a number of others, each followed by the others. */
static void push(const unsigned char *bytes, uint32_t number)
{
    static unsigned char difference[2 * MEMORY_MAX];
    size_t used = 0;

    for (size_t at = 0; at < store.bytes;) {
        size_t begin = at;

        at = end_of_equal(bytes, at);
        difference[used++] = (unsigned char)(at - begin);

        unsigned char *length = &difference[used++];

        begin = at;
        while (at < store.bytes && at - begin < RUN_MAX && bytes[at] != store.initial[at]) {
            difference[used++] = bytes[at++];
        }
        *length = (unsigned char)(at - begin);
    }

    struct waiting *state = allocated(malloc(sizeof *state + used));

    *state = (struct waiting){.number = number, .bytes = (uint32_t)used};
    memcpy(state->difference, difference, used);
    if (store.last != NULL) {
        store.last->next = state;
    } else {
        store.first = state;
    }
    store.last = state;
}

static bool is_free(const struct key *place)
{
    return (place->low | place->high) == 0;
}

bool store_has(struct key key)
{
    return !is_free(find(key));
}

void store_add(struct key key, const unsigned char *bytes, uint32_t parent, uint16_t event)
{
    struct key *place = find(key);

    CHECK(is_free(place));
    *place = key;
    if (store.count == store.origins) {
        store.origins = store.origins != 0 ? 2 * store.origins : STATES_AT_FIRST;
        store.origin = allocated(realloc(store.origin, store.origins * sizeof *store.origin));
    }
    store.origin[store.count] = (struct origin){parent, event};
    push(bytes, store.count);
    if (2 * (size_t)++store.count > store.places) {
        grow();
    }
}

bool store_take(unsigned char *bytes, uint32_t *number)
{
    struct waiting *state = store.first;

    if (state == NULL) {
        return false;
    }
    store.first = state->next;
    if (store.first == NULL) {
        store.last = NULL;
    }
    memcpy(bytes, store.initial, store.bytes);
    for (size_t from = 0, to = 0; from < state->bytes;) {
        to += state->difference[from++];

        size_t length = state->difference[from++];

        memcpy(bytes + to, state->difference + from, length);
        from += length;
        to += length;
    }
    *number = state->number;
    free(state);
    return true;
}

uint32_t store_count(void)
{
    return store.count;
}

uint32_t store_parent(uint32_t number, uint16_t *event)
{
    *event = store.origin[number].event;
    return store.origin[number].parent;
}
