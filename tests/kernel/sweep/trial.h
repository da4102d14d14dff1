/* SPDX-License-Identifier: Apache-2.0 */
/* One trial: service A, and the interrupt with service B after a number of its instructions. */
#ifndef LIMEN_SWEEP_TRIAL_H
#define LIMEN_SWEEP_TRIAL_H

#include "sweep.h"

/* The context that makes the calls of A, and the interrupts. */
enum mode {
    MODE_THREAD,    /* a thread whose threshold is its priority */
    MODE_THRESHOLD, /* a thread whose threshold is more urgent */
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
    uint32_t hash;       /* hash of the observable state at the end */
    uint32_t address;    /* of the interrupted instruction */
    enum place place;    /* of that instruction */
    uint32_t taken;      /* instructions, and a constant, from the trigger's start to B */
    bool overlaps;       /* B came during a call; else the calls came one after the other */
    bool is_dull;        /* in a call after A, or of a thread that A released */
    bool a_is_over;      /* all of its calls had returned */
    bool came_late;      /* the calls of A had ended, or waited to the end of the trial */
    const char *failure; /* the violation, or NULL */
};

/* Context: a thread, once. */
void trial_init(void);

/* Context: the least urgent thread. shows: print the outcome in full. */
struct outcome trial_run(const struct trial *trial, bool shows);

#endif
