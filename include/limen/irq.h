/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts of drivers. The preemption model (limen/section.h) decides whether a handler runs in
 * the interrupt or in a thread of its own. A handler in a thread has that thread's priority: more
 * urgent threads run first, and it preempts less urgent ones.
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

#ifdef __cplusplus
extern "C" {
#endif

struct lm_irq {
    struct lm_thread thread; /* not used if it is raw */
    struct lm_semaphore arrived;
    void (*acknowledge)(void *argument);
    void (*handler)(void *argument);
    void *argument;
    bool raw;
    bool threaded;
    uint32_t unhandled;        /* arrivals that the thread has not completed */
    const struct lm_irq *self; /* this address, so that other memory is not taken for a struct
                                * lm_irq */
};

/* Instead of a line: the board's driver calls lm_irq_serve. */
#define LM_IRQ_NO_LINE UINT32_MAX

struct lm_irq_config {
    const char *name;
    unsigned line;    /* of the board: limen/board.h; or LM_IRQ_NO_LINE */
    unsigned urgency; /* among interrupts */
    void (*handler)(void *argument);
    void *argument;
    /* Runs in the interrupt if the handler will run in the thread, and makes the device withdraw
     * its request until then. NULL: the device withdraws it by itself. */
    void (*acknowledge)(void *argument);
    bool raw;          /* handled in the interrupt under every model: no thread, no stack */
    bool threaded;     /* handled in its thread under FULL and LAZY, too */
    uint16_t priority; /* of the thread; see LM_PREEMPTIVE and its like */
    uint16_t threshold;
    void *stack; /* LM_USE_STACK */
    uint32_t stack_bytes;
};

/* Attach a handler to an interrupt. Its thread handles one arrival after the other; arrivals during
 * that time are counted.
 * Context: start-up or thread. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it is attached
 * already, with a thread). Cost: O(stack). */
enum lm_status lm_irq_attach(struct lm_irq *irq, const struct lm_irq_config *config);

/* true: run all handlers that are not raw in their threads, also under FULL and LAZY. false, the
 * initial setting: under these models only run those there that are configured as threaded.
 * Context: any. Cost: O(1). */
void lm_irq_set_threaded(bool threaded);

/* Serve an interrupt that is not a line of limen/board.h. argument: a struct lm_irq, attached.
 * Context: interrupt. Cost: O(1), and that of acknowledge or the handler. */
void lm_irq_serve(void *argument);

#ifdef __cplusplus
}
#endif

#endif
