/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: random calls, accesses and jumps of user threads change nothing outside of their regions
 * and grants, and delay no more urgent thread.
 *
 * Method: two user threads share a region and a priority, so that each changes the arguments of the
 * other in the middle of calls. They set random registers and make a call, jump into the kernel, or
 * read and write anywhere. A fault restarts them. The boss creates a thread again that waits, has
 * ended, or loops. A periodic bystander counts its jobs, and words between the objects of the
 * kernel are compared with their earlier values.
 *
 * Arguments: the seed, the number of actions.
 */
#include "random.h"
#include "place.h"
#include <limen/board.h>
#include <stdlib.h>

enum { ATTACKERS = 2, WATCH_TICKS = 12000, PERIOD_TICKS = 10000, CANARIES = 64, CANARY = 0x5AFE };
enum { MANY_RESTARTS = 1 << 30 };
enum { IN_A_ROUND = 1000 }; /* actions; the attackers overwrite their counters, too */

struct random_area random_area __attribute__((aligned(2048)));

static struct lm_user_thread attackers[ATTACKERS];
static struct lm_slice slices[ATTACKERS] = {LM_SLICE(1700), LM_SLICE(1700)};
static struct lm_semaphore semaphore;
static struct lm_queue small, large;
static uint32_t small_storage[3], large_storage[4 * 4];
static struct lm_event_flags flags;
static struct lm_mutex mutexes[2];
static uint32_t canaries[CANARIES];
static struct lm_thread boss, bystander;
LM_STACK(boss_stack, 1024);
LM_STACK(bystander_stack, 512);
static struct lm_period period = LM_PERIOD(PERIOD_TICKS, 0, 0);
static uint64_t latest, jobs;
static uint32_t actions;

static const struct lm_user_grant grants[RANDOM_HANDLES] = {
    {&semaphore, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    {&small, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    {&large, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    {&flags, LM_MAY_SET_EVENT_FLAGS | LM_MAY_WAIT_EVENT_FLAGS},
    {&mutexes[0], LM_MAY_LOCK_MUTEX},
    {&mutexes[1], LM_MAY_LOCK_MUTEX},
};

static void create(unsigned number)
{
    const struct lm_user_area areas[] = {
        {ATTACK_CODE, ATTACK_CODE_BYTES, LM_USER_EXECUTE},
        {(uintptr_t)&random_area, sizeof random_area, LM_USER_WRITE},
    };
    struct lm_user_config config = {
        .thread = {.name = "attacker",
                   LM_PREEMPTIVE(10),
                   .entry = random_begin,
                   .argument = (void *)(uintptr_t)number,
                   .stack = random_area.stacks[number],
                   .stack_bytes = sizeof random_area.stacks[number],
                   .slice = &slices[number]},
        .areas = areas,
        .area_count = sizeof areas / sizeof areas[0],
        .grants = grants,
        .grant_count = RANDOM_HANDLES,
        .policy = LM_USER_RESTART,
        .restarts = MANY_RESTARTS,
    };
    enum lm_status status = lm_user_thread_create(&attackers[number], &config);

    if (status != LM_OK) {
        lm_board_printf("create: %s\n", lm_status_name(status));
        lm_board_exit(1);
    }
}

static void create_again(unsigned number)
{
    (void)lm_thread_terminate(&attackers[number].thread);
    (void)lm_user_thread_delete(&attackers[number]);
    create(number);
}

static void count_jobs(void *argument)
{
    (void)argument;
    for (;;) {
        lm_thread_wait_period();
        uint64_t late = lm_now() - period.releaser.release;

        jobs++;
        latest = late > latest ? late : latest;
    }
}

static bool is_intact(void)
{
    for (unsigned i = 0; i < CANARIES; i++) {
        if (canaries[i] != CANARY + i) {
            return false;
        }
    }
    return lm_thread_stack_is_intact(&attackers[0].thread) &&
           lm_thread_stack_is_intact(&attackers[1].thread);
}

/* The program has failed if nothing happens in a round: then no attacker could be created. */
static void manage(void *argument)
{
    uint32_t begun[ATTACKERS] = {0}, faults = 0, goal = (uint32_t)(uintptr_t)argument;

    for (unsigned i = 0; i < ATTACKERS; i++) {
        create(i);
    }
    while (actions < goal && is_intact()) {
        lm_thread_sleep(WATCH_TICKS);
        for (unsigned i = 0; i < ATTACKERS; i++) {
            uint32_t now = random_area.actions[i];

            actions += now - begun[i] < IN_A_ROUND ? now - begun[i] : 0;
            if (now == begun[i]) {
                faults += attackers[i].faults;
                create_again(i);
            }
            begun[i] = now;
        }
    }
    faults += attackers[0].faults + attackers[1].faults;
    lm_board_printf("%s, actions %u, faults %u, jobs %u, late %u ticks\n",
                    is_intact() ? "intact" : "changed", (unsigned)actions, (unsigned)faults,
                    (unsigned)jobs, (unsigned)latest);
    lm_board_exit(is_intact() ? 0 : 1);
}

int main(int argc, char **argv)
{
    uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
    uintptr_t goal = argc > 2 ? (uintptr_t)strtoul(argv[2], NULL, 0) : 1000;

    lm_kernel_init();
    for (unsigned i = 0; i < CANARIES; i++) {
        canaries[i] = CANARY + i;
    }
    random_area.state[0] = seed * 2 + 1;
    random_area.state[1] = ~seed * 2 + 1;
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_queue_create(&small, "small", small_storage, 3, 4, LM_BY_PRIORITY);
    lm_queue_create(&large, "large", large_storage, 4, 16, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    lm_mutex_create(&mutexes[0], "first", LM_INHERIT, 0, LM_FIFO);
    lm_mutex_create(&mutexes[1], "second", LM_CEILING, 8, LM_FIFO);
    lm_thread_create(&bystander, &(struct lm_thread_config){.name = "bystander",
                                                            LM_PREEMPTIVE(1),
                                                            .entry = count_jobs,
                                                            .period = &period,
                                                            LM_USE_STACK(bystander_stack)});
    lm_thread_create(&boss, &(struct lm_thread_config){.name = "boss",
                                                       LM_PREEMPTIVE(2),
                                                       .entry = manage,
                                                       .argument = (void *)goal,
                                                       LM_USE_STACK(boss_stack)});
    lm_kernel_start();
    return 0;
}
