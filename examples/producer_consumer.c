/* SPDX-License-Identifier: Apache-2.0 */
/* A producer with a preemption threshold. The consumer is more urgent but waits until the producer
 * has sent a whole batch, instead of running at each message.
 */
#include <limen/board.h>
#include <limen/limen.h>

enum { BATCH = 3, BATCHES = 2 };

static struct lm_thread producer, consumer;
static struct lm_queue queue;
static uint32_t storage[BATCH];
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(8, 256)];

LM_STACK(producer_stack, 512);
LM_STACK(consumer_stack, 512);

static void consume(void *argument)
{
    uint32_t message;

    (void)argument;
    for (;;) {
        lm_queue_receive(&queue, &message, LM_FOREVER);
        lm_board_printf("received %u\n", (unsigned)message);
    }
}

static void produce(void *argument)
{
    (void)argument;
    for (uint32_t message = 0; message < BATCH * BATCHES; message++) {
        lm_queue_send(&queue, &message, LM_FOREVER);
        lm_board_printf("sent %u\n", (unsigned)message);
        if (message % BATCH == BATCH - 1) {
            lm_thread_yield(); /* the batch is complete: give up the level */
        }
    }
    lm_trace_stop();
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

int main(void)
{
    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, 8);
    lm_queue_create(&queue, "queue", storage, BATCH, sizeof(uint32_t), LM_FIFO);
    lm_thread_create(&consumer, &(struct lm_thread_config){.name = "consumer",
                                                           LM_PREEMPTIVE(5),
                                                           .entry = consume,
                                                           LM_USE_STACK(consumer_stack)});
    lm_thread_create(&producer, &(struct lm_thread_config){.name = "producer",
                                                           LM_THRESHOLD(10, 5),
                                                           .entry = produce,
                                                           LM_USE_STACK(producer_stack)});
    lm_kernel_start();
    return 1;
}
