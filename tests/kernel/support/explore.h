/* SPDX-License-Identifier: Apache-2.0 */
/* Explore every run of a program that asks for its choices.
 *
 *     while (explore_next(&explore)) {
 *         unsigned first = explore_choose(&explore, 3);
 *         unsigned second = explore_choose(&explore, first + 1);
 *         ...
 *     }
 *
 * In the first run all choices are 0. Each further run increments the last choice that can be
 * incremented, and the choices after it are 0 again. So each run is made once, however the number
 * of choices and their limits depend on earlier choices. A run is its vector of choices. A test
 * prints the vector, and explore_replay makes that run alone. explore_random makes random runs
 * instead.
 */
#ifndef LIMEN_TESTS_EXPLORE_H
#define LIMEN_TESTS_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

enum { EXPLORE_CHOICES_MAX = 8192 };

struct explore {
    uint64_t runs;     /* begun so far */
    uint64_t runs_max; /* of random runs */
    uint64_t random;   /* state; 0: not random */
    bool replay;
    unsigned changed; /* choices before this one are the same as in the previous run */
    unsigned position;
    unsigned length;
    struct {
        uint16_t value;
        uint16_t limit;
    } choice[EXPLORE_CHOICES_MAX];
};

/* Begin the next run. Returns: false if all have been made. A structure of zeros begins with the
 * first run. */
bool explore_next(struct explore *explore);

/* A number below limit. Requires: limit is 1 to 65535. */
unsigned explore_choose(struct explore *explore, unsigned limit);

/* Does this run differ from the previous one so far? If so, the following states are new. */
bool explore_is_new(const struct explore *explore);

/* The choices so far, as explore_replay reads them: "0,3,1". */
void explore_print(const struct explore *explore);

/* Prepare one run with these choices, followed by choices of 0. */
void explore_replay(struct explore *explore, const char *choices);

/* Prepare this number of random runs. The seed repeats them. */
void explore_random(struct explore *explore, uint64_t seed, uint64_t runs);

#endif
