/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the gain and the cost of a second core.
 *
 *   preemptive, threshold, two-cores
 *       The example of the white papers with work: D makes nine messages for A, B and C, which use
 *       them, and waits until they have. On one core with priorities, on one core with a threshold,
 *       and with A, B and C on another core.
 *   wake-own, wake-remote
 *       A thread posts a semaphore for which another one waits, on its core or on another core.
 *   lock-2 to lock-4, mutex-2 to mutex-4
 *       A thread on each of two to four cores has sections of one lock and works in between. The
 *       lock is a core lock, for which a core spins, or a shared mutex, for which a thread waits.
 */
#include "lab.h"
#include <limen/cores.h>

enum { CYCLES = 8, ROUNDS = 3, CONSUMERS = 3, CAPACITY = 8, WAKES = 20, SECTIONS = 50 };

static struct lm_queue queue[CONSUMERS];
static uint32_t storage[CONSUMERS][CAPACITY];
static struct lm_semaphore
    done; /* by consumers that have used all messages of a cycle, and others */

static void start_core(unsigned core)
{
    if (lm_core_start(core, lab_core) != LM_OK) {
        lm_board_printf("core %u does not exist\n", core);
        lm_board_exit(2);
    }
}

/* Messages. */

static void consume(void *argument)
{
    for (uint32_t used = 1;; used++) {
        uint32_t message;

        lm_queue_receive(argument, &message, LM_FOREVER);
        lm_work(LM_US(10));
        if (used % ROUNDS == 0) {
            lm_semaphore_post(&done);
        }
    }
}

static void await_done(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        lm_semaphore_wait(&done, LM_FOREVER);
    }
}

static void produce(void *argument)
{
    uint32_t message = 0;

    (void)argument;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        lab_cycle();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < CONSUMERS; i++) {
                lm_work(LM_US(10));
                lm_queue_send(&queue[i], &message, LM_FOREVER);
            }
        }
        await_done(CONSUMERS);
    }
    lab_cycle();
    lab_end();
}

/* The consumers are on another core, or on this one, where D has the threshold. */
static void messages(unsigned core, uint16_t threshold)
{
    static const char *const names[] = {"A", "B", "C"};
    static const char *const queues[] = {"queue A", "queue B", "queue C"};

    for (unsigned i = 0; i < CONSUMERS; i++) {
        struct lm_thread_config config = {.name = names[i],
                                          LM_PREEMPTIVE((uint16_t)(1 + i)),
                                          .entry = consume,
                                          .argument = &queue[i]};

        if (core == 0) {
            lm_queue_create(&queue[i], queues[i], storage[i], CAPACITY, sizeof storage[0][0],
                            LM_FIFO);
        } else {
            lm_queue_create_shared(&queue[i], queues[i], storage[i], CAPACITY,
                                   sizeof storage[0][0]);
            config.on_core = (uint8_t)(core + 1);
        }
        lab_thread(config);
    }
    if (core == 0) {
        lm_semaphore_create(&done, "done", 0, LM_FIFO);
    } else {
        lm_semaphore_create_shared(&done, "done", 0);
        start_core(core);
    }
    lab_thread(
        (struct lm_thread_config){.name = "D", LM_THRESHOLD(4, threshold), .entry = produce});
}

static void preemptive(void)
{
    messages(0, 4);
}

static void threshold(void)
{
    messages(0, 1);
}

static void two_cores(void)
{
    messages(1, 4);
}

/* A post that wakes a thread. */

static struct lm_semaphore called;
static uint64_t posted_at, longest;

static void be_called(void *argument)
{
    (void)argument;
    lm_semaphore_post(&done); /* its core has started */
    for (;;) {
        lm_semaphore_wait(&called, LM_FOREVER);
        uint64_t delay = lm_now() - posted_at;

        longest = delay > longest ? delay : longest;
        lm_semaphore_post(&done);
    }
}

