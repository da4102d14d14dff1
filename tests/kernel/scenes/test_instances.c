/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each operating system thread has a kernel of its own. Kernels share nothing, and a kernel
 * that is initialised again begins in its initial state.
 *
 * Method: the same system runs many times in several operating system threads at once. All traces
 * must be the same, byte for byte.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    INSTANCES = 8,
    RUNS = 20,
    JOBS = 20,
    MESSAGES = 4,
    THREADS = 5,
    EVENTS = 4000,
    OBJECTS = 16
};
enum { STACK_BYTES = LM_PORT_STACK_BYTES(2048), TRACE_BYTES = LM_TRACE_BYTES(OBJECTS, EVENTS) };

/* All that a system needs. */
struct instance {
    _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][STACK_BYTES];
    uint32_t trace[TRACE_BYTES / sizeof(uint32_t)];
    uint32_t first_trace[TRACE_BYTES / sizeof(uint32_t)];
    struct lm_thread threads[THREADS];
    struct lm_period period;
    struct lm_slice slices[2];
    struct lm_mutex mutex;
    struct lm_semaphore semaphore;
    struct lm_queue queue;
    struct lm_timer timer;
    uint32_t messages[MESSAGES];
    uint64_t received;
};

static pthread_barrier_t barrier;

static void produce(void *argument)
{
    struct instance *instance = argument;

    for (uint32_t job = 0; job < JOBS; job++) {
        lm_work(30);
        CHECK_STATUS(lm_mutex_lock(&instance->mutex, LM_FOREVER), LM_OK);
        lm_work(10);
        CHECK_STATUS(lm_mutex_unlock(&instance->mutex), LM_OK);
        CHECK_STATUS(lm_queue_send(&instance->queue, &job, LM_FOREVER), LM_OK);
        (void)lm_thread_wait_period();
    }
}

static void consume(void *argument)
{
    struct instance *instance = argument;
    uint32_t message;

    for (int job = 0; job < JOBS; job++) {
        CHECK_STATUS(lm_queue_receive(&instance->queue, &message, LM_FOREVER), LM_OK);
        CHECK_STATUS(lm_mutex_lock(&instance->mutex, LM_FOREVER), LM_OK);
        lm_work(70);
        instance->received += message;
        CHECK_STATUS(lm_mutex_unlock(&instance->mutex), LM_OK);
    }
}

static void listen(void *argument)
{
    struct instance *instance = argument;

    for (int i = 0; i < JOBS; i++) {
        (void)lm_semaphore_wait(&instance->semaphore, 90);
        lm_work(5);
    }
    CHECK_STATUS(lm_timer_stop(&instance->timer), LM_OK);
}

static void compute(void *argument)
{
    (void)argument;
    lm_work(1000);
}

static void ring(void *argument)
{
    CHECK_STATUS(lm_semaphore_post(argument), LM_OK);
}

static void create_threads(struct instance *instance)
{
    const struct lm_thread_config configs[THREADS] = {
        {.name = "produce", LM_THRESHOLD(8, 4), .entry = produce, .period = &instance->period},
        {.name = "consume", LM_PREEMPTIVE(12), .entry = consume},
        {.name = "listen", LM_PREEMPTIVE(6), .entry = listen},
        {.name = "one", LM_PREEMPTIVE(20), .entry = compute, .slice = &instance->slices[0]},
        {.name = "two", LM_PREEMPTIVE(20), .entry = compute, .slice = &instance->slices[1]},
    };

    instance->period = (struct lm_period)LM_PERIOD(100, 0, 50);
    instance->slices[0] = (struct lm_slice)LM_SLICE(25);
    instance->slices[1] = (struct lm_slice)LM_SLICE(40);
    for (int i = 0; i < THREADS; i++) {
        struct lm_thread_config config = configs[i];

        config.argument = instance;
        config.stack = instance->stacks[i];
        config.stack_bytes = STACK_BYTES;
        CHECK_STATUS(lm_thread_create(&instance->threads[i], &config), LM_OK);
    }
}

/* Run the system in this operating system thread's kernel. */
static void run(struct instance *instance)
{
    lm_kernel_init();
    CHECK_STATUS(lm_trace_start(instance->trace, sizeof instance->trace, OBJECTS), LM_OK);
    instance->received = 0;
    CHECK_STATUS(lm_mutex_create(&instance->mutex, "mutex", LM_INHERIT, 0, LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&instance->semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&instance->queue, "queue", instance->messages, MESSAGES,
                                 sizeof(uint32_t), LM_FIFO),
                 LM_OK);
    CHECK_STATUS(lm_timer_create(&instance->timer, "timer", ring, &instance->semaphore), LM_OK);
    CHECK_STATUS(lm_timer_start(&instance->timer, 7, 130), LM_OK);
    create_threads(instance);
    lm_kernel_start();
    lm_trace_stop();
    CHECK_EQUAL(instance->received, JOBS * (JOBS - 1) / 2);
}

static struct instance *new_instance(void)
{
    struct instance *instance = aligned_alloc(LM_PORT_STACK_ALIGN, sizeof *instance);

    CHECK(instance != NULL);
    memset(instance, 0, sizeof *instance);
    return instance;
}

static void *run_often(void *argument)
{
    struct instance *instance = argument;

    (void)pthread_barrier_wait(&barrier);
    for (int i = 0; i < RUNS; i++) {
        run(instance);
        if (i == 0) {
            memcpy(instance->first_trace, instance->trace, sizeof instance->trace);
        }
        CHECK(memcmp(instance->trace, instance->first_trace, sizeof instance->trace) == 0);
    }
    return NULL;
}

static void a_kernel_that_is_initialised_again_starts_afresh(struct instance *instance)
{
    run(instance);
    memcpy(instance->first_trace, instance->trace, sizeof instance->trace);
    CHECK(lm_now() > 0 && lm_kernel_counters().switches > 0);

    lm_kernel_init();
    CHECK_EQUAL(lm_now(), 0);
    CHECK_EQUAL(lm_kernel_counters().switches, 0);

    run(instance);
    CHECK(memcmp(instance->trace, instance->first_trace, sizeof instance->trace) == 0);
}

static void kernels_in_different_threads_do_not_disturb_each_other(const struct instance *expected)
{
    struct instance *instances[INSTANCES];
    pthread_t threads[INSTANCES];

    CHECK_EQUAL(pthread_barrier_init(&barrier, NULL, INSTANCES), 0);
    for (int i = 0; i < INSTANCES; i++) {
        instances[i] = new_instance();
        CHECK_EQUAL(pthread_create(&threads[i], NULL, run_often, instances[i]), 0);
    }
    for (int i = 0; i < INSTANCES; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
        CHECK(memcmp(instances[i]->trace, expected->trace, sizeof expected->trace) == 0);
        free(instances[i]);
    }
    CHECK_EQUAL(pthread_barrier_destroy(&barrier), 0);
}

/* The trace must be complete and show each way in which the threads interact. */
static void the_system_is_worth_it(const struct instance *instance)
{
    struct lm_counters counters = lm_kernel_counters();

    CHECK(counters.preemptions_by_call > 0 && counters.preemptions_by_interrupt > 0);
    CHECK(counters.slices > 0 && counters.inversions > 0 && counters.interrupts > 0);
    CHECK_EQUAL(instance->trace[8], 0); /* no wrap: spec/trace-format.md */
}

int main(void)
{
    struct instance *instance = new_instance();

    a_kernel_that_is_initialised_again_starts_afresh(instance);
    the_system_is_worth_it(instance);
    kernels_in_different_threads_do_not_disturb_each_other(instance);
    free(instance);
    return 0;
}
