/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that read counters, and those that set where to count. */
#include "core/door.h"
#include <limen/kernel.h>

struct lm_counters lm_kernel_counters(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    struct lm_counters counters = kernel->counters;

    lm_port_unlock(key);
    return counters;
}

void lm_object_count(struct lm_object *object, struct lm_object_counters *counters)
{
    lm_lock_key key = lm_lock();

    if (counters != NULL) {
        *counters = (struct lm_object_counters){0};
    }
    object->counters = counters;
    lm_port_unlock(key);
}

struct lm_object_counters lm_kernel_object_counters(enum lm_kind kind)
{
    const struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    struct lm_object_counters counters =
        kernel->object_counters[(unsigned)kind < LM_KINDS ? kind : LM_KIND_NONE];

    lm_port_unlock(key);
    return counters;
}
