/* SPDX-License-Identifier: Apache-2.0 */
/* Two cores, each with its own kernel and threads, and one shared semaphore. The file declares the
 * model, which is written from include/limen/cores.h, and the kernels.
 *
 * One step is a whole call of one core, or the interrupt in which a core serves its inbox. */
#ifndef LIMEN_TESTS_PAIR_H
#define LIMEN_TESTS_PAIR_H

#include "proofs/reach.h"

enum { CORES = 2, ON_EACH = 2, ALL = CORES * ON_EACH };

enum act {
    WAIT,
    TRY, /* a take without a wait */
    YIELD,
    MOVE, /* to the other core */
    POST,
    POST_IN_INTERRUPT,
    SUSPEND,
    RESUME,
    ABORT,
    SERVE, /* the interrupt of the inbox */
    ACTS
};

struct action {
    enum act act;
    int core;
    int thread; /* the thread that the call is about, or the one that calls */
};

/* The model: each core has the model of one core, which knows only its own threads. */
struct pair {
    struct model core[CORES];
    uint32_t units;
    struct list waiters;
    struct list inbox[CORES]; /* woken threads, and those that move */
    bool leaves[ALL];         /* the thread is in the inbox of the core that it leaves */
};

struct urgency {
    unsigned priority, threshold;
};

void pair_begin(struct pair *pair, const struct urgency *urgency);

/* Write the actions of these kinds, a bit for each, that are possible now. Returns: how many. */
enum { ACTIONS_MAX = 32 };
unsigned pair_actions(const struct pair *pair, unsigned acts, struct action *actions);

/* Returns: the result of the call, if it does not wait. */
enum status pair_act(struct pair *pair, const struct action *action);

/* Does the thread wait in the list? */
bool list_has(const struct list *list, int thread);

/* kernels.c: the same functions for the kernels. */
void kernels_begin(const struct urgency *urgency);
enum status kernels_act(const struct action *action);
void kernels_compare(const struct pair *pair);
size_t kernels_save(unsigned char *bytes);
void kernels_load(const unsigned char *bytes);
void kernels_hash(struct key *key, const struct pair *pair);

#endif
