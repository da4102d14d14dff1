/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own interface as the system under test. Its private headers serve the invariants and
 * the few numbers that no call tells.
 */
#include "native.h"
#include "adapter.h"
#include "core/kernel.h"
#include "host.h"
#include "parts.h"
#include <limen/board.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 8192, MESSAGE_MAX = 12, GUARD = 0xEE };

struct native native;
static _Alignas(
    LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][LM_PORT_STACK_BYTES(STACK_BYTES)];
static _Alignas(4) unsigned char storage[QUEUES][QUEUE_MAX * MESSAGE_MAX];
static lm_lock_key keys[OFFS_MAX];
static unsigned offs;
static uint32_t armed; /* lines that come within the next call */

/* Sizes of messages: words and bytes. */
static const uint32_t message_bytes[QUEUES] = {4, 12, 5};

static void enter_line(void *argument)
{
    driver_context(IN_LINE, (int)(intptr_t)argument);
}

static void enter_thread(void *argument)
{
    driver_context(IN_THREAD, (int)(intptr_t)argument);
    offs = 0; /* the kernel sees to it */
}

static void enter_timer(void *argument)
{
    driver_context(IN_TIMER, (int)(intptr_t)argument);
}

static void told_thread(struct lm_thread *thread, enum lm_thread_event event)
{
    int number = OF_THREAD * 16 + (int)(thread - native.thread);

    driver_context(IN_NOTIFY, number + (event == LM_THREAD_EXITED ? EXITS : 0));
}

static void told_semaphore(struct lm_semaphore *semaphore)
{
    driver_context(IN_NOTIFY, OF_SEMAPHORE * 16 + (int)(semaphore - native.semaphore));
}

static void told_queue(struct lm_queue *queue)
{
    driver_context(IN_NOTIFY, OF_QUEUE * 16 + (int)(queue - native.queue));
}

static void told_flags(struct lm_event_flags *flags)
{
    driver_context(IN_NOTIFY, OF_FLAGS * 16 + (int)(flags - native.flags));
}

#define POINT_AT(array, count)                                                                     \
    for (int i = 0; i < (count); i++) {                                                            \
        parts.array[i] = &native.array[i];                                                         \
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
}

struct rules system_rules(void)
{
    return (struct rules){.unit = 1, .work = 1};
}

bool system_permits(const struct model *model, const struct operation *operation)
{
    (void)model;
    (void)operation;
    return true;
}

struct answer system_answer(struct answer answer)
{
    return answer;
}

static void told_stack(struct lm_thread *thread)
{
    printf("the stack of thread %d is taken for spoilt\n", (int)(thread - native.thread));
    abort();
}

void system_begin(const unsigned urgency[LINES])
{
    memset(&native, 0, sizeof native);
    native_memory_begin();
    offs = 0;
    armed = 0;
    lm_host.limit = 0;
    point_at_parts();
    lm_kernel_init();
    lm_stack_check(urgency[0] == 0 ? told_stack : NULL); /* its way of dispatching is another one */
    for (int i = 0; i < LINES; i++) {
        lm_board_interrupt_attach((unsigned)i, urgency[i], enter_line, (void *)(intptr_t)i);
    }
}

void system_start(void)
{
    lm_kernel_start();
}

void system_end(void)
{
    lm_host.limit = lm_host.now;
}

void system_served(uint64_t *passed, uint64_t *rang)
{
    *passed = lm_kernel()->timeouts.base;
    *rang = lm_kernel()->alarm_time;
}

static enum status status_from(enum lm_status status)
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

lm_timeout native_timeout(uint32_t timeout)
{
    if (timeout == FOREVER) {
        return LM_FOREVER;
    }
    if (timeout < UNTIL_BASE || timeout >= UNTIL_END) {
        return timeout;
    }
    uint64_t later = lm_host.now + (timeout - UNTIL_BASE);

    return LM_UNTIL(later > UNTIL_NOW ? later - UNTIL_NOW : 0);
}

static enum lm_status create_thread(struct lm_thread *thread, const struct operation *o)
{
    struct thread_setup setup = thread_setup(o->d);
    uint32_t number = o->a < THREADS ? o->a : 0;
    struct lm_thread_config config = {
        .name = "thread",
        .entry = enter_thread,
        .argument = (void *)(intptr_t)number,
        .stack = stacks[number],
        .stack_bytes = sizeof stacks[number],
        .priority = (uint16_t)o->b,
        .threshold = (uint16_t)o->c,
        .slice = setup.slice,
        .period = setup.period,
        .offset = setup.offset,
        .deadline = setup.deadline,
        .suspended = setup.suspended,
        .counters = &native.counters[number],
    };

