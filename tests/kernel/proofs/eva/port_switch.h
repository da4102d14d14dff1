/* SPDX-License-Identifier: Apache-2.0 */
/* A switch dispatches the next thread, and the call returns at once: the actions of other threads
 * are not part of the call. Some calls of layers continue after a wait. In the program with layers,
 * and in a fault of a user thread, the caller then runs again, and its wait has ended in any way.
 */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

static inline enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                                   enum lm_status result)
{
    from->wait_status = (uint8_t)result;
    lm_dispatch(cpu);
    if (eva_context.comes_back) {
        eva_come_back(cpu, from);
    }
    eva_context.locked = 0;
    return (enum lm_status)from->wait_status;
}

static inline void lm_port_switch_later(lm_lock_key key)
{
    eva_context.locked = key;
}

static inline void lm_port_use_switch_hooks(void)
{
}

static inline void lm_port_set_result(struct lm_thread *thread, enum lm_status result)
{
    thread->wait_status = (uint8_t)result;
}

#endif
