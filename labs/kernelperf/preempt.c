/* SPDX-License-Identifier: Apache-2.0 */
/* A context switch by an interrupt: its handler releases the urgent thread 0, which preempts thread
 * 1, which counts. The red pin is high in the handler, the blue one in its kernel call. The switch
 * lasts from the fall of red, the last pin of the handler, to the rise of green. */
#include "board.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { LINE = 0, URGENCY = 1, COUNT = 1000 };

static struct lm_semaphore released;
static struct lm_thread urgent, counter;
LM_STACK(urgent_stack, 512);
LM_STACK(counter_stack, 512);

static void handle(void *argument)
{
    (void)argument;
    pins_set(PIN_SCAN);
    pins_set(PIN_SLOT);
    (void)lm_semaphore_post(&released);
    pins_clear(PIN_SLOT);
    pins_clear(PIN_SCAN);
}

static void answer(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_semaphore_wait(&released, LM_FOREVER);
        pins_set(PIN_THREAD0);
        count_to(COUNT / 10);
        pins_clear(PIN_THREAD0);
    }
}

static void count(void *argument)
{
    (void)argument;
    pins_set(PIN_RUNNING);
    for (;;) {
        count_to(COUNT);
        lm_board_interrupt_raise(LINE);
    }
}

int main(void)
{
    board_start();
    lm_kernel_init();
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    lm_semaphore_create(&released, "released", 0, LM_FIFO);
    lm_thread_create(&urgent, &(struct lm_thread_config){.name = "urgent",
                                                         LM_PREEMPTIVE(1),
                                                         .entry = answer,
                                                         LM_USE_STACK(urgent_stack)});
    lm_thread_create(&counter, &(struct lm_thread_config){.name = "counter",
                                                          LM_PREEMPTIVE(2),
                                                          .entry = count,
                                                          LM_USE_STACK(counter_stack)});
    lm_kernel_start();
    return 1;
}
