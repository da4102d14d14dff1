/* SPDX-License-Identifier: Apache-2.0 */
/* A scene of edges.c: an event is due at edges_due, and a service is called at about that time. */
#ifndef EDGES_H
#define EDGES_H

#include <limen/limen.h>

/* The observation of the caller: the event was due before its call, it is due but its interrupt has
 * not come, or it comes after the call. */
enum { AFTER, BETWEEN, BEFORE, OUTCOMES, WRONG };

#define EDGES_LEAD LM_US(400)
#define EDGES_SETTLE LM_US(800)
#define EDGES_PERIOD LM_US(200)
enum { EDGES_WORK = 3 };

struct scene {
    const char *name;
    void (*prepare)(void);
    unsigned (*call)(void);
    unsigned (*judge)(unsigned seen); /* some time later; seen: the answer of call */
};

extern const struct scene edges_scenes[]; /* the last one has no name */

extern uint64_t edges_start; /* the caller wakes */
extern uint64_t edges_due;
extern struct lm_timer edges_timer; /* calls edges_note_call */
extern unsigned edges_calls;
extern uint64_t edges_called_at;

/* A thread that is more urgent than the caller, and does this after each post of the semaphore. */
extern struct lm_thread edges_waiter;
extern struct lm_semaphore edges_go;
extern void (*edges_waiter_acts)(void);

void edges_note_call(void *argument);

/* End the program if it does not hold. */
void edges_check(bool holds, const char *what);

#endif
