/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the labs; see lab.h. */
#include "lab.h"
#include <string.h>

static struct {
    struct lm_thread thread;
    struct lm_counters counters;
    const char *name;
} threads[LAB_THREADS];

static _Alignas(
    LM_PORT_STACK_ALIGN) unsigned char stacks[LAB_THREADS][LM_PORT_STACK_BYTES(LAB_STACK_BYTES)];
static size_t thread_count;
static uint32_t cycles;
/* One for each core. In sequence they are a trace file. */
static _Alignas(4) unsigned char trace[LM_CORES][LM_TRACE_BYTES(LAB_OBJECTS, LAB_EVENTS)];

int lab_run(int argc, char **argv, const struct lab_case *cases, size_t count)
{
    const char *name = argc > 1 ? argv[1] : "";

    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, cases[i].name) == 0) {
            lm_kernel_init();
            lm_trace_start(trace[0], sizeof trace[0], LAB_OBJECTS);
            cases[i].set_up();
            lm_kernel_start();
            lm_board_print("the system came to rest before its end\n");
            return 1;
        }
    }
    lm_board_printf("unknown case '%s'; take one of:\n", name);
    for (size_t i = 0; i < count; i++) {
        lm_board_printf("  %s\n", cases[i].name);
    }
    return 2;
}

void lab_core(void)
{
    unsigned core = LM_CORES_OR(lm_port_core(), 0U);

    lm_trace_start(trace[core], sizeof trace[core], LAB_OBJECTS);
}

struct lm_thread *lab_thread(struct lm_thread_config config)
{
    size_t i = thread_count++;

    if (i >= LAB_THREADS) {
        lm_board_print("more threads than LAB_THREADS\n");
        lm_board_exit(2);
    }
    threads[i].name = config.name;
    config.stack = stacks[i];
    config.stack_bytes = sizeof stacks[i];
    config.counters = &threads[i].counters;
    if (lm_thread_create(&threads[i].thread, &config) != LM_OK) {
        lm_board_printf("thread %s has a wrong configuration\n", config.name);
        lm_board_exit(2);
    }
    return &threads[i].thread;
}

__attribute__((noinline)) void lab_mark(void)
{
    __asm__ volatile("");
}

void lab_cycle(void)
{
    lm_trace_user(1, cycles++);
    lab_mark();
}

void lab_result(const char *name, uint64_t value)
{
    lm_board_printf("result %s %llu\n", name, (unsigned long long)value);
}

/* The counters of the thread; of the system if thread is NULL. */
static void print_counter(const char *thread, const char *name, uint32_t value)
{
    if (thread == NULL) {
        lm_board_printf("counter %s %u\n", name, (unsigned)value);
    } else {
        lm_board_printf("thread-counter %s %s %u\n", thread, name, (unsigned)value);
    }
}

/* Omits run_time, which the kernel updates only when a thread leaves. */
static void print_counters(const char *thread, const struct lm_counters *counters)
{
    print_counter(thread, "switches", counters->switches);
    print_counter(thread, "to_idle", counters->to_idle);
    print_counter(thread, "from_idle", counters->from_idle);
    print_counter(thread, "preemptions_by_call", counters->preemptions_by_call);
    print_counter(thread, "preemptions_by_interrupt", counters->preemptions_by_interrupt);
    print_counter(thread, "slices", counters->slices);
    print_counter(thread, "yields", counters->yields);
    print_counter(thread, "suspensions", counters->suspensions);
    print_counter(thread, "resumptions", counters->resumptions);
    print_counter(thread, "interrupts", counters->interrupts);
    print_counter(thread, "inversions", counters->inversions);
    print_counter(thread, "inversions_unbounded", counters->inversions_unbounded);
    print_counter(thread, "overruns", counters->overruns);
    print_counter(thread, "deadline_misses", counters->deadline_misses);
    print_counter(thread, "runs", counters->runs);
    print_counter(thread, "timeouts", counters->timeouts);
    print_counter(thread, "aborts", counters->aborts);
}

/* The recorder fills in the header when it starts; the libraries without trace do not. */
static bool is_traced(void)
{
    uint32_t magic;

    memcpy(&magic, trace[0], sizeof magic);
    return magic != 0;
}

/* The counters at the last event of the trace: no interrupt occurs in between. */
static struct lm_counters stop_and_copy(struct lm_counters *of_threads)
{
    uint32_t key = lm_interrupts_disable();

    for (size_t i = 0; i < thread_count; i++) {
        (void)lm_trace_stack(&threads[i].thread);
    }
    lm_trace_stop();
    for (size_t i = 0; i < thread_count; i++) {
        of_threads[i] = threads[i].counters;
    }
    struct lm_counters counters = lm_kernel_counters();

    lm_interrupts_enable(key);
    return counters;
}

void lab_end(void)
{
    static struct lm_counters of_threads[LAB_THREADS];
    struct lm_counters counters = stop_and_copy(of_threads);

    (void)lm_preempt_disable(); /* other threads would print too */
    if (!is_traced()) {
        lm_board_exit(0);
    }
    bool is_whole = LM_COUNTED && LM_CORES == 1; /* each core counts its own events */

    if (is_whole) {
        print_counters(NULL, &counters);
    }
    for (size_t i = 0; i < thread_count && is_whole; i++) {
        print_counters(threads[i].name, &of_threads[i]);
    }
    if (lm_board_save("trace.limen", trace, sizeof trace) != 0) {
        lm_board_print("the trace could not be written\n");
        lm_board_exit(2);
    }
    lm_board_exit(0);
}
