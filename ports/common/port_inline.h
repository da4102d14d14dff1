/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that ports/port.h marks inline, for ports to a processor without an operating
 * system. Files of the port have the parts that differ: */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#include "bits.h"         /* lm_port_leading_zeros and the like: of the port, or bits/ */
#include "board_stamp.h"  /* lm_port_stamp: the clock belongs to the board */
#include "port_lock.h"    /* the kernel lock */
#include "port_machine.h" /* interrupts */

#ifndef LM_PORT_INSTANCE
#define LM_PORT_INSTANCE /* one kernel */
#endif
#define LM_PORT_SHARED
#define LM_PORT_CALLER __builtin_return_address(0)

extern LM_PORT_INSTANCE struct lm_kernel lm_the_kernel;
#ifndef LM_PORT_KERNEL
#define LM_PORT_KERNEL (&lm_the_kernel)
#endif

static inline struct lm_kernel *lm_port_kernel(void)
{
    return LM_PORT_KERNEL;
}

/* The alarm of the board expires at least twice in each period of the lower half of the clock. */
enum { LM_PORT_TIME_LEAPS = 0 };

static inline void lm_port_spin(void)
{
}

/* Time passes by itself. */
static inline void lm_port_observed(unsigned event, unsigned manner)
{
    (void)event;
    (void)manner;
}

#endif
