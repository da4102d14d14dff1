/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call. This port has no inline part of it. */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                     enum lm_status result);

void lm_port_switch_later(lm_lock_key key);

static inline void lm_port_use_switch_hooks(void)
{
}

static inline void lm_port_set_result(struct lm_thread *thread, enum lm_status result)
{
    thread->wait_status = (uint8_t)result;
}

#endif
