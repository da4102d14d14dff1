/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of drivers' interrupts, which run in the interrupt or in a thread of their own. The
 * thread waits for a semaphore; the interrupt posts it. */
#include "core/door.h"
#include "preemption/preemption.h"
#include <limen/board.h>
#include <limen/irq.h>

static void handle_for_ever(void *argument)
{
    struct lm_irq *irq = argument;

    for (;;) {
        if (lm_semaphore_wait(&irq->arrived, LM_FOREVER) != LM_OK) {
            continue; /* the wait was aborted */
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
    LM_CALL(IRQ_ATTACH);
    LM_CHECK(irq != NULL && config != NULL && config->handler != NULL &&
                 (config->line < LM_BOARD_LINES || config->line == LM_IRQ_NO_LINE),
             LM_BAD_ARGUMENT);

    enum lm_status status = config->raw ? LM_OK : create_thread(irq, config);

    if (status != LM_OK) {
        return status;
    }
    irq->acknowledge = config->acknowledge;
    irq->handler = config->handler;
    irq->argument = config->argument;
    irq->raw = config->raw;
    irq->threaded = config->threaded;
    irq->unhandled = 0;
    irq->self = irq;
    if (config->line != LM_IRQ_NO_LINE) {
        lm_board_interrupt_attach(config->line, config->urgency, lm_irq_serve, irq);
    }
    return LM_OK;
}

void lm_irq_set_threaded(bool threaded)
{
    lm_preemption()->irqs_threaded = threaded;
}

/* Does the handler run in its thread? The model, or its rule for handlers, may have changed while
 * handlers were at work. A handler must not run in the interrupt while its thread has not finished
 * an earlier arrival, nor while a thread holds a spinlock as a mutex.
 *
 * The lock is not needed: no thread runs now, and only threads change the two counts. */
static bool runs_in_thread(const struct lm_irq *irq)
{
    if (irq->raw) {
        return false;
    }
    const struct lm_preemption *preemption = lm_preemption();

    if (irq->unhandled != 0 || preemption->spin_mutexes != 0) {
        return true;
    }
    enum lm_model model = lm_model();

    return model == LM_MODEL_RT || ((model == LM_MODEL_FULL || model == LM_MODEL_LAZY) &&
                                    (irq->threaded || preemption->irqs_threaded));
}

void lm_irq_serve(void *argument)
{
    LM_CALL(IRQ_SERVE);
    struct lm_irq *irq = argument;

    LM_CHECK_OR(irq != NULL && irq->self == irq, LM_BAD_ARGUMENT, LM_NOTHING);
    if (!runs_in_thread(irq)) {
        irq->handler(irq->argument);
        return;
    }
    if (irq->acknowledge != NULL) {
        irq->acknowledge(irq->argument);
    }
    lm_lock_key key = lm_lock();

    irq->unhandled++;
    lm_port_unlock(key);
    (void)lm_semaphore_post(&irq->arrived);
}
