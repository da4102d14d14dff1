/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a call that serves or examines many waiting threads opens the lock between its steps, has
 * the same effect on each thread as on one, and survives all calls of an interrupt in between.
 *
 * Method: the null port counts how often a call takes the lock, and makes an interrupt at each of
 * these moments in turn. The number of waiting threads goes from none to more than two steps of
 * prioritize examine. Waits with a request on the stack of the waiting thread, which this port does
 * not have, are in tests/kernel/scenes/test_long_calls.c.
 */
#include "check.h"
#include "core/sched.h"
#include "core/wait_list.h"
#include "port.h"
#include "state.h"
#include <limen/limen.h>
#include <stdio.h>
#include <string.h>

enum { WAITERS_MAX = 20, CALLER = WAITERS_MAX, URGENT = 10, LAZY = 31, LOOKS = 8, MESSAGES = 2 };

static struct lm_thread thread[WAITERS_MAX + 1];
static _Alignas(16) unsigned char stack[WAITERS_MAX + 1][LM_PORT_STACK_MIN];
static _Alignas(8) unsigned char area[4096];
static uint32_t storage[MESSAGES];
static void *taken;

static union {
    struct lm_semaphore semaphore;
    struct lm_mutex mutex;
    struct lm_queue queue;
    struct lm_event_flags flags;
    struct lm_block_pool blocks;
    struct lm_byte_pool bytes;
} memory, before;

static void never_runs(void *argument)
{
    (void)argument;
    CHECK(false);
}

/* The caller runs first. */
static void begin(unsigned waiters)
{
    memset(&memory, 0, sizeof memory);
    lm_kernel_init();
    for (unsigned i = 0; i <= WAITERS_MAX; i++) {
        struct lm_thread_config config = {
            .name = "t",
            .entry = never_runs,
            .stack = stack[i],
            .stack_bytes = sizeof stack[i],
            .priority = i == CALLER ? 0 : URGENT,
            .threshold = i == CALLER ? 0 : URGENT,
            .suspended = i >= waiters && i != CALLER,
        };

        CHECK_STATUS(lm_thread_create(&thread[i], &config), LM_OK);
    }
    lm_kernel_start();
}

/* An object for which threads wait, and a call that ends all their waits. */
struct scene {
    const char *name;     /* for a failure */
    void (*create)(void); /* by the caller, before */
    void (*wait)(void);   /* by each of the other threads */
    void (*call)(void);   /* by the caller, then */
    /* The number of times that the call takes the lock if n threads wait: plain times for up to few
     * threads. */
    unsigned few;
    unsigned plain;
    unsigned base;
    unsigned each;
};

static void create_semaphore(void)
{
    CHECK_STATUS(lm_semaphore_create(&memory.semaphore, "s", 0, LM_FIFO), LM_OK);
}

static void wait_semaphore(void)
{
    (void)lm_semaphore_wait(&memory.semaphore, LM_FOREVER);
}

static void delete_semaphore(void)
{
    CHECK_STATUS(lm_semaphore_delete(&memory.semaphore), LM_OK);
}

/* The caller owns it. */
static void create_mutex(void)
{
    CHECK_STATUS(lm_mutex_create(&memory.mutex, "m", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&memory.mutex, LM_NO_WAIT), LM_OK);
}

static void wait_mutex(void)
{
    (void)lm_mutex_lock(&memory.mutex, LM_FOREVER);
}

static void delete_mutex(void)
{
    CHECK_STATUS(lm_mutex_delete(&memory.mutex), LM_OK);
}

static void create_flags(void)
{
    CHECK_STATUS(lm_event_flags_create(&memory.flags, "f", LM_FIFO), LM_OK);
}

static void wait_flags(void)
{
    (void)lm_event_flags_wait(&memory.flags, 1, LM_ANY, NULL, LM_FOREVER);
}

static void delete_flags(void)
{
    CHECK_STATUS(lm_event_flags_delete(&memory.flags), LM_OK);
}

static void create_full_queue(void)
{
    CHECK_STATUS(lm_queue_create(&memory.queue, "q", storage, MESSAGES, 4, LM_FIFO), LM_OK);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        CHECK_STATUS(lm_queue_send(&memory.queue, &i, LM_NO_WAIT), LM_OK);
    }
}

