/* SPDX-License-Identifier: Apache-2.0 */
/* A thread has left the wait list of a mutex. Only programs with mutexes contain this file. */
#include "core/priority.h"

void lm_priority_waiter_left(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_mutex *mutex = LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters);

    lm_observe_inversion_end(thread);
    lm_priority_waiters_changed(cpu, mutex, lm_priority_reason(mutex));
}
