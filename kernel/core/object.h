/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of every object: its kind, its number, its name. Context: the kernel lock. */
#ifndef LIMEN_OBJECT_INTERNAL_H
#define LIMEN_OBJECT_INTERNAL_H

#include "state.h"

/* Instead of a kind: the object is being deleted. No call accepts it, and it cannot be created. */
enum { LM_KIND_CLOSED = LM_KINDS };

/* Was the object created since lm_kernel_init, and not deleted? Memory that was never an object has
 * the current epoch with a probability of 1 in 256. */
static inline bool lm_object_exists(const struct lm_object *object)
{
    unsigned kind = LM_SMALL_OR(0U, object->kind) & LM_KIND_MASK;

    (void)object;
    return kind != LM_KIND_NONE && kind <= LM_KIND_CLOSED &&
           LM_SMALL_OR(true, object->epoch == lm_kernel()->epoch);
}

/* The number of the object; 0 for NULL and for memory that contains no object. */
static inline unsigned lm_object_number(const struct lm_object *object)
{
    return object != NULL && lm_object_exists(object) ? lm_object_id(object) : 0U;
}

/* Set the kind of an object that is deleted, or is being deleted. */
static inline void lm_object_set_kind(struct lm_object *object, unsigned kind)
{
    (void)object, (void)kind;
    LM_UNLESS_SMALL(object->kind = (uint8_t)kind;)
}

/* The fields of an entry in the table of the trace, except the name: see spec/trace-format.md. */
struct lm_object_facts {
    uint16_t priority;
    uint16_t threshold;
    uint32_t size;
};

/* Give the object a number and a name. */
void lm_object_name(struct lm_object *object, enum lm_kind kind, const char *name);

/* Enter the object in the table of the trace, if the program has a trace. */
void lm_object_enter(const struct lm_object *object, struct lm_object_facts facts);

static inline void lm_object_create(struct lm_object *object, enum lm_kind kind, const char *name,
                                    struct lm_object_facts facts)
{
    if (!LM_SMALL) {
        lm_object_name(object, kind, name);
    }
    if (LM_TRACED) {
        lm_object_enter(object, facts);
    }
}

#endif
