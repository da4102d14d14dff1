/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of the host port is a flag. In virtual time only the port itself interrupts, at the
 * points where time advances or the lock is freed. In real time the handler of the signal tests the
 * flag. The fences are for the compiler and make no instruction. See host.h. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#include "host.h"
#include <stdatomic.h>

#define LM_PORT_INSTANCE LM_HOST_INSTANCE
#define LM_PORT_SHARED
#define LM_PORT_CALLER __builtin_return_address(0)

extern LM_HOST_INSTANCE struct lm_kernel lm_the_kernel;

static inline struct lm_kernel *lm_port_kernel(void)
{
    return &lm_the_kernel;
}

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key = lm_host.locked;

    lm_host.locked = 1;
    atomic_signal_fence(memory_order_seq_cst);
    if (lm_host.costs.call != 0 && key == 0) {
        lm_host_charge(lm_host.costs.call);
    }
    return key;
}

static inline void lm_port_take_lock(void)
{
    (void)lm_port_lock();
}

static inline void lm_port_unlock(lm_lock_key key)
{
    atomic_signal_fence(memory_order_seq_cst);
    lm_host.locked = key;
    atomic_signal_fence(memory_order_seq_cst);
    if (key == 0 && lm_host.now >= lm_host.deliver_at) {
        lm_host_deliver();
    }
}

static inline void lm_port_check_caller(void)
{
}

static inline bool lm_port_is_locked(void)
{
    return lm_host.locked != 0;
}

static inline bool lm_port_in_interrupt(void)
{
    return lm_host.depth != 0;
}

static inline void lm_port_spin(void)
{
    lm_host_work(1);
}

static inline void lm_port_observed(unsigned event, unsigned manner)
{
    if (lm_host_event_costs.any) {
        lm_host_charge(lm_host_event_costs.of[event][manner]);
    }
}

static inline uint32_t lm_port_stamp(void)
{
    return (uint32_t)(lm_host.real ? lm_host.told : lm_host.now);
}

enum { LM_PORT_TIME_LEAPS = 1 };

static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    return (unsigned)__builtin_clz(word);
}

/* The order of bits does not matter for the processor, and this one is the shorter. */
static inline uint32_t lm_port_bit(unsigned number)
{
    return 1U << number;
}

static inline unsigned lm_port_first_bit(uint32_t word)
{
    return (unsigned)__builtin_ctzll(word | 1ULL << 32);
}

#endif
