/* SPDX-License-Identifier: Apache-2.0 */
/* A complete round of the audit, which must find no damage in an intact state. */
#include "check.h"
#include "model/kernel/parts.h"
#include "reach.h"
#include <limen/audit.h>

enum {
    PARTS = THREADS + SEMAPHORES + ALL_MUTEXES + QUEUES + FLAGS + BLOCK_POOLS + BYTE_POOLS + TIMERS
};

static struct {
    struct lm_audited part[PARTS];
    unsigned count;
} audited;

static void add(struct lm_object *object, enum lm_kind kind)
{
    if (lm_object_kind(object) == kind) {
        audited.part[audited.count++].object = object;
    }
}

#define ADD_ALL(parts, number, kind)                                                               \
    for (int i = 0; i < (number); i++) {                                                           \
        if ((parts)[i] != NULL) {                                                                  \
            add(&(parts)[i]->object, kind);                                                        \
        }                                                                                          \
    }

static void find_parts(void)
{
    audited.count = 0;
    ADD_ALL(parts.thread, THREADS, LM_KIND_THREAD)
    ADD_ALL(parts.semaphore, SEMAPHORES, LM_KIND_SEMAPHORE)
    ADD_ALL(parts.mutex, ALL_MUTEXES, LM_KIND_MUTEX)
    ADD_ALL(parts.queue, QUEUES, LM_KIND_QUEUE)
    ADD_ALL(parts.flags, FLAGS, LM_KIND_EVENT_FLAGS)
    ADD_ALL(parts.blocks, BLOCK_POOLS, LM_KIND_BLOCK_POOL)
    ADD_ALL(parts.bytes, BYTE_POOLS, LM_KIND_BYTE_POOL)
    ADD_ALL(parts.timer, TIMERS, LM_KIND_TIMER)
}

void audit_state(void)
{
    struct lm_audit audit;

    find_parts();
    lm_audit_init(&audit, audited.part, audited.count);
    for (unsigned i = lm_audit_steps(&audit); i > 0; i--) {
        unsigned step = audit.step;
        enum lm_damage damage = lm_kernel_audit(&audit);

        if (damage != LM_DAMAGE_NONE) {
            check_failed(__FILE__, __LINE__, "the audit finds damage %d at step %u", (int)damage,
                         step);
        }
    }
}
