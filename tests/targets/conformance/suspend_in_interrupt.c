/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a handler suspends, resumes and terminates the thread that it interrupted, and others.
 */
#include "conformance.h"

enum { SUSPEND, TERMINATE };

static struct lm_thread *victim, *watcher;

static void suspend_interrupted(void *argument)
{
    (void)argument;
    CHECK(lm_thread_suspend(lm_thread_self()) == LM_OK);
    mark('(');
}

/* The second decision revokes the first before the switch: no switch happens. */
static void suspend_and_resume_interrupted(void *argument)
{
    (void)argument;
    CHECK(lm_thread_suspend(lm_thread_self()) == LM_OK);
    CHECK(lm_thread_resume(lm_thread_self()) == LM_OK);
    mark('=');
}

static void terminate_interrupted(void *argument)
{
    (void)argument;
    CHECK(lm_thread_terminate(lm_thread_self()) == LM_OK);
    mark(')');
}

static void suffer(void *argument)
{
    (void)argument;
    mark('a');
    lm_board_interrupt_raise(SUSPEND);
    mark('b');
    lm_board_interrupt_raise(TERMINATE);
    mark('!');
}

static void watch(void *argument)
{
    (void)argument;
    told("a(");
    CHECK(lm_thread_resume(victim) == LM_OK);
    told("b)");
    CHECK(lm_thread_restart(victim) == LM_OK);
    told("a(");
    CHECK(lm_thread_terminate(victim) == LM_OK);
    lm_board_interrupt_attach(SUSPEND, 3, suspend_and_resume_interrupted, NULL);
    CHECK(lm_thread_restart(victim) == LM_OK);
    told("a=b)");
    CHECK(lm_thread_self() == watcher);
    conformance_end();
}

static void set_up(void)
{
    lm_board_interrupt_attach(SUSPEND, 3, suspend_interrupted, NULL);
    lm_board_interrupt_attach(TERMINATE, 3, terminate_interrupted, NULL);
    victim =
        lab_thread((struct lm_thread_config){.name = "victim", LM_PREEMPTIVE(4), .entry = suffer});
    watcher =
        lab_thread((struct lm_thread_config){.name = "watcher", LM_PREEMPTIVE(9), .entry = watch});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
