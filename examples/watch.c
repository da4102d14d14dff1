/* SPDX-License-Identifier: Apache-2.0 */
/* A program for the live view (docs/live.md): an urgent thread samples once per millisecond, and
 * another one filters. The argument is the number of samples; 0: it never ends.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <stdlib.h>

static struct lm_thread sampler, filter;
static struct lm_period sampling = LM_PERIOD(LM_MS(1), 0, 0);
static struct lm_queue samples;
static uint32_t storage[4], limit = 20;
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(4, 4096)];

LM_STACK(sampler_stack, 512);
LM_STACK(filter_stack, 512);

static void sample(void *argument)
{
    (void)argument;
    for (uint32_t number = 1;; number++) {
        lm_work(LM_US(50));
        lm_queue_send(&samples, &number, LM_FOREVER);
        (void)lm_thread_wait_period();
    }
}

static void run_filter(void *argument)
{
    uint32_t number = 0;
    (void)argument;
    while (number != limit || limit == 0) {
        lm_queue_receive(&samples, &number, LM_FOREVER);
        lm_trace_user((uint16_t)number, number);
        lm_work(LM_US(200 + 50 * (number % 8)));
    }
    lm_trace_stop();
    lm_board_printf("%u samples\n", (unsigned)number);
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

int main(int argc, char **argv)
{
    limit = argc > 1 ? (uint32_t)atoi(argv[1]) : limit;
    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, 4);
    lm_queue_create(&samples, "samples", storage, 4, sizeof(uint32_t), LM_FIFO);
    lm_thread_create(&sampler, &(struct lm_thread_config){.name = "sampler",
                                                          LM_PREEMPTIVE(5),
                                                          .entry = sample,
                                                          .period = &sampling,
                                                          LM_USE_STACK(sampler_stack)});
    lm_thread_create(&filter, &(struct lm_thread_config){.name = "filter",
                                                         LM_PREEMPTIVE(10),
                                                         .entry = run_filter,
                                                         LM_USE_STACK(filter_stack)});
    lm_kernel_start();
    return 1;
}
