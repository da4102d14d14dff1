/* SPDX-License-Identifier: Apache-2.0 */
/* The eight tests of Thread-Metric, for any kernel that metric.h describes.
 *
 * argv[1] is the test. A round is the unit that the definition counts; in "preemptive" it is a
 * cycle of all five threads, which counts five times. The emulator counts at a label in the loop,
 * which costs no instruction. At the end the program examines its counters: it fails if a thread
 * made no progress, or if one was ahead of another, so that a program that did something else gives
 * no figures.
 *
 * Source: Thread-Metric of Express Logic, by its published definitions; the code is our own.
 */
#include "metric.h"
#include "trap.h"
#include <limen/board.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LOWEST = 10, NUMBERS = 1024 };

/* A label for the emulator, at the loop in a function. */
#define MARK(test) __asm__ volatile(".global metric_mark_" test "\nmetric_mark_" test ":")

/* A result that the definition does not allow ends the loop of a thread, and its counter shows
 * that. */
#define UNLESS_OK(call)                                                                            \
    if ((call) != METRIC_OK) {                                                                     \
        return;                                                                                    \
    }

static volatile unsigned long counters[METRIC_THREADS];
static volatile unsigned long interrupts;
static volatile unsigned long numbers[NUMBERS];

static void basic(unsigned thread)
{
    volatile unsigned long *counter = &counters[thread], *end = numbers + NUMBERS;

    for (;;) {
        MARK("basic");
        volatile unsigned long *number = numbers;
        do {
            *number = (*number + *counter) ^ *number;
        } while (++number != end);
        (*counter)++;
    }
}

static void cooperative(unsigned thread)
{
    for (;;) {
        MARK("cooperative");
        metric_thread_relinquish();
        counters[thread]++;
    }
}

static void preemptive_first(unsigned thread)
{
    for (;;) {
        MARK("preemptive");
        UNLESS_OK(metric_thread_resume(thread + 1));
        counters[thread]++;
    }
}

static void preemptive_middle(unsigned thread)
{
    for (;;) {
        UNLESS_OK(metric_thread_resume(thread + 1));
        counters[thread]++;
        UNLESS_OK(metric_thread_suspend(thread));
    }
}

static void preemptive_last(unsigned thread)
{
    for (;;) {
        counters[thread]++;
        UNLESS_OK(metric_thread_suspend(thread));
    }
}

static void message(unsigned thread)
{
    uint32_t sent[METRIC_MESSAGE_WORDS] = {0x11112222, 0x33334444, 0x55556666, 0x77778888};
    uint32_t received[METRIC_MESSAGE_WORDS];

    for (;;) {
        MARK("message");
        UNLESS_OK(metric_message_send(sent));
        UNLESS_OK(metric_message_receive(received));
        if (received[METRIC_MESSAGE_WORDS - 1] != sent[METRIC_MESSAGE_WORDS - 1]) {
            return;
        }
        sent[METRIC_MESSAGE_WORDS - 1]++;
        counters[thread]++;
    }
}

static void synchronization(unsigned thread)
{
    for (;;) {
        MARK("synchronization");
        UNLESS_OK(metric_semaphore_get());
        UNLESS_OK(metric_semaphore_put());
        counters[thread]++;
    }
}

static void memory(unsigned thread)
{
    void *block;

    for (;;) {
        MARK("memory");
        UNLESS_OK(metric_memory_allocate(&block));
        UNLESS_OK(metric_memory_deallocate(block));
        counters[thread]++;
    }
}

static void put_from_interrupt(void *argument)
{
    (void)argument;
    interrupts++;
    metric_semaphore_put();
}

static void interrupt(unsigned thread)
{
    UNLESS_OK(metric_semaphore_get());
    trap_attach(put_from_interrupt);
    for (;;) {
        MARK("interrupt");
        trap();
        UNLESS_OK(metric_semaphore_get());
        counters[thread]++;
    }
}

static void resume_from_interrupt(void *argument)
{
    (void)argument;
    interrupts++;
    metric_thread_resume(0);
}

static void interrupt_preemption(unsigned thread)
{
    trap_attach(resume_from_interrupt);
    for (;;) {
        MARK("interrupt_preemption");
        trap();
        counters[thread]++;
    }
}

/* A thread that runs without counting. */
static void nothing(unsigned thread)
{
    (void)thread;
    for (;;) {
        MARK("nothing");
    }
}

struct metric_test {
    const char *name;
    void (*entries[METRIC_THREADS])(unsigned thread);
    bool equal;   /* all threads have one priority, otherwise each is more urgent than the last */
    bool started; /* all of them; otherwise the least urgent one alone */
    bool interrupts; /* as many as the first thread counts */
};

static const struct metric_test tests[] = {
    {"basic", {basic}, true, true, false},
    {"cooperative",
     {cooperative, cooperative, cooperative, cooperative, cooperative},
     true,
     true,
     false},
    {"preemptive",
     {preemptive_first, preemptive_middle, preemptive_middle, preemptive_middle, preemptive_last},
     false,
     false,
     false},
    {"message", {message}, true, true, false},
    {"synchronization", {synchronization}, true, true, false},
    {"memory", {memory}, true, true, false},
    {"interrupt", {interrupt}, true, true, true},
    {"interrupt_preemption", {preemptive_last, interrupt_preemption}, false, false, true},
    /* The check of the counters has to refuse it. */
    {"nothing", {nothing}, true, true, false},
};

static const struct metric_test *test;

static void set_up(void)
{
    unsigned threads = 0;

    while (threads < METRIC_THREADS && test->entries[threads] != NULL) {
        threads++;
    }
    for (unsigned i = 0; i < threads; i++) {
        /* With interrupts the thread that they wake is thread 0, and more urgent than the other. */
        unsigned rank = test->interrupts ? threads - 1 - i : i;

        metric_thread_create(i, test->equal ? LOWEST : LOWEST - rank, test->entries[i]);
    }
    for (unsigned i = 0; i < threads; i++) {
        if (test->started || i == (test->interrupts ? threads - 1 : 0)) {
            metric_thread_resume(i);
        }
    }
}

static bool near(unsigned long one, unsigned long other)
{
    return one - other + 1 <= 2;
}

static void report(void)
{
    bool holds = counters[0] > 1;

    for (unsigned i = 0; i < METRIC_THREADS && test->entries[i] != NULL; i++) {
        holds = holds && near(counters[i], counters[0]);
        lm_board_printf("counted %lu\n", counters[i]);
    }
    if (test->interrupts) {
        holds = holds && near(interrupts, counters[0]);
        lm_board_printf("interrupts %lu\n", interrupts);
    }
    if (!holds) {
        lm_board_print("degenerate: a thread made no progress, or was ahead of another\n");
    }
    lm_board_exit(holds ? 0 : 1);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        if (argc > 1 && strcmp(argv[1], tests[i].name) == 0) {
            test = &tests[i];
            metric_start(set_up, report);
        }
    }
    lm_board_print("usage: bench-thread-metric TEST, with TEST one of:\n");
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        lm_board_printf("  %s\n", tests[i].name);
    }
    return 2;
}
