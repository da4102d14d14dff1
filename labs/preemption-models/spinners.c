/* SPDX-License-Identifier: Apache-2.0 */
/* When does an interrupt handler run if a thread keeps the processor busy?
 *
 * A spinner raises an interrupt and works for 1 s; the cases are its priorities. If handlers run in
 * threads, the thread of this interrupt has priority 50 of Linux.
 */
#include "models.h"

enum { LINE = 0 };

static const struct {
    const char *name;
    enum lm_model model;
    bool threaded;
} settings[] = {{"none", LM_MODEL_NONE, false}, {"voluntary", LM_MODEL_VOLUNTARY, false},
                {"full", LM_MODEL_FULL, false}, {"threadirqs", LM_MODEL_FULL, true},
                {"rt", LM_MODEL_RT, false},     {"lazy", LM_MODEL_LAZY, false}};

static struct lm_irq irq;
static struct lm_semaphore begin, finished;
static uint64_t raised, delay;
LM_STACK(irq_stack, LAB_STACK_BYTES);

static void handle(void *argument)
{
    (void)argument;
    delay = lm_now() - raised;
    models_trace_late(delay);
}

static void spin(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_semaphore_wait(&begin, LM_FOREVER);
        raised = lm_now();
        lm_board_interrupt_raise(LINE);
        lm_work(MODELS_SECONDS(1));
        (void)lm_semaphore_post(&finished);
    }
}

/* Less urgent than the others: it continues when spinner and handler have finished. */
static void conduct(void *argument)
{
    (void)argument;
    for (size_t i = 0; i < LAB_LENGTH(settings); i++) {
        models_set(settings[i].model);
        lm_irq_set_threaded(settings[i].threaded);
        lab_cycle();
        (void)lm_semaphore_post(&begin);
        (void)lm_semaphore_wait(&finished, LM_FOREVER);
        models_result_ms(settings[i].name, "", delay);
    }
    lab_cycle();
    lab_end();
}

static void create(uint16_t level)
{
    (void)lm_semaphore_create(&begin, "begin", 0, LM_FIFO);
    (void)lm_semaphore_create(&finished, "finished", 0, LM_FIFO);
    (void)lm_irq_attach(&irq, &(struct lm_irq_config){.name = "irq",
                                                      .line = LINE,
                                                      .urgency = 3,
                                                      .handler = handle,
                                                      LM_PREEMPTIVE(MODELS_LEVEL(50)),
                                                      LM_USE_STACK(irq_stack)});
    lab_thread((struct lm_thread_config){.name = "spinner", LM_PREEMPTIVE(level), .entry = spin});
    lab_thread((struct lm_thread_config){
        .name = "conductor", LM_PREEMPTIVE(LM_LEVELS - 1), .entry = conduct});
}

void spinner_0(void)
{
    create(MODELS_LEVEL(0));
}

void spinner_40(void)
{
    create(MODELS_LEVEL(40));
}

void spinner_60(void)
{
    create(MODELS_LEVEL(60));
}

void spinner_90(void)
{
    create(MODELS_LEVEL(90));
}
