/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a user thread that spins, by instructions or by calls, and is more urgent than all others,
 * takes only its budget from them. A less urgent periodic thread misses no deadline, and its
 * response times grow at most by the bound of limen/budget.h. The policy of the thread defines the
 * effect of the end of the budget.
 *
 * Method: scenes; each prints a line for an unexpected result. With limen-traced the program leaves
 * a trace. */
#include "attacks.h"
#include "place.h"
#include "scenes.h"
#include <limen/budget.h>

enum { PERIOD = LM_MS(2), WORK = LM_US(500), JOBS = 20, BUDGET = LM_US(200), LENGTH = LM_MS(1) };
/* The alarm, and the switch to the thread and from it. */
enum { ALARM = LM_US(40) };

struct area attack_area __attribute__((aligned(1024)));
volatile uint32_t attack_secret;
static struct lm_user_thread user;
static struct lm_semaphore semaphore;
static struct lm_thread control;
LM_STACK(control_stack, 1024);
static struct lm_period period = LM_PERIOD(PERIOD, 0, PERIOD);
static struct lm_budget budget;
static uint32_t jobs, late;
static uint64_t longest;

static const struct lm_user_grant grants[] = {
    {&semaphore, LM_MAY_WAIT_SEMAPHORE | LM_MAY_POST_SEMAPHORE},
};

static const struct lm_user_area areas[] = AREAS_OF(&attack_area);

/* Without privileges */

static void spin(void *argument)
{
    volatile struct area *area = argument;

    for (;;) {
        area->data[0]++;
    }
}

static void call(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_user_semaphore_post(0);
        (void)lm_user_semaphore_wait(0, LM_FOREVER);
    }
}

static void sleep_and_spin(void *argument)
{
    volatile struct area *area = argument;

    for (;;) {
        (void)lm_user_thread_sleep(1);
        area->data[0]++;
    }
}

/* With privileges */

static void control_loop(void *argument)
{
    (void)argument;
    for (; jobs < JOBS; jobs++) {
        uint64_t release = period.releaser.release;

        lm_work(WORK);
        longest = lm_now() - release > longest ? lm_now() - release : longest;
        late += lm_thread_wait_period() != LM_OK;
    }
}

static bool is_terminated(const struct lm_thread *thread)
{
    struct lm_thread_info info;

    lm_thread_get_info(thread, &info);
    return info.state == LM_TERMINATED;
}

static void create(void (*entry)(void *))
{
    struct lm_user_config config = {.thread = {.name = "spins",
                                               LM_PREEMPTIVE(1),
                                               .entry = entry,
                                               IN_MEMORY(&attack_area),
                                               .suspended = true},
                                    .areas = areas,
                                    .area_count = 2,
                                    .grants = grants,
                                    .grant_count = 1};

    attack_area.data[0] = 0;
    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
}

static void set(enum lm_budget_policy policy, uint32_t restarts)
{
    const struct lm_budget_config config = {BUDGET, LENGTH, policy, restarts, LM_MS(3), 0};

    CHECK(lm_thread_set_budget(&user.thread, &budget, &config) == LM_OK);
    CHECK(lm_thread_start(&user.thread) == LM_OK);
}

static void end(void)
{
    (void)lm_thread_terminate(&user.thread);
    CHECK(lm_thread_remove_budget(&user.thread) == LM_OK);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
}

static void run_control(void)
{
    jobs = late = 0;
    longest = 0;
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(2),
                                                          .entry = control_loop,
                                                          .period = &period,
                                                          LM_USE_STACK(control_stack)});
    lm_thread_sleep((JOBS + 2) * PERIOD);
    CHECK(is_terminated(&control));
    CHECK(lm_thread_delete(&control) == LM_OK);
    CHECK(jobs == JOBS && late == 0);
}

/* The response times alone, and beside the spinning thread: in WORK it runs in two periods, each
 * time for its budget. */
static void hold(void (*entry)(void *))
{
    uint64_t alone;

    run_control();
    alone = longest;
    create(entry);
    set(LM_BUDGET_WAIT, 0);
    run_control();
    CHECK(longest <= alone + 2 * (BUDGET + ALARM));
    CHECK(!is_terminated(&user.thread));
    CHECK(budget.times_used_up >= JOBS * PERIOD / LENGTH);
    CHECK(budget.times_used_up <= (JOBS + 2) * PERIOD / LENGTH + 1);
    end();
}

static void end_by_budget(void)
{
    create(spin);
    set(LM_BUDGET_END, 0);
    lm_thread_sleep(LM_MS(20));
    CHECK(is_terminated(&user.thread) && budget.times_used_up == 1);
    end();
}

static void begin_again(void)
{
    create(spin);
    set(LM_BUDGET_RESTART, 3);
    lm_thread_sleep(LM_MS(2));
    CHECK(is_terminated(&user.thread) && budget.times_used_up == 1);
    lm_thread_sleep(LM_MS(2));
    CHECK(budget.times_used_up == 2);
    lm_thread_sleep(LM_MS(20));
    CHECK(is_terminated(&user.thread) && budget.times_used_up == 4);
    end();
}

static void suspend_while_it_waits(void)
{
    uint32_t before;

    create(spin);
    set(LM_BUDGET_WAIT, 0);
    lm_thread_sleep(LM_US(500));
    CHECK(user.thread.waits_for == LM_WAITS_FOR_BUDGET);
    CHECK(lm_thread_abort_wait(&user.thread) == LM_BAD_STATE);
    CHECK(lm_thread_suspend(&user.thread) == LM_OK);
    before = attack_area.data[0];
    lm_thread_sleep(LM_MS(5));
    CHECK(attack_area.data[0] == before && user.thread.waits_for == LM_WAITS_FOR_RESUME);
    CHECK(lm_thread_resume(&user.thread) == LM_OK);
    lm_thread_sleep(LM_MS(5));
    CHECK(attack_area.data[0] > before);
    end();
}

static void manage(void *argument)
{
    if (argument != NULL) {
        create(spin);
        set(LM_BUDGET_HALT, 0);
        lm_thread_sleep(LM_MS(100));
    }
    hold(spin);
    hold(call);
    end_by_budget();
    begin_again();
    suspend_while_it_waits();
    create(sleep_and_spin);
    set(LM_BUDGET_WAIT, 0);
    run_control();
    end();
    end_scenes();
}

int main(int argc, char **argv)
{
    begin_scenes();
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    return play_scenes(manage, 3, argc, argv);
}
