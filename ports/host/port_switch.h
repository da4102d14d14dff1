/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call. The usual case is inline: it costs little more than a swap of two stacks. */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

#include "fiber.h"

/* Switch from the running thread to the next one in any case. Returns: the result of the call that
 * the running thread has made. */
enum lm_status lm_host_switch_thread(const struct lm_cpu *cpu);

static inline enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                                   enum lm_status result)
{
    struct lm_thread *to = cpu->next;

    from->wait_status = (uint8_t)result;
    if (__builtin_expect(LM_HOST_HAS_FIBERS || lm_host.now >= lm_host.swap_until, 0)) {
        return lm_host_switch_thread(cpu);
    }
    lm_dispatch_plain(cpu, from, to);
    atomic_signal_fence(memory_order_seq_cst);
    lm_host.locked = 0;
    return lm_host_swap(&from->stack_pointer, &to->stack_pointer, (enum lm_status)to->wait_status);
}

void lm_port_switch_later(lm_lock_key key);

static inline void lm_port_use_switch_hooks(void)
{
    lm_host_attend();
}

static inline void lm_port_set_result(struct lm_thread *thread, enum lm_status result)
{
    thread->wait_status = (uint8_t)result;
}

#endif
