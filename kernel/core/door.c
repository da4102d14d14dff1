/* SPDX-License-Identifier: Apache-2.0 */
/* The way out that most calls share; see door.h. */
#include "core/door.h"

enum lm_status lm_unlock_and_switch(struct lm_cpu *cpu, lm_lock_key key)
{
    return lm_unlock_preempted(cpu, key);
}

enum lm_status lm_unlock_rarely(struct lm_cpu *cpu, lm_lock_key key)
{
    return lm_unlock(cpu, key);
}

enum lm_status lm_unlock_ready_called(struct lm_thread *thread, lm_lock_key key)
{
    return lm_unlock_ready_inline(thread, key);
}
