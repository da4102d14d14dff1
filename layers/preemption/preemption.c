/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the preemption models: its beginning, and the end of what a thread has of it. */
#include "preemption/preemption.h"
#include "core/door.h"

LM_PORT_INSTANCE struct lm_preemption lm_the_preemption;

/* The thread leaves its sections, and its spinlocks become free. The kernel itself frees the
 * mutexes of those that are mutexes. */
void lm_preemption_thread_end(struct lm_thread *thread)
{
    lm_section_set(thread, 0, LM_MODEL_NONE);
    thread->at_level_0 = false;
    for (struct lm_spin *spin = lm_spin_last(thread); spin != NULL; spin = spin->below) {
        lm_the_preemption.spin_mutexes -= spin->how == LM_SPIN_MUTEX;
        spin->how = LM_SPIN_FREE;
        spin->holder = NULL;
    }
    lm_spin_set_last(thread, NULL);
}

void lm_preemption_begin(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (kernel->on_thread_end != lm_preemption_thread_end) { /* no interrupt was faster */
        lm_the_preemption = (struct lm_preemption){.model = LM_MODEL_FULL};
        kernel->on_thread_end = lm_preemption_thread_end;
    }
    lm_port_unlock(key);
}
