/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers that depend on the seed, the kind of number and its index, but not on the order of
 * the draws. So a job takes the same time under any schedule, and the results are the same on each
 * processor. The generator is SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) with its counter as the
 * argument.
 */
#ifndef LIMEN_DRAW_H
#define LIMEN_DRAW_H

#include <stdint.h>

/* The random numbers of a thread; those of the interrupts follow those of the threads. */
enum lm_draw { LM_DRAW_WORK, LM_DRAW_JITTER, LM_DRAW_OFFSET, LM_DRAWS };

static inline uint64_t lm_draw_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* The key of a stream of numbers. */
static inline uint64_t lm_draw_key(uint64_t seed, uint32_t thread, enum lm_draw what)
{
    const uint64_t stream = (uint64_t)thread * LM_DRAWS + (uint64_t)what + 1;

    return lm_draw_mix(lm_draw_mix(seed + UINT64_C(0x9E3779B97F4A7C15)) +
                       stream * UINT64_C(0x9E3779B97F4A7C15));
}

/* The upper half of a product. */
static inline uint64_t lm_draw_high(uint64_t a, uint64_t b)
{
    const uint64_t low = (a & 0xFFFFFFFFU) * (b & 0xFFFFFFFFU);
    const uint64_t left = (a >> 32) * (b & 0xFFFFFFFFU) + (low >> 32);
    const uint64_t right = (a & 0xFFFFFFFFU) * (b >> 32) + (left & 0xFFFFFFFFU);

    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
}

/* The number `index` of the stream: from low to high, all with the same probability. Requires: low
 * <= high < UINT64_MAX. */
static inline uint64_t lm_draw(uint64_t key, uint64_t index, uint64_t low, uint64_t high)
{
    const uint64_t random = lm_draw_mix(key + (index + 1) * UINT64_C(0x9E3779B97F4A7C15));

    return low + lm_draw_high(random, high - low + 1);
}

#endif
