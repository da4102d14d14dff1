/* SPDX-License-Identifier: Apache-2.0 */
/* Zephyr's hooks for user tracing; see limen_zephyr.h. */
#include "limen_kernel.h"

#include "limen_zephyr.h"

/* The name of a hook. Define it as sys_trace_##object##_##call##_user if the kernel's hooks have
 * names without the k_ of its calls. */
#ifndef LIMEN_HOOK
#define LIMEN_HOOK(object, call) sys_trace_k_##object##_##call##_user
#endif

/* A hook that the kernel lacks would never be called: an undeclared one is an error here. */
#define NAMED(hook, ...)                                                                           \
    _Static_assert(sizeof(&(hook)) > 0, "a hook of Zephyr");                                       \
    void hook(__VA_ARGS__)
#define HOOK(object, call, ...) NAMED(LIMEN_HOOK(object, call), __VA_ARGS__)
#define THREAD_HOOK(call, ...) NAMED(sys_trace_##call##_user, __VA_ARGS__)

/* The call that each thread makes: what it waits for if it pends, and the mutex of the call. Each
 * thread has an entry, because other threads make calls before this one ends. */
static struct call {
    const void *thread, *object;
    const struct k_mutex *mutex;
    unsigned what;
} calls[LIMEN_OBJECTS + 1]; /* the last one is shared by threads beyond */
static int has_exits;       /* some processors do not tell that interrupts end */

static const char *name_of(struct k_thread *thread)
{
    const char *const name = k_thread_name_get(thread);

    return name == NULL ? "" : name;
}

/* Ends the interrupts whose ends were not reported, before an event of a thread is recorded. */
static void settle(void)
{
    if (!k_is_in_isr()) {
        limen_end_interrupts();
    }
}

static void meet(struct k_thread *thread)
{
    settle();
    if (!limen_knows(thread)) {
        limen_add(thread, LIMEN_KIND_THREAD, k_thread_priority_get(thread), 0, name_of(thread));
    }
}

static void meet_object(const void *object, unsigned kind)
{
    settle();
    if (!limen_knows(object)) {
        limen_add(object, kind, 0, 0, "");
    }
}

static struct call *call_of(const struct k_thread *thread)
{
    unsigned at = 0;

    while (at < LIMEN_OBJECTS && calls[at].thread != NULL && calls[at].thread != thread) {
        at++;
    }
    calls[at].thread = thread;
    return &calls[at];
}

static struct call *own_call(void)
{
    settle();
    return call_of(k_current_get());
}

/* Returns the owner of a mutex if that is another thread; else NULL. */
static const void *other_owner(const struct k_mutex *mutex)
{
    if (mutex->owner == NULL || mutex->owner == k_current_get()) {
        return NULL;
    }
    meet(mutex->owner);
    return mutex->owner;
}

static unsigned own_locks(const struct k_mutex *mutex)
{
    return mutex->owner == k_current_get() ? mutex->lock_count : 0;
}

#define no_owner(object) NULL

/* Begins a call that may wait for an object. */
static void enter(const void *object, unsigned kind, unsigned what)
{
    if (!k_is_in_isr()) { /* in one, the call of the interrupted thread goes on */
        *own_call() =
            (struct call){k_current_get(), object, kind == LIMEN_KIND_MUTEX ? object : NULL, what};
    }
    meet_object(object, kind);
}

/* Ends it. A wait without success has no record: its end has one. */
static void leave(unsigned event, const void *object, unsigned count, int status, const void *other)
{
    if (!k_is_in_isr()) {
        own_call()->what = 0;
        own_call()->mutex = NULL;
    }
    if (event != 0 && (status == 0 || status == -EBUSY || status == -ENOMSG)) {
        limen_call(event, object, count, status == 0 ? LIMEN_DONE : LIMEN_FAILED, other);
    }
}

void limen_zephyr_start(void)
{
    const unsigned saved = irq_lock();

    has_exits = 0;
    limen_recorder_start();
    meet(k_current_get());
    limen_run(k_current_get());
    irq_unlock(saved);
}

THREAD_HOOK(thread_create, struct k_thread *thread)
{
    settle();
    limen_delete(thread); /* the memory of an earlier thread */
    *call_of(thread) = (struct call){thread, NULL, NULL, 0};
    limen_create(thread, k_thread_priority_get(thread), name_of(thread));
}

THREAD_HOOK(thread_name_set, struct k_thread *thread)
{
    limen_name(thread, name_of(thread));
}

THREAD_HOOK(thread_abort, struct k_thread *thread)
{
    meet(thread);
    limen_wait(thread, LIMEN_FOR_END, NULL);
    limen_delete(thread);
    call_of(thread)->what = 0;
}

THREAD_HOOK(thread_suspend, struct k_thread *thread)
{
    meet(thread);
    limen_wait(thread, LIMEN_FOR_RESUME, NULL);
}

THREAD_HOOK(thread_sched_ready, struct k_thread *thread)
{
    meet(thread);
    limen_ready(thread, k_thread_priority_get(thread));
}

THREAD_HOOK(thread_pend, struct k_thread *thread)
{
    const struct call *const call = call_of(thread);

    meet(thread);
    limen_wait(thread, call->what > 0 ? call->what : LIMEN_FOR_SOMETHING,
               call->what > 0 ? call->object : NULL);
}

