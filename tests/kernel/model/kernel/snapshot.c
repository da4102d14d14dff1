/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the kernel as its calls return it, and its invariants. */
#include "model/snapshot.h"
#include "core/sched.h"
#include "objects/segregated_fit.h"
#include "parts.h"
#include "state.h"
#include "time/wait.h"

#if !LM_SMALL /* which has no layers */
#include "preemption/preemption.h"
#endif

struct parts parts;

static int number_of(const struct lm_thread *thread)
{
    for (int i = 0; i < THREADS; i++) {
        if (thread == parts.thread[i]) {
            return i;
        }
    }
    return thread == NULL ? NOBODY : THREADS;
}

/* An object of limen-small does not record that it exists. */
static bool exists(const struct lm_object *object, enum lm_kind kind)
{
    return LM_SMALL ? parts.exists(object, kind) : lm_object_kind(object) == kind;
}

/* The waiting threads in their order, at most as many as there are, because a list may be
 * broken. */
static bool snapshot_waiters(const struct lm_wait_list *list, const struct lm_waiters_info *info,
                             struct object_snapshot *snapshot)
{
    struct list_snapshot *waiters = &snapshot->waiters;

    for (const struct lm_thread *thread = info->first; thread != NULL && waiters->count < THREADS;
         thread = lm_wait_list_next(list, thread)) {
        waiters->thread[waiters->count++] = number_of(thread);
    }
    waiters->wrong = (uint32_t)waiters->count != info->count || info->count != list->count;
    return true;
}

/* The next thread, which may be at any place of the queue, and then the others in the order of the
 * ready queue. */
static void snapshot_ready(const struct lm_cpu *cpu, struct list_snapshot *snapshot)
{
    const struct lm_thread *next = cpu->next;

    if (next != &cpu->idle) {
        snapshot->thread[snapshot->count++] = number_of(next);
    }
    for (unsigned level = 0; level < LM_LEVELS; level++) {
        const struct lm_thread *thread = cpu->ready.head[level];
        bool more = lm_ready_is_occupied(&cpu->ready, level);

        while (more && snapshot->count < THREADS) {
            if (thread != next) {
                snapshot->thread[snapshot->count++] = number_of(thread);
            }
            thread = lm_ready_behind(thread);
            more = thread != cpu->ready.head[level];
        }
    }
}

static void snapshot_counters(const struct lm_counters *counters, int64_t *snapshot)
{
    if (!LM_COUNTED) {
        return;
    }
    snapshot[SWITCHES] = counters->switches;
    snapshot[TO_IDLE] = counters->to_idle;
    snapshot[FROM_IDLE] = counters->from_idle;
    snapshot[RUNS] = counters->runs;
    snapshot[SLICES] = counters->slices;
    snapshot[YIELDS] = counters->yields;
    snapshot[SUSPENSIONS] = counters->suspensions;
    snapshot[RESUMPTIONS] = counters->resumptions;
    snapshot[TIMEOUTS] = counters->timeouts;
    snapshot[ABORTS] = counters->aborts;
    snapshot[OVERRUNS] = counters->overruns;
    snapshot[DEADLINE_MISSES] = counters->deadline_misses;
    snapshot[RUN_TIME] = (int64_t)counters->run_time;
}

/* The query completes a set that was interrupted. */
static void complete_sets(void)
{
    for (int i = 0; i < FLAGS; i++) {
        if (parts.flags[i] != NULL && exists(&parts.flags[i]->object, LM_KIND_EVENT_FLAGS)) {
            (void)lm_event_flags_get(parts.flags[i]);
        }
    }
}

static bool snapshot_system(struct system_snapshot *snapshot)
{
    complete_sets();

    struct lm_counters counters = lm_kernel_counters();

    snapshot->now = (int64_t)lm_now();
    snapshot->clock = (int64_t)lm_time_get();
    snapshot->running = number_of(lm_thread_self());
    snapshot->locked = lm_interrupts_are_disabled();
    snapshot->preemption = LM_SMALL_OR(MODEL_FULL, (int64_t)lm_model_get());
    snapshot_counters(&counters, snapshot->count);
    snapshot_ready(lm_cpu(), &snapshot->ready);
    return true;
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
    case LM_WAITS_FOR_STREAM:     /* tests/kernel/worlds/test_stream.c */
    case LM_WAITS_FOR_MIDDLEWARE: /* not of the kernel: compat/threadx sets it */
    case LM_WAITS_FOR_SHARED:     /* in limen-cores only */
    case LM_WAITS_FOR_BUDGET:     /* layers/budget: tests/kernel/worlds/test_budget.c */
        break;
    }
    return WAITS;
}

