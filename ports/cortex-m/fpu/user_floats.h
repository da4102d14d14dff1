/* SPDX-License-Identifier: Apache-2.0 */
/* Prepares the first frame of a user thread for an FPU and for stack limits. user.inc says when a
 * user thread has floats.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.7 (the frame), B3.2.20 to B3.2.22
 * (CPACR, FPCCR, FPDSCR).
 */
#ifndef LIMEN_PORT_USER_FLOATS_H
#define LIMEN_PORT_USER_FLOATS_H

#include "port_user.h"

#define FPCCR (*(volatile uint32_t *)0xE000EF34U)
#define FPDSCR (*(volatile uint32_t *)0xE000EF3CU)

enum { FRAME_WORDS = 8, FRAME_WITH_FLOATS_WORDS = 26, FRAME_FPSCR = 24 };
enum { WITHOUT_FLOATS = 1, WITH_FLOATS = 2, FPU_FOR_KERNEL = 5 << 20, FPU_FOR_ALL = 0xF << 20 };

/* Store floats at the entry of an exception, and not later. */
static inline void prepare_floats(void)
{
    const uint32_t is_lazy = UINT32_C(1) << 30;

    FPCCR &= ~is_lazy;
}

static inline bool may_have_floats(const struct lm_user_thread *user)
{
#ifdef __ARM_FP
    return !user->without_floats;
#else
    (void)user;
    return false;
#endif
}

/* Returns: the words of the first frame of the thread. */
static inline unsigned set_floats(struct lm_user_thread *user)
{
    struct lm_user_context *context = &user->context;
    bool has_floats = may_have_floats(user);

    context->limit = (uintptr_t)user->kernel_stack;
    context->stack_limit = (user->stack_begin + 7U) & ~(uintptr_t)7U;
    memset(context->s16_to_s31, 0, sizeof context->s16_to_s31);
    context->mode = has_floats ? WITH_FLOATS : WITHOUT_FLOATS;
    context->access = has_floats ? FPU_FOR_ALL : FPU_FOR_KERNEL;
    return has_floats ? FRAME_WITH_FLOATS_WORDS : FRAME_WORDS;
}

/* FPSCR as that of any new thread. */
static inline void set_float_mode(uint32_t *frame, unsigned words)
{
    if (words > FRAME_FPSCR) {
        frame[FRAME_FPSCR] = FPDSCR;
    }
}

#endif
