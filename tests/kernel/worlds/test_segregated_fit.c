/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: allocations of a byte pool do not overlap, and each is as large as requested. After all of
 * them are released, the pool is one piece again.
 *
 * Method: every sequence of allocations and releases in tiny pools, and long random sequences in
 * larger ones; the test prints its seed, and repeats it if it is an argument. Allocated memory is
 * filled with a pattern that has to be intact at the release. The invariants of the pool are
 * checked after each step.
 */
#include "check.h"
#include "explore.h"
#include "objects/segregated_fit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AREA = 1 << 16, HELD_MAX = 64, STEPS = 20000, DEPTH = 6 };
enum { LISTS = 8 }; /* of an order of magnitude */

static _Alignas(8) unsigned char area[AREA];
static struct lm_byte_pool pool;
static struct held {
    unsigned char *memory;
    size_t bytes;
    unsigned char pattern;
} held[HELD_MAX];
static unsigned count;
static unsigned char next_pattern;
static uint32_t random_state;

static uint32_t next_random(void)
{
    random_state = random_state * 1664525U + 1013904223U;
    return random_state >> 8;
}

static void take(size_t bytes)
{
    unsigned char *memory = lm_fit_is_possible(&pool, bytes) ? lm_fit_take(&pool, bytes) : NULL;

    if (memory != NULL) {
        CHECK((uintptr_t)memory % LM_BYTE_ALIGN == 0);
        CHECK(memory >= area && memory + bytes <= area + AREA);
        CHECK(lm_fit_is_taken(&pool, memory));
        memset(memory, ++next_pattern, bytes);
        held[count++] = (struct held){memory, bytes, next_pattern};
    }
    CHECK(lm_fit_is_consistent(&pool));
}

static void give(unsigned which)
{
    struct held one = held[which];

    for (size_t i = 0; i < one.bytes; i++) {
        CHECK_EQUAL(one.memory[i], one.pattern);
    }
    held[which] = held[--count];
    lm_fit_give(&pool, one.memory);
    CHECK(!lm_fit_is_taken(&pool, one.memory));
    CHECK(lm_fit_is_consistent(&pool));
}

static void begin(size_t bytes)
{
    memset(&pool, 0, sizeof pool);
    CHECK(lm_fit_init(&pool, area, bytes));
    CHECK(lm_fit_is_consistent(&pool));
    count = 0;
}

static void check_all_comes_back(size_t available)
{
    while (count > 0) {
        give(count - 1);
    }
    CHECK_EQUAL(pool.pieces, 1);
    CHECK_EQUAL(pool.available, available);
}

static void every_short_sequence_in_tiny_pools(void)
{
    static const size_t sizes[] = {1, 16, 40, 100};
    static struct explore explore;

    while (explore_next(&explore)) {
        begin(1024U + 64U * explore_choose(&explore, 3));
        size_t available = pool.available;

        for (unsigned step = 0; step < DEPTH; step++) {
            unsigned choice = explore_choose(&explore, 4 + count);

            if (choice < 4) {
                take(sizes[choice]);
            } else {
                give(choice - 4);
            }
        }
        check_all_comes_back(available);
    }
}

static void long_random_sequences(void)
{
    begin(AREA);
    size_t available = pool.available;

    for (unsigned step = 0; step < STEPS; step++) {
        bool takes = count < HELD_MAX && next_random() % 100 < 55;

        if (takes) {
            take(1 + next_random() % (next_random() % 8 == 0 ? 8000 : 200));
        } else if (count > 0) {
            give(next_random() % count);
        }
    }
    check_all_comes_back(available);
}

static void a_request_that_is_possible_is_served_by_an_empty_pool(void)
{
    for (size_t bytes = 1; bytes < 4096; bytes++) {
        begin(4096);
        bool possible = lm_fit_is_possible(&pool, bytes);

        take(bytes);
        CHECK_EQUAL(count, possible ? 1 : 0);
    }
    CHECK(!lm_fit_is_possible(&pool, 0));
    CHECK(!lm_fit_is_possible(&pool, SIZE_MAX));
}

