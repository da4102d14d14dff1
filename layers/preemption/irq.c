/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of interrupts, at once or in threads. */
#include "core/contract.h"
#include "core/lock.h"
#include "preemption/model.h"
#include <limen/board.h>
#include <limen/irq.h>

static void handle_for_ever(void *argument)
{
    struct lm_irq *irq = argument;

    for (;;) {
        if (lm_semaphore_wait(&irq->arrived, LM_FOREVER) != LM_OK) {
            continue; /* somebody has ended the wait */
        }
        irq->handler(irq->argument);

        lm_lock_key key = lm_lock();

        irq->unhandled--;
        lm_port_unlock(key);
    }
}

static enum lm_status create_thread(struct lm_irq *irq, const struct lm_irq_config *config)
{
    (void)lm_semaphore_create(&irq->arrived, config->name, 0, LM_FIFO);
    return lm_thread_create(&irq->thread,
                            &(struct lm_thread_config){.name = config->name,
                                                       .entry = handle_for_ever,
                                                       .argument = irq,
                                                       .priority = config->priority,
                                                       .threshold = config->threshold,
                                                       .stack = config->stack,
                                                       .stack_bytes = config->stack_bytes});
}

enum lm_status lm_irq_attach(struct lm_irq *irq, const struct lm_irq_config *config)
{
    LM_CHECK(irq != NULL && config != NULL && config->handler != NULL &&
                 (config->line < LM_BOARD_LINES || config->line == LM_IRQ_NO_LINE),
             LM_BAD_ARGUMENT);

    irq->quiet = config->quiet;
    irq->handler = config->handler;
    irq->argument = config->argument;
    irq->raw = config->raw;
    irq->threaded = config->threaded;
    irq->unhandled = 0;
    if (!config->raw) {
        enum lm_status status = create_thread(irq, config);

        if (status != LM_OK) {
            return status;
        }
    }
    if (config->line != LM_IRQ_NO_LINE) {
        lm_board_interrupt_attach(config->line, config->urgency, lm_irq_serve, irq);
    }
    return LM_OK;
}

void lm_irq_set_threaded(bool threaded)
{
    lm_kernel()->irqs_threaded = threaded;
}

/* When the model, or what it says of handlers, is changed while they are at work: no handler
 * overtakes itself, or comes while a lock is held that only keeps threads off. */
static bool runs_in_thread(const struct lm_irq *irq)
{
    const struct lm_kernel *kernel = lm_kernel();

    if (irq->raw) {
        return false;
    }
    if (irq->unhandled != 0 || kernel->spin_mutexes != 0) {
        return true;
    }
    return lm_model(kernel) == LM_MODEL_RT ||
           (lm_model(kernel) == LM_MODEL_FULL && (irq->threaded || kernel->irqs_threaded));
}

void lm_irq_serve(void *argument)
{
    struct lm_irq *irq = argument;

    if (!runs_in_thread(irq)) {
        irq->handler(irq->argument);
        return;
    }
    if (irq->quiet != NULL) {
        irq->quiet(irq->argument);
    }
    lm_lock_key key = lm_lock();

    irq->unhandled++;
    lm_port_unlock(key);
    (void)lm_semaphore_post(&irq->arrived);
}
