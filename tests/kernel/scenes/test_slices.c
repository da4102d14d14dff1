/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time slices share the processor exactly. In each of 1,000 blocks of 1,000 ticks, four
 * threads get 250, 100, 100 and 550 ticks. A thread that preempts them does not shorten any slice.
 * If slices end late, because the threads keep interrupts off, the shares stay the same. Of two
 * equal threads each has its half, for every length of the slice and every instant of a preemption:
 * by a timer or by its own call, also at the instant at which its slice ends.
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

/* Two peers, of which one also wakes a more urgent thread after each step of its work, as a timer
 * does once in each period. */
enum { TURNS = 20, SLICE_MAX = 40, URGENT_WORK = 3 };

static struct lm_semaphore wanted;
static struct lm_timer timer;
static uint64_t step, end_of_sharing;

static void wake_urgent(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_post(&wanted), LM_OK);
}

static void share_alone(void *argument)
{
    (void)argument;
    while (lm_now() < end_of_sharing) {
        lm_work(1);
    }
    CHECK_STATUS(lm_timer_stop(&timer), LM_OK);
}

static void share_and_wake(void *argument)
{
    (void)argument;
    while (lm_now() < end_of_sharing) {
        lm_work(step);
        wake_urgent(NULL);
    }
}

static void be_urgent(void *argument)
{
    (void)argument;
    while (lm_now() < end_of_sharing) {
        CHECK_STATUS(lm_semaphore_wait(&wanted, LM_FOREVER), LM_OK);
        lm_work(URGENT_WORK);
    }
}

/* period: of the timer, or 0; step: of the work of the first peer, or 0. */
static void share_between_two(uint32_t slice, uint64_t period, uint64_t step_or_none)
{
    void (*const entries[])(void *) = {step_or_none != 0 ? share_and_wake : share_alone,
                                       share_alone};

    lm_kernel_init();
    memset(counters, 0, sizeof counters);
    step = step_or_none;
    end_of_sharing = (uint64_t)TURNS * 2 * slice * (URGENT_WORK + 1);
    CHECK_STATUS(lm_semaphore_create(&wanted, "wanted", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, "timer", wake_urgent, NULL), LM_OK);
    for (int i = 0; i < 2; i++) {
        slice_of[i] = (struct lm_slice)LM_SLICE(slice);
        create(i, (struct lm_thread_config){.name = "peer",
                                            LM_PREEMPTIVE(9),
                                            .entry = entries[i],
                                            .slice = &slice_of[i],
                                            .counters = &counters[i]});
    }
    create(2, (struct lm_thread_config){.name = "urgent", LM_PREEMPTIVE(5), .entry = be_urgent});
    if (period != 0) {
        CHECK_STATUS(lm_timer_start(&timer, period, period), LM_OK);
    }
    lm_kernel_start();

    uint64_t first = counters[0].run_time, both = first + counters[1].run_time;

    CHECK(100 * first >= 45 * both && 100 * first <= 55 * both);
}

static void of_two_peers_each_has_its_half(void)
{
    for (uint32_t slice = 2; slice <= SLICE_MAX; slice++) {
        const uint64_t times[] = {slice / 2, slice - 1, slice, slice + 1, 2 * slice};

        share_between_two(slice, 0, 0);
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            share_between_two(slice, times[i] + URGENT_WORK, 0);
            share_between_two(slice, 0, times[i]);
            share_between_two(slice, times[i] + URGENT_WORK, times[i]);
        }
    }
}

int main(void)
{
    each_block_is_shared_exactly();
    a_thread_that_preempts_takes_nothing_of_a_slice();
    a_slice_that_ends_late_shortens_the_next_one();
    of_two_peers_each_has_its_half();
    return 0;
}
