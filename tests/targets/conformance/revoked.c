/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a decision to switch that is revoked before the switch has only one effect: the thread that
 * continues is dispatched again, with the threshold that it has then. The reason of the revoked
 * switch is not that of the next switch.
 *
 * Method: a thread is made ready and suspended again, first while interrupts are off, then by a
 * handler.
 */
#include "conformance.h"

enum { LINE, STORY = 20 };

static struct lm_semaphore to_helper, to_urgent;
static struct lm_thread *helper;

static void help(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK(lm_semaphore_wait(&to_helper, LM_FOREVER) == LM_OK);
        mark('h');
    }
}

static void be_urgent(void *argument)
{
    (void)argument;
    CHECK(lm_semaphore_wait(&to_urgent, LM_FOREVER) == LM_OK);
    mark('u');
}

/* The helper becomes the next thread, and then the caller again. */
static void decide_and_revoke(void *argument)
{
    (void)argument;
    CHECK(lm_semaphore_post(&to_helper) == LM_OK);
    CHECK(lm_thread_suspend(helper) == LM_OK);
}

static void let_helper_go_on(void)
{
    told("");
    CHECK(lm_thread_resume(helper) == LM_OK);
    told("h");
}

/* Check the number of preemptions by calls since then, and that there was none by an interrupt. */
static void check_preemptions(const struct lm_counters *then, uint32_t by_call)
{
    struct lm_counters now = lm_kernel_counters();

    CHECK(now.preemptions_by_call == then->preemptions_by_call + by_call);
    CHECK(now.preemptions_by_interrupt == then->preemptions_by_interrupt);
}

static void a_new_threshold_is_in_force(void)
{
    struct lm_thread_info info;
    uint32_t key = lm_interrupts_disable();

    CHECK(lm_semaphore_post(&to_helper) == LM_OK);
    CHECK(lm_thread_set_threshold(lm_thread_self(), 0, NULL) == LM_OK);
    CHECK(lm_thread_suspend(helper) == LM_OK);
    lm_interrupts_enable(key);
    CHECK(lm_thread_get_info(lm_thread_self(), &info) == LM_OK);
    CHECK(info.threshold == 0 && info.level == 0);
    CHECK(lm_semaphore_post(&to_urgent) == LM_OK);
    told("");
    CHECK(lm_thread_set_threshold(lm_thread_self(), STORY, NULL) == LM_OK);
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    told("u");
    let_helper_go_on();
}

static void a_yield_to_nobody_is_forgotten(void)
{
    struct lm_counters then = lm_kernel_counters();

    CHECK(lm_thread_yield() == LM_OK);
    CHECK(lm_semaphore_post(&to_helper) == LM_OK);
    told("h");
    check_preemptions(&then, 1);
}

static void what_a_handler_revokes_is_forgotten(void)
{
    struct lm_counters then = lm_kernel_counters();

    lm_board_interrupt_raise(LINE);
    let_helper_go_on();
    check_preemptions(&then, 1);
}

static void what_is_revoked_with_interrupts_off_is_forgotten(void)
{
    struct lm_counters then = lm_kernel_counters();
    uint32_t key = lm_interrupts_disable();

    decide_and_revoke(NULL);
    lm_interrupts_enable(key);
    let_helper_go_on();
    check_preemptions(&then, 1);
}

static void story(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(LINE, 1, decide_and_revoke, NULL);
    a_new_threshold_is_in_force();
    a_yield_to_nobody_is_forgotten();
    what_a_handler_revokes_is_forgotten();
    what_is_revoked_with_interrupts_off_is_forgotten();
    conformance_end();
}

static void set_up(void)
{
    lm_semaphore_create(&to_helper, "to_helper", 0, LM_FIFO);
    lm_semaphore_create(&to_urgent, "to_urgent", 0, LM_FIFO);
    lab_thread((struct lm_thread_config){.name = "urgent", LM_PREEMPTIVE(3), .entry = be_urgent});
    helper =
        lab_thread((struct lm_thread_config){.name = "helper", LM_PREEMPTIVE(5), .entry = help});
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(STORY), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
