/* SPDX-License-Identifier: Apache-2.0 */
/* The host port's lock is a flag: nothing interrupts but the port itself, at the points where
 * virtual time moves or the lock is freed. See host.h. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#include "host.h"

extern _Thread_local struct lm_kernel lm_the_kernel;

static inline struct lm_kernel *lm_port_kernel(void)
{
    return &lm_the_kernel;
}

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key = lm_host.locked;

    lm_host.locked = 1;
    if (key == 0) {
        lm_host_charge(lm_host.costs.call);
    }
    return key;
}

static inline void lm_port_unlock(lm_lock_key key)
{
    lm_host.locked = key;
    if (key == 0 &&
        (lm_host.switch_pending || lm_host.pending != 0 || lm_host.now >= lm_host.alarm)) {
        lm_host_deliver();
    }
}

static inline bool lm_port_is_locked(void)
{
    return lm_host.locked != 0;
}

static inline bool lm_port_in_interrupt(void)
{
    return lm_host.depth != 0;
}

static inline uint32_t lm_port_stamp(void)
{
    return (uint32_t)lm_host.now;
}

enum { LM_PORT_TIME_LEAPS = 1 };

static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    return (unsigned)__builtin_clz(word);
}

#endif
