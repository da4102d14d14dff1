/* SPDX-License-Identifier: Apache-2.0 */
/* Operations as calls of the kernel's own interface, on any port. */
#include "calls.h"
#include "parts.h"
#include "state.h"
#include <string.h>

struct calls calls;
static lm_lock_key keys[MASKS_MAX];
static unsigned masks;

static void enter_thread(void *argument)
{
    driver_context(IN_THREAD, (int)(intptr_t)argument);
    masks = 0; /* the kernel enables them */
}

static void enter_timer(void *argument)
{
    driver_context(IN_TIMER, (int)(intptr_t)argument);
}

#define POINT_AT(array, count)                                                                     \
    for (int i = 0; i < (count); i++) {                                                            \
        parts.array[i] = &calls.array[i];                                                          \
    }

static void point_at_parts(void)
{
    POINT_AT(thread, THREADS)
    POINT_AT(semaphore, SEMAPHORES)
    POINT_AT(mutex, MUTEXES)
    POINT_AT(queue, QUEUES)
    POINT_AT(flags, FLAGS)
    POINT_AT(blocks, BLOCK_POOLS)
    POINT_AT(bytes, BYTE_POOLS)
    POINT_AT(timer, TIMERS)
    for (int i = 0; i < SPINS; i++) {
        parts.mutex[MUTEXES + i] = &calls.spin[i].mutex;
        parts.spin[i] = &calls.spin[i].spin;
    }
}

void calls_begin(unsigned char *stacks, uint32_t stack_bytes)
{
    memset(&calls, 0, sizeof calls);
    calls.stacks = stacks;
    calls.stack_bytes = stack_bytes;
    calls_memory_begin();
    masks = 0;
    point_at_parts();
}

enum status calls_status(enum lm_status status)
{
    static const enum status statuses[] = {
        [LM_OK] = OK,
        [LM_TIMEOUT] = TIMED_OUT,
        [LM_DELETED] = DELETED,
        [LM_UNAVAILABLE] = UNAVAILABLE,
        [LM_OVERRUN] = OVERRUN,
        [LM_ABORTED] = ABORTED,
        [LM_BAD_ARGUMENT] = BAD_ARGUMENT,
        [LM_BAD_OBJECT] = BAD_OBJECT,
        [LM_BAD_CONTEXT] = BAD_CONTEXT,
        [LM_BAD_STATE] = BAD_STATE,
        [LM_NOT_OWNER] = NOT_OWNER,
        [LM_DEADLOCK] = DEADLOCK,
        [LM_TOO_MANY] = TOO_MANY,
    };

    return status < sizeof statuses / sizeof statuses[0] ? statuses[status] : STATUSES;
}

lm_timeout calls_timeout(uint32_t timeout)
{
    if (timeout == FOREVER) {
        return LM_FOREVER;
    }
    if (timeout < UNTIL_BASE || timeout >= UNTIL_END) {
        return timeout;
    }
    uint64_t later = lm_port_now() + (timeout - UNTIL_BASE); /* without the lock */

    return LM_UNTIL(later > UNTIL_NOW ? later - UNTIL_NOW : 0);
}

static enum lm_status create_thread(struct lm_thread *thread, const struct operation *o)
{
    struct thread_setup setup = thread_setup(o->d);
    uint32_t number = o->a < THREADS ? o->a : 0;
    unsigned unused = calls.lives[number] % 2;
    struct lm_period *period = &calls.period[number][unused];
    struct lm_slice *slice = &calls.slice[number][unused];
    struct lm_thread_config config = {
        .name = "thread",
        .entry = enter_thread,
        .argument = (void *)(intptr_t)number,
        .stack = calls.stacks + number * calls.stack_bytes,
        .stack_bytes = calls.stack_bytes,
        .priority = (uint16_t)o->b,
        .threshold = (uint16_t)o->c,
        .slice = setup.slice != 0 ? slice : NULL,
        .period = setup.period != 0 ? period : NULL,
        .suspended = setup.suspended,
        .counters = &calls.counters[number],
    };