/* Pieces of all these sizes are free: a request takes the one that fits it, and no larger one. */
static void the_piece_that_fits_is_taken(void)
{
    static const size_t sizes[] = {32, 40, 48, 56, 64, 72, 80, 120, 128, 144, 160, 256, 1024, 4096};
    enum { SIZES = sizeof sizes / sizeof sizes[0], OF_144 = 9, OF_1024 = 12 };
    unsigned char *memory[SIZES];

    begin(AREA);
    for (unsigned i = 0; i < SIZES; i++) {
        take(sizes[i] - LM_BYTE_OVERHEAD);
        take(1); /* so that free pieces are not neighbours */
        memory[i] = held[2 * i].memory;
    }
    for (unsigned i = 0; i < SIZES; i++) {
        lm_fit_give(&pool, memory[i]);
    }
    CHECK_SAME(lm_fit_take(&pool, 136 - LM_BYTE_OVERHEAD), memory[OF_144]); /* the next one */
    lm_fit_give(&pool, memory[OF_144]);
    CHECK_SAME(lm_fit_take(&pool, 600 - LM_BYTE_OVERHEAD), memory[OF_1024]);
    lm_fit_give(&pool, memory[OF_1024]);
    for (unsigned i = 0; i < SIZES; i++) {
        CHECK_SAME(lm_fit_take(&pool, sizes[i] - LM_BYTE_OVERHEAD), memory[i]);
    }
}

static void areas_that_are_too_small_are_refused(void)
{
    size_t least = 0;

    while (!lm_fit_init(&pool, area, least)) {
        least++;
        CHECK(least < 2048);
    }
    begin(least);
    take(1);
    CHECK_EQUAL(count, 1);
    CHECK(!lm_fit_init(&pool, area, SIZE_MAX));
}

/* The layout of a piece, which is private, so that the test can break it. */
struct broken {
    struct broken *before;
    size_t size;
    struct broken *next;
    struct broken *prev;
};

static void foreign_addresses_are_not_taken(void)
{
    begin(4096);
    take(100);
    unsigned char *memory = held[0].memory;

    CHECK(!lm_fit_is_taken(&pool, NULL));
    CHECK(!lm_fit_is_taken(&pool, memory + 1));
    CHECK(!lm_fit_is_taken(&pool, memory + 8));
    CHECK(!lm_fit_is_taken(&pool, area));
    CHECK(!lm_fit_is_taken(&pool, area + 4096));
    CHECK(!lm_fit_is_taken(&pool, area + 4096 + 8));

    /* The contents of the memory look like a piece that is too small, and like its neighbour. */
    struct broken *small = (void *)(memory + LM_BYTE_OVERHEAD);
    struct broken *behind = (void *)(memory + 2 * LM_BYTE_OVERHEAD);

    small->size = LM_BYTE_OVERHEAD;
    behind->before = small;
    CHECK(!lm_fit_is_taken(&pool, &small->next));
}

static struct broken *piece_at(unsigned which)
{
    return (struct broken *)(void *)(held[which].memory - LM_BYTE_OVERHEAD);
}

/* Allocate three pieces and release the second: it is free between two others, and so is the
 * rest. */
static void begin_broken(void)
{
    begin(4096);
    take(100);
    take(100);
    take(100);
    lm_fit_give(&pool, held[1].memory);
    CHECK(lm_fit_is_consistent(&pool));
}

static void check_free(uint32_t pieces, size_t smallest, size_t largest)
{
    struct lm_byte_pool_free_info counted = {0};

    lm_fit_count_free(&pool, &counted);
    CHECK_EQUAL(counted.pieces, pieces);
    CHECK_EQUAL(counted.smallest, smallest);
    CHECK_EQUAL(counted.largest, largest);
    lm_fit_count_free(&pool, &counted); /* as if it were another pool */
    CHECK_EQUAL(counted.pieces, 2 * pieces);
    CHECK(counted.smallest == smallest && counted.largest == largest);
}

/* A pool without a free piece. */
static void begin_full(void)
{
    unsigned before;

    begin(1024);
    take(8);
    take(8);
    take(400);
    do {
        before = count;
        take(8);
    } while (count != before);
}

static void free_pieces_are_counted(void)
{
    begin_full();
    size_t small = piece_at(0)->size, large = piece_at(2)->size;

    check_free(0, 0, 0);
    lm_fit_give(&pool, held[0].memory);
    check_free(1, small, small);
    lm_fit_give(&pool, held[2].memory);
    check_free(2, small, large);
    begin_full();
    lm_fit_give(&pool, held[2].memory);
    check_free(1, large, large);
    lm_fit_give(&pool, held[4].memory);
    check_free(2, small, large);
}

