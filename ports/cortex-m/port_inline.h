/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a Cortex-M that ports/port.h marks inline. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#include "bits.h"        /* lm_port_leading_zeros, of v6m/ or v7m/ */
#include "board_stamp.h" /* lm_port_stamp: the clock belongs to the board */
#include "port_lock.h"   /* the kernel lock, of primask/ or basepri/ */

#define LM_PORT_INSTANCE /* one kernel */
#define LM_PORT_CALLER __builtin_return_address(0)

extern struct lm_kernel lm_the_kernel;

static inline struct lm_kernel *lm_port_kernel(void)
{
    return &lm_the_kernel;
}

static inline bool lm_port_in_interrupt(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0;
}

/* The alarm of the board expires at least twice in each period of the counter. */
enum { LM_PORT_TIME_LEAPS = 0 };

/* Time passes by itself. */
static inline void lm_port_observed(unsigned event, unsigned manner)
{
    (void)event;
    (void)manner;
}

#endif