    if (o->b < LEVELS && o->c <= o->b && thread != NULL) {
        calls.counters[number] = (struct lm_counters){0};
    }
    *period = (struct lm_period)LM_PERIOD(setup.period, setup.offset, setup.deadline);
    *slice = (struct lm_slice)LM_SLICE(setup.slice);

    enum lm_status status = lm_thread_create(thread, &config);

    calls.lives[number] += status == LM_OK;
    return status;
}

static enum lm_status set_threshold(struct lm_thread *thread, uint32_t threshold)
{
    struct lm_thread_info info = {.base_threshold = 0};
    unsigned previous = 0;

    (void)lm_thread_get_info(thread, &info);
    enum lm_status status = lm_thread_set_threshold(thread, threshold, &previous);

    return status == LM_OK && previous != info.base_threshold ? LM_TIMEOUT : status;
}

static enum lm_status do_thread(const struct operation *o)
{
    struct lm_thread *thread = o->a < THREADS ? &calls.thread[o->a] : NULL;

    switch (o->kind) {
    case DO_THREAD_CREATE:
        return create_thread(thread, o);
    case DO_THREAD_START:
        return lm_thread_start(thread);
    case DO_THREAD_SUSPEND:
        return lm_thread_suspend(thread);
    case DO_THREAD_RESUME:
        return lm_thread_resume(thread);
    case DO_THREAD_TERMINATE:
        return lm_thread_terminate(thread);
    case DO_THREAD_RESET:
        return lm_thread_reset(thread);
    case DO_THREAD_RESTART:
        return lm_thread_restart(thread);
    case DO_THREAD_DELETE:
        return lm_thread_delete(thread);
    case DO_THREAD_ABORT_WAIT:
        return lm_thread_abort_wait(thread);
    case DO_THREAD_SET_PRIORITY:
        return lm_thread_set_priority(thread, o->b, o->c);
    case DO_THREAD_SET_THRESHOLD:
        return set_threshold(thread, o->b);
    default:
        return lm_thread_set_slice(thread, &calls.slice[o->a < THREADS ? o->a : 0][2], o->b);
    }
}

static enum lm_status do_semaphore(const struct operation *o)
{
    struct lm_semaphore *semaphore = o->a < SEMAPHORES ? &calls.semaphore[o->a] : NULL;

    switch (o->kind) {
    case DO_SEMAPHORE_CREATE:
        return lm_semaphore_create(semaphore, "semaphore", o->b, (enum lm_order)o->c);
    case DO_SEMAPHORE_WAIT:
        return lm_semaphore_wait(semaphore, calls_timeout(o->d));
    case DO_SEMAPHORE_POST:
        return lm_semaphore_post(semaphore);
    case DO_SEMAPHORE_POST_BELOW:
        return lm_semaphore_post_below(semaphore, o->b);
    case DO_SEMAPHORE_PRIORITIZE:
        return lm_semaphore_prioritize(semaphore);
    default:
        return lm_semaphore_delete(semaphore);
    }
}

static enum lm_status do_mutex(const struct operation *o)
{
    static const enum lm_protocol protocols[] = {LM_PLAIN, LM_INHERIT, LM_CEILING,
                                                 (enum lm_protocol)(LM_CEILING + 1)};
    struct lm_mutex *mutex = o->a < MUTEXES ? &calls.mutex[o->a] : NULL;

    switch (o->kind) {
    case DO_MUTEX_CREATE:
        return lm_mutex_create(mutex, "mutex", protocols[o->b], o->d, (enum lm_order)o->c);
    case DO_MUTEX_LOCK:
        return lm_mutex_lock(mutex, calls_timeout(o->d));
    case DO_MUTEX_UNLOCK:
        return lm_mutex_unlock(mutex);
    case DO_MUTEX_PRIORITIZE:
        return lm_mutex_prioritize(mutex);
    default:
        return lm_mutex_delete(mutex);
    }
}

