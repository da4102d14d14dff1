/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: while preemption is disabled no other thread runs, not even one of priority 0. Interrupts
 * continue. Calls that would wait are refused. Delayed switches happen at the end.
 */
#include "conformance.h"

enum { LINE };

static struct lm_thread *disabler;
static struct lm_semaphore semaphore;

static void handle(void *argument)
{
    (void)argument;
    mark('i');
    CHECK(lm_semaphore_post(&semaphore) == LM_OK);
}

static void wait_for_interrupt(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK(lm_semaphore_wait(&semaphore, LM_FOREVER) == LM_OK);
        mark('0');
    }
}

static void keep_preemption_out(void)
{
    struct lm_thread_info info;

    CHECK(lm_preempt_disable() == LM_OK);
    CHECK(lm_preempt_disable() == LM_OK); /* pairs nest */
    CHECK(lm_thread_get_info(lm_thread_self(), &info) == LM_OK);
    CHECK(info.level == 0 && info.priority == 9);
    lm_board_interrupt_raise(LINE);
    mark('a');
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_BAD_CONTEXT);
    CHECK(lm_semaphore_wait(&semaphore, LM_FOREVER) == LM_BAD_CONTEXT);
    CHECK(lm_preempt_enable() == LM_OK);
    mark('b');
    CHECK(lm_preempt_enable() == LM_OK);
    mark('c');
    CHECK(lm_preempt_enable() == LM_BAD_STATE);
    told("iab0c");
}

/* An interrupt suspends the thread that disabled preemption, which stops when it enables it. */
static void suspend_disabler(void *argument)
{
    (void)argument;
    CHECK(lm_thread_suspend(disabler) == LM_OK);
    mark('s');
}

static void disable(void *argument)
{
    (void)argument;
    keep_preemption_out();
    lm_board_interrupt_attach(LINE, 3, suspend_disabler, NULL);
    CHECK(lm_preempt_disable() == LM_OK);
    lm_board_interrupt_raise(LINE);
    mark('d');
    CHECK(lm_preempt_enable() == LM_OK);
    mark('e');
    told("sdwe");
    conformance_end();
}

static void wake(void *argument)
{
    (void)argument;
    mark('w');
    CHECK(lm_thread_resume(disabler) == LM_OK);
}

static void set_up(void)
{
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_board_interrupt_attach(LINE, 3, handle, NULL);
    lab_thread((struct lm_thread_config){
        .name = "most_urgent", LM_PREEMPTIVE(0), .entry = wait_for_interrupt});
    disabler = lab_thread(
        (struct lm_thread_config){.name = "disabler", LM_PREEMPTIVE(9), .entry = disable});
    lab_thread((struct lm_thread_config){.name = "waker", LM_PREEMPTIVE(10), .entry = wake});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
