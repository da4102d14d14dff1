/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the preemption models: its initial values, and its changes when a thread ends. */
#include "preemption/preemption.h"
#include "core/door.h"
#include "core/link.h"
#include "objects/thread.h"

LM_LINK(lm_thread_give_back_all);

LM_PORT_INSTANCE struct lm_preemption lm_the_preemption;

/* Free the spinlock that the thread took last. The kernel releases the mutexes behind spinlocks,
 * and clears the words that the thread has for layers. */
bool lm_preemption_thread_end(struct lm_thread *thread)
{
    struct lm_spin *spin = lm_spin_last(thread);

    if (spin == NULL) {
        return false;
    }
    lm_spin_set_last(thread, spin->below);
    lm_the_preemption.spin_mutexes -= spin->how == LM_SPIN_MUTEX;
    spin->how = LM_SPIN_FREE;
    spin->holder = NULL;
    return true;
}

void lm_preemption_begin(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (kernel->on_thread_end != lm_preemption_thread_end) { /* no interrupt has done it */
        lm_the_preemption = (struct lm_preemption){.model = LM_MODEL_FULL};
        kernel->on_thread_end = lm_preemption_thread_end;
    }
    lm_port_unlock(key);
}
