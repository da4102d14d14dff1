/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's state as it tells it, and its invariants. */
#include "adapter.h"
#include "core/kernel.h"
#include "core/sched.h"
#include "objects/segregated_fit.h"
#include "parts.h"
#include "time/wait.h"
#include <string.h>

struct parts parts;

static int32_t number_of(const struct lm_thread *thread)
{
    for (int i = 0; i < THREADS; i++) {
        if (thread == parts.thread[i]) {
            return i;
        }
    }
    return thread == NULL ? NOBODY : THREADS;
}

static bool exists(const struct lm_object *object, enum lm_kind kind)
{
    return object->kind == kind;
}

/* Who waits, in their order; no more than there can be, so that a broken list does no harm. */
static void view_line(const struct lm_wait_list *list, const struct lm_waiters_info *info,
                      struct line_view *view)
{
    for (const struct lm_thread *thread = info->first; thread != NULL && view->count < THREADS;
         thread = lm_wait_next(list, thread)) {
        view->thread[view->count++] = number_of(thread);
    }
    if ((uint32_t)view->count != info->count || info->count != list->count) {
        view->unused = 1; /* the counts are wrong */
    }
}

static enum wait wait_from(enum lm_waits_for waits_for)
{
    switch (waits_for) {
    case LM_WAITS_FOR_NOTHING:
    case LM_HAS_RETURNED:
    case LM_WAS_TERMINATED:
        return FOR_NOTHING;
    case LM_WAITS_FOR_RESUME:
        return FOR_RESUME;
    case LM_WAITS_FOR_TIME:
        return FOR_TIME;
    case LM_WAITS_FOR_QUEUE:
        return FOR_QUEUE;
    case LM_WAITS_FOR_SEMAPHORE:
        return FOR_UNIT;
    case LM_WAITS_FOR_EVENTS:
        return FOR_EVENTS;
    case LM_WAITS_FOR_BLOCK:
        return FOR_BLOCK;
    case LM_WAITS_FOR_BYTES:
        return FOR_BYTES;
    case LM_WAITS_FOR_MUTEX:
        return FOR_MUTEX;
    case LM_WAITS_FOR_PERIOD:
        return FOR_PERIOD;
    }
    return WAITS;
}

#define FIND(object, array, count)                                                                 \
    for (int i = 0; i < (count); i++) {                                                            \
        if ((object) == &(array)[i]->object) {                                                     \
            return i;                                                                              \
        }                                                                                          \
    }

/* The number of the object that a thread waits for. */
static int32_t object_number(const struct lm_object *object)
{
    FIND(object, parts.semaphore, SEMAPHORES)
    FIND(object, parts.mutex, MUTEXES)
    FIND(object, parts.queue, QUEUES)
    FIND(object, parts.flags, FLAGS)
    FIND(object, parts.blocks, BLOCK_POOLS)
    FIND(object, parts.bytes, BYTE_POOLS)
    return object == NULL ? NOBODY : THREADS;
}

static enum life life_of(const struct lm_thread *thread)
{
    static const enum life lives[] = {
        [LM_STATE_WAITING_TURN] = TURN,
        [LM_STATE_DISPATCHED] = LEVEL,
        [LM_STATE_SUSPENDED] = WAITING,
        [LM_STATE_TERMINATED] = ENDED,
    };

    return lives[thread->state];
}

static void view_thread(const struct lm_thread *thread, struct thread_view *view)
{
    struct lm_thread_info info;

    if (!exists(&thread->object, LM_KIND_THREAD) || lm_thread_get_info(thread, &info) != LM_OK) {
        view->life = GONE;
        return;
    }
    view->life = (int32_t)life_of(thread);
    view->base_priority = info.base_priority;
    view->base_threshold = info.base_threshold;
    view->slice = (int32_t)info.slice;
    view->returned = info.waits_for == LM_HAS_RETURNED;
    if (info.state == LM_TERMINATED) {
        return;
    }
    view->wait = (int32_t)wait_from(info.waits_for);
    view->object = object_number(info.wait_object);
    view->stop = info.suspend_pending;
    view->disabled = thread->preempt_disabled;
    view->priority = info.priority;
    view->threshold = info.threshold;
    view->level = info.state == LM_SUSPENDED ? NOBODY : info.level;
    view->slice_left = thread == lm_thread_self() ? 0 : thread->slice_left;
    view->release = (int64_t)info.release;
    view->job = info.job;
}

