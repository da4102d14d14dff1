/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread that is terminated in its job on a shared stack, and restarted, runs its job there
 * again. The stack check then applies to its own stack.
 */
#include "conformance.h"

LM_STACK(room, 512);
static struct lm_shared_stack shared;
static struct lm_thread *worker;
static unsigned lives;

static void end_the_first_life(void *argument)
{
    (void)argument;
    mark('j');
    if (++lives == 1) {
        (void)lm_thread_terminate(lm_thread_self());
    }
}

static void live(void *argument)
{
    (void)argument;
    CHECK(lm_thread_stack_is_intact(lm_thread_self()));
    CHECK(worker->watched == worker->stack);
    CHECK(lm_shared_stack_run(&shared, end_the_first_life, NULL) == LM_OK);
    CHECK(worker->watched == worker->stack);
    mark('e');
}

static void watch(void *argument)
{
    (void)argument;
    told("j");
    CHECK(lm_thread_restart(worker) == LM_OK);
    told("je");
    CHECK(lm_shared_stack_unused(&shared) < sizeof room);
    conformance_end();
}

static void set_up(void)
{
    CHECK(lm_shared_stack_init(&shared, room, sizeof room) == LM_OK);
    worker =
        lab_thread((struct lm_thread_config){.name = "worker", LM_PREEMPTIVE(5), .entry = live});
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(9), .entry = watch});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
