/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of interrupts, at once or in threads. */
#include "contract.h"
#include "lock.h"
#include "model.h"
#include <limen/board.h>
#include <limen/irq.h>

static void handle_for_ever(void *argument)
{
    struct lm_irq *irq = argument;

    for (;;) {
        (void)lm_semaphore_wait(&irq->arrived, LM_FOREVER);
        irq->handler(irq->argument);
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
                 config->line < LM_BOARD_LINES,
             LM_BAD_ARGUMENT);

    irq->quiet = config->quiet;
    irq->handler = config->handler;
    irq->argument = config->argument;
    irq->raw = config->raw;
    irq->threaded = config->threaded;
    if (!config->raw) {
        enum lm_status status = create_thread(irq, config);

        if (status != LM_OK) {
            return status;
        }
    }
    lm_board_interrupt_attach(config->line, config->urgency, lm_irq_serve, irq);
    return LM_OK;
}

void lm_irq_set_threaded(bool threaded)
{
    lm_kernel()->irqs_threaded = threaded;
}

static bool runs_in_thread(const struct lm_irq *irq)
{
    const struct lm_kernel *kernel = lm_kernel();

    switch (lm_model(kernel)) {
    case LM_MODEL_RT:
        return !irq->raw;
    case LM_MODEL_FULL:
        return !irq->raw && (irq->threaded || kernel->irqs_threaded);
    default:
        return false;
    }
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
    (void)lm_semaphore_post(&irq->arrived);
}