static void wait_queue(void)
{
    static const uint32_t message = 7;

    (void)lm_queue_send(&memory.queue, &message, LM_FOREVER);
}

static void flush_queue(void)
{
    CHECK_STATUS(lm_queue_flush(&memory.queue), LM_OK);
}

static void delete_queue(void)
{
    CHECK_STATUS(lm_queue_delete(&memory.queue), LM_OK);
}

static void create_empty_blocks(void)
{
    CHECK_STATUS(lm_block_pool_create(&memory.blocks, "b", area, 64, 64, LM_FIFO), LM_OK);
    while (lm_block_allocate(&memory.blocks, &taken, LM_NO_WAIT) == LM_OK) {
    }
}

static void wait_blocks(void)
{
    static void *block;

    (void)lm_block_allocate(&memory.blocks, &block, LM_FOREVER);
}

static void delete_blocks(void)
{
    CHECK_STATUS(lm_block_pool_delete(&memory.blocks), LM_OK);
}

static void create_bytes(void)
{
    CHECK_STATUS(lm_byte_pool_create(&memory.bytes, "y", area, sizeof area, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_byte_allocate(&memory.bytes, &taken, sizeof area / 2, LM_NO_WAIT), LM_OK);
}

static void wait_bytes(void)
{
    static void *piece;

    (void)lm_byte_allocate(&memory.bytes, &piece, sizeof area / 2 + 8, LM_FOREVER);
}

static void delete_bytes(void)
{
    CHECK_STATUS(lm_byte_pool_delete(&memory.bytes), LM_OK);
}

static void create_nothing(void)
{
}

static void wait_for_time(void)
{
    CHECK_STATUS(lm_thread_sleep_until(10), LM_OK);
}

static void let_time_pass(void)
{
    null_run_until(10);
}

static void slice_caller(void)
{
    static struct lm_slice slice;

    CHECK_STATUS(lm_thread_set_slice(&thread[CALLER], &slice, 10), LM_OK);
}

static const struct scene scenes[] = {
    {"semaphore delete", create_semaphore, wait_semaphore, delete_semaphore, 0, 1, 1, 1},
    {"mutex delete", create_mutex, wait_mutex, delete_mutex, 0, 1, 3, 1},
    {"queue flush", create_full_queue, wait_queue, flush_queue, 1, 1, 1, 1},
    {"queue delete", create_full_queue, wait_queue, delete_queue, 0, 1, 1, 1},
    {"event flags delete", create_flags, wait_flags, delete_flags, 0, 1, 1, 1},
    {"block pool delete", create_empty_blocks, wait_blocks, delete_blocks, 0, 1, 1, 1},
    {"byte pool delete", create_bytes, wait_bytes, delete_bytes, 0, 1, 1, 1},
    {"alarm", create_nothing, wait_for_time, let_time_pass, 0, 0, 2, 1},
    {"alarm, a slice ends", slice_caller, wait_for_time, let_time_pass, 0, 2, 3, 1},
};

static const struct scene *now;
static unsigned waiting;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "%s, %u waiting threads\n", now->name, waiting);
}

static void set_up(const struct scene *scene, unsigned waiters)
{
    now = scene;
    waiting = waiters;
    begin(waiters);
    scene->create();
    CHECK_STATUS(lm_thread_set_priority(&thread[CALLER], LAZY, LAZY), LM_OK);
    for (unsigned i = 0; i < waiters; i++) {
        CHECK(lm_thread_self() == &thread[i]);
        scene->wait();
    }
    CHECK(lm_thread_self() == &thread[CALLER]);
}

/* The number of times that the call takes the free lock. */
static unsigned locks_of(void (*call)(void))
{
    lm_null.at_lock = UINT32_MAX;
    call();

    unsigned locks = UINT32_MAX - lm_null.at_lock;

    lm_null.at_lock = 0;
    return locks;
}

static unsigned expected_locks(const struct scene *scene, unsigned waiters)
{
    return waiters <= scene->few ? scene->plain : scene->base + scene->each * waiters;
}

