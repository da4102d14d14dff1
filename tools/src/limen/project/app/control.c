/* SPDX-License-Identifier: Apache-2.0 */
/* The sampler is more urgent than the regulator. The regulator has the sampler's priority as its
 * threshold: it finishes an output before the sampler runs again. */
#include "control.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { READINGS = 4, WANTED = 1000 };

static struct lm_thread sampler, regulator;
static struct lm_period period = LM_PERIOD(LM_MS(10), LM_MS(10), LM_MS(5));
static struct lm_queue readings;
static int32_t storage[READINGS];
static volatile int32_t output;
static volatile uint32_t outputs;

LM_STACK(sampler_stack, 512);
LM_STACK(regulator_stack, 512);

static void sample(void *argument)
{
    int32_t reading = 0;

    (void)argument;
    for (;;) {
        reading += (output - reading) / 4; /* the plant: it follows the output */
        lm_queue_send(&readings, &reading, LM_NO_WAIT);
        lm_thread_wait_period();
    }
}

static void regulate(void *argument)
{
    int32_t reading;

    (void)argument;
    for (;;) {
        lm_queue_receive(&readings, &reading, LM_FOREVER);
        lm_work(LM_US(200)); /* what a real regulator would compute */
        output += (WANTED - reading) / 8;
        outputs++;
    }
}

void control_init(void)
{
    lm_kernel_init();
}

void control_start(void)
{
    lm_kernel_start();
}

void control_create(void)
{
    lm_queue_create(&readings, "readings", storage, READINGS, sizeof(int32_t), LM_FIFO);
    lm_thread_create(&sampler, &(struct lm_thread_config){.name = "sampler",
                                                          LM_PREEMPTIVE(5),
                                                          .entry = sample,
                                                          .period = &period,
                                                          LM_USE_STACK(sampler_stack)});
    lm_thread_create(&regulator, &(struct lm_thread_config){.name = "regulator",
                                                            LM_THRESHOLD(10, 5),
                                                            .entry = regulate,
                                                            LM_USE_STACK(regulator_stack)});
}

uint32_t control_count(void)
{
    return outputs;
}

int control_output(void)
{
    return (int)output;
}
