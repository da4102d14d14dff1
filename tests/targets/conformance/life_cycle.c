/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread is created, started, suspended, resumed, terminated, restarted and deleted. Each
 * call that its state does not allow is refused.
 */
#include "conformance.h"

static struct lm_thread *worker, *careless;

static enum lm_thread_state state_of(const struct lm_thread *thread)
{
    struct lm_thread_info info;

    CHECK(lm_thread_get_info(thread, &info) == LM_OK);
    return info.state;
}

static void work(void *argument)
{
    CHECK(argument == &worker);
    mark('a');
    CHECK(lm_thread_suspend(worker) == LM_OK);
    mark('b');
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    mark('c');
}

static void return_with_interrupts_off(void *argument)
{
    (void)argument;
    (void)lm_interrupts_disable();
    CHECK(lm_thread_terminate(careless) == LM_BAD_CONTEXT); /* it would have to return */
    mark('i');
}

/* First life: it suspends itself, is resumed, and returns from its entry function. */
static void live_and_end(void)
{
    CHECK(state_of(worker) == LM_SUSPENDED);
    CHECK(lm_thread_suspend(worker) == LM_OK); /* it is suspended already */
    CHECK(lm_thread_start(worker) == LM_OK);
    told("a");
    CHECK(state_of(worker) == LM_SUSPENDED);
    CHECK(lm_thread_start(worker) == LM_BAD_STATE);
    CHECK(lm_thread_resume(worker) == LM_OK);
    told("b");
    CHECK(lm_thread_resume(worker) == LM_BAD_STATE);
    CHECK(lm_thread_sleep(LM_MS(4)) == LM_OK);
    told("c");
    CHECK(state_of(worker) == LM_TERMINATED);
}

/* Second life: it is suspended while it sleeps, so that the end of its sleep does not make it
 * ready. Then another thread terminates it. */
static void live_and_be_ended(void)
{
    CHECK(lm_thread_restart(worker) == LM_OK);
    CHECK(lm_thread_restart(worker) == LM_BAD_STATE);
    CHECK(lm_thread_delete(worker) == LM_BAD_STATE);
    CHECK(lm_thread_resume(worker) == LM_OK);
    told("ab");
    CHECK(lm_thread_suspend(worker) == LM_OK);
    CHECK(lm_thread_sleep(LM_MS(4)) == LM_OK);
    told("");
    CHECK(lm_thread_terminate(worker) == LM_OK);
    CHECK(lm_thread_terminate(worker) == LM_BAD_STATE);
    CHECK(lm_thread_resume(worker) == LM_BAD_STATE);
    CHECK(state_of(worker) == LM_TERMINATED);
}

/* Interrupts are enabled in the other threads. */
static void end_with_interrupts_off(void)
{
    CHECK(lm_thread_start(careless) == LM_OK);
    told("i");
    CHECK(state_of(careless) == LM_TERMINATED);
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
}

static void watch(void *argument)
{
    (void)argument;
    end_with_interrupts_off();
    live_and_end();
    live_and_be_ended();
    CHECK(lm_thread_restart(worker) == LM_OK);
    CHECK(lm_thread_terminate(worker) == LM_OK);
    told("a");
    CHECK(lm_thread_delete(worker) == LM_OK);
    CHECK(lm_thread_start(worker) == LM_BAD_OBJECT);
    CHECK(state_of(lm_thread_self()) == LM_RUNNING);
    conformance_end();
}

static void set_up(void)
{
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(9), .entry = watch});
    worker = lab_thread((struct lm_thread_config){
        .name = "worker", LM_PREEMPTIVE(5), .entry = work, .argument = &worker, .suspended = true});
    careless = lab_thread((struct lm_thread_config){.name = "careless",
                                                    LM_PREEMPTIVE(5),
                                                    .entry = return_with_interrupts_off,
                                                    .suspended = true});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
