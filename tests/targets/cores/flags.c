/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: shared event flags and block pools serve the threads of all cores as those of one core:
 * any and all, with and without clearing, in FIFO order, each waiting thread by the same bits; each
 * block has one user. Method: two threads of core 1 and one of core 0 wait, and a thread of core 0
 * sets bits and releases blocks; each wait records its result. Prints each expectation that is not
 * met, and counts; status 1: an expectation was not met. */
#include "expect.h"
#include <limen/board.h>
#include <limen/cores.h>

enum { STACK_BYTES = 1024, WAITERS = 3, SHORT_TICKS = 20000, BLOCKS = 3, ROUNDS = 500 };

LM_STACK(main_stack, STACK_BYTES);
static unsigned char waiter_stacks[WAITERS][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static unsigned char user_stacks[2][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static struct lm_thread main_thread, waiters[WAITERS], users[2];
static struct lm_event_flags flags;
static struct lm_block_pool pool;
static void *area[BLOCKS][2];
static struct lm_semaphore go[WAITERS], done, over;
static volatile bool has_ended[WAITERS]; /* the wait for flags that was begun last */

/* The wait of each thread; the semaphores order the accesses. */
static struct {
    uint32_t wanted, found;
    enum lm_event_mode mode;
    lm_timeout timeout;
    enum lm_status status;
} waits[WAITERS];

static void wait_for_flags(void *argument)
{
    unsigned i = (unsigned)(uintptr_t)argument;

    for (;;) {
        EXPECT(lm_semaphore_wait(&go[i], LM_FOREVER) == LM_OK);
        uint32_t found = 0;

        waits[i].status =
            lm_event_flags_wait(&flags, waits[i].wanted, waits[i].mode, &found, waits[i].timeout);
        waits[i].found = found;
        has_ended[i] = true;
        EXPECT(lm_semaphore_post(&done) == LM_OK);
    }
}

static void begin_wait(unsigned i, uint32_t wanted, enum lm_event_mode mode, lm_timeout timeout)
{
    waits[i].wanted = wanted;
    waits[i].mode = mode;
    waits[i].timeout = timeout;
    has_ended[i] = false;
    EXPECT(lm_semaphore_post(&go[i]) == LM_OK);
    /* Return when it waits, as the last thread. On a busy machine a short wait may have ended
     * already. */
    while (flags.waiters.mark.prev != &waiters[i].node && !has_ended[i]) {
        lm_thread_sleep(10);
    }
    if (i == 1) { /* it is of this core */
        struct lm_thread_info info;

        EXPECT(lm_thread_get_info(&waiters[1], &info) == LM_OK);
        EXPECT(info.waits_for == LM_WAITS_FOR_EVENTS && info.wait_object == NULL);
    }
}

static void await(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    }
    EXPECT(lm_semaphore_wait(&done, SHORT_TICKS) == LM_TIMEOUT);
}

static void check_flags(void)
{
    uint32_t found;

    begin_wait(0, 5, LM_ALL, LM_FOREVER);
    begin_wait(1, 4, LM_ANY_CLEAR, LM_FOREVER);
    begin_wait(2, 12, LM_ANY, LM_FOREVER);
    EXPECT(lm_event_flags_set(&flags, 1) == LM_OK);
    EXPECT(lm_event_flags_get(&flags) == 1);
    await(0);
    EXPECT(lm_event_flags_set(&flags, 4) == LM_OK); /* all three, and the second clears it */
    await(3);
    EXPECT(waits[0].found == 5 && waits[1].found == 5 && waits[2].found == 5);
    EXPECT(lm_event_flags_get(&flags) == 1);
    EXPECT(lm_event_flags_clear(&flags, 1) == LM_OK && lm_event_flags_get(&flags) == 0);
    begin_wait(1, 2, LM_ALL_CLEAR, LM_FOREVER);
    begin_wait(0, 3, LM_ALL_CLEAR, SHORT_TICKS);
    EXPECT(lm_event_flags_set(&flags, 2) == LM_OK);
    EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    EXPECT(waits[0].status == LM_TIMEOUT && waits[1].status == LM_OK);
    EXPECT(lm_event_flags_wait(&flags, 2, LM_ANY, &found, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(lm_event_flags_set(&flags, 3) == LM_OK);
    EXPECT(lm_event_flags_wait(&flags, 2, LM_ANY_CLEAR, &found, LM_FOREVER) == LM_OK && found == 3);
    EXPECT(lm_event_flags_get(&flags) == 1);
    EXPECT(lm_event_flags_wait(&flags, 0, LM_ANY, &found, LM_NO_WAIT) == LM_BAD_ARGUMENT);
    EXPECT(lm_event_flags_delete(&flags) == LM_BAD_OBJECT);
    EXPECT(lm_event_flags_wait(NULL, 1, LM_ANY, &found, LM_NO_WAIT) == LM_BAD_OBJECT);
}

static void check_pool(void)
{
    void *blocks[BLOCKS], *none;

    for (unsigned i = 0; i < BLOCKS; i++) {
        EXPECT(lm_block_allocate(&pool, &blocks[i], LM_NO_WAIT) == LM_OK);
    }
    EXPECT(lm_block_allocate(&pool, &none, LM_NO_WAIT) == LM_UNAVAILABLE && none == NULL);
    EXPECT(lm_block_allocate(&pool, &none, SHORT_TICKS) == LM_TIMEOUT && none == NULL);
    EXPECT(lm_block_release(&pool, &main_thread) == LM_BAD_ARGUMENT);
    for (unsigned i = 0; i < BLOCKS; i++) {
        EXPECT(lm_block_release(&pool, blocks[i]) == LM_OK);
        EXPECT(lm_block_release(&pool, blocks[i]) == LM_BAD_ARGUMENT);
    }
    EXPECT(lm_block_pool_delete(&pool) == LM_BAD_OBJECT);
}

/* The thread of each core writes its name into each block that it gets, and checks it later. */
static void use_blocks(void *argument)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        void *got[2];

        for (unsigned k = 0; k < 2; k++) {
            while (lm_block_allocate(&pool, &got[k], 50) != LM_OK) {
                if (k == 1) { /* two threads with one block each would wait for each other */
                    EXPECT(lm_block_release(&pool, got[0]) == LM_OK);
                    EXPECT(lm_block_allocate(&pool, &got[0], LM_FOREVER) == LM_OK);
                }
            }
            *(void **)got[k] = argument;
        }
        lm_work(i % 7);
        for (unsigned k = 0; k < 2; k++) {
            *(void **)got[k] = argument;
            lm_work(i % 3);
            EXPECT(*(void **)got[k] == argument);
            EXPECT(lm_block_release(&pool, got[k]) == LM_OK);
        }
    }
    EXPECT(lm_semaphore_post(&over) == LM_OK);
}

static void run(void *argument)
{
    (void)argument;
    check_flags();
    check_pool();
    EXPECT(lm_thread_start(&users[0]) == LM_OK);
    EXPECT(lm_thread_start(&users[1]) == LM_OK);
    EXPECT(lm_semaphore_wait(&over, LM_FOREVER) == LM_OK);
    EXPECT(lm_semaphore_wait(&over, LM_FOREVER) == LM_OK);
    check_pool();
    lm_board_printf("%u rounds, %u not as expected\n", (unsigned)ROUNDS, unmet);
    lm_board_exit(unmet != 0);
}

static void create(struct lm_thread *thread, void (*entry)(void *), unsigned number,
                   unsigned char *stack)
{
    EXPECT(lm_thread_create(thread, &(struct lm_thread_config){
                                        .name = "thread",
                                        LM_PREEMPTIVE(4),
                                        .entry = entry,
                                        .argument = (void *)(uintptr_t)number,
                                        .suspended = entry == use_blocks,
                                        .stack = stack,
                                        .stack_bytes = sizeof waiter_stacks[0],
                                    }) == LM_OK);
}

static void prepare(void)
{
    create(&waiters[0], wait_for_flags, 0, waiter_stacks[0]);
    create(&waiters[2], wait_for_flags, 2, waiter_stacks[2]);
    create(&users[1], use_blocks, 1, user_stacks[1]);
    lm_semaphore_post(&over);
}

/* The threads of the other core exist now. */
static void begin(void *argument)
{
    EXPECT(lm_semaphore_wait(&over, LM_FOREVER) == LM_OK);
    run(argument);
}

int main(void)
{
    lm_kernel_init();
    EXPECT(lm_event_flags_create_shared(&flags, "flags") == LM_OK);
    EXPECT(lm_block_pool_create_shared(&pool, "pool", area, sizeof area, sizeof area[0]) == LM_OK);
    for (unsigned i = 0; i < WAITERS; i++) {
        EXPECT(lm_semaphore_create_shared(&go[i], "go", 0) == LM_OK);
    }
    EXPECT(lm_semaphore_create_shared(&done, "done", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&over, "over", 0) == LM_OK);
    create(&waiters[1], wait_for_flags, 1, waiter_stacks[1]);
    create(&users[0], use_blocks, 0, user_stacks[0]);
    EXPECT(lm_thread_create(&main_thread, &(struct lm_thread_config){.name = "main",
                                                                     LM_PREEMPTIVE(5),
                                                                     .entry = begin,
                                                                     LM_USE_STACK(main_stack)}) ==
           LM_OK);
    EXPECT(lm_core_start(1, prepare) == LM_OK);
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
