/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the kernel as its calls return it, and its invariants. */
#include "model/view.h"
#include "core/sched.h"
#include "objects/segregated_fit.h"
#include "parts.h"
#include "preemption/preemption.h"
#include "state.h"
#include "time/wait.h"

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

static bool exists(const struct lm_object *object, enum lm_kind kind)
{
    return object->kind == kind;
}

/* The waiting threads in their order, at most as many as there are, because a list may be
 * broken. */
static bool view_waiters(const struct lm_wait_list *list, const struct lm_waiters_info *info,
                         struct object_view *view)
{
    struct list_view *waiters = &view->waiters;

    for (const struct lm_thread *thread = info->first; thread != NULL && waiters->count < THREADS;
         thread = lm_wait_list_next(list, thread)) {
        waiters->thread[waiters->count++] = number_of(thread);
    }
    waiters->wrong = (uint32_t)waiters->count != info->count || info->count != list->count;
    return true;
}

/* The next thread, which may be at any place of the queue, and then the others in the order of the
 * ready queue. */
static void view_ready(const struct lm_cpu *cpu, struct list_view *view)
{
    const struct lm_thread *next = cpu->next;

    if (next != &cpu->idle) {
        view->thread[view->count++] = number_of(next);
    }
    for (unsigned level = 0; level < LM_LEVELS; level++) {
        const struct lm_thread *thread = cpu->ready.head[level];
        bool more = lm_ready_is_occupied(&cpu->ready, level);

        while (more && view->count < THREADS) {
            if (thread != next) {
                view->thread[view->count++] = number_of(thread);
            }
            thread = lm_ready_behind(thread);
            more = thread != cpu->ready.head[level];
        }
    }
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

/* The query completes a set that was interrupted. */
static void complete_sets(void)
{
    for (int i = 0; i < FLAGS; i++) {
        if (parts.flags[i] != NULL && exists(&parts.flags[i]->object, LM_KIND_EVENT_FLAGS)) {
            (void)lm_event_flags_get(parts.flags[i]);
        }
    }
}

static bool view_system(struct system_view *view)
{
    complete_sets();

    struct lm_counters counters = lm_kernel_counters();

    view->now = (int64_t)lm_now();
    view->clock = (int64_t)lm_time_get();
    view->running = number_of(lm_thread_self());
    view->locked = lm_interrupts_are_disabled();
    view->preemption = (int64_t)lm_model_get();
    view_counters(&counters, view->count);
    view_ready(lm_cpu(), &view->ready);
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
    case LM_WAITS_FOR_MIDDLEWARE: /* not of the kernel: compat/threadx sets it */
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

static bool view_thread(const struct lm_thread *thread, struct thread_view *view)
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
    view->life = lives[thread->state];
    view->base_priority = info.base_priority;
    view->base_threshold = info.base_threshold;
    view->slice = info.slice;
    view->returned = info.waits_for == LM_HAS_RETURNED;
    view_counters(thread->counters, view->count);
    if (info.state == LM_TERMINATED) {
        return true;
    }
    view->wait = wait_from(info.waits_for);
    view->object = info.wait_object != NULL ? object_number(info.wait_object) : NOBODY;
    view->stop = info.suspend_pending;
    view->disabled = thread->preempt_disabled;
    view->sections = (int32_t)lm_section_count(thread);
    view->last_spin = spin_number(lm_spin_last(thread));
    view->priority = info.priority;
    view->threshold = info.threshold;
    view->level = info.state == LM_SUSPENDED ? NOBODY : info.level;
    view->slice_left = thread == lm_thread_self() ? 0 : slice_left_of(thread);
    view->release = (int64_t)info.release;
    view->job = info.job;
    return true;
}

/* The information about an object: its two numbers and its wait list. */
#define VIEW(type, KIND, first, second)                                                            \
    static bool view_##type(const struct lm_##type *type, struct object_view *view)                \
    {                                                                                              \
        struct lm_##type##_info info;                                                              \
                                                                                                   \
        if (!exists(&type->object, KIND) || lm_##type##_get_info(type, &info) != LM_OK) {          \
            return false;                                                                          \
        }                                                                                          \
        view->number[0] = (int64_t)(first);                                                        \
        view->number[1] = (int64_t)(second);                                                       \
        return view_waiters(&type->waiters, &info.waiters, view);                                  \
    }

VIEW(semaphore, LM_KIND_SEMAPHORE, info.count, 0)
VIEW(mutex, LM_KIND_MUTEX, number_of(info.owner), info.held)
VIEW(queue, LM_KIND_QUEUE, info.used, info.capacity)
VIEW(event_flags, LM_KIND_EVENT_FLAGS, info.bits, 0)
VIEW(block_pool, LM_KIND_BLOCK_POOL, info.available, info.blocks)
VIEW(byte_pool, LM_KIND_BYTE_POOL, info.available, 0)

static bool view_timer(const struct lm_timer *timer, struct object_view *view)
{
    struct lm_timer_info info;

    if (!exists(&timer->object, LM_KIND_TIMER) || lm_timer_get_info(timer, &info) != LM_OK) {
        return false;
    }
    view->number[0] = info.active;
    view->number[1] = (int64_t)info.remaining;
    view->number[2] = (int64_t)info.period;
    return true;
}

static bool view_spin(const struct lm_spin *spin, struct object_view *view)
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
    view->number[0] = (int64_t)holds[spin->how];
    view->number[1] = number_of(spin->holder);
    return true;
}

bool view_of_system(enum group group, int n, union view *view)
{
    switch (group) {
    case OF_CONTEXT:
        return view_system(&view->system);
    case OF_THREAD:
        return view_thread(parts.thread[n], &view->thread);
    case OF_SEMAPHORE:
        return view_semaphore(parts.semaphore[n], &view->object);
    case OF_MUTEX:
        return parts.mutex[n] != NULL && view_mutex(parts.mutex[n], &view->object);
    case OF_QUEUE:
        return view_queue(parts.queue[n], &view->object);
    case OF_FLAGS:
        return view_event_flags(parts.flags[n], &view->object);
    case OF_BLOCKS:
        return view_block_pool(parts.blocks[n], &view->object);
    case OF_BYTES:
        return view_byte_pool(parts.bytes[n], &view->object);
    case OF_TIMER:
        return view_timer(parts.timer[n], &view->object);
    default:
        return parts.spin[n] != NULL && view_spin(parts.spin[n], &view->object);
    }
}

/* The invariant of the limit in kernel/objects/queue.c. */
static bool queue_is_consistent(const struct lm_queue *queue)
{
    bool alone = queue->waiters.first == NULL;
    bool plain = (uintptr_t)queue->storage % 4 == 0 && queue->message_bytes % 4 == 0 &&
                 queue->message_bytes < 32;

    if (queue->limit == 0) {
        return plain && queue->used == 0 &&
               (alone || (uintptr_t)queue->waiters.first->wait_data % 4 == 0);
    }
    return queue->limit == -1 || (plain && alone && queue->limit == (int32_t)queue->capacity);
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