static void a_broken_pool_is_not_consistent(void)
{
    begin_broken();
    pool.available += 8;
    CHECK(!lm_fit_is_consistent(&pool));
    begin_broken();
    pool.pieces++;
    CHECK(!lm_fit_is_consistent(&pool));
    begin_broken();
    pool.orders = 0;
    CHECK(!lm_fit_is_consistent(&pool));
    begin_broken();
    pool.sizes[0] ^= 1;
    CHECK(!lm_fit_is_consistent(&pool));
    begin_broken();
    piece_at(2)->before = NULL;
    CHECK(!lm_fit_is_consistent(&pool));
    begin_broken();
    piece_at(0)->size |= 1; /* free, as its neighbour is, and in no list */
    CHECK(!lm_fit_is_consistent(&pool));
    begin_broken();
    piece_at(1)->size &= ~(size_t)1; /* taken, and in a list */
    CHECK(!lm_fit_is_consistent(&pool));
}

/* The list whose only piece is this one. */
static unsigned list_of(const struct broken *piece)
{
    unsigned list = 0;

    while (pool.lists[list] != (const void *)piece) {
        list++;
    }
    return list;
}

/* The free piece at the end of a pool after begin_broken. */
static struct broken *rest_of_pool(void)
{
    return (struct broken *)(void *)((unsigned char *)piece_at(2) + piece_at(2)->size);
}

/* Each time all invariants but one hold, so that only one comparison can detect it. */
static void each_invariant_of_a_pool_is_checked_by_itself(void)
{
    struct lm_byte_piece *swapped;
    unsigned a, b;

    begin_broken(); /* two pieces, each in the list of the other one */
    a = list_of(piece_at(1));
    b = list_of(rest_of_pool());
    swapped = pool.lists[a];
    pool.lists[a] = pool.lists[b];
    pool.lists[b] = swapped;
    CHECK(!lm_fit_is_consistent(&pool));

    begin_broken(); /* an empty list is marked, in an order that has a marked list */
    a = list_of(rest_of_pool());
    pool.sizes[a / LISTS] |= (uint8_t)(1U << ((a + 1) % LISTS));
    CHECK(!lm_fit_is_consistent(&pool));

    begin_broken(); /* two free neighbours */
    piece_at(1)->next = (void *)piece_at(2);
    piece_at(2)->size |= 1;
    piece_at(2)->next = NULL;
    pool.available += piece_at(2)->size - 1;
    CHECK(!lm_fit_is_consistent(&pool));

    begin_broken(); /* a taken piece in a list */
    piece_at(1)->size &= ~(size_t)1;
    pool.available -= piece_at(1)->size;
    CHECK(!lm_fit_is_consistent(&pool));

    begin_broken(); /* the last piece goes beyond the end */
    rest_of_pool()->size += 8;
    pool.available += 8;
    CHECK(!lm_fit_is_consistent(&pool));
}

static void heads_that_cannot_be_are_not_taken(void)
{
    begin_broken();
    struct broken *piece = piece_at(0);
    const size_t size = piece->size;
    void *memory = held[0].memory;

    CHECK(lm_fit_is_taken(&pool, memory));
    piece->size = size + 8 * 4096;
    CHECK(!lm_fit_is_taken(&pool, memory));
    piece->size = size + 2;
    CHECK(!lm_fit_is_taken(&pool, memory));
    piece->size = 8;
    CHECK(!lm_fit_is_taken(&pool, memory));
    piece->size = size + 8;
    CHECK(!lm_fit_is_taken(&pool, memory));
    piece->size = size;
    take(pool.available - 1000);
    take(900);
    CHECK(lm_fit_is_taken(&pool, held[count - 1].memory));
}

int main(int argc, char **argv)
{
    random_state = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
    printf("seed %u\n", (unsigned)random_state);
    every_short_sequence_in_tiny_pools();
    long_random_sequences();
    a_request_that_is_possible_is_served_by_an_empty_pool();
    the_piece_that_fits_is_taken();
    areas_that_are_too_small_are_refused();
    foreign_addresses_are_not_taken();
    free_pieces_are_counted();
    a_broken_pool_is_not_consistent();
    each_invariant_of_a_pool_is_checked_by_itself();
    heads_that_cannot_be_are_not_taken();
    return 0;
}
