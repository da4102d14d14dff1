/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of ThreadX as the system under test; threadx_rules.c defines the covered part. */
#include "threadx.h"
#include "adapter.h"
#include "host.h"
#include "model/kernel/parts.h"
#include "state.h"
#include <limen/board.h>
#include <string.h>
#include <tx_api.h>

enum { STACK_BYTES = 1024, WORDS_MAX = 3, BLOCK_BYTES = 16, STRIDE = BLOCK_BYTES + sizeof(void *) };

static struct {
    TX_THREAD thread[THREADS];
    TX_SEMAPHORE semaphore[SEMAPHORES];
    TX_MUTEX mutex[MUTEXES];
    TX_QUEUE queue[QUEUES];
    TX_EVENT_FLAGS_GROUP flags[FLAGS];
    TX_BLOCK_POOL blocks[BLOCK_POOLS];
    struct lm_byte_pool bytes[BYTE_POOLS]; /* never created, as the next */
    struct lm_timer timer[TIMERS];
    bool is_in_use[BLOCK_POOLS][BLOCKS_MAX]; /* a call has returned with it */
    uint32_t made[BLOCK_POOLS];              /* how often the pool has been created */
} tx;

static UCHAR stacks[THREADS][STACK_BYTES] __attribute__((aligned(16)));
static ULONG storage[QUEUES][QUEUE_MAX * WORDS_MAX];
static _Alignas(8) UCHAR block_area[BLOCK_POOLS][BLOCKS_MAX * STRIDE];

static const UINT message_words[QUEUES] = {1, 2, WORDS_MAX};

static enum status status_from(UINT status)
{
    switch (status) {
    case TX_SUCCESS:
    case TX_SUSPEND_LIFTED:
        return OK;
    case TX_DELETED:
        return DELETED;
    case TX_WAIT_ABORTED:
        return ABORTED;
    case TX_NO_INSTANCE:
    case TX_QUEUE_EMPTY:
    case TX_QUEUE_FULL:
    case TX_NO_EVENTS:
    case TX_NO_MEMORY:
    case TX_NOT_AVAILABLE:
        return UNAVAILABLE;
    default:
        return BAD_STATE;
    }
}

static void enter_line(void *argument)
{
    driver_context(IN_LINE, (int)(intptr_t)argument);
}

static VOID enter_thread(ULONG number)
{
    driver_context(IN_THREAD, (int)number);
}

#define POINT_AT(array, count, member)                                                             \
    for (int i = 0; i < (count); i++) {                                                            \
        parts.array[i] = &tx.array[i] member;                                                      \
    }

static void point_at_parts(void)
{
    POINT_AT(thread, THREADS, .limen)
    POINT_AT(semaphore, SEMAPHORES, .limen)
    POINT_AT(mutex, MUTEXES, .limen)
    POINT_AT(queue, QUEUES, .limen)
    POINT_AT(flags, FLAGS, .limen)
    POINT_AT(blocks, BLOCK_POOLS, .limen)
    POINT_AT(bytes, BYTE_POOLS, )
    POINT_AT(timer, TIMERS, )
}

bool threadx_block_is_in_use(uint32_t pool, uint32_t block)
{
    return tx.is_in_use[pool][block];
}

void system_begin(const unsigned urgency[LINES])
{
    threadx_forget(tx.thread, THREADS);
    memset(&tx, 0, sizeof tx);
    point_at_parts();
    lm_host.limit = 0;
    lm_layer_begin(TX_TIMER_TICKS_PER_SECOND);
    for (int i = 0; i < LINES; i++) {
        lm_board_interrupt_attach((unsigned)i, urgency[i], enter_line, (void *)(intptr_t)i);
    }
}

void system_start(void)
{
    threadx_start();
    lm_kernel_start();
}

void system_end(void)
{
    lm_host.limit = lm_host.now;
}

void system_feed(struct model *model)
{
    model->served = lm_cpu()->timeouts.base;
    model->last_alarm = lm_cpu()->alarm_time;
    model->alarm = lm_host.alarm;
    model->alarm_raised = (lm_host.pending & 1U << LM_HOST_ALARM_LINE) != 0;
}

static ULONG timeout_from(uint32_t timeout)
{
    return timeout == FOREVER ? TX_WAIT_FOREVER : timeout;
}

