/* SPDX-License-Identifier: Apache-2.0 */
/* An audit of the kernel's own data, in small steps. An idle thread can call it in a system that
 * has to detect memory that has changed by itself or was overwritten.
 *
 *     static struct lm_audited parts[] = {{&worker.object}, {&results.object}};
 *     static struct lm_audit audit;
 *
 *     lm_audit_init(&audit, parts, 2);
 *     for (;;) {
 *         if (lm_kernel_audit(&audit) != LM_DAMAGE_NONE) {
 *             stop_safely();
 *         }
 *     }
 *
 * The audit compares data that the kernel stores twice or can compute: the links of lists in both
 * directions, the levels and their bits, priorities and the values that they are computed from,
 * instants and their order, fills and places of queues and pools, the ends of stacks. Members that
 * do not change after the creation of an object are compared with a sum. The audit does not detect
 * a change of data that only the program can judge: the bits of event flags, a smaller number of
 * free units, the contents of messages and stacks. docs/faults.md says how many flipped bits it
 * detects.
 *
 * It is not in limen-small, whose objects have no kind, and not in limen-cores.
 */
#ifndef LIMEN_AUDIT_H
#define LIMEN_AUDIT_H

#include <limen/object.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The data in which the audit found a contradiction. */
enum lm_damage {
    LM_DAMAGE_NONE,
    LM_DAMAGE_CONSTANT, /* a member that does not change after the creation */
    LM_DAMAGE_LINK,     /* the links of a list, or the bit that says that it has members */
    LM_DAMAGE_STATE,    /* the state of a thread, and what it waits for */
    LM_DAMAGE_PRIORITY, /* priority, threshold and level */
    LM_DAMAGE_TIME,     /* instants and their order */
    LM_DAMAGE_STACK,    /* the end of a stack, or the stack pointer of a thread */
    LM_DAMAGE_FILL      /* the number of units, messages, blocks or bytes, or the next place */
};

/* A part of a system: the member object of a control block. */
struct lm_audited {
    struct lm_object *object;
    uint32_t sum; /* of the members that do not change after the creation */
};

struct lm_audit {
    struct lm_audited *parts;
    const struct lm_object *object; /* at the last damage; NULL: in the data of the kernel itself */
    uintptr_t low;                  /* all parts are between these addresses */
    uintptr_t high;
    uint32_t sum; /* of the kernel's own data that do not change */
    uint16_t count;
    uint16_t step; /* the next one */
};

/* Begin to audit the kernel and these parts.
 * Requires: all parts exist, and are in one range of memory that can be read, such as that of
 *           static variables; parts are all threads, and all objects for which they wait or which
 *           they own. Call it again after a part was deleted or created, after a change of the
 *           trace or of counters, and after one that gives the kernel a function or a time slice.
 * Context:  any.
 * Cost:     O(count), with the lock open between two parts. */
void lm_audit_init(struct lm_audit *audit, struct lm_audited *parts, unsigned count);

/* The next step: a part of the kernel's own data, or one of the parts.
 * Context: any.
 * Returns: the kind of a contradiction, with its place in audit->object. The next call continues
 *          behind it.
 * Cost:    O(1). */
enum lm_damage lm_kernel_audit(struct lm_audit *audit);

/* The steps of a round through all data. Context: any. Cost: O(1). */
unsigned lm_audit_steps(const struct lm_audit *audit);

/* The control block that contains an object, and its size. For an object of a layer it is the
 * object alone. Requires: the object exists. Context: any. Cost: O(1). */
const void *lm_audit_block(const struct lm_object *object);
size_t lm_audit_bytes(const struct lm_object *object);

#ifdef __cplusplus
}
#endif

#endif
