/* SPDX-License-Identifier: Apache-2.0 */
/* Operations as calls of the layers that are built on the kernel: sections and spinlocks. */
#include "calls.h"
#include "parts.h"

enum lm_status calls_do_section(const struct operation *o, uint32_t *value)
{
    switch (o->kind) {
    case DO_MODEL_SET:
        return lm_model_set((enum lm_model)o->a);
    case DO_SECTION_ENTER:
        return lm_section_enter(NULL);
    case DO_SECTION_LEAVE:
        return lm_section_leave();
    case DO_BORDER_SET:
        return lm_lazy_set(o->a, 0);
    case DO_PREEMPT_TICK:
        *value = lm_preempt_tick();
        return LM_OK;
    default:
        *value = lm_preempt_point();
        return LM_OK;
    }
}

static enum lm_status do_raw_spin(struct lm_raw_spinlock *spin, enum kind kind)
{
    return kind == DO_SPIN_LOCK ? lm_raw_spinlock_lock(spin) : lm_raw_spinlock_unlock(spin);
}

enum lm_status calls_do_spin(const struct operation *o)
{
    struct lm_spinlock *spin = o->a < SPINS ? &calls.spin[o->a] : NULL;
    struct lm_raw_spinlock *raw = o->a < SPINS ? &calls.raw[o->a] : NULL;

    if (o->kind == DO_SPIN_CREATE) {
        if (o->a < SPINS) {
            parts.spin[o->a] = o->b != 0 ? &raw->spin : &spin->spin;
        }
        return o->b != 0 ? lm_raw_spinlock_create(raw, "raw") : lm_spinlock_create(spin, "spin");
    }
    if (o->a < SPINS && parts.spin[o->a] == &raw->spin) {
        return do_raw_spin(raw, o->kind);
    }
    return o->kind == DO_SPIN_LOCK ? lm_spinlock_lock(spin) : lm_spinlock_unlock(spin);
}
