/* SPDX-License-Identifier: Apache-2.0 */
/* The creation of objects; see object.h. */
#include "core/object.h"
#include "observe/ring.h"

void lm_object_name(struct lm_object *object, enum lm_kind kind, const char *name)
{
    struct lm_kernel *kernel = lm_kernel();

    object->kind = (uint8_t)(kind | LM_KIND_HERE);
    object->epoch = kernel->epoch;
    object->id = ++kernel->objects;
    object->name = name != NULL ? name : "";
    LM_IF_COUNTED(object->counters = NULL);
}

void lm_object_enter(const struct lm_object *object, struct lm_object_facts facts)
{
    if (LM_TRACED && lm_observation()->recording != NULL) {
        lm_observation()->recording->object_count = object->id - LM_OBJECTS_BEFORE;
        lm_trace_enter(object, facts.priority, facts.threshold, facts.size);
    }
}