/* A mutex changes priorities in the calls of those who wait for it, have given up, or unlock it. */
THREAD_HOOK(thread_priority_set, struct k_thread *thread, int priority)
{
    const struct k_mutex *const mutex = k_is_in_isr() ? NULL : own_call()->mutex;
    const int is_inherited = mutex != NULL && (mutex->owner == thread || k_current_get() == thread);

    meet(thread);
    limen_priority(thread, priority, is_inherited ? LIMEN_INHERITED : LIMEN_SET);
}

/* A thread that sleeps does not pend. One that is preempted on its way to sleep looks the same. */
THREAD_HOOK(thread_switched_out, void)
{
    limen_end_interrupts();
    if (own_call()->what == LIMEN_FOR_TIME) {
        limen_wait(k_current_get(), LIMEN_FOR_TIME, NULL);
    }
}

THREAD_HOOK(thread_switched_in, void)
{
    struct k_thread *const thread = k_current_get();

    meet(thread);
    limen_switch(thread, k_thread_priority_get(thread));
}

THREAD_HOOK(isr_enter, void)
{
    if (!has_exits) {
        limen_end_interrupts();
    }
    limen_interrupt(1);
}

THREAD_HOOK(isr_exit, void)
{
    has_exits = 1;
    limen_interrupt(0);
}

#ifndef LIMEN_WITHOUT_CALLS /* then it is not recorded what threads wait for */

HOOK(thread, sleep_enter, k_timeout_t timeout)
{
    (void)timeout;
    own_call()->what = LIMEN_FOR_TIME;
}

HOOK(thread, sleep_exit, k_timeout_t timeout, int left)
{
    (void)timeout, (void)left;
    leave(0, NULL, 0, 0, NULL);
}

/* The three hooks of a call that waits. */
#define WAITS(type, call, name, event, count, owner)                                               \
    HOOK(type, call##_enter, struct k_##type *object, k_timeout_t timeout)                         \
    {                                                                                              \
        (void)timeout;                                                                             \
        enter(object, LIMEN_KIND_##name, LIMEN_FOR_##name);                                        \
    }                                                                                              \
    HOOK(type, call##_blocking, struct k_##type *object, k_timeout_t timeout)                      \
    {                                                                                              \
        (void)timeout;                                                                             \
        settle();                                                                                  \
        limen_call(LIMEN_EVENT_##event, object, count(object), LIMEN_WAITS, owner(object));        \
    }                                                                                              \
    HOOK(type, call##_exit, struct k_##type *object, k_timeout_t timeout, int status)              \
    {                                                                                              \
        (void)timeout;                                                                             \
        leave(LIMEN_EVENT_##event, object, count(object), status, owner(object));                  \
    }

WAITS(mutex, lock, MUTEX, MUTEX_LOCK, own_locks, other_owner)
WAITS(sem, take, SEMAPHORE, SEMAPHORE_WAIT, k_sem_count_get, no_owner)
WAITS(msgq, put, QUEUE, QUEUE_SEND, k_msgq_num_used_get, no_owner)
WAITS(msgq, get, QUEUE, QUEUE_RECEIVE, k_msgq_num_used_get, no_owner)

/* Recorded here and not at the end, before which the next owner may run. */
HOOK(mutex, unlock_enter, struct k_mutex *mutex)
{
    if (mutex->owner == k_current_get()) {
        meet_object(mutex, LIMEN_KIND_MUTEX);
        limen_call(LIMEN_EVENT_MUTEX_UNLOCK, mutex, mutex->lock_count - 1, LIMEN_DONE, NULL);
        own_call()->mutex = mutex;
    }
}

HOOK(mutex, unlock_exit, struct k_mutex *mutex, int status)
{
    (void)mutex, (void)status;
    own_call()->mutex = NULL;
}

HOOK(sem, give_enter, struct k_sem *sem)
{
    meet_object(sem, LIMEN_KIND_SEMAPHORE);
    limen_call(LIMEN_EVENT_SEMAPHORE_POST, sem, k_sem_count_get(sem) + 1, LIMEN_DONE, NULL);
}

HOOK(event, post_enter, struct k_event *event, uint32_t bits, int is_added)
{
    (void)is_added;
    meet_object(event, LIMEN_KIND_FLAGS);
    limen_bits(LIMEN_EVENT_FLAGS_SET, event, LIMEN_DONE, bits);
}

HOOK(event, wait_blocking, struct k_event *event, uint32_t bits, unsigned options,
     k_timeout_t timeout)
{
    (void)options, (void)timeout;
    enter(event, LIMEN_KIND_FLAGS, LIMEN_FOR_FLAGS);
    limen_bits(LIMEN_EVENT_FLAGS_WAIT, event, LIMEN_WAITS, bits);
}

HOOK(event, wait_exit, struct k_event *event, uint32_t bits, uint32_t found)
{
    (void)bits, (void)found;
    leave(0, event, 0, 0, NULL);
}

/* It unlocks its mutex before it pends, and locks it again. */
HOOK(condvar, wait_enter, struct k_condvar *condvar, k_timeout_t timeout)
{
    (void)condvar, (void)timeout;
    *own_call() = (struct call){k_current_get(), NULL, NULL, LIMEN_FOR_CONDITION};
}

#endif
