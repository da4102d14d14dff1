/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the script port runs a system exactly as the host port does: the traces are the same, byte
 * for byte, and the counters of the simulator equal those of the kernel.
 *
 * Method: random systems with small numbers, so that much happens at equal instants and some are
 * overloaded. Threads on stacks execute the same scripts with the host port, and the interrupts are
 * devices. The test prints its seed, which as an argument repeats the runs.
 */
#include "check.h"
#include "draw.h"
#include "host.h"
#include "machine.h"
#include "observe/ring.h"
#include "releaser.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 10, OBJECTS = 6, LINES = 2, OPERATIONS = 24 };
enum { STACK_BYTES = LM_PORT_STACK_BYTES(1024), RECORDS = 1 << 13, JOBS = 300, SEED = 1 };
enum { PERIODIC_SETS = 400, OTHER_SETS = 300, INTERRUPT_SETS = 200, LONG = 20 };
enum { MUTEX = 0, SEMAPHORE = 2, QUEUE = 4, CAPACITY = 3 };

static struct {
    struct lm_machine_system description;
    struct lm_machine_options options;
    struct lm_machine_thread threads[THREADS];
    struct lm_operation scripts[THREADS][OPERATIONS];
    struct lm_machine_object objects[OBJECTS];
    struct lm_machine_interrupt interrupts[LINES];
} set;

static uint64_t state; /* of the random numbers */
static uint64_t seed;  /* of the set */
static uint32_t buffer[2][LM_TRACE_BYTES(THREADS + OBJECTS, RECORDS) / 4];

static unsigned below(unsigned limit)
{
    state += 0x9E3779B97F4A7C15U;
    return (unsigned)(lm_draw_mix(state) % limit);
}

/* Random sets. */

static struct lm_operation *append(struct lm_operation *operation, enum lm_operation_kind kind,
                                   uint32_t object, uint64_t value)
{
    *operation = (struct lm_operation){.kind = kind, .object = object, .value = value};
    return operation + 1;
}

static struct lm_operation *append_work(struct lm_operation *operation, uint64_t begin,
                                        uint64_t end)
{
    *operation = (struct lm_operation){.kind = LM_OPERATION_WORK, .begin = begin, .end = end};
    return operation + 1;
}

/* Two parts with thresholds of their own, the second with a critical section, or neither. */
static void write_job(struct lm_machine_thread *thread, struct lm_operation *operation)
{
    const uint64_t half = thread->work / 2;
    const bool chunks = below(3) == 0;
    const bool section = below(2) != 0;
    const uint32_t mutex = MUTEX + below(2);

    if (chunks) {
        operation = append(operation, LM_OPERATION_THRESHOLD, 0, thread->threshold);
    }
    operation = append_work(operation, 0, half);
    if (chunks) {
        operation = append(operation, LM_OPERATION_YIELD, 0, 0);
        operation = append(operation, LM_OPERATION_THRESHOLD, 0, below(thread->priority + 1));
    }
    if (section) {
        operation = append(operation, LM_OPERATION_LOCK, mutex, 0);
        operation = append_work(operation, half, half + (thread->work - half) / 2);
        operation = append(operation, LM_OPERATION_UNLOCK, mutex, 0);
        operation = append_work(operation, half + (thread->work - half) / 2, thread->work);
    } else {
        operation = append_work(operation, half, thread->work);
    }
    (void)append(operation, LM_OPERATION_END, 0, 0);
}

static void choose_times(struct lm_machine_thread *thread, unsigned unit)
{
    const unsigned period = (4 + below(60)) * unit;

    thread->period = period;
    thread->deadline = 1 + below(2 * period);
    thread->offset = below(3) != 0 ? 0 : below(period);
    thread->jitter = below(3) != 0 ? 0 : below(2 * period);
    thread->work = 1 + period * (1 + below(26)) / 10 / set.description.thread_count;
    thread->work_min = 1 + below((unsigned)thread->work);
}

static void write_calls(struct lm_machine_thread *thread, struct lm_operation *operation)
{
    static const enum lm_operation_kind kinds[] = {LM_OPERATION_POST,    LM_OPERATION_SEND,
                                                   LM_OPERATION_YIELD,   LM_OPERATION_WAIT,
                                                   LM_OPERATION_RECEIVE, LM_OPERATION_SLEEP};
    const unsigned parts = 1 + below(4);

    thread->work = 1 + below(20);
    thread->work_min = thread->work;
    for (unsigned part = 0; part < parts; part++) {
        const enum lm_operation_kind kind = kinds[below(6)];
        const bool is_queue = kind == LM_OPERATION_SEND || kind == LM_OPERATION_RECEIVE;
        const bool sleeps = kind == LM_OPERATION_SLEEP;

        if (below(2) != 0) {
            operation = append_work(operation, thread->work * part / parts,
                                    thread->work * (part + 1) / parts);
        }
        operation = append(operation, kind, (is_queue ? QUEUE : SEMAPHORE) + below(2),
                           sleeps ? 1 + below(20) : 17 * below(2));
    }
    if (thread->period == 0) {
        operation = append(operation, LM_OPERATION_SLEEP, 0, 3 + below(30));
    }
    (void)append(operation, thread->period != 0 ? LM_OPERATION_END : LM_OPERATION_REPEAT, 0, 0);
}