static void call(void *argument)
{
    (void)argument;
    await_done(1);
    for (int i = 0; i < WAKES; i++) {
        lm_work(LM_US(10)); /* the other thread waits by now */
        lab_cycle();
        posted_at = lm_now();
        lm_semaphore_post(&called);
        await_done(1);
    }
    lab_cycle();
    lab_result("delay", longest);
    lab_end();
}

static void wake(unsigned core)
{
    lm_semaphore_create_shared(&called, "called", 0);
    lm_semaphore_create_shared(&done, "done", 0);
    lab_thread((struct lm_thread_config){
        .name = "called", LM_PREEMPTIVE(3), .entry = be_called, .on_core = (uint8_t)(core + 1)});
    lab_thread((struct lm_thread_config){.name = "caller", LM_PREEMPTIVE(4), .entry = call});
    if (core != 0) {
        start_core(core);
    }
}

static void wake_own(void)
{
    wake(0);
}

static void wake_remote(void)
{
    wake(1);
}

/* Sections. */

static struct lm_core_lock lock;
static struct lm_mutex mutex;
static unsigned cores;
static uint64_t waits[LM_CORES]; /* the longest one on each core */

static void note_wait(uint64_t begin)
{
    uint64_t wait = lm_now() - begin, *most = &waits[lm_core_self()];

    *most = wait > *most ? wait : *most;
}

static void spin_for_sections(void *argument)
{
    (void)argument;
    for (int i = 0; i < SECTIONS; i++) {
        uint64_t begin = lm_now();

        lm_core_enter(&lock);
        note_wait(begin);
        lm_work(LM_US(5));
        lm_core_leave(&lock);
        lm_work(LM_US(5));
    }
    lm_semaphore_post(&done);
}

static void wait_for_sections(void *argument)
{
    (void)argument;
    for (int i = 0; i < SECTIONS; i++) {
        uint64_t begin = lm_now();

        lm_mutex_lock(&mutex, LM_FOREVER);
        note_wait(begin);
        lm_work(LM_US(5));
        lm_mutex_unlock(&mutex);
        lm_work(LM_US(5));
    }
    lm_semaphore_post(&done);
}

static void report(void *argument)
{
    uint64_t most = 0;

    (void)argument;
    lab_cycle();
    await_done(cores);
    lab_cycle();
    for (unsigned core = 0; core < cores; core++) {
        most = waits[core] > most ? waits[core] : most;
    }
    lab_result("total", lm_now());
    lab_result("longest_wait", most);
    lab_end();
}

static void sections(unsigned count, void (*entry)(void *argument))
{
    static const char *const names[] = {"user 0", "user 1", "user 2", "user 3"};

    cores = count;
    lm_semaphore_create_shared(&done, "done", 0);
    lm_mutex_create_shared(&mutex, "mutex", 0);
    lab_thread((struct lm_thread_config){.name = "report", LM_PREEMPTIVE(2), .entry = report});
    for (unsigned core = 0; core < count; core++) {
        lab_thread((struct lm_thread_config){
            .name = names[core], LM_PREEMPTIVE(4), .entry = entry, .on_core = (uint8_t)(core + 1)});
        if (core != 0) {
            start_core(core);
        }
    }
}

static void lock_2(void)
{
    sections(2, spin_for_sections);
}

static void lock_3(void)
{
    sections(3, spin_for_sections);
}

static void lock_4(void)
{
    sections(4, spin_for_sections);
}

static void mutex_2(void)
{
    sections(2, wait_for_sections);
}

static void mutex_3(void)
{
    sections(3, wait_for_sections);
}

static void mutex_4(void)
{
    sections(4, wait_for_sections);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"preemptive", preemptive}, {"threshold", threshold},     {"two-cores", two_cores},
        {"wake-own", wake_own},     {"wake-remote", wake_remote}, {"lock-2", lock_2},
        {"lock-3", lock_3},         {"lock-4", lock_4},           {"mutex-2", mutex_2},
        {"mutex-3", mutex_3},       {"mutex-4", mutex_4},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
