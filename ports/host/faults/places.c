/* SPDX-License-Identifier: Apache-2.0 */
/* The places that a fault can damage; see faults.h. */
#include "faults.h"
#include "state.h"
#include <stdio.h>

/* Symbols of the linker: the static variables, and all of the program. */
extern char __data_start[], _end[], __executable_start[];

static bool is_name(const char *name)
{
    return name >= __executable_start && name < _end;
}

static bool is_object(const struct lm_object *object)
{
    unsigned kind = lm_object_kind(object);

    return kind != LM_KIND_NONE && kind < LM_KINDS && object->epoch == lm_kernel()->epoch &&
           object->id != 0 && object->id <= lm_kernel()->objects && is_name(object->name) &&
           (const char *)lm_audit_block(object) >= __data_start &&
           (const char *)lm_audit_block(object) + lm_audit_bytes(object) <= _end;
}

static bool is_new(const struct lm_audited *parts, unsigned count, const struct lm_object *object)
{
    bool found = false;

    for (unsigned i = 0; i < count; i++) {
        found = found || parts[i].object->id == object->id;
    }
    return !found;
}

unsigned lm_host_faults_find(struct lm_audited *parts, unsigned most)
{
    uintptr_t first = ((uintptr_t)__data_start + sizeof(void *) - 1) / sizeof(void *);
    uintptr_t last = ((uintptr_t)_end - sizeof(struct lm_object)) / sizeof(void *);
    unsigned count = 0;

    for (uintptr_t at = first; at <= last && count < most; at++) {
        struct lm_object *object = (struct lm_object *)(at * sizeof(void *));

        if (is_object(object) && is_new(parts, count, object)) {
            parts[count++].object = object;
        }
    }
    return count;
}

uint64_t lm_host_faults_bytes(const struct lm_audited *parts, unsigned count)
{
    uint64_t bytes = sizeof(struct lm_kernel);

    for (unsigned i = 0; i < count; i++) {
        bytes += lm_audit_bytes(parts[i].object);
    }
    return bytes;
}

static unsigned char *in_object(const struct lm_object *object, uint64_t number,
                                char name[LM_HOST_FAULT_NAME])
{
    (void)snprintf(name, LM_HOST_FAULT_NAME, "object %u kind %u byte %u", object->id,
                   (unsigned)lm_object_kind(object), (unsigned)number);
    return (unsigned char *)(uintptr_t)lm_audit_block(object) + number;
}

unsigned char *lm_host_faults_byte(const struct lm_audited *parts, unsigned count, uint64_t number,
                                   char name[LM_HOST_FAULT_NAME])
{
    if (number < sizeof(struct lm_kernel)) {
        (void)snprintf(name, LM_HOST_FAULT_NAME, "kernel byte %u", (unsigned)number);
        return (unsigned char *)lm_kernel() + number;
    }
    number -= sizeof(struct lm_kernel);
    for (unsigned i = 0; i < count; i++) {
        size_t bytes = lm_audit_bytes(parts[i].object);

        if (number < bytes) {
            return in_object(parts[i].object, number, name);
        }
        number -= bytes;
    }
    return NULL;
}