static UINT create_thread(TX_THREAD *thread, const struct operation *o)
{
    struct thread_setup setup = thread_setup(o->d);
    uint32_t number = o->a < THREADS ? o->a : 0;

    return tx_thread_create(thread, "thread", enter_thread, number, stacks[number], STACK_BYTES,
                            o->b, o->c, setup.slice,
                            setup.suspended ? TX_DONT_START : TX_AUTO_START);
}

static UINT set_of_thread(TX_THREAD *thread, const struct operation *o)
{
    UINT previous;
    ULONG previous_slice;

    switch (o->kind) {
    case DO_THREAD_SET_PRIORITY:
        return tx_thread_priority_change(thread, o->b, &previous);
    case DO_THREAD_SET_THRESHOLD:
        return tx_thread_preemption_change(thread, o->b, &previous);
    default:
        return tx_thread_time_slice_change(thread, o->b, &previous_slice);
    }
}

static UINT do_thread(const struct operation *o)
{
    TX_THREAD *thread = o->a < THREADS ? &tx.thread[o->a] : NULL;

    switch (o->kind) {
    case DO_THREAD_CREATE:
        return create_thread(thread, o);
    case DO_THREAD_SUSPEND:
        return tx_thread_suspend(thread);
    case DO_THREAD_RESUME:
        return tx_thread_resume(thread);
    case DO_THREAD_TERMINATE:
        return tx_thread_terminate(thread);
    case DO_THREAD_RESET:
        return tx_thread_reset(thread);
    case DO_THREAD_DELETE:
        return tx_thread_delete(thread);
    case DO_THREAD_ABORT_WAIT:
        return tx_thread_wait_abort(thread);
    default:
        return set_of_thread(thread, o);
    }
}

static UINT do_semaphore(const struct operation *o)
{
    TX_SEMAPHORE *semaphore = o->a < SEMAPHORES ? &tx.semaphore[o->a] : NULL;

    switch (o->kind) {
    case DO_SEMAPHORE_CREATE:
        return tx_semaphore_create(semaphore, "semaphore", o->b);
    case DO_SEMAPHORE_WAIT:
        return tx_semaphore_get(semaphore, timeout_from(o->d));
    case DO_SEMAPHORE_POST:
        return tx_semaphore_put(semaphore);
    case DO_SEMAPHORE_POST_BELOW:
        return tx_semaphore_ceiling_put(semaphore, o->b);
    case DO_SEMAPHORE_PRIORITIZE:
        return tx_semaphore_prioritize(semaphore);
    default:
        return tx_semaphore_delete(semaphore);
    }
}

static UINT do_mutex(const struct operation *o)
{
    TX_MUTEX *mutex = o->a < MUTEXES ? &tx.mutex[o->a] : NULL;

    switch (o->kind) {
    case DO_MUTEX_CREATE:
        return tx_mutex_create(mutex, "mutex",
                               o->b == INHERIT ? TX_INHERIT
                               : o->b == PLAIN ? TX_NO_INHERIT
                                               : TX_INHERIT + 1U);
    case DO_MUTEX_LOCK:
        return tx_mutex_get(mutex, timeout_from(o->d));
    case DO_MUTEX_UNLOCK:
        return tx_mutex_put(mutex);
    case DO_MUTEX_PRIORITIZE:
        return tx_mutex_prioritize(mutex);
    default:
        return tx_mutex_delete(mutex);
    }
}

/* The words of a message are computed from its number and differ from each other. */
static void write_message(ULONG *message, UINT words, uint32_t number)
{
    for (UINT i = 0; i < words; i++) {
        message[i] = number + i;
    }
}

static uint32_t read_message(const ULONG *message, UINT words)
{
    for (UINT i = 0; i < words; i++) {
        if (message[i] != message[0] + i) {
            return 0;
        }
    }
    return message[words] == 0 ? (uint32_t)message[0] : 0;
}

