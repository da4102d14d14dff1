/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers that a seed repeats. xorshift64*, Vigna 2016: "An experimental exploration of
 * Marsaglia's xorshift generators, scrambled".
 */
#ifndef LIMEN_FUZZ_RANDOM_H
#define LIMEN_FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

/* Similar seeds give different states. */
static inline struct random random_from(uint64_t seed, uint64_t number)
{
    return (struct random){((seed * 0x9E3779B97F4A7C15U) ^ (number * 0xD1B54A32D192ED03U)) | 1};
}

/* Below limit. */
static inline uint32_t random_below(struct random *random, uint32_t limit)
{
    uint64_t x = random->state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1DU >> 32) * limit >> 32);
}

static inline bool random_percent(struct random *random, uint32_t percent)
{
    return random_below(random, 100) < percent;
}

#endif
