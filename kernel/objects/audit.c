/* SPDX-License-Identifier: Apache-2.0 */
/* The audit; see limen/audit.h. */
#include "objects/audit.h"
#include "core/door.h"

/* Checks a part. It takes the lock without a check of the caller, which reads data that may be
 * damaged. */
static enum lm_damage part(const struct lm_audit *audit, const struct lm_audited *audited)
{
    const struct lm_object *object = audited->object;

    if (lm_audit_sum_of_object(object) != audited->sum) {
        return LM_DAMAGE_CONSTANT;
    }
    return lm_object_kind(object) == LM_KIND_THREAD ? lm_audit_thread(audit, lm_audit_block(object))
                                                    : lm_audit_object(audit, object);
}

static enum lm_damage kernel_part(const struct lm_audit *audit, unsigned number)
{
    if (number == 0 && lm_audit_sum_of_kernel() != audit->sum) {
        return LM_DAMAGE_CONSTANT;
    }
    return lm_audit_kernel(audit, number);
}

/* Note the sum and the place of a part. */
static void learn(struct lm_audit *audit, struct lm_audited *audited)
{
    uintptr_t begin = (uintptr_t)lm_audit_block(audited->object);
    uintptr_t end = begin + lm_audit_bytes(audited->object);
    lm_lock_key key = lm_port_lock();

    audited->sum = lm_audit_sum_of_object(audited->object);
    lm_port_unlock(key);
    audit->low = begin < audit->low ? begin : audit->low;
    audit->high = end > audit->high ? end : audit->high;
}

void lm_audit_init(struct lm_audit *audit, struct lm_audited *parts, unsigned count)
{
    *audit = (struct lm_audit){.parts = parts, .low = UINTPTR_MAX, .count = (uint16_t)count};
    for (unsigned i = 0; i < count; i++) {
        learn(audit, &parts[i]);
    }
    lm_lock_key key = lm_port_lock();

    audit->sum = lm_audit_sum_of_kernel();
    lm_port_unlock(key);
}

unsigned lm_audit_steps(const struct lm_audit *audit)
{
    return LM_AUDIT_KERNEL_PARTS + audit->count;
}

enum lm_damage lm_kernel_audit(struct lm_audit *audit)
{
    unsigned step = audit->step;
    bool is_kernel = step < LM_AUDIT_KERNEL_PARTS;
    const struct lm_audited *audited =
        is_kernel ? NULL : &audit->parts[step - LM_AUDIT_KERNEL_PARTS];
    lm_lock_key key = lm_port_lock();
    enum lm_damage damage = is_kernel ? kernel_part(audit, step) : part(audit, audited);

    lm_port_unlock(key);
    if (damage != LM_DAMAGE_NONE) {
        audit->object = is_kernel ? NULL : audited->object;
    }
    audit->step = (uint16_t)((step + 1) % lm_audit_steps(audit));
    return damage;
}
