/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own interface as the system under test. Its private headers serve the invariants and
 * the few numbers that no call tells.
 */
#include "adapter.h"
#include "host.h"
#include "kernel.h"
#include "sched.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { STACK_BYTES = 8192, MESSAGE_MAX = 12, GUARD = 0xEE };

static struct lm_thread threads[THREADS];
static _Alignas(
    LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][LM_PORT_STACK_BYTES(STACK_BYTES)];
static struct lm_semaphore semaphores[SEMAPHORES];
static struct lm_queue queues[QUEUES];
static unsigned char storage[QUEUES][QUEUE_MAX * MESSAGE_MAX];
static lm_lock_key keys[OFFS_MAX];
static unsigned offs;

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

void system_begin(const unsigned urgency[LINES])
{
    memset(threads, 0, sizeof threads);
    memset(semaphores, 0, sizeof semaphores);
    memset(queues, 0, sizeof queues);
    offs = 0;
    lm_host.limit = 0;
    lm_kernel_init();
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

uint64_t system_soonest(void)
{
    return lm_kernel()->timeouts.base + 1;
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

static lm_timeout timeout_from(uint32_t timeout)
{
    if (timeout == FOREVER) {
        return LM_FOREVER;
    }
    if (timeout < UNTIL_BASE || timeout >= UNTIL_END) {
        return timeout;
    }
    uint64_t later = lm_now() + (timeout - UNTIL_BASE);

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
    };

    return lm_thread_create(thread, &config);
}

static enum lm_status do_thread(const struct operation *o)
{
    struct lm_thread *thread = o->a < THREADS ? &threads[o->a] : NULL;

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
    case DO_THREAD_RESTART:
        return lm_thread_restart(thread);
    case DO_THREAD_DELETE:
        return lm_thread_delete(thread);
    case DO_THREAD_ABORT_WAIT:
        return lm_thread_abort_wait(thread);
    case DO_THREAD_SET_PRIORITY:
        return lm_thread_set_priority(thread, o->b, o->c);
    case DO_THREAD_SET_THRESHOLD:
        return lm_thread_set_threshold(thread, o->b, NULL);
    default:
        return lm_thread_set_slice(thread, o->b);
    }
}

static enum lm_status do_semaphore(const struct operation *o)
{
    struct lm_semaphore *semaphore = o->a < SEMAPHORES ? &semaphores[o->a] : NULL;