static void the_lock_is_open_between_any_two_waiting_threads(void)
{
    for (unsigned s = 0; s < sizeof scenes / sizeof scenes[0]; s++) {
        for (unsigned waiters = 0; waiters <= WAITERS_MAX; waiters++) {
            set_up(&scenes[s], waiters);
            CHECK_EQUAL(locks_of(scenes[s].call), expected_locks(&scenes[s], waiters));
        }
    }
}

static void prioritize(void)
{
    CHECK_STATUS(lm_semaphore_prioritize(&memory.semaphore), LM_OK);
}

static const struct scene prioritized = {
    "prioritize", create_semaphore, wait_semaphore, prioritize, 0, 1, 0, 0};

/* The number of the first waiting thread, or -1. */
static int first_waiting(void)
{
    const struct lm_thread *first = memory.semaphore.waiters.first;

    return first == NULL ? -1 : (int)(first - thread);
}

/* Write all waiting threads in their order. Returns: their number. */
static unsigned list(int *numbers)
{
    const struct lm_thread *next = memory.semaphore.waiters.first;
    unsigned count = 0;

    for (; next != NULL; next = lm_wait_list_next(&memory.semaphore.waiters, next)) {
        CHECK(count < WAITERS_MAX);
        numbers[count++] = (int)(next - thread);
    }
    CHECK_EQUAL(count, memory.semaphore.waiters.count);
    return count;
}

/* The place of the most urgent thread; of several, of the first one. */
static unsigned best_of(const int *numbers, unsigned count)
{
    unsigned best = 0;

    for (unsigned i = 1; i < count; i++) {
        best = thread[numbers[i]].priority < thread[numbers[best]].priority ? i : best;
    }
    return best;
}

/* The best thread of the list before is the first now, and the others keep their order. */
static void check_prioritized(const int *old, unsigned count)
{
    int new[WAITERS_MAX];
    unsigned best = best_of(old, count);

    CHECK_EQUAL(list(new), count);
    CHECK_EQUAL(new[0], old[best]);
    for (unsigned i = 0, at = 1; i < count; i++) {
        if (i != best) {
            CHECK_EQUAL(new[at++], old[i]);
        }
    }
}

static void make_urgent(unsigned number, unsigned priority)
{
    CHECK_STATUS(lm_thread_set_priority(&thread[number], priority, priority), LM_OK);
}

static unsigned prioritize_locks(unsigned waiters)
{
    return waiters > LOOKS ? 1 + (waiters + LOOKS - 1) / LOOKS + 1 : 1;
}

static void prioritize_finds_the_most_urgent_thread_at_any_place(void)
{
    int old[WAITERS_MAX];

    for (unsigned waiters = 0; waiters <= WAITERS_MAX; waiters++) {
        for (unsigned place = 0; place <= waiters; place++) {
            set_up(&prioritized, waiters);
            for (unsigned i = place; i < waiters; i += 3) { /* the next ones are as urgent */
                make_urgent(i, URGENT - 5);
            }
            CHECK_EQUAL(list(old), waiters);
            CHECK_EQUAL(locks_of(prioritize), prioritize_locks(waiters));
            if (waiters > 0) {
                check_prioritized(old, waiters);
            }
        }
    }
}

static unsigned victim; /* the number of the thread whose wait an interrupt ends */

static void end_one_wait(void)
{
    CHECK_STATUS(lm_thread_abort_wait(&thread[victim]), LM_OK);
}

/* Make an interrupt when the call takes the lock for the n-th time. Returns: whether it came. */
static bool interrupt_at(unsigned n, void (*handler)(void), void (*call)(void))
{
    lm_null.handler = handler;
    lm_null.at_lock = n;
    call();

    bool came = lm_null.at_lock == 0;

    lm_null.at_lock = 0;
    CHECK_EQUAL(lm_null.locked, 0);
    CHECK(lm_sched_is_consistent(lm_cpu()));
    return came;
}

