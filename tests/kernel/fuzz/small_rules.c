/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the model that applies to limen-small. It does not check its callers, so no case
 * contains a mistake, except the unlock of a mutex by a thread that does not own it, which each
 * library refuses. It has no layers, and no interrupt comes within its long calls.
 */
#include "adapter.h"
#include "model/kernel/calls.h"
#include "model/kernel/parts.h"
#include <stdlib.h>

static struct {
    bool exists[GROUPS][THREADS];
} made;

static bool is_at(const struct lm_object *object, enum group *group, int *number)
{
    for (int i = 0; i < THREADS; i++) {
        const struct lm_object *const places[GROUPS] = {
            [OF_THREAD] = &calls.thread[i].object,
            [OF_SEMAPHORE] = i < SEMAPHORES ? &calls.semaphore[i].object : NULL,
            [OF_MUTEX] = i < MUTEXES ? &calls.mutex[i].object : NULL,
            [OF_QUEUE] = i < QUEUES ? &calls.queue[i].object : NULL,
            [OF_FLAGS] = i < FLAGS ? &calls.flags[i].object : NULL,
            [OF_BLOCKS] = i < BLOCK_POOLS ? &calls.blocks[i].object : NULL,
            [OF_BYTES] = i < BYTE_POOLS ? &calls.bytes[i].object : NULL,
            [OF_TIMER] = i < TIMERS ? &calls.timer[i].object : NULL,
        };

        if (places[*group] == object) {
            *number = i;
            return true;
        }
    }
    return false;
}

static bool exists(const struct lm_object *object, enum lm_kind kind)
{
    static const enum group groups[LM_KINDS] = {
        [LM_KIND_THREAD] = OF_THREAD,     [LM_KIND_SEMAPHORE] = OF_SEMAPHORE,
        [LM_KIND_MUTEX] = OF_MUTEX,       [LM_KIND_QUEUE] = OF_QUEUE,
        [LM_KIND_TIMER] = OF_TIMER,       [LM_KIND_EVENT_FLAGS] = OF_FLAGS,
        [LM_KIND_BLOCK_POOL] = OF_BLOCKS, [LM_KIND_BYTE_POOL] = OF_BYTES,
    };
    enum group group = groups[kind];
    int number = 0;

    return is_at(object, &group, &number) && made.exists[group][number];
}

struct rules system_rules(void)
{
    made = (__typeof__(made)){0};
    parts.exists = exists;
    return (struct rules){.unit = 1, .work = 1, .oracle = &calls_oracle, .has_only_results = true};
}

/* Calls that open the lock in the other libraries, so that an interrupt may come within them. */
static bool is_long(enum kind kind)
{
    return operation_verb(kind) == DELETE || operation_verb(kind) == PRIORITIZE ||
           kind == DO_QUEUE_FLUSH || kind == DO_FLAGS_SET || kind == DO_BYTES_RELEASE ||
           kind == DO_THREAD_TERMINATE || kind == DO_RETURN;
}

bool system_permits(const struct model *model, const struct operation *operation)
{
    enum group group = operation_group(operation->kind);
    struct model later = *model;

    if (group == OF_SECTION || group == OF_SPIN ||
        (model->armed != 0 && is_long(operation->kind))) {
        return false;
    }
    later.imagined = true;

    enum status status = model_perform(&later, operation).status;

    if (status >= BAD_ARGUMENT && status != NOT_OWNER) {
        return false;
    }
    if (operation_verb(operation->kind) == CREATE || operation->kind == DO_THREAD_CREATE ||
        operation->kind == DO_TIMER_CREATE) {
        made.exists[group][operation->a] = true;
    }
    if (operation_verb(operation->kind) == DELETE || operation->kind == DO_THREAD_DELETE ||
        operation->kind == DO_TIMER_DELETE) {
        made.exists[group][operation->a] = false;
    }
    return true;
}

/* No case contains them. */
enum lm_status calls_do_section(const struct operation *operation, uint32_t *value)
{
    (void)operation;
    (void)value;
    abort();
}

enum lm_status calls_do_spin(const struct operation *operation)
{
    (void)operation;
    abort();
}
