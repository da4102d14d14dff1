/* SPDX-License-Identifier: Apache-2.0 */
/* One trial: service A, and the interrupt with service B after a number of its instructions. */
#ifndef LIMEN_SWEEP_TRIAL_H
#define LIMEN_SWEEP_TRIAL_H

#include "sweep.h"

/* Who makes the calls of A, and what comes. */
enum mode {
    MODE_THREAD,    /* a thread whose threshold is its priority */
    MODE_THRESHOLD, /* ... is more urgent than that */
    MODE_HANDLER,   /* a handler that the trigger preempts */
    MODE_TWICE,     /* a thread; a second interrupt comes a number of instructions after B */
    MODES
};

struct trial {
    enum mode mode;
    unsigned threshold; /* of the caller */
    unsigned world;
    const struct service *a, *b;
    const struct service *c; /* MODE_TWICE: of the second interrupt */
    uint32_t offset;         /* instructions from the trigger's start to B */
    uint32_t delta;          /* MODE_TWICE: from there to C */
};

struct outcome {
    uint32_t hash;      /* of all that can be seen when all has become quiet */
    uint32_t address;   /* of the interrupted instruction */
    uint32_t exception; /* that was interrupted; 0: a thread */
    uint32_t taken;     /* instructions, and a constant, from the trigger's start to B */
    bool overlaps;      /* B came in the midst of a call; else the calls came one after the other */
    bool is_dull;       /* in a call, but after A, or one of a thread that A let run */
    bool a_is_over;     /* its calls had returned, all of them */
    bool came_late;     /* the calls of A had ended or waited for good */
    const char *failure; /* what must not be, or NULL */
};

/* Context: a thread, once. */
void trial_init(void);

/* Context: the least urgent thread. shows: print the outcome in full. */
struct outcome trial_run(const struct trial *trial, bool shows);

#endif
