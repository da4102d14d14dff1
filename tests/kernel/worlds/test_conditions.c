/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: conditions that have an effect only in rare cases, which the other tests do not reach.
 *
 * Method: one case each; scripts/conditions says which conditions no test shows.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <limen/limen.h>

/* More threads wait than one step of a long call examines, and an interrupt cannot make one. */
static void an_interrupt_prioritizes_many(void)
{
    enum { MANY = 10 };
    static struct lm_thread many[MANY];
    static struct lm_semaphore semaphore;
    struct lm_semaphore_info info;

    lm_kernel_init();
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    for (unsigned i = 0; i < MANY; i++) {
        struct lm_thread_config config = threads_config(i % THREADS_MAX, 2, 2);

        CHECK_STATUS(lm_thread_create(&many[i], &config), LM_OK);
    }
    lm_kernel_start();
    for (unsigned i = 0; i < MANY; i++) {
        (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
    CHECK_EQUAL(lm_thread_self() == NULL, 1);
    CHECK_STATUS(lm_thread_set_priority(&many[MANY - 1], 1, 1), LM_OK);
    null_interrupt_enter();
    CHECK_STATUS(lm_semaphore_prioritize(&semaphore), LM_OK);
    null_interrupt_exit();
    CHECK_STATUS(lm_semaphore_get_info(&semaphore, &info), LM_OK);
    CHECK_SAME(info.waiters.first, &many[MANY - 1]);
}

/* A thread that waits to send to the front keeps its place when its priority changes. */
static void who_is_ahead_stays_ahead(void)
{
    static struct lm_queue queue;
    static uint32_t storage[1];
    uint32_t message = 1;
    struct lm_queue_info info;

    THREADS_BEGIN(1, 2, 3);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 1, 4, LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    (void)lm_queue_send(&queue, &message, LM_FOREVER);
    (void)lm_queue_send_front(&queue, &message, LM_FOREVER);
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 9, 9), LM_OK);
    CHECK_STATUS(lm_queue_get_info(&queue, &info), LM_OK);
    CHECK_SAME(info.waiters.first, &threads[1]);
}

/* Blocks of one pointer have no room for a mark. Data of the program may look like the last free
 * block: the list of free blocks shows that it is not. */
static void a_block_that_looks_free_is_released(void)
{
    static struct lm_block_pool pool;
    static uintptr_t area[2];
    const uintptr_t pattern = 0x46524545U;
    void *block;

    THREADS_BEGIN(1);
    CHECK_STATUS(lm_block_pool_create(&pool, "pool", area, sizeof area, sizeof area[0], LM_FIFO),
                 LM_OK);
    CHECK_STATUS(lm_block_allocate(&pool, &block, LM_NO_WAIT), LM_OK);
    *(uintptr_t *)block = (uintptr_t)block ^ pattern;
    CHECK_STATUS(lm_block_release(&pool, block), LM_OK);
    CHECK_STATUS(lm_block_release(&pool, block), LM_BAD_ARGUMENT);
}

/* The table of the trace has fewer entries than there are objects. */
static void middleware_has_no_room_in_a_full_table(void)
{
    static _Alignas(8) unsigned char trace[LM_TRACE_BYTES(1, 16)];

    THREADS_BEGIN(1, 2, 3);
    CHECK_STATUS(lm_trace_start(trace, sizeof trace, 1), LM_OK);
    lm_trace_middleware_object(1, 0x1000, "middleware");
    lm_trace_stop();
}

/* A second thread is not attached by the same data. A kernel that begins again knows neither. */
static void a_cyclic_thread_is_attached_once(void)
{
    static struct lm_tick tick;
    static struct lm_cyclic cyclic;
    const struct lm_tick_config config = {.name = "tick", .length = 10};

    THREADS_BEGIN(1);
    CHECK_STATUS(lm_tick_create(&tick, &config), LM_OK);
    for (unsigned i = 1; i < 3; i++) {
        struct lm_thread_config suspended = threads_config(i, 2, 2);

        suspended.suspended = true;
        CHECK_STATUS(lm_thread_create(&threads[i], &suspended), LM_OK);
    }
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, &threads[1]), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, &threads[2]), LM_BAD_STATE);
    lm_kernel_init();
    CHECK_STATUS(lm_cyclic_enable(&cyclic), LM_BAD_ARGUMENT);
}

static void a_thread_of_timers_is_not_one_that_is_in_use(void)
{
    static struct lm_timer_thread timers;
    struct lm_thread_config config = threads_config(1, 3, 3);

    THREADS_BEGIN(1);
    CHECK_STATUS(lm_thread_create(&timers.thread, &config), LM_OK);
    CHECK_STATUS(lm_timer_thread_create(&timers, &config), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_terminate(&timers.thread), LM_OK);
    CHECK_STATUS(lm_timer_thread_create(&timers, &config), LM_OK);
}

int main(void)
{
    an_interrupt_prioritizes_many();
    who_is_ahead_stays_ahead();
    a_block_that_looks_free_is_released();
    middleware_has_no_room_in_a_full_table();
    a_thread_of_timers_is_not_one_that_is_in_use();
    a_cyclic_thread_is_attached_once();
    return 0;
}