#define FIND(object, array, count)                                                                 \
    for (int i = 0; i < (count); i++) {                                                            \
        if ((array)[i] != NULL && (object) == &(array)[i]->object) {                               \
            return i;                                                                              \
        }                                                                                          \
    }

/* The number of the object that a thread waits for. */
static int object_number(const struct lm_object *object)
{
    FIND(object, parts.semaphore, SEMAPHORES)
    FIND(object, parts.mutex, ALL_MUTEXES)
    FIND(object, parts.queue, QUEUES)
    FIND(object, parts.flags, FLAGS)
    FIND(object, parts.blocks, BLOCK_POOLS)
    FIND(object, parts.bytes, BYTE_POOLS)
    return object == NULL ? NOBODY : THREADS;
}

static int spin_number(const struct lm_spin *spin)
{
    for (int i = 0; i < SPINS; i++) {
        if (spin != NULL && spin == parts.spin[i]) {
            return i;
        }
    }
    return spin == NULL ? NOBODY : SPINS;
}

static uint32_t slice_left_of(const struct lm_thread *thread)
{
    return thread->slice != NULL ? thread->slice->left : 0;
}

static bool snapshot_thread(const struct lm_thread *thread, struct thread_snapshot *snapshot)
{
    static const enum life lives[] = {
        [LM_STATE_READY] = TURN,
        [LM_STATE_DISPATCHED] = LEVEL,
        [LM_STATE_BLOCKED] = WAITING,
        [LM_STATE_TERMINATED] = ENDED,
    };
    struct lm_thread_info info;

    if (!exists(&thread->object, LM_KIND_THREAD) || lm_thread_get_info(thread, &info) != LM_OK) {
        return false;
    }
    snapshot->life = lives[thread->state];
    snapshot->base_priority = info.base_priority;
    snapshot->base_threshold = info.base_threshold;
    snapshot->slice = info.slice;
    snapshot->returned = info.waits_for == LM_HAS_RETURNED;
    snapshot_counters(LM_COUNTED_OR(thread->counters, NULL), snapshot->count);
    if (info.state == LM_TERMINATED) {
        return true;
    }
    snapshot->wait = wait_from(info.waits_for);
    snapshot->object = info.wait_object != NULL ? object_number(info.wait_object) : NOBODY;
    snapshot->stop = info.suspend_pending;
    snapshot->disabled = thread->preempt_disabled;
    snapshot->sections = LM_SMALL_OR(0, (int32_t)lm_section_count(thread));
    snapshot->last_spin = spin_number(LM_SMALL_OR(NULL, lm_spin_last(thread)));
    snapshot->priority = info.priority;
    snapshot->threshold = info.threshold;
    snapshot->level = info.state == LM_SUSPENDED ? NOBODY : info.level;
    snapshot->slice_left = thread == lm_thread_self() ? 0 : slice_left_of(thread);
    snapshot->release = (int64_t)info.release;
    snapshot->job = info.job;
    return true;
}

/* The information about an object: its two numbers and its wait list. */
#define SNAPSHOT(type, KIND, first, second)                                                        \
    static bool snapshot_##type(const struct lm_##type *type, struct object_snapshot *snapshot)    \
    {                                                                                              \
        struct lm_##type##_info info;                                                              \
                                                                                                   \
        if (!exists(&type->object, KIND) || lm_##type##_get_info(type, &info) != LM_OK) {          \
            return false;                                                                          \
        }                                                                                          \
        snapshot->number[0] = (int64_t)(first);                                                    \
        snapshot->number[1] = (int64_t)(second);                                                   \
        return snapshot_waiters(&type->waiters, &info.waiters, snapshot);                          \
    }

