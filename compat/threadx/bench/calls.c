/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of the services compared with the native calls: the same loops, once with tx_ and once
 * with lm_, with a mark at which the emulator counts.
 *
 * argv[1] is "tx" or "lm", argv[2] the case.
 */
#include "marks.h"
#include "tx_api.h"
#include <limen/board.h>
#include <string.h>

enum { TEXT = 20 };

/* Empty functions of an application, for the cost of their calls. */
#if defined(TX_ENABLE_EXECUTION_CHANGE_NOTIFY) && !defined(TX_EXECUTION_PROFILE_ENABLE)
#define EMPTY(name)                                                                                \
    VOID name(VOID)                                                                                \
    {                                                                                              \
    }
EMPTY(_tx_execution_initialize)
EMPTY(_tx_execution_thread_enter)
EMPTY(_tx_execution_thread_exit)
EMPTY(_tx_execution_isr_enter)
EMPTY(_tx_execution_isr_exit)
#endif

/* Each case is written twice, so that the compiled loop contains no choice. */
#define CASE(name, tx_calls, lm_calls)                                                             \
    BENCH_CASE(name##_tx, tx_calls)                                                                \
    BENCH_CASE(name##_lm, lm_calls)

/* Check the result, as a program does. */
#define TX(call) failed |= (call) != TX_SUCCESS
#define LM(call) failed |= (call) != LM_OK

static TX_THREAD runner, peer, sleeper;
static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL pool;
static ULONG stacks[3][512];
static ULONG area[64], message[4], found;
static VOID *block;
static unsigned old;
static ULONG old_slice;
static volatile UINT failed;
static void (*chosen)(void);

BENCH_MARK(bench_mark)

CASE(empty, , )
CASE(relinquish, tx_thread_relinquish(), LM(lm_thread_yield()))
CASE(identify, failed |= tx_thread_identify() == NULL, failed |= lm_thread_self() == NULL)
CASE(semaphore_put, TX(tx_semaphore_put(&semaphore)), LM(lm_semaphore_post(&semaphore.limen)))
CASE(semaphore_get, TX(tx_semaphore_get(&semaphore, TX_WAIT_FOREVER)),
     LM(lm_semaphore_wait(&semaphore.limen, LM_FOREVER)))
CASE(semaphore_get_no_wait, TX(tx_semaphore_get(&semaphore, TX_NO_WAIT)),
     LM(lm_semaphore_wait(&semaphore.limen, LM_NO_WAIT)))
CASE(semaphore_ceiling_put, TX(tx_semaphore_ceiling_put(&semaphore, 1000)),
     LM(lm_semaphore_post_below(&semaphore.limen, 1000)))
CASE(mutex_get, TX(tx_mutex_get(&mutex, TX_WAIT_FOREVER)),
     LM(lm_mutex_lock(&mutex.limen, LM_FOREVER)))
CASE(mutex_get_put, TX(tx_mutex_get(&mutex, TX_WAIT_FOREVER));
     TX(tx_mutex_put(&mutex)), LM(lm_mutex_lock(&mutex.limen, LM_FOREVER));
     LM(lm_mutex_unlock(&mutex.limen)))
CASE(queue_send, TX(tx_queue_send(&queue, message, TX_NO_WAIT)),
     LM(lm_queue_send(&queue.limen, message, LM_NO_WAIT)))
CASE(queue_front_send, TX(tx_queue_front_send(&queue, message, TX_NO_WAIT)),
     LM(lm_queue_send_front(&queue.limen, message, LM_NO_WAIT)))
CASE(queue_send_receive, TX(tx_queue_send(&queue, message, TX_WAIT_FOREVER));
     TX(tx_queue_receive(&queue, message, TX_WAIT_FOREVER)),
     LM(lm_queue_send(&queue.limen, message, LM_FOREVER));
     LM(lm_queue_receive(&queue.limen, message, LM_FOREVER)))
CASE(event_flags_set, TX(tx_event_flags_set(&group, 1, TX_OR)),
     LM(lm_event_flags_set(&group.limen, 1)))
CASE(event_flags_clear, TX(tx_event_flags_set(&group, ~(ULONG)1, TX_AND)),
     LM(lm_event_flags_clear(&group.limen, 1)))
CASE(event_flags_set_get, TX(tx_event_flags_set(&group, 1, TX_OR));
     TX(tx_event_flags_get(&group, 1, TX_OR_CLEAR, &found, TX_WAIT_FOREVER)),
     LM(lm_event_flags_set(&group.limen, 1));
     LM(lm_event_flags_wait(&group.limen, 1, LM_ANY_CLEAR, (uint32_t *)&found, LM_FOREVER)))
CASE(block_allocate_release, TX(tx_block_allocate(&pool, &block, TX_NO_WAIT));
     TX(tx_block_release(block)), LM(lm_block_allocate(&pool.limen, &block, LM_NO_WAIT));
     LM(lm_block_release(&pool.limen, block)))
CASE(suspend_resume, TX(tx_thread_resume(&sleeper));
     TX(tx_thread_suspend(&sleeper)), LM(lm_thread_resume(&sleeper.limen));
     LM(lm_thread_suspend(&sleeper.limen)))
CASE(priority_change, TX(tx_thread_priority_change(&sleeper, 9, &old)),
     old = sleeper.limen.base_priority;
     LM(lm_thread_set_priority(&sleeper.limen, 9, 9)))
CASE(preemption_change, TX(tx_thread_preemption_change(&sleeper, 5, &old)),
     LM(lm_thread_set_threshold(&sleeper.limen, 5, &old)))
CASE(time_slice_change, TX(tx_thread_time_slice_change(&sleeper, 0, &old_slice)),
     old_slice = sleeper.limen_slice.ticks;
     LM(lm_thread_set_slice(&sleeper.limen, &sleeper.limen_slice, 0)))

#define ENTRY(name)                                                                                \
    {                                                                                              \
#name, name##_tx, name##_lm                                                                \
    }

static const struct {
    char name[TEXT + 8];
    void (*tx)(void);
    void (*lm)(void);
} cases[] = {
    ENTRY(empty),
    ENTRY(relinquish),
    ENTRY(identify),
    ENTRY(semaphore_put),
    ENTRY(semaphore_get),
    ENTRY(semaphore_get_no_wait),
    ENTRY(semaphore_ceiling_put),
    ENTRY(mutex_get),
    ENTRY(mutex_get_put),
    ENTRY(queue_send),
    ENTRY(queue_front_send),
    ENTRY(queue_send_receive),
    ENTRY(event_flags_set),
    ENTRY(event_flags_clear),
    ENTRY(event_flags_set_get),
    ENTRY(block_allocate_release),
    ENTRY(suspend_resume),
    ENTRY(priority_change),
    ENTRY(preemption_change),
    ENTRY(time_slice_change),
};

static void run(ULONG input)
{
    (void)input;
    chosen();
    lm_board_exit(failed != 0 ? 1 : 0);
}

static void relinquish(ULONG input)
{
    (void)input;
    for (;;) {
        tx_thread_relinquish();
    }
}

static void create(TX_THREAD *thread, unsigned number, VOID (*entry)(ULONG), UINT start)
{
    tx_thread_create(thread, (CHAR *)"thread", entry, 0, stacks[number], sizeof stacks[number], 8,
                     8, TX_NO_TIME_SLICE, start);
}

void tx_application_define(void *first_unused_memory)
{
    (void)first_unused_memory;
    tx_queue_create(&queue, (CHAR *)"queue", TX_1_ULONG, area, BENCH_ROUNDS * sizeof(ULONG) + 4);
    tx_semaphore_create(&semaphore, (CHAR *)"semaphore", BENCH_ROUNDS);
    tx_mutex_create(&mutex, (CHAR *)"mutex", TX_INHERIT);
    tx_event_flags_create(&group, (CHAR *)"group");
    tx_block_pool_create(&pool, (CHAR *)"pool", 8, area + 32, 128);
    create(&runner, 0, run, TX_AUTO_START);
    create(&sleeper, 1, relinquish, TX_DONT_START);
    if (chosen == relinquish_tx || chosen == relinquish_lm) {
        create(&peer, 2, relinquish, TX_AUTO_START);
    }
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 2 && strcmp(argv[2], cases[i].name) == 0) {
            chosen = strcmp(argv[1], "tx") == 0 ? cases[i].tx : cases[i].lm;
            tx_kernel_enter();
        }
    }
    lm_board_print("usage: bench-threadx tx|lm CASE, with CASE one of:\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lm_board_print(cases[i].name);
        lm_board_print("\n");
    }
    return 2;
}