    if (o->b < LEVELS && o->c <= o->b && thread != NULL) {
        native.counters[number] = (struct lm_counters){0};
    }

    return lm_thread_create(thread, &config);
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
    struct lm_thread *thread = o->a < THREADS ? &native.thread[o->a] : NULL;

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
    case DO_THREAD_NOTIFY:
        return lm_thread_set_notify(thread, o->b != 0 ? told_thread : NULL);
    default:
        return lm_thread_set_slice(thread, o->b);
    }
}

static enum lm_status do_semaphore(const struct operation *o)
{
    struct lm_semaphore *semaphore = o->a < SEMAPHORES ? &native.semaphore[o->a] : NULL;

    switch (o->kind) {
    case DO_SEMAPHORE_CREATE:
        return lm_semaphore_create(semaphore, "semaphore", o->b, (enum lm_order)o->c);
    case DO_SEMAPHORE_WAIT:
        return lm_semaphore_wait(semaphore, native_timeout(o->d));
    case DO_SEMAPHORE_POST:
        return lm_semaphore_post(semaphore);
    case DO_SEMAPHORE_POST_BELOW:
        return lm_semaphore_post_below(semaphore, o->b);
    case DO_SEMAPHORE_PRIORITIZE:
        return lm_semaphore_prioritize(semaphore);
    case DO_SEMAPHORE_NOTIFY:
        return lm_semaphore_set_notify(semaphore, o->b != 0 ? told_semaphore : NULL);
    default:
        return lm_semaphore_delete(semaphore);
    }
}

static enum lm_status do_mutex(const struct operation *o)
{
    static const enum lm_protocol protocols[] = {LM_PLAIN, LM_INHERIT, LM_CEILING,
                                                 (enum lm_protocol)(LM_CEILING + 1)};
    struct lm_mutex *mutex = o->a < MUTEXES ? &native.mutex[o->a] : NULL;

    switch (o->kind) {
    case DO_MUTEX_CREATE:
        return lm_mutex_create(mutex, "mutex", protocols[o->b], o->d, (enum lm_order)o->c);
    case DO_MUTEX_LOCK:
        return lm_mutex_lock(mutex, native_timeout(o->d));
    case DO_MUTEX_UNLOCK:
        return lm_mutex_unlock(mutex);
    case DO_MUTEX_PRIORITIZE:
        return lm_mutex_prioritize(mutex);
    default:
        return lm_mutex_delete(mutex);
    }
}

/* The bytes of a message are those of its number, again and again, each a little different. */
static void write_message(unsigned char *message, uint32_t bytes, uint32_t number)
{
    for (uint32_t i = 0; i < bytes; i++) {
        message[i] = (unsigned char)((number >> i % 4 * 8) + i / 4 * 17);
    }
}

/* The number of a message; 0 if it is damaged. */
static uint32_t read_message(const unsigned char *message, uint32_t bytes)
{
    unsigned char expected[MESSAGE_MAX];
    uint32_t number = 0;

    for (uint32_t i = 0; i < 4; i++) {
        number |= (uint32_t)message[i] << i * 8;
    }
    write_message(expected, bytes, number);
    return memcmp(expected, message, bytes) == 0 && message[bytes] == GUARD ? number : 0;
}

static enum lm_status send(struct lm_queue *queue, uint32_t bytes, const struct operation *o)
{
    _Alignas(4) unsigned char space[MESSAGE_MAX + 1];
    unsigned char *message = space + (o->b & 1); /* whole words or not */
    const unsigned char *pointer = o->b != 0 ? message : NULL;

    write_message(message, bytes, o->b);
    return o->kind == DO_QUEUE_SEND ? lm_queue_send(queue, pointer, native_timeout(o->d))
                                    : lm_queue_send_front(queue, pointer, native_timeout(o->d));
}

static enum lm_status do_queue(const struct operation *o, uint32_t *value)
{
    struct lm_queue *queue = o->a < QUEUES ? &native.queue[o->a] : NULL;
    uint32_t number = o->a < QUEUES ? o->a : 0;
    uint32_t bytes = message_bytes[number];
    _Alignas(4) unsigned char space[MESSAGE_MAX + 2];
    unsigned char *message = space + (o->b >> 1 & 1);
    enum lm_status status;

