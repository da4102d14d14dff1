/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: no unit of a shared semaphore and no move of a thread is lost or duplicated, while other
 * cores make calls at the same time. Method: on each core, a thread posts to the next core, and a
 * thread waits, mostly with timeouts so short that many of them compete with a post. Other threads
 * move over all cores at the same time. At the end, each unit has been taken once. Prints the
 * counts, and a sum over the times and cores of all events; status 1: a count is wrong. The
 * argument is the number of cores. */
#include <limen/board.h>
#include <limen/cores.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 2000
#endif

enum { STACK_BYTES = 1024, HOPPERS = 3, LONG_TICKS = 1000000 };

static unsigned char poster_stacks[LM_CORES][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static unsigned char taker_stacks[LM_CORES][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static unsigned char hopper_stacks[HOPPERS][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
LM_STACK(judge_stack, STACK_BYTES);

static struct lm_thread posters[LM_CORES], takers[LM_CORES], hoppers[HOPPERS], judge;
static struct lm_semaphore units[LM_CORES], done;

static unsigned cores = LM_CORES;

/* Each is written by one thread, and read when that thread has posted to done. */
static uint32_t sums_of_takers[LM_CORES], sums_of_hoppers[HOPPERS];
static uint32_t taken[LM_CORES], timeouts[LM_CORES], hops[HOPPERS];
static uint32_t wrong_of_takers[LM_CORES], wrong_of_posters[LM_CORES], wrong_of_hoppers[HOPPERS];

static void add_event(uint32_t *sum, unsigned what)
{
    *sum = (*sum ^ ((uint32_t)lm_now() << 4 | lm_core_self() << 2 | what)) * 16777619U;
}

/* An emulated processor may be faster than lm_work assumes. */
static void spend(uint64_t ticks)
{
    uint64_t now = lm_now(), end = now + ticks;

    for (; now < end; now = lm_now()) {
        lm_work(end - now);
    }
}

static void post(void *argument)
{
    unsigned core = (unsigned)(uintptr_t)argument, next = (core + 1) % cores;

    for (unsigned i = 0; i < ROUNDS; i++) {
        wrong_of_posters[core] += lm_core_self() != core;
        wrong_of_posters[core] += lm_semaphore_post(&units[next]) != LM_OK;
        spend((i * 13 + core * 7) % 50);
    }
    lm_semaphore_post(&done);
}

static void take(void *argument)
{
    unsigned core = (unsigned)(uintptr_t)argument;

    while (taken[core] < ROUNDS) {
        lm_timeout timeout = taken[core] % 3 == 0 ? LM_FOREVER : 20 + taken[core] % 30;
        enum lm_status status = lm_semaphore_wait(&units[core], timeout);

        taken[core] += status == LM_OK;
        timeouts[core] += status == LM_TIMEOUT;
        wrong_of_takers[core] += status != LM_OK && status != LM_TIMEOUT;
        wrong_of_takers[core] += lm_core_self() != core;
        add_event(&sums_of_takers[core], status == LM_OK);
    }
    wrong_of_takers[core] += lm_semaphore_wait(&units[core], LONG_TICKS) != LM_TIMEOUT;
    wrong_of_takers[core] += lm_semaphore_wait(&units[core], LM_NO_WAIT) != LM_UNAVAILABLE;
    lm_semaphore_post(&done);
}

static void hop(void *argument)
{
    unsigned number = (unsigned)(uintptr_t)argument;

    for (unsigned i = 0; i < ROUNDS / 4; i++) {
        unsigned core = (number + i) % cores;

        wrong_of_hoppers[number] += lm_thread_move(core) != LM_OK || lm_core_self() != core;
        hops[number]++;
        add_event(&sums_of_hoppers[number], 0);
        spend(17);
    }
    lm_semaphore_post(&done);
}

static void create_threads(void)
{
    unsigned core = lm_core_self();

    lm_thread_create(&posters[core], &(struct lm_thread_config){
                                         .name = "post",
                                         LM_THRESHOLD(6, 5),
                                         .entry = post,
                                         .argument = (void *)(uintptr_t)core,
                                         LM_USE_STACK(poster_stacks[core]),
                                     });
    lm_thread_create(&takers[core], &(struct lm_thread_config){
                                        .name = "take",
                                        LM_PREEMPTIVE(4),
                                        .entry = take,
                                        .argument = (void *)(uintptr_t)core,
                                        LM_USE_STACK(taker_stacks[core]),
                                    });
}

static void conclude(void *argument)
{
    uint32_t wrong = 0, all_taken = 0, all_timeouts = 0, all_hops = 0, sum = 0;

    (void)argument;
    for (unsigned i = 0; i < 2 * cores + HOPPERS; i++) {
        lm_semaphore_wait(&done, LM_FOREVER);
    }
    for (unsigned core = 0; core < cores; core++) {
        sum = sum * 3 + sums_of_takers[core];
        wrong += wrong_of_takers[core] + wrong_of_posters[core];
        all_taken += taken[core];
        all_timeouts += timeouts[core];
    }
    for (unsigned number = 0; number < HOPPERS; number++) {
        sum = sum * 3 + sums_of_hoppers[number];
        wrong += wrong_of_hoppers[number];
        all_hops += hops[number];
    }
    lm_board_printf("%u cores, %u units, %u timeouts, %u moves, sum %08x, %u wrong\n", cores,
                    (unsigned)all_taken, (unsigned)all_timeouts, (unsigned)all_hops, (unsigned)sum,
                    (unsigned)wrong);
    lm_board_exit(wrong != 0);
}

int main(int count, char **arguments)
{
    if (count > 1) {
        cores = (unsigned)atoi(arguments[1]);
    }
    lm_kernel_init();
    lm_semaphore_create_shared(&done, "done", 0);
    for (unsigned core = 0; core < cores; core++) {
        lm_semaphore_create_shared(&units[core], "units", 0);
    }
    create_threads();
    lm_thread_create(&judge, &(struct lm_thread_config){
                                 .name = "judge",
                                 LM_PREEMPTIVE(1),
                                 .entry = conclude,
                                 LM_USE_STACK(judge_stack),
                             });
    for (unsigned number = 0; number < HOPPERS; number++) {
        lm_thread_create(&hoppers[number], &(struct lm_thread_config){
                                               .name = "hop",
                                               LM_THRESHOLD((uint16_t)(7 - number), 3),
                                               .entry = hop,
                                               .argument = (void *)(uintptr_t)number,
                                               LM_ON_CORE(number % cores),
                                               LM_USE_STACK(hopper_stacks[number]),
                                           });
    }
    for (unsigned core = 1; core < cores; core++) {
        lm_core_start(core, create_threads);
    }
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
