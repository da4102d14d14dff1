/* SPDX-License-Identifier: Apache-2.0 */
/* The lock is a flag that only marks the kernel's own code: nothing interrupts it. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#include "script.h"

#define LM_PORT_INSTANCE LM_SCRIPT_OWN
#define LM_PORT_SHARED LM_SCRIPT_OWN
#define LM_PORT_CALLER ((const void *)0)

/* The observer is in the memory of the instance, like the kernel. This macro turns the kernel's
 * declaration of the observer into a declaration of a pointer, and each use into a use of the
 * pointer. */
#define lm_the_observation (*lm_script_observation)

static inline struct lm_kernel *lm_port_kernel(void)
{
    return (struct lm_kernel *)(void *)(lm_script + 1);
}

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key = lm_script->locked;

    lm_script->locked = 1;
    return key;
}

static inline void lm_port_take_lock(void)
{
    lm_script->locked = 1;
}

static inline void lm_port_unlock(lm_lock_key key)
{
    lm_script->locked = key;
}

static inline void lm_port_check_caller(void)
{
}

static inline bool lm_port_is_locked(void)
{
    return lm_script->locked != 0;
}

static inline bool lm_port_in_interrupt(void)
{
    return lm_script->depth != 0;
}

static inline uint32_t lm_port_stamp(void)
{
    return (uint32_t)lm_script->now;
}

enum { LM_PORT_TIME_LEAPS = 1 };

/* A call that would spin returns, like one that waits: the interpreter completes it. */
#define lm_port_spin() return LM_OK

static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    return (unsigned)__builtin_clz(word);
}

/* The order of bits does not matter for the host's processor, and this one is the shorter. */
static inline uint32_t lm_port_bit(unsigned number)
{
    return 1U << number;
}

static inline unsigned lm_port_first_bit(uint32_t word)
{
    return (unsigned)__builtin_ctzll(word | 1ULL << 32);
}

/* The kernel's work takes no time. */
static inline void lm_port_observed(unsigned event, unsigned manner)
{
    (void)event;
    (void)manner;
}

#endif