SNAPSHOT(semaphore, LM_KIND_SEMAPHORE, info.count, 0)
SNAPSHOT(mutex, LM_KIND_MUTEX, number_of(info.owner), info.held)
SNAPSHOT(queue, LM_KIND_QUEUE, info.used, info.capacity)
SNAPSHOT(event_flags, LM_KIND_EVENT_FLAGS, info.bits, 0)
SNAPSHOT(block_pool, LM_KIND_BLOCK_POOL, info.available, info.blocks)
SNAPSHOT(byte_pool, LM_KIND_BYTE_POOL, info.available, 0)

static bool snapshot_timer(const struct lm_timer *timer, struct object_snapshot *snapshot)
{
    struct lm_timer_info info;

    if (!exists(&timer->object, LM_KIND_TIMER) || lm_timer_get_info(timer, &info) != LM_OK) {
        return false;
    }
    snapshot->number[0] = info.active;
    snapshot->number[1] = (int64_t)info.remaining;
    snapshot->number[2] = (int64_t)info.period;
    return true;
}

static bool snapshot_spin(const struct lm_spin *spin, struct object_snapshot *snapshot)
{
    static const enum hold holds[] = {
        [LM_SPIN_FREE] = FREE,
        [LM_SPIN_LEVEL] = BY_LEVEL,
        [LM_SPIN_MUTEX] = BY_MUTEX,
        [LM_SPIN_ALONE] = BY_MASK,
    };

    if (!exists(&spin->object, LM_KIND_SPINLOCK)) {
        return false;
    }
    snapshot->number[0] = (int64_t)holds[spin->how];
    snapshot->number[1] = number_of(spin->holder);
    return true;
}

bool snapshot_of_system(enum group group, int n, union snapshot *snapshot)
{
    switch (group) {
    case OF_CONTEXT:
        return snapshot_system(&snapshot->system);
    case OF_THREAD:
        return snapshot_thread(parts.thread[n], &snapshot->thread);
    case OF_SEMAPHORE:
        return snapshot_semaphore(parts.semaphore[n], &snapshot->object);
    case OF_MUTEX:
        return parts.mutex[n] != NULL && snapshot_mutex(parts.mutex[n], &snapshot->object);
    case OF_QUEUE:
        return snapshot_queue(parts.queue[n], &snapshot->object);
    case OF_FLAGS:
        return snapshot_event_flags(parts.flags[n], &snapshot->object);
    case OF_BLOCKS:
        return snapshot_block_pool(parts.blocks[n], &snapshot->object);
    case OF_BYTES:
        return snapshot_byte_pool(parts.bytes[n], &snapshot->object);
    case OF_TIMER:
        return snapshot_timer(parts.timer[n], &snapshot->object);
    default:
        return parts.spin[n] != NULL && snapshot_spin(parts.spin[n], &snapshot->object);
    }
}

/* The invariant of the limit in kernel/objects/queue.c. */
static bool queue_is_consistent(const struct lm_queue *queue)
{
    bool alone = queue->waiters.first == NULL;
    bool plain = (uintptr_t)queue->storage % 4 == 0 && queue->message_bytes % 4 == 0 &&
                 queue->message_bytes < 32;

    int32_t limit = LM_SMALL_OR(-1, queue->limit);

    if (limit == 0) {
        return plain && queue->used == 0 &&
               (alone || (uintptr_t)queue->waiters.first->wait_data % 4 == 0);
    }
    return limit == -1 || (plain && alone && limit == (int32_t)queue->capacity);
}

const char *parts_complaint(void)
{
    const struct lm_cpu *cpu = lm_cpu();

    if (!lm_sched_is_consistent(cpu)) {
        return "an invariant of the scheduler does not hold";
    }
    if (!lm_timeout_is_consistent(&cpu->timeouts)) {
        return "an invariant of the timeouts does not hold";
    }
    for (int i = 0; i < QUEUES; i++) {
        if (parts.queue[i] != NULL && exists(&parts.queue[i]->object, LM_KIND_QUEUE) &&
            !queue_is_consistent(parts.queue[i])) {
            return "the limit of a queue does not fit";
        }
    }
    for (int i = 0; i < BYTE_POOLS; i++) {
        if (exists(&parts.bytes[i]->object, LM_KIND_BYTE_POOL) &&
            !lm_fit_is_consistent(parts.bytes[i])) {
            return "an invariant of a byte pool does not hold";
        }
    }
    return NULL;
}