    memset(space, GUARD, sizeof space);
    switch (o->kind) {
    case DO_QUEUE_CREATE:
        return lm_queue_create(queue, "queue", storage[number], o->b, bytes, (enum lm_order)o->c);
    case DO_QUEUE_SEND:
    case DO_QUEUE_SEND_FRONT:
        return send(queue, bytes, o);
    case DO_QUEUE_RECEIVE:
        status = lm_queue_receive(queue, o->b != 0 ? message : NULL, native_timeout(o->d));
        *value = status == LM_OK ? read_message(message, bytes) : 0;
        return status;
    case DO_QUEUE_FLUSH:
        return lm_queue_flush(queue);
    case DO_QUEUE_PRIORITIZE:
        return lm_queue_prioritize(queue);
    case DO_QUEUE_NOTIFY:
        return lm_queue_set_notify(queue, o->b != 0 ? told_queue : NULL);
    default:
        return lm_queue_delete(queue);
    }
}

static enum lm_status do_flags(const struct operation *o, uint32_t *value)
{
    static const enum lm_event_mode modes[] = {LM_ANY, LM_ALL, LM_ANY_CLEAR, LM_ALL_CLEAR,
                                               (enum lm_event_mode)(LM_ALL_CLEAR + 1)};
    struct lm_event_flags *flags = o->a < FLAGS ? &native.flags[o->a] : NULL;
    uint32_t found = 0;
    enum lm_status status;

    switch (o->kind) {
    case DO_FLAGS_CREATE:
        return lm_event_flags_create(flags, "flags", (enum lm_order)o->c);
    case DO_FLAGS_WAIT:
        status = lm_event_flags_wait(flags, o->b, modes[o->c], &found, native_timeout(o->d));
        *value = status == LM_OK || status == LM_UNAVAILABLE ? found : 0;
        return status;
    case DO_FLAGS_SET:
        return lm_event_flags_set(flags, o->b);
    case DO_FLAGS_CLEAR:
        return lm_event_flags_clear(flags, o->b);
    case DO_FLAGS_NOTIFY:
        return lm_event_flags_set_notify(flags, o->b != 0 ? told_flags : NULL);
    default:
        return lm_event_flags_delete(flags);
    }
}

static enum lm_status do_timer(const struct operation *o)
{
    struct lm_timer *timer = o->a < TIMERS ? &native.timer[o->a] : NULL;

    switch (o->kind) {
    case DO_TIMER_CREATE:
        return lm_timer_create(timer, "timer", enter_timer, (void *)(intptr_t)o->a);
    case DO_TIMER_START:
        return lm_timer_start(timer, native_timeout(o->d), o->b);
    case DO_TIMER_STOP:
        return lm_timer_stop(timer);
    default:
        return lm_timer_delete(timer);
    }
}

static enum lm_status do_context(const struct operation *o)
{
    switch (o->kind) {
    case DO_WORK:
        lm_work(o->a);
        return LM_OK;
    case DO_RAISE_WITHIN:
        armed |= 1U << o->a;
        return LM_OK;
    case DO_RAISE:
        lm_board_interrupt_raise(o->a);
        return LM_OK;
    case DO_INTERRUPTS_OFF:
        keys[offs++] = lm_interrupts_disable();
        return LM_OK;
    case DO_INTERRUPTS_ON:
        lm_interrupts_enable(keys[--offs]);
        return LM_OK;
    case DO_YIELD:
        return lm_thread_yield();
    case DO_SLEEP:
        return lm_thread_sleep(o->a);
    case DO_SLEEP_UNTIL:
        return lm_thread_sleep_until(native_timeout(o->a) & ~LM_UNTIL_FLAG);
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

struct answer system_perform(const struct operation *o)
{
    struct answer answer = {.status = OK};

    lm_host.pending |= armed; /* not looked at before the lock is freed */
    armed = 0;
    switch (operation_group(o->kind)) {
    case OF_CONTEXT:
        answer.status = status_from(do_context(o));
        break;
    case OF_THREAD:
        answer.status = status_from(do_thread(o));
        break;
    case OF_SEMAPHORE:
        answer.status = status_from(do_semaphore(o));
        break;
    case OF_MUTEX:
        answer.status = status_from(do_mutex(o));
        break;
    case OF_QUEUE:
        answer.status = status_from(do_queue(o, &answer.value));
        break;
    case OF_FLAGS:
        answer.status = status_from(do_flags(o, &answer.value));
        break;
    case OF_BLOCKS:
        answer.status = status_from(native_do_blocks(o, &answer.value));
        break;
    case OF_BYTES:
        answer.status = status_from(native_do_bytes(o, &answer.value));
        break;
    default:
        answer.status = status_from(do_timer(o));
        break;
    }
    return answer;
}