static void view_counters(const struct lm_counters *counters, int64_t *view)
{
    view[SWITCHES] = counters->switches;
    view[TO_IDLE] = counters->to_idle;
    view[FROM_IDLE] = counters->from_idle;
    view[RUNS] = counters->runs;
    view[SLICES] = counters->slices;
    view[YIELDS] = counters->yields;
    view[SUSPENSIONS] = counters->suspensions;
    view[RESUMPTIONS] = counters->resumptions;
    view[TIMEOUTS] = counters->timeouts;
    view[ABORTS] = counters->aborts;
    view[OVERRUNS] = counters->overruns;
    view[DEADLINE_MISSES] = counters->deadline_misses;
    view[RUN_TIME] = (int64_t)counters->run_time;
}

static void view_messages(struct object_view *view)
{
    for (int i = 0; i < SEMAPHORES; i++, view++) {
        struct lm_semaphore_info info;

        if (exists(&parts.semaphore[i]->object, LM_KIND_SEMAPHORE) &&
            lm_semaphore_get_info(parts.semaphore[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = info.count;
            view_line(&parts.semaphore[i]->waiters, &info.waiters, &view->line);
        }
    }
    for (int i = 0; i < MUTEXES; i++, view++) {
        struct lm_mutex_info info;

        if (exists(&parts.mutex[i]->object, LM_KIND_MUTEX) &&
            lm_mutex_get_info(parts.mutex[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = number_of(info.owner);
            view->number[1] = info.held;
            view_line(&parts.mutex[i]->waiters, &info.waiters, &view->line);
        }
    }
    for (int i = 0; i < QUEUES; i++, view++) {
        struct lm_queue_info info;

        if (exists(&parts.queue[i]->object, LM_KIND_QUEUE) &&
            lm_queue_get_info(parts.queue[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = info.used;
            view->number[1] = info.capacity;
            view_line(&parts.queue[i]->waiters, &info.waiters, &view->line);
        }
    }
    for (int i = 0; i < FLAGS; i++, view++) {
        struct lm_event_flags_info info;

        if (exists(&parts.flags[i]->object, LM_KIND_EVENT_FLAGS) &&
            lm_event_flags_get_info(parts.flags[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = info.bits;
            view_line(&parts.flags[i]->waiters, &info.waiters, &view->line);
        }
    }
}

static void view_pools(struct object_view *view)
{
    for (int i = 0; i < BLOCK_POOLS; i++, view++) {
        struct lm_block_pool_info info;

        if (exists(&parts.blocks[i]->object, LM_KIND_BLOCK_POOL) &&
            lm_block_pool_get_info(parts.blocks[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = info.available;
            view->number[1] = info.blocks;
            view_line(&parts.blocks[i]->waiters, &info.waiters, &view->line);
        }
    }
    for (int i = 0; i < BYTE_POOLS; i++, view++) {
        struct lm_byte_pool_info info;

        if (exists(&parts.bytes[i]->object, LM_KIND_BYTE_POOL) &&
            lm_byte_pool_get_info(parts.bytes[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = (int64_t)info.available;
            view_line(&parts.bytes[i]->waiters, &info.waiters, &view->line);
        }
    }
    for (int i = 0; i < TIMERS; i++, view++) {
        struct lm_timer_info info;

        if (exists(&parts.timer[i]->object, LM_KIND_TIMER) &&
            lm_timer_get_info(parts.timer[i], &info) == LM_OK) {
            view->exists = 1;
            view->number[0] = info.active;
            view->number[1] = (int64_t)info.remaining;
            view->number[2] = (int64_t)info.period;
        }
    }
}

void system_view(struct view *view)
{
    memset(view, 0, sizeof *view);
    view->now = (int64_t)lm_now();
    view->clock = (int64_t)lm_time_get();
    view->running = number_of(lm_thread_self());
    view->locked = lm_interrupts_are_disabled();
    for (int i = 0; i < THREADS; i++) {
        view_thread(parts.thread[i], &view->thread[i]);
        if (view->thread[i].life != GONE) {
            view_counters(parts.thread[i]->counters, view->count[i]);
        }
    }
    struct lm_counters counters = lm_kernel_counters();

    view_counters(&counters, view->count[THREADS]);
    view_messages(&view->object[view_begin(OF_SEMAPHORE)]);
    view_pools(&view->object[view_begin(OF_BLOCKS)]);
}

const char *system_complaint(void)
{
    const struct lm_kernel *kernel = lm_kernel();

    if (!lm_sched_is_consistent(kernel)) {
        return "an invariant of the scheduler does not hold";
    }
    if (!lm_timeout_is_consistent(&kernel->timeouts)) {
        return "an invariant of the timeouts does not hold";
    }
    for (int i = 0; i < BYTE_POOLS; i++) {
        if (exists(&parts.bytes[i]->object, LM_KIND_BYTE_POOL) &&
            !lm_fit_is_consistent(parts.bytes[i])) {
            return "an invariant of a byte pool does not hold";
        }
    }
    return NULL;
}
