/* SPDX-License-Identifier: Apache-2.0 */
/* The states of threads, as the scheduler sees them; see sched.h. */
#ifndef LIMEN_SCHED_STATE_H
#define LIMEN_SCHED_STATE_H

enum lm_sched_state {
    LM_STATE_WAITING_TURN, /* ready, not dispatched since it became ready or yielded */
    LM_STATE_DISPATCHED,   /* runs, or was preempted */
    LM_STATE_SUSPENDED,
    LM_STATE_TERMINATED
};

#endif
