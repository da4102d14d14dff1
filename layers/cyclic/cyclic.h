/* SPDX-License-Identifier: Apache-2.0 */
/* Cyclic threads: shared by the calls that the threads make (cyclic.c) and the tick that releases
 * them (tick.c).
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_CYCLIC_INTERNAL_H
#define LIMEN_CYCLIC_INTERNAL_H

#include "state.h"
#include <limen/cyclic.h>

/* The kind of the releaser of all cyclic threads. */
extern const struct lm_releaser_kind lm_cyclic_kind;

/* Does the thread wait for the tick? */
static inline bool lm_cyclic_waits(const struct lm_thread *thread)
{
    return thread->state == LM_STATE_BLOCKED && thread->waits_for == LM_WAITS_FOR_PERIOD;
}

/* Does the thread wait, or will it wait, for its period or the next tick alone? */
static inline bool lm_cyclic_is_plain(const struct lm_cyclic *cyclic)
{
    return cyclic->delay == 0 && cyclic->device == NULL;
}

#endif
