/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the ready queue returns the head of the most urgent level with any number of levels: one
 * word of bits, several words, a last word that is used in part.
 *
 * Method: each level alone and each pair of levels; then random operations, compared with an array
 * that is searched. The test prints its seed, which as an argument repeats the runs. It is built
 * with several LM_LEVELS.
 */
#include "check.h"
#include "core/ready_queue.h"
#include "explore.h"
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 40, STEPS = 200, RUNS = 500, RUNS_LONG = 50000, SEED = 1 };

static struct lm_ready_queue queue;
static struct lm_thread threads[THREADS], idle;
static long turn[THREADS]; /* place in its level, 0: not in the queue */
static struct explore explore;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "%d levels\n", LM_LEVELS);
    explore_print(&explore);
}

static void begin(void)
{
    queue = (struct lm_ready_queue){0};
    lm_ready_init(&queue, &idle);
    for (unsigned i = 0; i < THREADS; i++) {
        lm_list_init(&threads[i].node);
    }
}

static void each_level_and_each_pair_is_found(void)
{
    begin();
    CHECK_SAME(lm_ready_first(&queue), &idle);
    for (unsigned a = 0; a < LM_LEVELS; a++) {
        threads[0].level = (uint16_t)a;
        lm_ready_append(&queue, &threads[0]);
        CHECK_SAME(lm_ready_first(&queue), &threads[0]);
        for (unsigned b = a; b < LM_LEVELS; b++) {
            threads[1].level = (uint16_t)b;
            lm_ready_append(&queue, &threads[1]);
            CHECK_SAME(lm_ready_first(&queue), &threads[0]);
            lm_ready_remove(&queue, &threads[0]);
            CHECK_SAME(lm_ready_first(&queue), &threads[1]);
            lm_ready_prepend(&queue, &threads[0]);
            lm_ready_remove(&queue, &threads[1]);
        }
        CHECK(lm_ready_is_consistent(&queue));
        lm_ready_remove(&queue, &threads[0]);
        CHECK_SAME(lm_ready_first(&queue), &idle);
    }
}

static struct lm_thread *expected_first(void)
{
    struct lm_thread *first = &idle;

    for (unsigned i = 0; i < THREADS; i++) {
        if (turn[i] != 0 &&
            (first == &idle || threads[i].level < first->level ||
             (threads[i].level == first->level && turn[i] < turn[first - threads]))) {
            first = &threads[i];
        }
    }
    return first;
}

static void run(void)
{
    begin();
    for (unsigned i = 0; i < THREADS; i++) {
        turn[i] = 0;
    }
    for (long step = 1; step <= STEPS; step++) {
        unsigned i = explore_choose(&explore, THREADS);

        if (turn[i] != 0) {
            lm_ready_remove(&queue, &threads[i]);
            turn[i] = 0;
        } else {
            threads[i].level = (uint16_t)explore_choose(&explore, LM_LEVELS);
            if (explore_choose(&explore, 2) == 0) {
                lm_ready_append(&queue, &threads[i]);
                turn[i] = step;
            } else {
                lm_ready_prepend(&queue, &threads[i]);
                turn[i] = -step;
            }
        }
        CHECK_SAME(lm_ready_first(&queue), expected_first());
    }
    CHECK(lm_ready_is_consistent(&queue));
}

static void broken_invariants_are_seen(void)
{
    begin();
    queue.occupied[0] = 1U << 31;
    CHECK(!lm_ready_is_consistent(&queue));
    for (unsigned word = 0; word < LM_READY_WORDS; word++) {
        begin();
        queue.summary = lm_ready_bit(word);
        CHECK(lm_ready_is_consistent(&queue) == (LM_LEVELS <= 32)); /* one word needs no summary */
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;

    each_level_and_each_pair_is_found();
    broken_invariants_are_seen();
    printf("%d levels, seed %llu\n", LM_LEVELS, (unsigned long long)seed);
    check_explain(explain, NULL);
    explore_random(&explore, seed, getenv("LIMEN_LONG") != NULL ? RUNS_LONG : RUNS);
    while (explore_next(&explore)) {
        run();
    }
    return 0;
}
