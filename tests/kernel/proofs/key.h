/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the key of a state; see key.c. */
#ifndef LIMEN_TESTS_KEY_H
#define LIMEN_TESTS_KEY_H

#include "reach.h"
#include <string.h>

__extension__ typedef unsigned __int128 product;

/* Both halves of the product, joined. */
static inline uint64_t mixed(uint64_t one, uint64_t other)
{
    product both = (product)one * other;

    return (uint64_t)both ^ (uint64_t)(both >> 64);
}

/* Two words at a time: each step of a half waits for the product of the step before it. */
static inline void hash_words(struct key *key, uint64_t first, uint64_t second)
{
    key->low = mixed(key->low ^ first ^ 0xff51afd7ed558ccdU, second ^ 0xc4ceb9fe1a85ec53U);
    key->high = mixed(key->high ^ second ^ 0x9e3779b97f4a7c15U, first ^ 0xbf58476d1ce4e5b9U);
}

static inline void hash(struct key *key, const void *memory, size_t bytes)
{
    const unsigned char *from = memory;
    uint64_t words[2];

    for (; bytes >= sizeof words; bytes -= sizeof words, from += sizeof words) {
        memcpy(words, from, sizeof words);
        hash_words(key, words[0], words[1]);
    }
    if (bytes != 0) {
        memset(words, 0, sizeof words);
        memcpy(words, from, bytes);
        hash_words(key, words[0], words[1]);
    }
}

static inline void hash_number(struct key *key, uint64_t number)
{
    hash(key, &number, sizeof number);
}

/* An instant by its distance from now. */
static inline void hash_instant(struct key *key, uint64_t instant, uint64_t now)
{
    hash_number(key, instant == NEVER ? NEVER : instant - now);
}

static inline void hash_list(struct key *key, const struct list *list)
{
    hash_number(key, (uint64_t)list->count);
    hash(key, list->thread, (size_t)list->count * sizeof list->thread[0]);
}

/* Has the thread not run since it got an answer, so that the answer has not been compared yet? */
static inline bool has_answer(const struct thread *thread, bool runs)
{
    return thread->life != ENDED && thread->activity.waited && thread->activity.step != BEGINS &&
           !runs;
}

/* Is the thread periodic, and does its next or current job have a release? */
static inline bool has_job(const struct thread *thread)
{
    return thread->period != 0 && thread->begun && thread->life != ENDED;
}

/* key_model.c: the part of the model that determines the future. */
void hash_model(struct key *key, const struct world *world, const struct model *model);

#endif
