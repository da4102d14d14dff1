/* SPDX-License-Identifier: Apache-2.0 */
/* Two cores share the work: core 0 samples, core 1 filters the samples. Each has a kernel of its
 * own. Two shared queues connect them, by the calls that queues of one core have. */
#include <limen/board.h>
#include <limen/cores.h>
#include <limen/trace.h>

enum { STACK_BYTES = 1024, SAMPLES = 8, PLACES = 4, OBJECTS = 4, EVENTS = 256 };

LM_STACK(sampler_stack, STACK_BYTES);
LM_STACK(filter_stack, STACK_BYTES);
static struct lm_thread sampler, filter;
static struct lm_queue samples, results;
/* A trace for each core. In sequence they are a trace file. */
static _Alignas(4) unsigned char traces[2][LM_TRACE_BYTES(OBJECTS, EVENTS)];
static uint32_t sample_places[PLACES], result_places[PLACES];

/* On core 1: a moving average. */
static void run_filter(void *argument)
{
    uint32_t average = 0;

    (void)argument;
    for (;;) {
        uint32_t sample;

        lm_queue_receive(&samples, &sample, LM_FOREVER);
        average = (3 * average + sample) / 4;
        lm_work(LM_US(50));
        lm_queue_send(&results, &average, LM_FOREVER);
    }
}

/* On core 0. It prints, so that the lines of both cores do not mix. */
static void run_sampler(void *argument)
{
    (void)argument;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint32_t sample = i % 2 == 0 ? 100 : 200, average;

        lm_queue_send(&samples, &sample, LM_FOREVER);
        lm_queue_receive(&results, &average, LM_FOREVER);
        lm_board_printf("sample %u, average %u\n", (unsigned)sample, (unsigned)average);
    }
    lm_trace_stop();
    lm_board_exit(lm_board_save("trace.limen", traces, sizeof traces));
}

/* Runs on core 1, which has initialised its kernel, and then starts it. */
static void prepare(void)
{
    lm_trace_start(traces[1], sizeof traces[1], OBJECTS);
    lm_thread_create(&filter, &(struct lm_thread_config){
                                  .name = "filter",
                                  LM_PREEMPTIVE(4),
                                  .entry = run_filter,
                                  LM_USE_STACK(filter_stack),
                              });
}

int main(void)
{
    lm_kernel_init();
    lm_trace_start(traces[0], sizeof traces[0], OBJECTS);
    lm_queue_create_shared(&samples, "samples", sample_places, PLACES, sizeof sample_places[0]);
    lm_queue_create_shared(&results, "results", result_places, PLACES, sizeof result_places[0]);
    lm_thread_create(&sampler, &(struct lm_thread_config){
                                   .name = "sampler",
                                   LM_PREEMPTIVE(4),
                                   .entry = run_sampler,
                                   LM_USE_STACK(sampler_stack),
                               });
    lm_core_start(1, prepare);
    lm_kernel_start();
}
