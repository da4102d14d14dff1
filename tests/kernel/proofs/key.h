/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the key of a state; see key.c. */
#ifndef LIMEN_TESTS_KEY_H
#define LIMEN_TESTS_KEY_H

#include "reach.h"
#include <string.h>

static inline void hash(struct key *key, const void *memory, size_t bytes)
{
    const unsigned char *from = memory;

    while (bytes != 0) {
        uint64_t word = 0;
        size_t length = bytes < sizeof word ? bytes : sizeof word;

        memcpy(&word, from, length);
        key->low = (key->low ^ word) * 0xff51afd7ed558ccdU;
        key->low ^= key->low >> 32;
        key->high = (key->high + word) * 0xc4ceb9fe1a85ec53U;
        key->high ^= key->high >> 29;
        from += length;
        bytes -= length;
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

/* Does the thread have an answer that no state has been compared with yet, since it has not run? */
static inline bool has_answer(const struct thread *thread, bool runs)
{
    return thread->life != ENDED && thread->activity.waited && thread->activity.step != BEGINS &&
           !runs;
}

/* Does it have a period, and does its next or current job have a release? */
static inline bool has_job(const struct thread *thread)
{
    return thread->period != 0 && thread->begun && thread->life != ENDED;
}

/* key_model.c: the part of the model that determines the future. */
void hash_model(struct key *key, const struct world *world, const struct model *model);

#endif
