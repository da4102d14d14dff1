/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts of drivers: handlers that run at once, or in a thread with a priority of its own, as
 * the preemption model says (limen/section.h). In a thread, whoever is more urgent holds the
 * handler off, and whoever is less urgent does not.
 *
 *     static struct lm_irq receiver;
 *     LM_STACK(receiver_stack, 512);
 *
 *     lm_irq_attach(&receiver,
 *                   &(struct lm_irq_config){.name = "receiver", .line = 2, .urgency = 3,
 *                                           .handler = receive, LM_PREEMPTIVE(5),
 *                                           LM_USE_STACK(receiver_stack)});
 */
#ifndef LIMEN_IRQ_H
#define LIMEN_IRQ_H

#include <limen/semaphore.h>
#include <limen/thread.h>

struct lm_irq {
    struct lm_thread thread; /* unless it is raw */
    struct lm_semaphore arrived;
    void (*quiet)(void *argument);
    void (*handler)(void *argument);
    void *argument;
    bool raw;
    bool threaded;
    uint32_t unhandled; /* arrivals that the thread has not finished with */
};

/* In the place of a line: the board's driver calls lm_irq_serve. */
#define LM_IRQ_NO_LINE UINT32_MAX

struct lm_irq_config {
    const char *name;
    unsigned line;    /* of the board: limen/board.h; or LM_IRQ_NO_LINE */
    unsigned urgency; /* among interrupts */
    void (*handler)(void *argument);
    void *argument;
    void (*quiet)(void *argument); /* in the interrupt, ahead of the thread, to make the device
                                    * withdraw its request; NULL: it does so by itself */
    bool raw;                      /* at once under every model: no thread, no stack */
    bool threaded;                 /* in its thread under LM_MODEL_FULL, too */
    uint16_t priority;             /* of the thread; LM_PREEMPTIVE and the like */
    uint16_t threshold;
    void *stack; /* LM_USE_STACK */
    uint32_t stack_bytes;
};

/* Have the handler called when the interrupt comes; one that came while the thread was at work is
 * handled after it.
 * Context: start-up or thread. Returns: LM_OK, LM_BAD_ARGUMENT. Cost: O(stack). */
enum lm_status lm_irq_attach(struct lm_irq *irq, const struct lm_irq_config *config);

/* Run all handlers that are not raw in their threads under LM_MODEL_FULL, too; or, as at first,
 * only those that ask for it. Context: any. Cost: O(1). */
void lm_irq_set_threaded(bool threaded);

/* For interrupts that are not lines of limen/board.h: this one has come. irq: a struct lm_irq.
 * Context: interrupt. Cost: O(1), and that of quiet or the handler. */
void lm_irq_serve(void *argument);

#endif
