/* SPDX-License-Identifier: Apache-2.0 */
/* Misuses of locks, told to the program. */
#include "preemption/misuse.h"
#include "core/contract.h"

void lm_misuse_set_handler(void (*handler)(const struct lm_misuse *misuse))
{
    lm_kernel()->misuse_handler = handler;
}

void lm_misuse(enum lm_misuse_kind kind, const struct lm_spin *spin, const void *now)
{
    const struct lm_kernel *kernel = lm_kernel();

    if (kernel->misuse_handler != NULL) {
        kernel->misuse_handler(&(struct lm_misuse){
            .kind = kind,
            .lock = spin->object.name,
            .thread = lm_port_in_interrupt() ? NULL : kernel->running,
            .taken = spin->how != LM_SPIN_FREE ? spin->place : NULL,
            .now = now,
        });
    }
}

void lm_misuse_wait(const void *now)
{
    const struct lm_kernel *kernel = lm_kernel();
    const struct lm_spin *spin = lm_port_in_interrupt() ? NULL : kernel->running->spins;

    while (spin != NULL && spin->how == LM_SPIN_MUTEX) {
        spin = spin->below;
    }
    if (spin != NULL) {
        lm_misuse(LM_MISUSE_WAIT, spin, now);
    }
}
