/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler; see sched.h for its one rule. */
#include "core/sched.h"

void lm_sched_init(struct lm_cpu *cpu)
{
    lm_ready_init(&cpu->ready, &cpu->idle);
    cpu->idle.level = LM_LEVELS;
    cpu->idle.priority = LM_LEVELS;
    cpu->idle.threshold = LM_LEVELS;
    cpu->idle.state = LM_STATE_DISPATCHED;
    cpu->idle.dispatched_state = LM_STATE_DISPATCHED;
    cpu->running = &cpu->idle;
    cpu->next = &cpu->idle;
}

void lm_ready_append_called(struct lm_ready_queue *queue, struct lm_thread *thread, unsigned level)
{
    lm_ready_append_inline(queue, thread, level);
}

void lm_ready_remove_head_called(struct lm_ready_queue *queue, struct lm_thread *head)
{
    lm_ready_remove_head_inline(queue, head);
}

void lm_sched_move_next(struct lm_cpu *cpu)
{
    lm_ready_remove_head(&cpu->ready, cpu->next);
    lm_ready_prepend(&cpu->ready, cpu->next);
}

void lm_sched_take_out(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (thread != cpu->next) {
        lm_sched_settle(cpu);
    }
    lm_ready_remove(&cpu->ready, thread);
}

void lm_sched_move_behind(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_ready_remove_head(&cpu->ready, thread);
    lm_sched_put_behind(cpu, thread);
}

bool lm_sched_ready_called(struct lm_thread *thread, unsigned why)
{
    return lm_sched_ready_inline(lm_cpu(), thread, why);
}