static void prioritize_counts_threads_that_leave_meanwhile(void)
{
    static const unsigned places[] = {0, 5, 8, 12, 19};
    int old[WAITERS_MAX];

    for (unsigned best = 0; best < 5; best++) {
        for (unsigned second = 0; second < 5; second++) {
            for (victim = 0; victim < WAITERS_MAX; victim++) {
                bool came = true;

                for (unsigned n = 2; came; n++) {
                    set_up(&prioritized, WAITERS_MAX);
                    make_urgent(places[second], URGENT - 1);
                    make_urgent(places[best], URGENT - 2);
                    CHECK_EQUAL(list(old), WAITERS_MAX);
                    came = interrupt_at(n, end_one_wait, prioritize);
                    if (came && n < prioritize_locks(WAITERS_MAX)) {
                        memmove(&old[victim], &old[victim + 1],
                                (WAITERS_MAX - 1 - victim) * sizeof old[0]);
                        check_prioritized(old, WAITERS_MAX - 1);
                    }
                }
            }
        }
    }
}

static void end_all_waits(void)
{
    for (unsigned i = 0; i < WAITERS_MAX; i++) {
        CHECK_STATUS(lm_thread_abort_wait(&thread[i]), LM_OK);
    }
}

static void prioritize_survives_the_end_of_all_waits(void)
{
    for (unsigned n = 2; n < prioritize_locks(WAITERS_MAX); n++) {
        set_up(&prioritized, WAITERS_MAX);
        CHECK(interrupt_at(n, end_all_waits, prioritize));
        CHECK_EQUAL(first_waiting(), -1);
    }
}

static void create_ordered_semaphore(void)
{
    CHECK_STATUS(lm_semaphore_create(&memory.semaphore, "semaphore", 0, LM_BY_PRIORITY), LM_OK);
}

static void make_first_less_urgent(void)
{
    make_urgent(0, URGENT + 2);
}

/* The thread that the call has chosen becomes less urgent before it is put ahead. From then on
 * threads are inserted behind all that are as urgent, also behind those that are not first. */
static void a_list_by_priority_stays_in_order_behind_the_thread_that_is_put_ahead(void)
{
    static const struct scene ordered = {
        "prioritize by priority", create_ordered_semaphore, wait_semaphore, prioritize, 0, 1, 0, 0};
    int numbers[WAITERS_MAX];

    set_up(&ordered, WAITERS_MAX);
    CHECK(interrupt_at(2, make_first_less_urgent, prioritize));
    CHECK_EQUAL(first_waiting(), 0);
    make_urgent(5, URGENT + 1);
    CHECK_EQUAL(list(numbers), WAITERS_MAX);
    CHECK_EQUAL(numbers[0], 0);
    CHECK_EQUAL(numbers[WAITERS_MAX - 1], 5);
}

static struct lm_object *object; /* in the memory */
static void (*delete_it)(void);

/* The memory of the object is reused for an object of another kind or number that is otherwise
 * equal. */
static void overwrite(enum lm_kind kind, uint16_t id)
{
    delete_it();
    memset(&memory, 0xA5, sizeof memory);
    object->kind = (uint8_t)kind;
    object->id = id;
    before = memory;
}

static void use_for_another_kind(void)
{
    overwrite(LM_KIND_TIMER, object->id);
}

static void use_for_another_object(void)
{
    overwrite((enum lm_kind)object->kind, (uint16_t)(object->id + 100));
}

static void (*const uses[])(void) = {use_for_another_kind, use_for_another_object};

static void try_all_moments(const struct scene *scene, void (*use)(void))
{
    for (unsigned waiters = 2; waiters <= WAITERS_MAX; waiters += 9) {
        bool came = true;

        for (unsigned n = 2; came; n++) {
            set_up(scene, waiters);
            came = interrupt_at(n, use, scene->call);
            CHECK(!came || memcmp(&memory, &before, sizeof memory) == 0);
        }
    }
}

static void no_call_uses_an_object_that_is_deleted_between_its_steps(void)
{
    static const struct scene flush = {"flush", create_full_queue, wait_queue, flush_queue, 0, 1, 0,
                                       0};

    for (unsigned use = 0; use < sizeof uses / sizeof uses[0]; use++) {
        object = &memory.semaphore.object;
        delete_it = delete_semaphore;
        try_all_moments(&prioritized, uses[use]);
        object = &memory.queue.object;
        delete_it = delete_queue;
        try_all_moments(&flush, uses[use]);
    }
}