    switch (o->kind) {
    case DO_SEMAPHORE_CREATE:
        return lm_semaphore_create(semaphore, "semaphore", o->b, (enum lm_order)o->c);
    case DO_SEMAPHORE_WAIT:
        return lm_semaphore_wait(semaphore, timeout_from(o->d));
    case DO_SEMAPHORE_POST:
        return lm_semaphore_post(semaphore);
    case DO_SEMAPHORE_POST_BELOW:
        return lm_semaphore_post_below(semaphore, o->b);
    default:
        return lm_semaphore_delete(semaphore);
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

static struct answer do_queue(const struct operation *o)
{
    struct lm_queue *queue = o->a < QUEUES ? &queues[o->a] : NULL;
    uint32_t number = o->a < QUEUES ? o->a : 0;
    uint32_t bytes = message_bytes[number];
    unsigned char message[MESSAGE_MAX + 1];
    enum lm_status status;
    uint32_t value = 0;

    memset(message, GUARD, sizeof message);
    switch (o->kind) {
    case DO_QUEUE_CREATE:
        status = lm_queue_create(queue, "queue", storage[number], o->b, bytes, (enum lm_order)o->c);
        break;
    case DO_QUEUE_SEND:
        write_message(message, bytes, o->b);
        status = lm_queue_send(queue, o->b != 0 ? message : NULL, timeout_from(o->d));
        break;
    case DO_QUEUE_RECEIVE:
        status = lm_queue_receive(queue, o->b != 0 ? message : NULL, timeout_from(o->d));
        value = status == LM_OK ? read_message(message, bytes) : 0;
        break;
    default:
        status = lm_queue_delete(queue);
        break;
    }
    return (struct answer){.status = status_from(status), .value = value};
}

static enum lm_status do_self(const struct operation *o)
{
    switch (o->kind) {
    case DO_WORK:
        lm_work(o->a);
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
        return lm_thread_sleep_until(timeout_from(o->a) & ~LM_UNTIL_FLAG);
    case DO_WAIT_PERIOD:
        return lm_thread_wait_period();
    case DO_PREEMPT_DISABLE:
        return lm_preempt_disable();
    default:
        return lm_preempt_enable();
    }
}

struct answer system_perform(const struct operation *o)
{
    struct answer answer = {.status = OK};

    if (o->kind < DO_THREAD_CREATE) {
        answer.status = status_from(do_self(o));
    } else if (o->kind < DO_SEMAPHORE_CREATE) {
        answer.status = status_from(do_thread(o));
    } else if (o->kind < DO_QUEUE_CREATE) {
        answer.status = status_from(do_semaphore(o));
    } else {
        answer = do_queue(o);
    }
    return answer;
}

static int32_t number_of(const struct lm_thread *thread)
{
    return thread != NULL ? (int32_t)(thread - threads) : NOBODY;
}

static void view_line(const struct lm_wait_list *list, struct line_view *view)
{
    for (const struct lm_list *node = list->threads.next;
         node != &list->threads && view->count < THREADS; node = node->next) {
        view->thread[view->count++] = number_of(LM_CONTAINER(node, struct lm_thread, node));
    }
}

static enum wait wait_from(enum lm_waits_for waits_for)
{
    static const enum wait waits[] = {
        [LM_WAITS_FOR_NOTHING] = FOR_NOTHING, [LM_WAITS_FOR_START] = FOR_START,
        [LM_WAITS_FOR_RESUME] = FOR_RESUME,   [LM_WAITS_FOR_PERIOD] = FOR_PERIOD,
        [LM_WAITS_FOR_TIME] = FOR_TIME,       [LM_WAITS_FOR_SEMAPHORE] = FOR_UNIT,
        [LM_WAITS_FOR_MESSAGE] = FOR_MESSAGE, [LM_WAITS_FOR_SPACE] = FOR_SPACE,
    };

    return waits_for < sizeof waits / sizeof waits[0] ? waits[waits_for] : WAITS;
}

/* The number of the object that a thread waits for. */
static int32_t object_number(const struct lm_object *object)
{
    if (object == NULL) {
        return NOBODY;
    }
    for (int i = 0; i < SEMAPHORES; i++) {
        if (object == &semaphores[i].object) {
            return i;
        }
    }
    for (int i = 0; i < QUEUES; i++) {
        if (object == &queues[i].object) {
            return i;
        }
    }
    return THREADS;
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

    if (lm_thread_get_info(thread, &info) != LM_OK) {
        view->life = GONE;
        return;
    }
    view->life = (int32_t)life_of(thread);
    view->base_priority = info.base_priority;
    view->base_threshold = info.base_threshold;
    if (info.state == LM_TERMINATED) {
        return;
    }
    view->wait = (int32_t)wait_from(info.waits_for);
    view->object = object_number(info.wait_object);
    view->stop = thread->suspend_pending;
    view->disabled = thread->preempt_disabled;
    view->priority = info.priority;
    view->threshold = info.threshold;
    view->level = info.state == LM_SUSPENDED ? NOBODY : info.level;
    view->release = (int64_t)info.release;
    view->job = info.job;
}

void system_view(struct view *view)
{
    memset(view, 0, sizeof *view);
    view->now = (int64_t)lm_now();
    view->running = number_of(lm_thread_self());
    for (int i = 0; i < THREADS; i++) {
        view_thread(&threads[i], &view->thread[i]);
    }
    for (int i = 0; i < SEMAPHORES; i++) {
        bool exists = semaphores[i].object.kind == LM_KIND_SEMAPHORE;

        view->semaphore[i].count = exists ? (int64_t)lm_semaphore_count(&semaphores[i]) : NOBODY;
        if (exists) {
            view_line(&semaphores[i].waiters, &view->semaphore[i].line);
        }
    }
    for (int i = 0; i < QUEUES; i++) {
        bool exists = queues[i].object.kind == LM_KIND_QUEUE;

        view->queue[i].used = exists ? (int64_t)lm_queue_used(&queues[i]) : NOBODY;
        if (exists) {
            view_line(&queues[i].receivers, &view->queue[i].receivers);
            view_line(&queues[i].senders, &view->queue[i].senders);
        }
    }
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
    return NULL;
}
