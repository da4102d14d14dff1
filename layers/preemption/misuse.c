/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of misused locks. The checked library refuses the wrong call, and reports to the
 * program's handler the misused lock and the two places of its use. Every library refuses an unlock
 * by a caller that does not hold the lock. */
#include "core/door.h"
#include "preemption/preemption.h"

void lm_misuse(enum lm_misuse_kind kind, const struct lm_spin *spin, const void *place)
{
    void (*handler)(const struct lm_misuse *misuse) = lm_preemption()->misuse_handler;

    if (handler != NULL) {
        handler(&(struct lm_misuse){
            .kind = kind,
            .lock = spin->object.name,
            .thread = lm_port_in_interrupt() ? NULL : lm_cpu()->running,
            .taken = spin->how != LM_SPIN_FREE ? spin->place : NULL,
            .now = place,
        });
    }
}

/* The kernel's hook: a call was refused because it may wait. If the caller holds locks that are not
 * mutexes, the reason is the one that it took last. */
static void report_wait(const void *place)
{
    const struct lm_spin *spin = lm_port_in_interrupt() ? NULL : lm_spin_last(lm_cpu()->running);

    while (spin != NULL && spin->how == LM_SPIN_MUTEX) {
        spin = spin->below;
    }
    if (spin != NULL) {
        lm_misuse(LM_MISUSE_WAIT, spin, place);
    }
}

void lm_misuse_set_handler(void (*handler)(const struct lm_misuse *misuse))
{
    lm_lock_key key = lm_lock();

    lm_preemption()->misuse_handler = handler;
    lm_kernel()->on_refused_wait = handler != NULL ? report_wait : NULL;
    lm_port_unlock(key);
}