static struct lm_mutex mutexes[3];

static void terminate_first(void)
{
    CHECK_STATUS(lm_thread_terminate(&thread[0]), LM_OK);
}

static void terminate_first_again(void)
{
    CHECK_STATUS(lm_thread_terminate(&thread[0]), LM_BAD_STATE);
}

static void lock_all(void)
{
    for (unsigned i = 0; i < 3; i++) {
        CHECK_STATUS(lm_mutex_create(&mutexes[i], "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
        CHECK_STATUS(lm_mutex_lock(&mutexes[i], LM_NO_WAIT), LM_OK);
    }
    CHECK_STATUS(lm_thread_suspend(&thread[0]), LM_OK);
}

static void a_thread_is_terminated_once_however_many_mutexes_it_owns(void)
{
    static const struct scene owner = {
        "terminate", create_semaphore, lock_all, terminate_first, 0, 1, 0, 0};
    bool came = true;

    for (unsigned n = 2; came; n++) {
        set_up(&owner, 1);
        came = interrupt_at(n, terminate_first_again, terminate_first);
        for (unsigned i = 0; i < 3; i++) {
            CHECK(lm_mutex_owner(&mutexes[i]) == NULL);
        }
    }
}

static void create_one_mutex(void)
{
    CHECK_STATUS(lm_mutex_create(&memory.mutex, "m", LM_PLAIN, 0, LM_FIFO), LM_OK);
}

static void lock_one(void)
{
    if (lm_mutex_lock(&memory.mutex, LM_FOREVER) == LM_OK && lm_thread_self() == &thread[0]) {
        CHECK_STATUS(lm_thread_suspend(&thread[0]), LM_OK);
    }
}

static void a_thread_with_one_mutex_ends_in_one_step_if_nobody_waits_for_it(void)
{
    static const struct scene owner = {
        "terminate", create_one_mutex, lock_one, terminate_first, 0, 1, 0, 0};

    set_up(&owner, 1);
    CHECK_EQUAL(locks_of(terminate_first), 1);
    CHECK(lm_mutex_owner(&memory.mutex) == NULL);
    set_up(&owner, 2);
    CHECK_EQUAL(locks_of(terminate_first), 4);
    CHECK(lm_mutex_owner(&memory.mutex) == &thread[1]);
}

static void suspend_caller(void)
{
    CHECK_STATUS(lm_thread_suspend(&thread[CALLER]), LM_OK);
    CHECK_EQUAL(thread[CALLER].state, LM_STATE_DISPATCHED);
}

/* The steps of a call disable preemption only if that can be counted. If not, it is disabled by the
 * program, as often as it can be, and stays so. */
static void preemption_stays_disabled_whatever_its_count(void)
{
    set_up(&scenes[0], 3);
    for (unsigned i = 0; i < UINT16_MAX; i++) {
        CHECK_STATUS(lm_preempt_disable(), LM_OK);
    }
    CHECK(interrupt_at(2, suspend_caller, delete_semaphore));
    CHECK(lm_thread_self() == &thread[CALLER]);
    for (unsigned i = 0; i < UINT16_MAX; i++) {
        CHECK(lm_thread_self() == &thread[CALLER]);
        CHECK_STATUS(lm_preempt_enable(), LM_OK);
    }
    CHECK(lm_thread_self() == &thread[0]);
    CHECK_EQUAL(thread[CALLER].state, LM_STATE_BLOCKED);
}

int main(void)
{
    check_explain(explain, NULL);
    the_lock_is_open_between_any_two_waiting_threads();
    prioritize_finds_the_most_urgent_thread_at_any_place();
    prioritize_counts_threads_that_leave_meanwhile();
    prioritize_survives_the_end_of_all_waits();
    a_list_by_priority_stays_in_order_behind_the_thread_that_is_put_ahead();
    no_call_uses_an_object_that_is_deleted_between_its_steps();
    a_thread_is_terminated_once_however_many_mutexes_it_owns();
    a_thread_with_one_mutex_ends_in_one_step_if_nobody_waits_for_it();
    preemption_stays_disabled_whatever_its_count();
    return 0;
}
