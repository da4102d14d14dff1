/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a RISC-V hart in machine mode that ports/port.h marks inline. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#include "bits.h"        /* of ports/common */
#include "board_stamp.h" /* lm_port_stamp: the clock belongs to the board */
#include "port_lock.h"

#define LM_PORT_INSTANCE /* one kernel */
#define LM_PORT_CALLER __builtin_return_address(0)

extern struct lm_kernel lm_the_kernel;

static inline struct lm_kernel *lm_port_kernel(void)
{
    return &lm_the_kernel;
}

/* mscratch is 0 while an interrupt is served: see switch.S. */
static inline bool lm_port_in_interrupt(void)
{
    uintptr_t interrupt_stack;

    __asm__ volatile("csrr %0, mscratch" : "=r"(interrupt_stack));
    return interrupt_stack == 0;
}

/* The alarm of the board expires at least twice in each period of the lower half of the clock. */
enum { LM_PORT_TIME_LEAPS = 0 };

/* Time passes by itself. */
static inline void lm_port_observed(unsigned event, unsigned manner)
{
    (void)event;
    (void)manner;
}

#endif
