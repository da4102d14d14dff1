/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time slices share the processor exactly. In each of 1,000 blocks of 1,000 ticks, four
 * threads get 250, 100, 100 and 550 ticks. A thread that preempts them does not shorten any slice.
 * If slices end late, because the threads keep interrupts off, the shares stay the same.
 *
 * Method: threads that always work, in pieces whose lengths do not divide a slice. After each block
 * the most urgent thread, which uses no time itself, compares the counters of the kernel.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { SHARERS = 4, BLOCKS = 1000, BLOCK = 1000, THIEF_WORK = 37, THIEF_OFFSET = 333, PIECE = 7 };

static const uint32_t slices[SHARERS] = {250, 100, 100, 550};

enum { WATCH = SHARERS, THIEF, THREADS, STACK_BYTES = LM_PORT_STACK_BYTES(1024) };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][STACK_BYTES];
static struct lm_period watching, stealing;
static struct lm_slice slice_of[SHARERS];
static struct lm_thread threads[THREADS]; /* the sharers, watch and thief */
static struct lm_counters counters[SHARERS];
static uint64_t block; /* ticks, with what the thief takes */
static bool late;      /* slices end late */

static void share(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t key = late ? lm_interrupts_disable() : 0;

        lm_work(PIECE);
        if (late) {
            lm_interrupts_enable(key);
        }
    }
}

static void steal(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(THIEF_WORK);
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    }
}

static void look(void *argument)
{
    (void)argument;
    for (uint32_t n = 1; n <= BLOCKS; n++) {
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
        CHECK(lm_now() - n * block <= (late ? PIECE : 0));
        for (int i = 0; i < SHARERS; i++) {
            uint64_t wanted = (uint64_t)n * slices[i];

            /* Each of the others may be late once when a block ends. */
            CHECK(counters[i].run_time <= wanted + (late ? PIECE : 0));
            CHECK(counters[i].run_time + (late ? SHARERS * PIECE : 0) >= wanted);
            CHECK(late || counters[i].slices == n);
        }
    }
    for (int i = 0; i < SHARERS; i++) {
        CHECK_STATUS(lm_thread_terminate(&threads[i]), LM_OK);
    }
    if (block > BLOCK) {
        CHECK_STATUS(lm_thread_terminate(&threads[THIEF]), LM_OK);
    }
}

static void create(int i, struct lm_thread_config config)
{
    config.stack = stacks[i];
    config.stack_bytes = STACK_BYTES;
    CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
}

static void run_blocks(uint64_t length)
{
    block = length;
    lm_kernel_init();
    memset(counters, 0, sizeof counters);
    watching = (struct lm_period)LM_PERIOD(block, 0, 0);
    stealing = (struct lm_period)LM_PERIOD(block, THIEF_OFFSET, 0);
    for (int i = 0; i < SHARERS; i++) {
        slice_of[i] = (struct lm_slice)LM_SLICE(slices[i]);
        create(i, (struct lm_thread_config){.name = "sharer",
                                            LM_PREEMPTIVE(9),
                                            .entry = share,
                                            .slice = &slice_of[i],
                                            .counters = &counters[i]});
    }
    create(WATCH, (struct lm_thread_config){
                      .name = "watch", LM_PREEMPTIVE(0), .entry = look, .period = &watching});
    if (block > BLOCK) {
        create(THIEF, (struct lm_thread_config){
                          .name = "thief", LM_PREEMPTIVE(5), .entry = steal, .period = &stealing});
    }
    lm_kernel_start();
    CHECK(lm_now() - BLOCKS * block <= (late ? PIECE : 0));
}

static void each_block_is_shared_exactly(void)
{
    run_blocks(BLOCK);
}

static void a_thread_that_preempts_takes_nothing_of_a_slice(void)
{
    run_blocks(BLOCK + THIEF_WORK);
}

static void a_slice_that_ends_late_shortens_the_next_one(void)
{
    late = true;
    run_blocks(BLOCK);
    late = false;
}

int main(void)
{
    each_block_is_shared_exactly();
    a_thread_that_preempts_takes_nothing_of_a_slice();
    a_slice_that_ends_late_shortens_the_next_one();
    return 0;
}
