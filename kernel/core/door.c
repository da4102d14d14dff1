/* SPDX-License-Identifier: Apache-2.0 */
/* The way out that most calls share; see door.h. */
#include "core/door.h"

enum lm_status lm_unlock_rarely(struct lm_cpu *cpu, lm_lock_key key)
{
    return cpu->next != cpu->running ? lm_unlock_preempted(cpu, key) : lm_leave(key, LM_OK);
}

enum lm_status lm_unlock_ready_called(struct lm_thread *thread, lm_lock_key key)
{
    return lm_unlock_ready_inline(thread, key);
}

enum lm_status lm_switch_called(enum lm_status result)
{
    return lm_port_switch_thread(lm_cpu(), lm_cpu()->running, result);
}
