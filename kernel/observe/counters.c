/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that read counters, and the calls that attach them. */
#include "core/door.h"
#include <limen/kernel.h>

struct lm_counters lm_kernel_counters(void)
{
    struct lm_counters counters = {0};

    if (LM_COUNTED) {
        lm_lock_key key = lm_lock();

        counters = lm_observation()->counters;
        lm_port_unlock(key);
    }
    return counters;
}

void lm_object_attach_counters(struct lm_object *object, struct lm_object_counters *counters)
{
    LM_CALL(OBJECT_ATTACH_COUNTERS);
    LM_CHECK_OR(object != NULL && lm_object_exists(object), LM_BAD_OBJECT, LM_NOTHING);

    lm_lock_key key = lm_lock();

    if (counters != NULL) {
        *counters = (struct lm_object_counters){0};
    }
    (void)object;
    LM_IF_COUNTED(object->counters = counters);
    lm_port_unlock(key);
}

struct lm_object_counters lm_kernel_object_counters(enum lm_kind kind)
{
    unsigned known = (unsigned)kind < LM_KINDS ? kind : LM_KIND_NONE;
    struct lm_object_counters counters = {0};

    if (LM_COUNTED) {
        lm_lock_key key = lm_lock();

        counters = lm_observation()->object_counters[known];
        lm_port_unlock(key);
    }
    return counters;
}