static void choose_objects(void)
{
    const bool ceiling = below(3) == 0;

    for (unsigned i = 0; i < OBJECTS; i++) {
        set.objects[i] = (struct lm_machine_object){.name = "object"};
    }
    for (unsigned i = 0; i < 2; i++) {
        set.objects[MUTEX + i].kind = LM_MACHINE_MUTEX;
        set.objects[MUTEX + i].protocol = ceiling ? LM_CEILING : LM_INHERIT;
        set.objects[SEMAPHORE + i].kind = LM_MACHINE_SEMAPHORE;
        set.objects[QUEUE + i].kind = LM_MACHINE_QUEUE;
        set.objects[QUEUE + i].value = CAPACITY;
    }
}

static void choose_set(bool calls, unsigned lines)
{
    const unsigned unit = below(2) != 0 ? 1 : 97;

    memset(&set, 0, sizeof set);
    set.description = (struct lm_machine_system){.threads = set.threads,
                                                 .objects = set.objects,
                                                 .interrupts = set.interrupts,
                                                 .thread_count = 2 + below(THREADS - 1),
                                                 .object_count = OBJECTS,
                                                 .interrupt_count = lines,
                                                 .clock_hz = LM_CLOCK_HZ};
    set.options = (struct lm_machine_options){.seed = state,
                                              .horizon = UINT64_MAX,
                                              .jobs = JOBS,
                                              .uniform_work = below(2) != 0,
                                              .random_offsets = below(2) != 0,
                                              .random_jitter = below(2) != 0,
                                              .trace = buffer[0],
                                              .trace_bytes = sizeof buffer[0]};
    choose_objects();
    for (unsigned i = 0; i < set.description.thread_count; i++) {
        struct lm_machine_thread *thread = &set.threads[i];

        thread->name = "thread";
        thread->script = set.scripts[i];
        thread->priority = i == 0 ? 0 : below(12); /* so that the first one ends its jobs */
        thread->threshold = below(3) != 0 ? thread->priority : below(thread->priority + 1);
        thread->stack = STACK_BYTES;
        if (!calls || i < 3 || below(2) != 0) {
            choose_times(thread, unit);
        }
        if (calls && i > 0) {
            write_calls(thread, set.scripts[i]);
        } else {
            write_job(thread, set.scripts[i]);
        }
    }
    for (unsigned i = 0; i < lines; i++) {
        set.interrupts[i] = (struct lm_machine_interrupt){.period = (10 + below(60)) * unit,
                                                          .offset = below(20) * unit,
                                                          .jitter = below(20) * unit,
                                                          .work = below(5) * unit};
    }
}

/* The set of threads on the host port. */

static struct {
    struct lm_thread threads[THREADS];
    struct lm_jitter jitters[THREADS];
    uint32_t messages[THREADS];
    struct lm_mutex mutexes[2];
    struct lm_semaphore semaphores[2];
    struct lm_queue queues[2];
    uint32_t storage[2][CAPACITY];
    uint64_t requests[LINES]; /* the number of the next one */
    uint64_t jobs;
    bool ended; /* the threads end as soon as they see it */
    struct lm_counters counters;
    uint64_t worst[THREADS];
} host;

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][STACK_BYTES];

static uint64_t offset_of(unsigned stream, uint64_t period, uint64_t fixed)
{
    return set.options.random_offsets && period != 0
               ? lm_draw(lm_draw_key(set.options.seed, stream, LM_DRAW_OFFSET), 0, 0, period - 1)
               : fixed;
}

static lm_timeout timeout_of(const struct lm_operation *operation)
{
    return operation->value == 0 ? LM_FOREVER : operation->value;
}

static void end_run(void)
{
    lm_trace_stop();
    host.counters = lm_kernel_counters();
    host.ended = true;
}

static void end_job(unsigned i)
{
    uint64_t response = lm_now() - host.jitters[i].period.releaser.release;

    host.worst[i] = response > host.worst[i] ? response : host.worst[i];
    host.jobs++;
    if (host.jobs == JOBS) {
        end_run();
    } else {
        (void)lm_thread_wait_period();
    }
}