static UINT do_queue(const struct operation *o, uint32_t *value)
{
    TX_QUEUE *queue = o->a < QUEUES ? &tx.queue[o->a] : NULL;
    uint32_t number = o->a < QUEUES ? o->a : 0;
    UINT words = message_words[number];
    ULONG message[WORDS_MAX + 1] = {0};
    ULONG *pointer = o->b != 0 ? message : NULL;
    UINT status;

    switch (o->kind) {
    case DO_QUEUE_CREATE:
        return tx_queue_create(queue, "queue", words, storage[number],
                               (ULONG)(o->b * words * sizeof(ULONG)));
    case DO_QUEUE_SEND:
        write_message(message, words, o->b);
        return tx_queue_send(queue, pointer, timeout_from(o->d));
    case DO_QUEUE_SEND_FRONT:
        write_message(message, words, o->b);
        return tx_queue_front_send(queue, pointer, timeout_from(o->d));
    case DO_QUEUE_RECEIVE:
        status = tx_queue_receive(queue, pointer, timeout_from(o->d));
        *value = status == TX_SUCCESS ? read_message(message, words) : 0;
        return status;
    case DO_QUEUE_FLUSH:
        return tx_queue_flush(queue);
    case DO_QUEUE_PRIORITIZE:
        return tx_queue_prioritize(queue);
    default:
        return tx_queue_delete(queue);
    }
}

static UINT do_flags(const struct operation *o, uint32_t *value)
{
    static const UINT modes[] = {TX_OR, TX_AND, TX_OR_CLEAR, TX_AND_CLEAR, TX_AND_CLEAR + 1};
    TX_EVENT_FLAGS_GROUP *flags = o->a < FLAGS ? &tx.flags[o->a] : NULL;
    ULONG found = 0;
    UINT status;

    switch (o->kind) {
    case DO_FLAGS_CREATE:
        return tx_event_flags_create(flags, "flags");
    case DO_FLAGS_WAIT:
        status = tx_event_flags_get(flags, o->b, modes[o->c], &found, timeout_from(o->d));
        *value = status == TX_SUCCESS ? (uint32_t)found : 0;
        return status;
    case DO_FLAGS_SET:
        return tx_event_flags_set(flags, o->b, TX_OR);
    case DO_FLAGS_CLEAR:
        return tx_event_flags_set(flags, ~o->b, TX_AND);
    default:
        return tx_event_flags_delete(flags);
    }
}

static UINT do_blocks(const struct operation *o, uint32_t *value)
{
    TX_BLOCK_POOL *pool = o->a < BLOCK_POOLS ? &tx.blocks[o->a] : NULL;
    uint32_t number = o->a < BLOCK_POOLS ? o->a : 0;
    VOID *block = NULL;
    uint32_t made = tx.made[number];
    UINT status;

    switch (o->kind) {
    case DO_BLOCKS_CREATE:
        tx.made[number]++;
        return tx_block_pool_create(pool, "blocks", BLOCK_BYTES, block_area[number], o->b * STRIDE);
    case DO_BLOCKS_ALLOCATE:
        status = tx_block_allocate(pool, &block, timeout_from(o->d));
        if (status == TX_SUCCESS) {
            memset(block, 0xEE, made == tx.made[number] ? BLOCK_BYTES : 0); /* the same pool's? */
            *value = (uint32_t)((UCHAR *)block - block_area[number]) / STRIDE + 1;
            tx.is_in_use[number][*value - 1] = true;
        }
        return status;
    case DO_BLOCKS_RELEASE:
        tx.is_in_use[number][o->b] = false;
        return tx_block_release(block_area[number] + o->b * STRIDE + sizeof(VOID *));
    case DO_BLOCKS_PRIORITIZE:
        return tx_block_pool_prioritize(pool);
    default:
        return tx_block_pool_delete(pool);
    }
}

static UINT do_context(const struct operation *o)
{
    switch (o->kind) {
    case DO_WORK:
        lm_work(o->a * system_rules().work);
        return TX_SUCCESS;
    case DO_RAISE:
        lm_board_interrupt_raise(o->a);
        return TX_SUCCESS;
    case DO_INTERRUPTS_OFF:
        (void)tx_interrupt_control(TX_INT_DISABLE);
        return TX_SUCCESS;
    case DO_INTERRUPTS_ON:
        (void)tx_interrupt_control(TX_INT_ENABLE);
        return TX_SUCCESS;
    case DO_YIELD:
        tx_thread_relinquish();
        return TX_SUCCESS;
    case DO_SLEEP:
        return tx_thread_sleep(o->a);
    default:
        tx_time_set(o->a);
        return TX_SUCCESS;
    }
}

struct answer system_perform(const struct operation *o)
{
    struct answer answer = {.status = OK};

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
    default:
        answer.status = status_from(do_blocks(o, &answer.value));
        break;
    }
    return answer;
}
