/* SPDX-License-Identifier: Apache-2.0 */
/* The programs with calls that go on after a wait: the end of the wait, and the actions of the
 * threads of layers. */
#include "core/sched.h"
#include "time/wait.h"
#include "world.h"
#include <limen/limen.h>

/* Of a call. */
enum { MOST_WAITS = 3 };

/* Ends the wait of the thread, and blocks each thread that keeps it from running. */
void eva_come_back(struct lm_cpu *cpu, struct lm_thread *thread)
{
    REQUIRE(thread->state != LM_STATE_TERMINATED && eva_context.waits < MOST_WAITS);
    eva_context.waits++;
    if (thread->state == LM_STATE_BLOCKED) {
        lm_wait_leave(cpu, thread);
        thread->suspend_pending = false;
        lm_wait_finish(cpu, thread, (enum lm_status)any_between(LM_OK, LM_ABORTED));
    }
    while (cpu->next != thread) {
        REQUIRE(cpu->next == cpu->running);
        lm_sched_block(cpu, cpu->next, LM_WAITS_FOR_RESUME);
        lm_dispatch(cpu);
    }
    lm_dispatch(cpu);
}

uint64_t own_stack[8];

/* Called by threads of layers in the first pass of their loop. */
void do_once(void *argument)
{
    (void)argument;
    REQUIRE(eva_context.waits < MOST_WAITS);
    eva_context.waits = MOST_WAITS;
}

/* Let the thread run one pass of its endless loop. */
void run(struct lm_thread *thread)
{
    struct lm_cpu *cpu = lm_cpu();

    REQUIRE(lm_object_kind(&thread->object) == LM_KIND_THREAD);
    REQUIRE(lm_cpu()->running == lm_cpu()->next);
    if (thread->state == LM_STATE_BLOCKED) {
        (void)lm_sched_ready(cpu, thread, LM_OK);
        lm_dispatch(cpu);
    }
    while (cpu->next != thread) {
        lm_sched_block(cpu, cpu->next, LM_WAITS_FOR_RESUME);
        lm_dispatch(cpu);
    }
    eva_context.in_interrupt = false;
    eva_context.waits = MOST_WAITS - 1;
    thread->entry(thread->argument);
}