static void call(const struct lm_operation *operation, unsigned i)
{
    switch (operation->kind) {
    case LM_OPERATION_LOCK:
        (void)lm_mutex_lock(&host.mutexes[operation->object - MUTEX], LM_FOREVER);
        break;
    case LM_OPERATION_UNLOCK:
        (void)lm_mutex_unlock(&host.mutexes[operation->object - MUTEX]);
        break;
    case LM_OPERATION_THRESHOLD:
        (void)lm_thread_set_threshold(&host.threads[i], (unsigned)operation->value, NULL);
        break;
    case LM_OPERATION_YIELD:
        (void)lm_thread_yield();
        break;
    case LM_OPERATION_POST:
        (void)lm_semaphore_post(&host.semaphores[operation->object - SEMAPHORE]);
        break;
    case LM_OPERATION_WAIT:
        (void)lm_semaphore_wait(&host.semaphores[operation->object - SEMAPHORE],
                                timeout_of(operation));
        break;
    case LM_OPERATION_SEND:
        host.messages[i]++;
        (void)lm_queue_send(&host.queues[operation->object - QUEUE], &host.messages[i],
                            timeout_of(operation));
        break;
    case LM_OPERATION_RECEIVE:
        (void)lm_queue_receive(&host.queues[operation->object - QUEUE], &host.messages[i],
                               timeout_of(operation));
        break;
    case LM_OPERATION_SLEEP:
        (void)lm_thread_sleep(operation->value);
        break;
    default:
        break;
    }
}

static void run_script(void *argument)
{
    const struct lm_machine_thread *thread = argument;
    const unsigned i = (unsigned)(thread - set.threads);
    const uint64_t key = lm_draw_key(set.options.seed, i, LM_DRAW_WORK);
    uint64_t job = 0;

    while (!host.ended) {
        const uint64_t work = set.options.uniform_work
                                  ? lm_draw(key, job, thread->work_min, thread->work)
                                  : thread->work;
        const struct lm_operation *operation = thread->script;

        for (; operation->kind != LM_OPERATION_END && operation->kind != LM_OPERATION_REPEAT &&
               !host.ended;
             operation++) {
            if (operation->kind == LM_OPERATION_WORK) {
                lm_work(operation->end * work / thread->work -
                        operation->begin * work / thread->work);
            } else {
                call(operation, i);
            }
        }
        if (operation->kind == LM_OPERATION_END && !host.ended) {
            end_job(i);
        }
        job++;
    }
}

static void start_line(unsigned i)
{
    const struct lm_machine_interrupt *interrupt = &set.interrupts[i];
    const unsigned stream = set.description.thread_count + i;
    const uint64_t jitter = set.options.random_jitter ? interrupt->jitter : 0;
    const uint64_t number = host.requests[i]++;

    lm_host_device_start(
        LM_HOST_FIRST_DEVICE + i,
        offset_of(stream, interrupt->period, interrupt->offset) + number * interrupt->period +
            lm_draw(lm_draw_key(set.options.seed, stream, LM_DRAW_JITTER), number, 0, jitter));
}

static void serve_line(void *argument)
{
    const struct lm_machine_interrupt *interrupt = argument;

    lm_work(interrupt->work);
    if (!host.ended) {
        start_line((unsigned)(interrupt - set.interrupts));
    }
}

static void create_thread(unsigned i)
{
    const struct lm_machine_thread *thread = &set.threads[i];
    const bool jitter = set.options.random_jitter && thread->jitter != 0 && thread->period != 0;
    struct lm_thread_config config = {
        .name = thread->name,
        .entry = run_script,
        .argument = &set.threads[i],
        .stack = stacks[i],
        .stack_bytes = sizeof stacks[i],
        .priority = (uint16_t)thread->priority,
        .threshold = (uint16_t)thread->threshold,
        .period = thread->period != 0 ? &host.jitters[i].period : NULL,
    };

    host.jitters[i].period = (struct lm_period)LM_PERIOD(
        thread->period, offset_of(i, thread->period, thread->offset), thread->deadline);
    if (jitter) {
        host.jitters[i].period.releaser.kind = &lm_jitter_kind;
        host.jitters[i].jitter = thread->jitter;
        host.jitters[i].unit = 1;
        host.jitters[i].key = lm_draw_key(set.options.seed, i, LM_DRAW_JITTER);
    }
    CHECK_STATUS(lm_thread_create(&host.threads[i], &config), LM_OK);
}

static unsigned ceiling_of(void)
{
    return set.objects[MUTEX].value;
}