static enum lm_status do_flags(const struct operation *o, uint32_t *value)
{
    static const enum lm_event_mode modes[] = {LM_ANY, LM_ALL, LM_ANY_CLEAR, LM_ALL_CLEAR,
                                               (enum lm_event_mode)(LM_ALL_CLEAR + 1)};
    struct lm_event_flags *flags = o->a < FLAGS ? &calls.flags[o->a] : NULL;
    uint32_t found = 0;
    enum lm_status status;

    switch (o->kind) {
    case DO_FLAGS_CREATE:
        return lm_event_flags_create(flags, "flags", (enum lm_order)o->c);
    case DO_FLAGS_WAIT:
        status = lm_event_flags_wait(flags, o->b, modes[o->c], &found, calls_timeout(o->d));
        *value = status == LM_OK || status == LM_UNAVAILABLE ? found : 0;
        return status;
    case DO_FLAGS_SET:
        return lm_event_flags_set(flags, o->b);
    case DO_FLAGS_CLEAR:
        return lm_event_flags_clear(flags, o->b);
    default:
        return lm_event_flags_delete(flags);
    }
}

static enum lm_status do_timer(const struct operation *o)
{
    struct lm_timer *timer = o->a < TIMERS ? &calls.timer[o->a] : NULL;

    switch (o->kind) {
    case DO_TIMER_CREATE:
        return lm_timer_create(timer, "timer", enter_timer, (void *)(intptr_t)o->a);
    case DO_TIMER_START:
        return lm_timer_start(timer, calls_timeout(o->d), o->b);
    case DO_TIMER_STOP:
        return lm_timer_stop(timer);
    default:
        return lm_timer_delete(timer);
    }
}

static enum lm_status do_context(const struct operation *o)
{
    switch (o->kind) {
    case DO_INTERRUPTS_OFF:
        keys[masks++] = lm_interrupts_disable();
        return LM_OK;
    case DO_INTERRUPTS_ON:
        lm_interrupts_enable(keys[--masks]);
        return LM_OK;
    case DO_YIELD:
        return lm_thread_yield();
    case DO_SLEEP:
        return lm_thread_sleep(o->a);
    case DO_SLEEP_UNTIL:
        return lm_thread_sleep_until(calls_timeout(o->a) & ~LM_UNTIL_FLAG);
    case DO_WAIT_PERIOD:
        return lm_thread_wait_period();
    case DO_SLICES_IN:
        lm_slices_in(o->a);
        return LM_OK;
    case DO_TIME_SET:
        lm_time_set(o->a);
        return LM_OK;
    case DO_PREEMPT_DISABLE:
        return lm_preempt_disable();
    default:
        return lm_preempt_enable();
    }
}

struct answer calls_perform(const struct operation *o)
{
    struct answer answer = {.status = OK};

    switch (operation_group(o->kind)) {
    case OF_CONTEXT:
        answer.status = calls_status(do_context(o));
        break;
    case OF_THREAD:
        answer.status = calls_status(do_thread(o));
        break;
    case OF_SEMAPHORE:
        answer.status = calls_status(do_semaphore(o));
        break;
    case OF_MUTEX:
        answer.status = calls_status(do_mutex(o));
        break;
    case OF_QUEUE:
        answer.status = calls_status(calls_do_queue(o, &answer.value));
        break;
    case OF_FLAGS:
        answer.status = calls_status(do_flags(o, &answer.value));
        break;
    case OF_BLOCKS:
        answer.status = calls_status(calls_do_blocks(o, &answer.value));
        break;
    case OF_BYTES:
        answer.status = calls_status(calls_do_bytes(o, &answer.value));
        break;
    case OF_SECTION:
        answer.status = calls_status(calls_do_section(o, &answer.value));
        break;
    case OF_SPIN:
        answer.status = calls_status(calls_do_spin(o));
        break;
    default:
        answer.status = calls_status(do_timer(o));
        break;
    }
    return answer;
}
