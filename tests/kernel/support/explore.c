/* SPDX-License-Identifier: Apache-2.0 */
/* The explorer; see explore.h. */
#include "explore.h"
#include "check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* xorshift64*, Vigna 2016: "An experimental exploration of Marsaglia's xorshift generators". */
static unsigned random_below(struct explore *explore, unsigned limit)
{
    uint64_t x = explore->random;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    explore->random = x;
    return (unsigned)((x * 0x2545F4914F6CDD1DU >> 32) * limit >> 32);
}

bool explore_next(struct explore *explore)
{
    explore->position = 0;
    explore->runs++;
    if (explore->random != 0) {
        explore->length = 0;
        return explore->runs <= explore->runs_max;
    }
    if (explore->runs == 1) {
        return true;
    }
    while (!explore->replay && explore->length > 0) {
        unsigned last = explore->length - 1;

        if (explore->choice[last].value + 1U < explore->choice[last].limit) {
            explore->choice[last].value++;
            explore->changed = last;
            return true;
        }
        explore->length = last;
    }
    explore->runs--;
    return false;
}

unsigned explore_choose(struct explore *explore, unsigned limit)
{
    unsigned at = explore->position++;

    CHECK(at < EXPLORE_CHOICES_MAX && limit > 0 && limit <= UINT16_MAX);
    if (at == explore->length) {
        explore->length++;
        explore->choice[at].value =
            explore->random != 0 ? (uint16_t)random_below(explore, limit) : 0;
    } else if (explore->replay) {
        CHECK(explore->choice[at].value < limit);
    } else {
        CHECK_EQUAL(limit, explore->choice[at].limit); /* otherwise runs are not repeatable */
    }
    explore->choice[at].limit = (uint16_t)limit;
    return explore->choice[at].value;
}

bool explore_is_new(const struct explore *explore)
{
    return explore->position > explore->changed || explore->random != 0 || explore->replay;
}

void explore_print(const struct explore *explore)
{
    for (unsigned i = 0; i < explore->position; i++) {
        fprintf(stderr, "%s%u", i == 0 ? "" : ",", explore->choice[i].value);
    }
    fputc('\n', stderr);
}

void explore_replay(struct explore *explore, const char *choices)
{
    memset(explore, 0, sizeof *explore);
    explore->replay = true;
    while (*choices != '\0') {
        char *end;
        unsigned long value = strtoul(choices, &end, 10);

        CHECK(end != choices && explore->length < EXPLORE_CHOICES_MAX);
        explore->choice[explore->length++].value = (uint16_t)value;
        choices = *end == ',' ? end + 1 : end;
    }
}

void explore_random(struct explore *explore, uint64_t seed, uint64_t runs)
{
    memset(explore, 0, sizeof *explore);
    explore->random = (seed * 0x9E3779B97F4A7C15U) | 1; /* similar seeds, different states */
    explore->runs_max = runs;
}