static void run_on_host(void)
{
    memset(&host, 0, sizeof host);
    lm_kernel_init();
    CHECK_STATUS(
        lm_trace_start(buffer[1], sizeof buffer[1], set.description.thread_count + OBJECTS), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        lm_mutex_create(&host.mutexes[i], "object", (enum lm_protocol)set.objects[MUTEX].protocol,
                        ceiling_of(), LM_BY_PRIORITY);
    }
    for (unsigned i = 0; i < 2; i++) {
        lm_semaphore_create(&host.semaphores[i], "object", 0, LM_BY_PRIORITY);
    }
    for (unsigned i = 0; i < 2; i++) {
        lm_queue_create(&host.queues[i], "object", host.storage[i], CAPACITY,
                        sizeof host.storage[i][0], LM_BY_PRIORITY);
    }
    for (unsigned i = 0; i < set.description.thread_count; i++) {
        create_thread(i);
    }
    for (unsigned i = 0; i < set.description.interrupt_count; i++) {
        lm_host.lines[LM_HOST_FIRST_DEVICE + i].urgency = 0;
        lm_host.lines[LM_HOST_FIRST_DEVICE + i].handler = serve_line;
        lm_host.lines[LM_HOST_FIRST_DEVICE + i].argument = &set.interrupts[i];
        start_line(i);
    }
    lm_kernel_start();
}

/* The comparison. */

static void explain(void *context)
{
    (void)context;
    (void)fprintf(stderr, "    set %llu, %u threads, %u interrupts\n", (unsigned long long)seed,
                  set.description.thread_count, set.description.interrupt_count);
}

/* The simulator's trace ends behind its newest record, unless the ring is full. */
static void check_trace(const struct lm_machine_result *result)
{
    struct lm_trace_header *of_host = (struct lm_trace_header *)(void *)buffer[1];

    CHECK_EQUAL(result->has_all_events, of_host->wraps == 0);
    CHECK_EQUAL(result->trace_bytes,
                of_host->wraps == 0 ? of_host->next_offset : of_host->end_offset);
    of_host->end_offset = result->trace_bytes;
    of_host->record_capacity =
        (result->trace_bytes - of_host->first_offset) / LM_TRACE_RECORD_BYTES;
    CHECK(memcmp(buffer[0], buffer[1], sizeof buffer[0]) == 0);
}

static void compare(const struct lm_machine_result *result,
                    const struct lm_machine_thread_result *threads)
{
    CHECK_EQUAL(result->end, LM_MACHINE_JOBS);
    check_trace(result);
    CHECK_EQUAL(result->switches, host.counters.switches);
    CHECK_EQUAL(result->to_idle, host.counters.to_idle);
    CHECK_EQUAL(result->from_idle, host.counters.from_idle);
    CHECK_EQUAL(result->preemptions,
                host.counters.preemptions_by_call + host.counters.preemptions_by_interrupt);
    for (unsigned i = 0; i < set.description.thread_count; i++) {
        CHECK_EQUAL(threads[i].response_max, host.worst[i]);
    }
}

static void run_on_both(bool calls, unsigned lines)
{
    static _Alignas(16) unsigned char memory[1 << 16];
    struct lm_machine_result result, again;
    struct lm_machine_thread_result threads[THREADS], same[THREADS];

    seed = state;
    choose_set(calls, lines);
    CHECK(lm_machine_traced_bytes(&set.description) <= sizeof memory);
    memset(buffer, 0, sizeof buffer);
    lm_machine_traced_run(memory, &set.description, &set.options, &result, threads);
    run_on_host();
    compare(&result, threads);
    set.options.trace = NULL;
    lm_machine_quick_run(memory, &set.description, &set.options, &again, same);
    again.trace_bytes = result.trace_bytes; /* it has no trace */
    again.has_all_events = result.has_all_events;
    CHECK(memcmp(&result, &again, sizeof result) == 0);
    CHECK(memcmp(threads, same, set.description.thread_count * sizeof threads[0]) == 0);
}

int main(int argc, char **argv)
{
    const unsigned factor = getenv("LIMEN_LONG") != NULL ? LONG : 1;

    state = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
    printf("seed %llu\n", (unsigned long long)state);
    (void)fflush(stdout);
    check_explain(explain, NULL);
    for (unsigned i = 0; i < PERIODIC_SETS * factor; i++) {
        run_on_both(false, 0);
    }
    for (unsigned i = 0; i < OTHER_SETS * factor; i++) {
        run_on_both(true, 0);
    }
    for (unsigned i = 0; i < INTERRUPT_SETS * factor; i++) {
        run_on_both(below(2) != 0, 1 + below(LINES));
    }
    return 0;
}
